import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberDone, Undo } from '../../src/areas/account/undo.tsx';
import { acted } from '../../src/areas/order/acted.ts';
import { useOrderHere } from '../../src/areas/order/here.ts';
import { areas } from '../../src/areas.gen.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { getSetting, setSetting } from '../../src/ui/setting.ts';
import { resetSettings } from '../../src/ui/setting/keep.ts';
import { keepSetting } from '../../src/ui/setting-command.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, type Sent } from '../kit/console.ts';
import { settle } from '../kit/settle.ts';
import { ROW } from '../kit/shown-order.ts';
import { viewer } from '../kit/step.tsx';
import { press } from '../kit/typist.ts';

// Ctrl+Z takes back what was done last, or says that it no longer can; never an older step of the record that has the focus.
const commands = boundCommands(areas, viewer);
const OTHER = { ...ROW, orderNo: 'PH26112100002', patientName: '李建国' };
let focused = ROW;
let sent: Sent[] = [];
let leave: () => Promise<void>;
function Page() {
  useShortcuts(commands);
  useOrderHere({ row: () => focused });
  return <LocaleProvider><button type="button">page</button><Announcer /><Toaster /></LocaleProvider>;
}
const Accounts = () => <LocaleProvider><Undo onUndone={() => {}} /><Toaster /></LocaleProvider>;
beforeEach(async () => {
  [sent, focused] = [[], ROW];
  answerBy((call) => {
    if (call.method === 'POST') sent.push(call);
    return call.path.endsWith('/undo') ? { row: { ...ROW, orderNo: call.path.split('/')[2], version: 3, can: [] } } : null;
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Page />);
  screen.getByText('page').focus();
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  setSetting('theme', 'auto');
  await leave();
});
const undone = () => sent.filter(({ path }) => path.endsWith('/undo')).map(({ path }) => path.split('/')[2]);
const undo = async () => {
  press('Control+z');
  vi.useRealTimers();
  await settle();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
};
const later = () => act(() => vi.advanceTimersByTime(13_000));
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('\n');

test('nothing was done since the page was loaded: the step of the order that has the focus', async () => {
  await undo();
  expect(undone()).toEqual([ROW.orderNo]);
});

test('a setting was changed: its toast takes it back; once that is gone Ctrl+Z says what it was, and leaves the order alone', async () => {
  act(() => keepSetting('theme', 'dark'));
  await undo();
  expect([getSetting('theme'), undone()]).toEqual(['auto', []]);
  act(() => keepSetting('theme', 'dark'));
  later();
  await undo();
  expect([getSetting('theme'), undone(), said()]).toEqual(['dark', [], expect.stringContaining('刚才做的是“已设置：深色主题”，已不能用这个键撤销。要撤销 王秀英')]);
  // asked for by name it is done
  await act(async () => runCommand(commands.find(({ id }) => id === 'order.undo')!));
  expect(undone()).toEqual([ROW.orderNo]);
});

test.each([
  ['a setting', () => keepSetting('theme', 'dark')],
  ['all settings', () => { setSetting('theme', 'dark'); resetSettings(); }],
])('%s taken back already: a second Ctrl+Z goes on to nothing else, and does not speak of what was undone', async (_, change) => {
  await act(async () => change());
  await undo();
  await undo();
  expect([undone(), said()]).toEqual([[], expect.stringContaining('没有可以撤销的操作')]);
  expect(said()).not.toContain('刚才做的是');
});
test('accounts taken back already: a second Ctrl+Z elsewhere says that there is nothing', async () => {
  cleanup();
  const { unmount } = render(<Accounts />);
  act(() => rememberDone('disable', [{ id: '9', username: 'u9', nickname: null }]));
  await undo();
  unmount();
  render(<Page />);
  await undo();
  expect([undone(), said()]).toEqual([[], expect.stringContaining('没有可以撤销的操作')]);
});

test('an order was done something to: its own last step once the toast is gone, and no other order’s', async () => {
  act(() => acted('assign', { row: ROW }));
  later();
  focused = OTHER;
  await undo();
  expect([undone(), said()]).toEqual([[], expect.stringContaining('要撤销 李建国')]);
  focused = ROW;
  await undo();
  expect(undone()).toEqual([ROW.orderNo]);
});

test('what was done to accounts is newer than the toast of a setting: Ctrl+Z is theirs', async () => {
  cleanup();
  const { unmount } = render(<Accounts />);
  act(() => keepSetting('theme', 'dark'));
  act(() => rememberDone('disable', [{ id: '9', username: 'u9', nickname: null }]));
  unmount();
  render(<Page />);
  await undo();
  expect([undone(), said()]).toEqual([[], expect.stringContaining('已停用 u9')]);
  cleanup();
  render(<Accounts />);
  await undo();
  expect([getSetting('theme'), sent.map(({ path }) => path)]).toEqual(['dark', ['/sys/users/status/9']]);
});
