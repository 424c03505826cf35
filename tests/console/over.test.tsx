import { useState } from 'react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { Quick } from '../../src/areas/dashboard/quick.tsx';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import type { PageProps } from '../../src/ui/page.ts';
import { signOut, useViewer } from '../../src/ui/session.ts';
import { setSetting } from '../../src/ui/setting.ts';
import { wayTo } from '../../src/ui/stack.ts';
import { answerBy, enter, never } from '../kit/console.ts';

vi.mock('../../src/ui/palette/host.tsx', () => ({ PaletteHost: () => null }));

// An address below a record's own is that record with something over it: one page, which stays.
function Record({ params }: PageProps) {
  const [first] = useState(params['no']);
  return (
    <article>
      <h1>{first}</h1>
      <button type="button">{params['verb'] ?? 'plain'}</button>
    </article>
  );
}
const Sheet = () => <h1>sheet</h1>;
const Home = () => <div><h1>home</h1><Quick viewer={useViewer()!} /></div>;
const page = (path: string, view: typeof Record) => ({ path, chunk: path, load: async () => ({ default: view }) });
const pages = [page('/login', Sheet), page('/404', Sheet), page('/dashboard', Sheet), page('/order/:no/print', Sheet), page('/order/:no', Record), page('/order/:no/:verb', Record)];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  leave = await enter({ userId: '1', username: 'admin', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, allowedBy(routesOf(1)));
});
afterEach(() => leave());
const heading = async (words: string): Promise<HTMLElement> => {
  await waitFor(() => expect(document.querySelector('[data-page] h1')?.textContent).toBe(words));
  return document.querySelector<HTMLElement>('[data-page] h1')!;
};

test('the page stays while something opens and closes over it, with its focus; another record is another page', async () => {
  navigate('/order/A');
  render(<App areas={[]} pages={pages} />);
  const first = await heading('A');
  const button = screen.getByText('plain');
  act(() => button.focus());
  act(() => navigate('/order/A/start'));
  await screen.findByText('start');
  expect(document.querySelector('[data-page] h1')).toBe(first);
  expect(document.activeElement).toBe(button);
  act(() => navigate('/order/A'));
  await screen.findByText('plain');
  expect(document.querySelector('[data-page] h1')).toBe(first);
  // a name that only begins alike is another record
  act(() => navigate('/order/AB'));
  expect(await heading('AB')).not.toBe(first);
  act(() => navigate('/order/AB/print'));
  await heading('sheet');
  act(() => navigate('/order/C/start'));
  const deep = await heading('C');
  act(() => navigate('/order/C'));
  await screen.findByText('plain');
  expect(document.querySelector('[data-page] h1')).toBe(deep);
  expect(document.title).toContain('C');
});
describe('a cached page is come back to as it was left (spec section 2)', () => {
  async function start(): Promise<void> {
    answerBy(() => never);
    await loadFrame();
    navigate('/dashboard', { replace: true });
    render(<App areas={areas} pages={[page('/dashboard', Home), ...['/order/index', '/caregiver/index', '/statistics/index', '/system/user', '/system/hospital', '/system/dict'].map((path) => page(path, Sheet)), ...pages]} />);
    await heading('home');
  }
  const go = (to: string) => act(async () => navigate(to));
  const menu = (name: string) => act(async () => void fireEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name })));
  const chord = (...keys: string[]) => act(async () => keys.forEach((key) => void fireEvent.keyDown(document.activeElement ?? document.body, { key })));
  test.each([
    ['the menu', () => menu('订单管理'), '/order/index'], ['its chord', () => chord('g', 'o'), '/order/index'], ['the address of its group', () => go('/order'), '/order/index'],
    ['the menu', () => menu('账号管理'), '/system/user'], ['its chord', () => chord('g', 'u'), '/system/user'], ['its chord', () => chord('g', 'c'), '/caregiver/index'], ['its chord', () => chord('g', 's'), '/statistics/index'], ['its chord', () => chord('g', 'h'), '/system/hospital'],
  ])('by %s: %#', async (_, back, path) => {
    await start();
    const left = `${path}?status=in_service`;
    await go(left);
    for (const away of ['/dashboard', '/order/PH1', '/system/dict']) {
      await go(away);
      await back();
      expect(currentHref()).toBe(left);
    }
    // what lay over it is over; what opens over it opens over it as it is
    await go(`${left}&edit=5`);
    await go('/dashboard');
    await back();
    expect(currentHref()).toBe(left);
    expect([`${path}?new=1`, '/nothing?new=1', `${path}?due=ends_today`].map(wayTo)).toEqual([`${left}&new=1`, '/nothing?new=1', `${path}?due=ends_today`]);
    // where one is on it, it is shown bare
    await back();
    expect(currentHref()).toBe(path);
    await go('/dashboard');
    await back();
    expect([currentHref(), screen.getByRole('link', { name: '订单管理' }).getAttribute('href')]).toEqual([path, '#/order/index']);
  });
  test('and nothing is remembered of who has signed out', async () => {
    await start();
    await go('/order/index?status=in_service');
    await act(async () => signOut());
    localStorage.setItem('access_token', 'token');
    await go('/dashboard');
    await heading('home');
    await chord('g', 'o');
    expect(currentHref()).toBe('/order/index');
  });
  test('in the header’s menu of a group too', async () => {
    await start();
    act(() => setSetting('layout', 'top'));
    await go('/system/user?status=1');
    await go('/dashboard');
    fireEvent.click(await within(screen.getByRole('banner')).findByRole('button', { name: '系统管理' }));
    expect(screen.getByRole('menuitem', { name: /账号管理/ }).getAttribute('href')).toBe('#/system/user?status=1');
    act(() => setSetting('layout', 'left'));
  });
  test('and by what stands on the first page to begin with', async () => {
    await start();
    await go('/caregiver/index?status=on');
    await go('/dashboard');
    await act(async () => void fireEvent.click(within(document.querySelector<HTMLElement>('[data-part="day-quick"]')!).getByRole('link', { name: /护工管理/ })));
    expect(currentHref()).toBe('/caregiver/index?status=on');
  });
});
