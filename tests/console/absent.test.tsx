// 404 through the front door: what it says is of the address that led there, also when one goes back to another.
import { rolesOf } from '../../src/areas/error/absent.ts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import Page404 from '../../src/areas/error/404.page.tsx';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { answerBy, enter, never } from '../kit/console.ts';

vi.mock('../../src/ui/palette/host.tsx', () => ({ PaletteHost: () => null }));
const Plain = () => <h1>home</h1>;
const pages = [['/login', Plain], ['/404', Page404], ['/dashboard', Plain], ['/system/audit', Plain]].map(([path, view]) => ({ path: path as string, chunk: path as string, load: async () => ({ default: view as typeof Plain }) }));

test('of two that led to 404 each says its own, with its title and the focus on its heading, also by Back', async () => {
  answerBy(() => never);
  const leave = await enter({ userId: '4', username: 'u', nickname: '', avatar: null, role: 4, roles: [], perms: [] }, allowedBy(routesOf(4)));
  await loadFrame();
  navigate('/dashboard', { replace: true });
  render(<App areas={areas} pages={pages} />);
  await screen.findByRole('heading', { name: 'home' });
  const shows = async (words: string, path: string): Promise<void> => {
    const main = within(screen.getByRole('main'));
    await waitFor(() => expect(main.getByRole('heading', { level: 1 }).textContent).toBe(words));
    expect(main.getByText(path)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(main.getByRole('heading', { level: 1 })));
    expect([currentHref(), document.title]).toEqual(['/404', `${words} · 护理管理系统`]);
  };
  act(() => navigate('/a1'));
  await shows('没有这一页', '/a1');
  act(() => document.body.focus());
  act(() => navigate('/System/Audit/'));
  await shows('你的角色不能打开这一页', '/System/Audit/');
  act(() => history.back());
  await shows('没有这一页', '/a1');
  act(() => history.forward());
  await shows('你的角色不能打开这一页', '/System/Audit/');
  // a browser writes it in percent signs; what is broken, or would turn the line round, is shown as it stands
  for (const [path, words] of [['/%E4%B8%8D%E5%AD%98%E5%9C%A8/a%2Fb', '/不存在/a%2Fb'], ['/%E4%B8%8D/%zz', '/%E4%B8%8D/%zz'], ['/a%E2%80%AEb', '/a%E2%80%AEb']] as const) {
    act(() => navigate(path));
    await shows('没有这一页', words);
  }
  await leave();
});
test('an address with a broken percent sequence is no page of anyone', () => {
  expect(rolesOf('/order/PH1').length).toBeGreaterThan(0);
  for (const path of ['/order/%E0%A4%A', '/order/%', '/order/%zz']) expect([path, rolesOf(path)]).toEqual([path, []]);
});
