// The tab of a page that only its heading knows: it is called as the window is.
import { readFileSync } from 'node:fs';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import HelpTopicPage from '../../src/areas/help/help.$topic.page.tsx';
import { helpClient } from '../../src/areas/help/client.ts';
import { areas } from '../../src/areas.gen.ts';
import { allowedBy } from '../../src/areas/session/client.ts';
import { routesOf } from '../../src/kernel/menu.ts';
import { App, loadFrame } from '../../src/ui/app.tsx';
import { setHelpSource } from '../../src/ui/help-source.ts';
import { activate, wantWholeCatalog } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { setSetting } from '../../src/ui/setting.ts';
import { answerBy, enter, never } from '../kit/console.ts';

const Plain = () => <h1>heading</h1>;
const page = (path: string, View: typeof HelpTopicPage) => ({ path, chunk: path, load: async () => ({ default: View }) });
const pages = [page('/login', Plain), page('/404', Plain), page('/dashboard', Plain), page('/help/:topic', HelpTopicPage)];
let leave = async (): Promise<void> => {};
afterEach(async () => {
  setHelpSource(null);
  await leave();
  setSetting('tagsView', false);
  await act(() => activate('zh-cn'));
});

test('the tab of a topic of help has its title, in the language that is read', async () => {
  document.head.append(document.createElement('title'));
  answerBy(({ path }) => (path.endsWith('.md') ? new Response(readFileSync(path.slice(1), 'utf8')) : never));
  setHelpSource(helpClient);
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, allowedBy(routesOf(1)));
  await Promise.all([loadFrame(), wantWholeCatalog()]);
  setSetting('tagsView', true);
  navigate('/help/order', { replace: true });
  render(<App areas={areas} pages={pages} />);
  const titles = async () => within(await screen.findByRole('toolbar', { name: /标签页|Tabs/ })).getAllByRole('link').map(({ textContent }) => textContent);
  const heading = () => document.querySelector('[data-page] h1')!.textContent;
  await waitFor(async () => expect((await titles())[1]).toBe('订单'));
  expect(heading()).toBe('订单');
  act(() => navigate('/dashboard'));
  expect((await titles())[1]).toBe('订单');
  // not looked at in this language
  await act(() => activate('en'));
  await waitFor(async () => expect((await titles())[1]).toBe('Help'));
});
