import { readFileSync } from 'node:fs';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { areas } from '../../src/areas.gen.ts';
import HelpTopicPage from '../../src/areas/help/help.$topic.page.tsx';
import HelpPage from '../../src/areas/help/help.index.page.tsx';
import NewsPage from '../../src/areas/help/help.news.page.tsx';
import { helpClient, NEWEST } from '../../src/areas/help/client.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { loadHelpMark, noteFrom, readFrom } from '../../src/ui/help-mark.ts';
import { setHelpSource } from '../../src/ui/help-source.ts';
import { KeyRegistry, keyEntries } from '../../src/ui/key-registry.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { useHashLocation } from '../../src/ui/location.ts';
import { currentViewer } from '../../src/ui/session.ts';
import { answerBy, enter, never, type Sent } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const ORDERS = ['/order/index', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/order/bed'];
let leave = async (): Promise<void> => {};
let sent: Sent[] = [];
let down = false;
const file = (path: string): Response => (down ? new Response('', { status: 503 }) : new Response(readFileSync(path.slice(1), 'utf8')));
beforeEach(async () => {
  sent = [];
  down = false;
  answerBy((call) => (call.path.endsWith('.md') ? file(call.path) : (sent.push(call), call.path === '/help/mark' ? { tour: { state: 'off', step: null }, news: null, ...call.body } : null)));
  setHelpSource(helpClient);
  leave = await enter({ userId: '4', username: 'hospital', nickname: '', avatar: null, role: 4, roles: ['hospital'], perms: ['biz:order:list', 'biz:order:edit', 'biz:order:evaluate', 'biz:order:print', 'biz:caregiver:list'] }, { paths: ORDERS, redirects: {}, cached: [] });
});
afterEach(async () => {
  setHelpSource(null);
  await leave();
  await activate('zh-cn');
});
function show(page: React.ReactNode, at = '/help/order'): void {
  location.hash = `#${at}`;
  const viewer = currentViewer();
  render(<LocaleProvider><Router hook={useHashLocation}><KeyRegistry value={async () => keyEntries(areas, viewer)}><div data-page="/help">{page}</div></KeyRegistry></Router></LocaleProvider>);
}
const headings = (level: number) => screen.queryAllByRole('heading', { level }).map((one) => one.textContent);
const topic = (name: string, at?: string) => show(<HelpTopicPage params={{ topic: name }} />, at);

test('a page of help tells what this role can do, with keys as one has chosen them', async () => {
  topic('order');
  await screen.findByRole('heading', { name: '怎样评价' });
  expect(headings(1)).toEqual(['订单']);
  expect(headings(2)).toEqual(['怎样修改患者和床位', '怎样评价', '怎样撤销刚才那一步', '怎样打印订单和收据']);
  const line = () => screen.getByText(/改姓名、床位/).querySelector('kbd')?.textContent;
  await waitFor(() => expect(line()).toBe('M'));
  act(() => setKeyboard({ keys: { 'order.edit': 'F2' } }));
  expect(line()).toBe('F2');
  // one that was taken away is called by its name
  act(() => setKeyboard({ keys: { 'order.edit': null } }));
  expect(screen.getByText(/改姓名、床位/).textContent).toContain('按 修改患者');
  act(() => setKeyboard({ keys: {} }));
});
test('an address can name a section, which gets the focus; ] and [ go to the next and the previous page, Esc back to where one was', async () => {
  location.hash = '#/order/index?status=assigned';
  noteFrom();
  topic('order', '/help/order?part=evaluate');
  await waitFor(() => expect(document.activeElement!.textContent).toBe('怎样评价'));
  press(']');
  expect(location.hash).toBe('#/help/money');
  press('Escape');
  expect(location.hash).toBe('#/order/index?status=assigned');
});
test('the commands of help, too, note where one was', () => {
  const commands = areas.find(({ id }) => id === 'help')!.commands!;
  for (const [from, name] of [['/order/bed', 'help.open'], ['/caregiver/roster', 'help.news']] as const) {
    location.hash = `#${from}`;
    act(() => runCommand(commands.find(({ id }) => id === name)!));
    expect(readFrom()).toBe(from);
  }
});
test('what one’s role cannot open, or what there is not, is said to be none', async () => {
  // as it landed, before anybody knew
  document.title = '帮助 · 帮助 · 护理管理系统';
  topic('audit');
  await waitFor(() => expect(headings(1)).toEqual(['没有这一篇帮助']));
  expect(document.title).toBe('没有这一篇帮助 · 帮助 · 护理管理系统');
});
test('the contents are those of this role; the language in use is the one that is read', async () => {
  show(<HelpPage />, '/help/index');
  await screen.findByRole('heading', { name: '订单' });
  expect(headings(2)).toEqual(['基本操作', '订单', '款项', '床位图', '护工', '排班表', '证件到期看板', '个人中心']);
  await act(() => activate('en'));
  await screen.findByRole('heading', { name: 'Orders' });
  expect(headings(2)).toContain('Bed map');
});
test('what is new is seen when it is on the screen, once', async () => {
  await act(loadHelpMark);
  show(<NewsPage />, '/help/news');
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ news: NEWEST }]));
  expect(headings(2).length).toBeGreaterThan(2);
});
test('words that do not come are said to, and come by themselves once the server is back', async () => {
  vi.resetModules();
  const [fresh, { PartLost }] = await Promise.all([import('../../src/areas/help/text.ts'), import('../../src/ui/fetch-part.ts')]);
  down = true;
  await expect(fresh.loadHelp('en')).rejects.toMatchObject({ answers: false });
  await expect(fresh.loadHelp('en')).rejects.toBeInstanceOf(PartLost);
  down = false;
  expect((await fresh.loadHelp('en')).length).toBeGreaterThan(10);
  // in the page of the console in whose place it was asked for
  const { default: Index } = await import('../../src/areas/help/help.index.page.tsx');
  const network = await import('../../src/ui/network.ts');
  const words = await import('../../src/ui/language.tsx');
  const session = await import('../../src/ui/session.ts');
  await words.activate('zh-cn');
  const stop = session.startSession({ signIn: () => never, loadPerson: async () => ({ userId: '4', username: 'hospital', nickname: '', avatar: null, role: 4, roles: [], perms: ['biz:order:list'] }), loadRoutes: async () => ({ paths: ORDERS, redirects: {}, cached: [] }), refresh: () => never, signOut: async () => {} }, () => {});
  down = true;
  render(<words.LocaleProvider><Index /></words.LocaleProvider>);
  await screen.findByText('没有取到帮助');
  down = false;
  act(() => network.connectionLost());
  act(() => network.connectionStands());
  await screen.findByRole('heading', { name: '订单' });
  stop();
});
test('help that the browser still had says nothing about the server: since when it does not answer stays', async () => {
  vi.resetModules();
  const [{ loadHelp }, network] = await Promise.all([import('../../src/areas/help/text.ts'), import('../../src/ui/network.ts')]);
  network.connectionLost();
  const { since } = network.network();
  expect((await loadHelp('en')).length).toBeGreaterThan(10);
  expect(network.network().since).toBe(since);
  network.connectionStands();
});
test.each([['after a deploy it is gone', () => new Response('{}', { status: 404 })], ['the console itself answers in its place', () => new Response('<!doctype html><title>x</title>', { headers: { 'content-type': 'text/html' } })]])('help that is no help: %s', async (_, reply) => {
  vi.resetModules();
  const { loadHelp, knownHelp } = await import('../../src/areas/help/text.ts');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  history.replaceState(null, '', '#/help/index');
  answerBy(reply);
  // nobody is reloaded for what the palette looks up
  await expect(loadHelp('en', false)).rejects.toMatchObject({ answers: true });
  expect(reload).not.toHaveBeenCalled();
  await expect(loadHelp('en')).rejects.toMatchObject({ answers: true });
  expect([reload.mock.calls.length, knownHelp('en')]).toEqual([1, undefined]);
  reload.mockRestore();
});
