import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { PATHS } from '../../src/kernel/paths.gen.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { HelpHost } from '../../src/ui/help-host.tsx';
import { loadHelpMark, seeNews, startTour, useUnseenNews } from '../../src/ui/help-mark.ts';
import { setHelpSource, type HelpMark } from '../../src/ui/help-source.ts';
import { toggleHelp } from '../../src/ui/help-state.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { PaletteHost } from '../../src/ui/palette/host.tsx';
import { signOut, type SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { setSetting } from '../../src/ui/setting.ts';
import { ORDERS, RECORD } from '../../src/ui/tour/step.tsx';
import { answerBy, enter, never } from '../kit/console.ts';
import { press, type } from '../kit/typist.ts';

const viewer: SignedIn = { userId: '1', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: ['biz:order:list'], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/dashboard', '/order/index'] };
const shortcuts = boundCommands(areas, viewer);
let kept: HelpMark;
let sent: Partial<HelpMark>[];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  answerBy(() => never);
  leave = await enter({ userId: '1', username: 'ops', nickname: '', avatar: null, role: 2, roles: [], perms: [] });
  location.hash = '#/dashboard';
  kept = { tour: null, news: null };
  sent = [];
  setHelpSource({ newest: 'new', pageFor: () => '/help/index', topics: async () => [], load: async () => kept, keep: async (change) => void (sent.push(change), (kept = { ...kept, ...change })) });
});
afterEach(async () => {
  act(() => setKeyboard({ single: true, keys: {} }));
  setHelpSource(null);
  await leave();
});
function Page({ who, peek }: { who: SignedIn; peek: boolean }) {
  useShortcuts(shortcuts);
  const unseen = useUnseenNews();
  return (
    <>
      <button type="button">work{unseen ? ' dot' : ''}</button>
      <div data-page="/order/index"><section data-list="">{peek && <aside />}</section></div>
      <HelpHost viewer={who} commands={[]} load={async () => []} />
      <PaletteHost areas={[]} viewer={who} load={() => never} index={null} />
      <Announcer />
    </>
  );
}
const strip = () => document.querySelector<HTMLElement>('[data-tour]');
const at = () => strip()?.dataset.tour;
const words = () => strip()?.querySelector('output')?.textContent;
const next = () => press('Alt+n', { altKey: true, code: 'KeyN' });
const keyUp = (key: string) => act(() => void document.body.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true })));
async function show(who = viewer) {
  const page = (peek: boolean) => <LocaleProvider><Page who={who} peek={peek} /></LocaleProvider>;
  const { rerender } = render(page(false));
  screen.getByText('work').focus();
  await act(loadHelpMark);
  if (kept.tour?.state !== 'off' && kept.tour?.state !== 'done') await waitFor(() => expect(words()).toMatch(/./));
  return (peek: boolean) => rerender(page(peek));
}

test('the first time it is only offered: below the page, spoken, and without the focus', async () => {
  await show();
  expect([at(), words()]).toEqual(['', '第一次来？五步学会不用鼠标办事，两分钟。']);
  expect(document.activeElement!.textContent).toBe('work dot');
  expect(strip()!.querySelector('output button')).toBeNull();
  press('Escape');
  expect([strip(), sent]).toEqual([null, [{ tour: { state: 'off', step: null } }]]);
  expect(screen.getByText(/以后想学/)).toBeTruthy();
});
test('five steps, each noticed when it is done, by keys alone; what is kept is where one is', async () => {
  const peek = await show();
  next();
  expect([at(), words()]).toEqual(['palette', expect.stringContaining('第 1 步，共 5 步')]);
  press('Control+k');
  type('wl');
  // what is below a dialog is neither seen nor heard
  expect(at()).toBe('palette');
  type(['Escape', 'Escape']);
  await waitFor(() => expect(at()).toBe('go'));
  expect(document.activeElement!.textContent).toBe('work dot');
  type('go');
  expect([at(), location.hash]).toEqual(['list', '#/order/index']);
  keyUp('ArrowDown');
  expect(at()).toBe('list');
  peek(true);
  keyUp(' ');
  expect(at()).toBe('open');
  act(() => navigate('/order/bed'));
  expect(at()).toBe('open');
  act(() => navigate('/order/PH26112100001'));
  expect([at(), words()]).toEqual(['keys', expect.stringContaining('第 5 步，共 5 步')]);
  press('?', { shiftKey: true });
  await screen.findByRole('dialog');
  expect([at(), screen.queryByText('五步都学完了')]).toEqual(['keys', null]);
  act(toggleHelp);
  await waitFor(() => expect(kept.tour).toEqual({ state: 'done', step: null }));
  expect([strip(), screen.getByText('五步都学完了') === null]).toEqual([null, false]);
  expect(sent.map(({ tour }) => tour!.step)).toEqual(['palette', 'go', 'list', 'open', 'keys', null]);
});
test('who leaves half way is not asked again, and goes on there when they want to', async () => {
  await show();
  next();
  next();
  press('Escape');
  expect([strip(), kept.tour]).toEqual([null, { state: 'off', step: 'go' }]);
  const tour = areas.flatMap(({ commands = [] }) => commands).find(({ id }) => id === 'help.tour')!;
  act(() => runCommand(tour));
  await waitFor(() => expect(at()).toBe('go'));
});
test('who passes all of them over has not learned them: said so, and the tour begins again when they want it', async () => {
  await show();
  for (let pressed = 0; pressed < 6; pressed += 1) next();
  expect([strip(), kept.tour]).toEqual([null, { state: 'off', step: null }]);
  expect(screen.getByText(/跳过了 5 步/)).toBeTruthy();
  expect(screen.queryByText('五步都学完了')).toBeNull();
});
test('who goes on after a reload may have passed some over before: they are not told that they have learned all', async () => {
  kept = { tour: { state: 'on', step: 'keys' }, news: 'new' };
  await show();
  press('?', { shiftKey: true });
  await screen.findByRole('dialog');
  act(toggleHelp);
  await waitFor(() => expect(kept.tour).toEqual({ state: 'off', step: null }));
  expect([screen.queryByText('五步都学完了'), screen.getByText(/^到头了，在帮助里/) === null]).toEqual([null, false]);
});
test('another computer goes on where one is, and offers nothing to who is through', async () => {
  kept = { tour: { state: 'on', step: 'open' }, news: 'new' };
  await show();
  expect([at(), document.activeElement!.textContent]).toEqual(['open', 'work']);
  await act(async () => signOut());
  expect(strip()).toBeNull();
});
test.each(['done', 'off'] as const)('nothing is shown to whom it is %s', async (state) => {
  kept = { tour: { state, step: null }, news: null };
  await show();
  expect([strip(), screen.getByText('work dot') !== null]).toEqual([null, true]);
  // what is new stays so until it was seen
  act(seeNews);
  expect([screen.queryByText('work dot'), sent]).toEqual([null, [{ news: 'new' }]]);
});
test('one’s own keys are what is asked for; where there is none the palette leads there', async () => {
  kept = { tour: { state: 'on', step: 'go' }, news: null };
  act(() => setKeyboard({ keys: { 'order.open': 'g y' } }));
  await show();
  expect([...strip()!.querySelectorAll('output kbd')].map((cap) => cap.textContent)).toEqual(['G', 'Y']);
  act(() => setKeyboard({ keys: { 'order.open': null } }));
  expect([...strip()!.querySelectorAll('output kbd')].map((cap) => cap.textContent)).toEqual(['Ctrl', 'K', 'Enter']);
  act(() => navigate('/order/index'));
  expect(at()).toBe('list');
});
test('who may not see orders learns what they can do', async () => {
  kept = { tour: { state: 'on', step: 'palette' }, news: null };
  await show({ ...viewer, paths: ['/dashboard'] });
  expect(words()).toContain('第 1 步，共 2 步');
  next();
  expect(at()).toBe('keys');
});
test('without an answer nothing is offered and nothing is new', async () => {
  setHelpSource({ newest: 'new', pageFor: () => '/', topics: async () => [], load: () => Promise.reject(new Error('lost')), keep: async () => {} });
  render(<LocaleProvider><Page who={viewer} peek={false} /></LocaleProvider>);
  await act(loadHelpMark);
  expect([strip(), screen.getByText('work').textContent]).toEqual([null, 'work']);
});
test('on a narrow screen it is not offered, but who asks for it has it', async () => {
  kept = { tour: null, news: null };
  setSetting('device', 'mobile');
  render(<LocaleProvider><Page who={viewer} peek={false} /></LocaleProvider>);
  await act(loadHelpMark);
  expect(strip()).toBeNull();
  act(startTour);
  await waitFor(() => expect(at()).toBe('palette'));
  setSetting('device', 'desktop');
});
test('what the tour says of lists and orders is so: the command has its key and goes there, and every page of one order is one', () => {
  const command = areas.flatMap(({ commands = [] }) => commands).find(({ id }) => id === ORDERS.id);
  expect(command).toMatchObject(ORDERS);
  const pages = PATHS.filter((path) => /^\/order\/[^/]+$/.test(path));
  expect(pages.filter((path) => RECORD.test(path))).toEqual(['/order/:no']);
  expect(pages).toContain(ORDERS.goes);
});
test('what was asked before a change made here, or before signing out, is older than it', async () => {
  await show();
  let answer = (_: HelpMark): void => {};
  const slow = () => new Promise<HelpMark>((done) => (answer = done));
  setHelpSource({ newest: 'new', pageFor: () => '/help/index', topics: async () => [], load: slow, keep: async () => {} });
  const asked = loadHelpMark();
  act(startTour);
  expect(at()).toBe('palette');
  await act(async () => {
    answer({ tour: { state: 'off', step: null }, news: 'new' });
    await asked;
  });
  // still under way, and the news unseen
  expect([at(), screen.queryByText('work dot')]).toEqual(['palette', expect.anything()]);
  const again = loadHelpMark();
  await act(async () => signOut());
  await act(async () => {
    answer({ tour: { state: 'on', step: 'go' }, news: null });
    await again;
  });
  expect(strip()).toBeNull();
});
