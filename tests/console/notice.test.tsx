import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { noticeClient } from '../../src/areas/notice/client.ts';
import { rightsOf } from '../../src/kernel/access.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { offeredCommands } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { holdUnsaved } from '../../src/ui/leave.ts';
import { Bell } from '../../src/ui/notice/bell.tsx';
import { NoticeHost } from '../../src/ui/notice/host.tsx';
import { setNoticeSource, type Notices } from '../../src/ui/notice/source.ts';
import { noticesNow, readAgain, toggleNotices } from '../../src/ui/notice/state.ts';
import { watchNotices } from '../../src/ui/notice/watch.ts';
import { setOwnMemory } from '../../src/ui/palette/memory-source.ts';
import { signOut, useViewer } from '../../src/ui/session.ts';
import { answerBy, enter, refuse, type Sent } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const OPS = { userId: '7', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: [...rightsOf(2)] };
const ALLOWED = { paths: ['/order/index', '/caregiver/index'], redirects: {}, cached: [] };
const AT = '2026-11-21T01:00:00.000Z';
type Counts = Record<string, [total: number, unread: number, names?: string[]]>;
let counts: Counts;
let sent: Sent[];
let refusing: Response | null;
let changed: () => void;
let leave: () => Promise<void>;
const reply = (named: boolean) => ({ at: AT, kinds: Object.entries(counts).map(([kind, [total, unread, names = []]]) => ({ kind, total, unread, rows: named ? names.map((name, i) => ({ no: `PH${i}`, name })) : [] })) });
beforeEach(async () => {
  counts = { waits_long: [12, 2, ['王丽', '张三', '李四']], ends_today: [3, 0, ['赵云']], certificates_ending: [0, 0], reviews_due: [0, 0], mine: [1, 1, ['孙梅']] };
  sent = [];
  refusing = null;
  answerBy((call) => {
    sent.push(call);
    if (refusing !== null && call.method === 'PUT') return refusing;
    if (call.method === 'PUT') for (const kind of call.body['kinds'] as string[]) counts[kind]![1] = 0;
    return reply(call.query.includes('rows'));
  });
  setOwnMemory(null);
  setNoticeSource({ ...noticeClient, follow: (listener) => ((changed = listener), () => (changed = () => {})) });
  location.hash = '#/dashboard';
});
afterEach(async () => {
  await leave();
  setNoticeSource(null);
  vi.useRealTimers();
});
function Header() {
  const viewer = useViewer();
  return viewer === null ? null : <><Bell /><NoticeHost viewer={viewer} /><Announcer /></>;
}
async function show(person = OPS): Promise<void> {
  leave = await enter(person, ALLOWED);
  render(<LocaleProvider><Header /></LocaleProvider>);
  await act(readAgain);
}
const bell = () => screen.getByRole('button', { name: /^提醒/, hidden: true });
const commandOf = (id: string) => offeredCommands(areas, { ...OPS, paths: ALLOWED.paths }).find((command) => command.id === id)!;
const run = (id: string) => act(() => runCommand(commandOf(id)));
const panel = () => screen.findByRole('dialog', { name: '提醒' });
const line = (name: RegExp) => screen.findByRole('link', { name });
const open = async (): Promise<HTMLElement> => {
  await run('notice.open');
  const shown = await panel();
  await within(shown).findByText('王丽、张三、李四 等');
  return shown;
};

test('the bell says how many are unread, and what its key is', async () => {
  await show();
  expect([bell().getAttribute('aria-label'), bell().textContent, bell().dataset['keys'], bell().getAttribute('aria-description')]).toEqual(['提醒，3 条未读', '3', 'g n', '快捷键 G，再按 N']);
  counts = { ...counts, mine: [400, 400] };
  await act(readAgain);
  expect([bell().getAttribute('aria-label'), bell().textContent]).toEqual(['提醒，402 条未读', '99+']);
  counts = { waits_long: [1, 0] };
  await act(readAgain);
  expect([bell().getAttribute('aria-label'), bell().textContent]).toEqual(['提醒', '']);
});
test('no bell for who may see none of it', async () => {
  leave = await enter({ ...OPS, perms: [], roles: [], role: 9 }, ALLOWED);
  render(<LocaleProvider><Header /></LocaleProvider>);
  expect(screen.queryByRole('button')).toBeNull();
  act(toggleNotices);
  expect(screen.queryByRole('dialog')).toBeNull();
});
test('each kind is a line with how many and how many new ones; the focus is on the first new one, arrows and J K go on', async () => {
  await show();
  const shown = await open();
  const lines = within(shown).getAllByRole('link');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['待派单超过 4 小时2 条未读12王丽、张三、李四 等', '今天结束的订单3赵云 等', '30 天内证件到期的护工0', '黑名单到复核日的护工0', '交给我的订单1 条未读1孙梅']);
  expect(lines.map((one) => one.getAttribute('href'))).toEqual(['#/order/index?due=waits_long', '#/order/index?due=ends_today', '#/caregiver/index?certificate=ending', '#/caregiver/index?review=due', '#/order/index?keeperId=7']);
  expect(document.activeElement).toBe(lines[0]);
  for (const [key, at] of [['ArrowDown', 1], ['j', 2], ['ArrowDown', 3], ['ArrowDown', 4], ['ArrowDown', 4], ['k', 3], ['ArrowUp', 2], ['End', 4], ['Home', 0]] as const) {
    press(key);
    expect([key, lines.indexOf(document.activeElement as HTMLElement)]).toEqual([key, at]);
  }
});
test('a line opens its rows, and what was shown is read at once, here and on the server', async () => {
  await show();
  await open();
  const first = await line(/待派单超过/);
  await act(async () => first.click());
  expect(location.hash).toBe('#/order/index?due=waits_long');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent.filter(({ method }) => method === 'PUT')).toMatchObject([{ path: '/notices/seen', body: { kinds: ['waits_long'] } }]);
  expect(sent.find(({ method }) => method === 'PUT')!.body).not.toHaveProperty('at');
  expect(bell().getAttribute('aria-label')).toBe('提醒，1 条未读');
});
test('who stays where something would be lost has read nothing yet', async () => {
  await show();
  let go = (): void => {};
  const free = holdUnsaved(() => true, { ask: (on) => (go = on) });
  await run('notice.mine');
  expect([location.hash, bell().getAttribute('aria-label'), sent.some(({ method }) => method === 'PUT')]).toEqual(['#/dashboard', '提醒，3 条未读', false]);
  free();
  await act(async () => go());
  expect(location.hash).toBe('#/order/index?keeperId=7');
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { kinds: ['mine'] } }));
});
test('the palette opens a kind’s rows without the bell, also before it is known how many', async () => {
  leave = await enter(OPS, ALLOWED);
  render(<LocaleProvider><Header /></LocaleProvider>);
  await run('notice.mine');
  expect(location.hash).toBe('#/order/index?keeperId=7');
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { kinds: ['mine'] } }));
});
test('all are read by one button, which then is gone and leaves the focus on a line', async () => {
  await show();
  const shown = await open();
  await act(async () => within(shown).getByRole('button', { name: '全部标为已读' }).click());
  expect(sent.at(-1)!.body).toEqual({ kinds: ['waits_long', 'ends_today', 'certificates_ending', 'reviews_due', 'mine'], at: AT });
  expect([within(shown).queryByRole('button', { name: '全部标为已读' }), bell().getAttribute('aria-label'), document.activeElement?.tagName]).toEqual([null, '提醒', 'A']);
});
test('what the server did not take is unread again, and that is said', async () => {
  await show();
  const shown = await open();
  refusing = refuse({ status: 500, code: 50000, message: '系统出错' });
  await act(async () => within(shown).getByRole('button', { name: '全部标为已读' }).click());
  await screen.findByText('系统出错');
  await vi.waitFor(() => expect(bell().getAttribute('aria-label')).toBe('提醒，3 条未读'));
});
test('without any, what would appear is said; without an answer, the way to ask again', async () => {
  counts = { waits_long: [0, 0], ends_today: [0, 0], certificates_ending: [0, 0], reviews_due: [0, 0], mine: [0, 0] };
  await show();
  await run('notice.open');
  await within(await panel()).findByText(/现在没有要提醒的。/);
  // what would appear is what its lines say, which are those of the role: nobody is promised another kind
  expect(document.querySelector('dialog > p')!.textContent).not.toMatch(/黑名单|证件/);
  act(toggleNotices);
  await leave();
  answerBy(() => refuse({ status: 503, code: 50300, message: '稍后再试' }));
  leave = await enter(OPS, ALLOWED);
  render(<LocaleProvider><Header /></LocaleProvider>);
  await run('notice.open');
  const again = within(await panel());
  await again.findByText('稍后再试');
  answerBy(() => reply(true));
  await act(async () => again.getByRole('button', { name: '重试' }).click());
  await again.findByText(/现在没有/);
});
test('what is shown while nothing new comes is said to be old, with the way to ask again', async () => {
  await show();
  const shown = await open();
  answerBy(() => refuse({ status: 503, code: 50300, message: '稍后再试' }));
  await act(readAgain);
  const told = await within(shown).findByRole('alert');
  expect(told.textContent).toMatch(/没有取到新的，下面截至 2026\/11\/21 09:00/);
  expect(within(shown).getAllByRole('link')).toHaveLength(5);
  answerBy(() => reply(true));
  await act(async () => within(told).getByRole('button', { name: /重试/ }).click());
  await vi.waitFor(() => expect(within(shown).queryByRole('alert')).toBeNull());
});
test('Escape and the bell put it away', async () => {
  await show();
  const shown = await open();
  act(() => void shown.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(screen.queryByRole('dialog')).toBeNull();
});
test('in English one is one and more are more', async () => {
  await show();
  const said = async (): Promise<string | null> => (await screen.findByRole('button', { name: /^Notices/ })).getAttribute('aria-label');
  await act(async () => activate('en'));
  expect(await said()).toBe('Notices, 3 unread');
  counts = { waits_long: [1, 0] };
  await act(readAgain);
  expect(await said()).toBe('Notices');
  await act(async () => activate('zh-cn'));
});

test('many changes are one question, a little later; a page that is not seen asks when it is seen again; time alone asks too', async () => {
  leave = await enter(OPS, ALLOWED);
  vi.useFakeTimers();
  const asked = (): number => sent.length;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const stop = watchNotices();
  await pass(6_000);
  const begun = asked();
  expect(begun).toBe(1);
  for (let n = 0; n < 50; n += 1) changed();
  await pass(2_000);
  expect(asked()).toBe(begun);
  await pass(6_000);
  expect(asked()).toBe(begun + 1);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  changed();
  await pass(300_000);
  expect(asked()).toBe(begun + 1);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(5_000);
  expect(asked()).toBe(begun + 2);
  await pass(120_000);
  expect(asked()).toBe(begun + 4);
  stop();
  changed();
  await pass(300_000);
  expect(asked()).toBe(begun + 4);
  seen.mockRestore();
});

test('of two questions the later one counts, whichever answer comes last; one that is overtaken neither shows nor fails', async () => {
  await show();
  const waiting: { answer: (notices: Notices) => void; fail: (error: Error) => void }[] = [];
  setNoticeSource({ ...noticeClient, follow: () => () => {}, read: () => new Promise((answer, fail) => waiting.push({ answer, fail })) });
  const notices = (unread: number): Notices => ({ at: AT, of: { mine: { total: 9, unread, names: [] } } });
  const first = readAgain();
  const second = readAgain();
  const third = readAgain();
  await act(async () => {
    waiting[2]!.answer(notices(3));
    await third;
  });
  expect([noticesNow().notices?.of['mine']?.unread, noticesNow().failed]).toEqual([3, null]);
  await act(async () => {
    waiting[0]!.answer(notices(8));
    waiting[1]!.fail(new Error('late'));
    await Promise.all([first, second]);
  });
  expect([noticesNow().notices?.of['mine']?.unread, noticesNow().failed]).toEqual([3, null]);
  // what was asked before signing out is nobody's
  const last = readAgain();
  await act(async () => signOut());
  await act(async () => {
    waiting[3]!.answer(notices(5));
    await last;
  });
  expect(noticesNow().notices).toBeNull();
});
