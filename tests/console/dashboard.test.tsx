import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import DashboardPage from '../../src/areas/dashboard/dashboard.page.tsx';
import { noticeClient } from '../../src/areas/notice/client.ts';
import type { OrderRow } from '../../src/areas/order/contract.ts';
import { rightsOf } from '../../src/kernel/access.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { boundCommands } from '../../src/ui/command.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { here } from '../../src/ui/here.ts';
import { KnownAreas } from '../../src/ui/known-areas.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref } from '../../src/ui/location.ts';
import { setNoticeSource } from '../../src/ui/notice/source.ts';
import { lastDone } from '../../src/ui/palette/last.ts';
import { readAgain } from '../../src/ui/notice/state.ts';
import { useViewer, type SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { answerBy, enter, refuse, type Refusal, type Sent } from '../kit/console.ts';
import { settle } from '../kit/settle.ts';
import { press, type } from '../kit/typist.ts';

const person = (role: number) => ({ userId: '7', username: 'someone', nickname: '某人', avatar: null, role, roles: role === 1 ? ['ROOT'] : [], perms: [...rightsOf(role)] });
const ALLOWED = { paths: ['/order/index', '/order/new', '/order/bed', '/order/:no', '/order/:no/:verb', '/caregiver/index', '/caregiver/roster', '/caregiver/certificates'], redirects: {}, cached: [] };
const AT = '2026-11-22T02:32:00.000Z';
const FIGURES = { toAssign: 3, waitsLong: 2, startsToday: 12, endsToday: 1234, toSettle: 0, certificatesEnding: 5, mine: 4, overdue: 6 };
const BUSY = { status: 503, code: 50300, message: '现在太忙' };
const row = (no: string, patientName: string, hours: number): OrderRow => ({
  id: no.slice(2), orderNo: no, version: 1, status: 'pending_assign', serviceState: 'pending_assign', paymentState: 'unpaid', patientName, patientGender: 1, hospitalId: '1', hospitalName: '第一医院', departmentName: '骨科', wardName: null, bedNo: '12',
  serviceName: '一对一', plannedStart: '2026-11-22', startHalf: 'AM', plannedEnd: '2026-11-25', endHalf: 'PM', caregiverName: null, caregiverNo: null, payableFen: 0, balanceFen: 0,
  createdAt: AT, waitingSince: new Date(Date.parse(AT) - hours * 3_600_000).toISOString(), can: ['assign', 'cancel'], cannot: {},
});
let today: Partial<Record<keyof typeof FIGURES, number | null>>;
let waiting: OrderRow[];
let refusing: Record<string, Refusal>;
let sent: Sent[];
let leave: () => Promise<void>;
/** Tells on the stream of orders. */
let tell: (message: unknown) => void;
const asked = (path: string): Sent[] => sent.filter((call) => call.path === path);
beforeEach(() => {
  today = { ...FIGURES };
  waiting = [row('PH26000000001', '张三', 50), row('PH26000000002', '李四', 5), row('PH26000000003', '王五', 1)];
  [refusing, sent] = [{}, []];
  tell = () => { throw new Error('nobody listens'); };
  answerBy((call) => {
    sent.push(call);
    const no = refusing[call.path];
    if (no !== undefined) return refuse(no);
    if (call.path === '/dashboard') return { ...today, at: AT };
    if (call.path === '/dashboard/week') return { day: '2026-11-22', against: '2026-11-15', rows: ['made', 'assigned', 'started', 'ended', 'cancelled'].map((what, i) => ({ what, now: i, before: 10 + i })) };
    if (call.path === '/orders') return { list: waiting.slice(0, 6), total: waiting.length, pageNum: 1, pageSize: 6 };
    if (call.path === '/live/all') return new Response(new ReadableStream({ start: (hand) => void (tell = (message) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ of: '/live', said: message })}\n\n`))) }));
    if (call.path === '/notices') return { at: AT, kinds: [{ kind: 'waits_long', total: 2, unread: 1, rows: [] }, { kind: 'ends_today', total: 1234, unread: 0, rows: [] }] };
    throw new TypeError(call.path);
  });
  setNoticeSource({ ...noticeClient, follow: () => () => {} });
  location.hash = '#/dashboard';
});
afterEach(async () => {
  await leave();
  setNoticeSource(null);
});
function Keys({ viewer }: { viewer: SignedIn }) {
  useShortcuts(boundCommands(areas, viewer));
  return null;
}
function Page() {
  const viewer = useViewer();
  return viewer === null ? null : <KnownAreas value={areas}><Keys viewer={viewer} /><DashboardPage /><Announcer /></KnownAreas>;
}
async function show(role = 2, language: 'zh-cn' | 'en' = 'zh-cn'): Promise<void> {
  leave = await enter(person(role), ALLOWED);
  await activate(language);
  render(<LocaleProvider><Page /></LocaleProvider>);
  await settle();
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}
const figure = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-figure="${name}"]`)!;
const rowsShown = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-no]')].map((link) => link.dataset['no']!);
const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset['no'];
const home = () => act(() => { location.hash = '#/dashboard'; });

test('each figure, and the list that it opens by its key', async () => {
  await show();
  const lines: [key: string, name: string, said: string, to: string][] = [
    ['1', 'toAssign', '3', '/order/index?status=pending_assign'], ['2', 'startsToday', '12', '/order/index?due=starts_today'], ['3', 'endsToday', '1,234', '/order/index?due=ends_today'], ['4', 'toSettle', '0', '/order/index?status=pending_payment'],
    ['5', 'certificatesEnding', '5', '/caregiver/index?certificate=ending'], ['6', 'waitsLong', '2', '/order/index?due=waits_long'], ['7', 'mine', '4', '/order/index?keeperId=7'], ['8', 'overdue', '6', '/order/index?due=overdue'],
  ];
  expect([...document.querySelectorAll<HTMLElement>('[data-part="day-to-do"] [data-figure]')].map((link) => link.dataset['figure'])).toEqual(lines.map(([, name]) => name));
  for (const [key, name, said, to] of lines) {
    const link = figure(name);
    expect([name, link.getAttribute('href'), link.querySelector('span:last-child')!.textContent, link.dataset['keys']]).toEqual([name, `#${to}`, said, key]);
    press(key);
    expect([key, currentHref()]).toEqual([key, to]);
    home();
  }
});
test('each figure of the week opens what happened on its day', async () => {
  await show();
  const table = within(document.querySelector<HTMLElement>('[data-part="day-week"]')!);
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['订单', '今天到现在', '上周日全天']);
  expect(table.getAllByRole('row').slice(1).map((line) => line.textContent)).toEqual(['新下单010', '首次派单111', '已开始212', '已结束313', '已取消414']);
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['made', 'assigned', 'started', 'ended', 'cancelled'].flatMap((what) => ['2026-11-22', '2026-11-15'].map((day) => `#/order/index?did=${encodeURIComponent(`${what}:${day}:${day}`)}`)));
});
test('what is unread stands beside its figure, and opening it reads it', async () => {
  await show();
  await act(readAgain);
  expect([figure('waitsLong').textContent, figure('endsToday').textContent]).toEqual(['6待派单超过 4 小时1 条未读2', '3今天结束1,234']);
  press('6');
  expect(currentHref()).toBe('/order/index?due=waits_long');
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  expect(sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([['/notices/seen', { kinds: ['waits_long'] }]]);
  expect(figure('waitsLong').textContent).toBe('6待派单超过 4 小时2');
});
test('those who wait longest: j and k lead through them, and the keys of orders act on the one that has the focus', async () => {
  await show();
  expect(asked('/orders').map(({ query }) => decodeURIComponent(query))).toEqual([expect.stringMatching(/status=pending_assign.*sort=waiting/)]);
  expect(rowsShown()).toEqual(waiting.map(({ orderNo }) => orderNo));
  expect(document.querySelector('[data-no]')!.textContent).toBe('张三等了 2 天第一医院 · 骨科 · 12床11/22 – 11/25');
  // nothing has the focus: an order's key has nothing to act on
  expect([here()?.row, currentHref()]).toEqual([null, '/dashboard']);
  press('a');
  expect(currentHref()).toBe('/dashboard');
  press('j');
  expect(focused()).toBe('PH26000000001');
  type(['ArrowDown', 'j', 'j']);
  expect(focused()).toBe('PH26000000003');
  type('ka');
  expect([here()?.row?.no, currentHref()]).toEqual(['PH26000000002', '/order/PH26000000002/assign']);
});
test('what may not be done to it is not done', async () => {
  await show(4);
  type('ja');
  expect(currentHref()).toBe('/dashboard');
});
test('an order is refused, noted as done and taken back here as in its list', async () => {
  waiting[0] = { ...waiting[0]!, can: ['assign', 'undo'] };
  refusing = { '/orders/PH26000000001/undo': { status: 409, code: 40900, message: '已被撤销' } };
  await show();
  type('js');
  expect(document.body.textContent).toContain('订单现在是“待派单”');
  // a form that was only opened has done nothing
  type('ts');
  expect([currentHref(), lastDone()]).toEqual(['/order/PH26000000001/complain', null]);
  home();
  act(() => [0, 1].forEach(() => runCommand(areas.flatMap(({ commands = [] }) => commands).find(({ id }) => id === 'order.undo')!)));
  await waitFor(() => expect(asked('/orders/PH26000000001/undo')).toHaveLength(2));
  expect(new Set(asked('/orders/PH26000000001/undo').map(({ key }) => key)).size).toBe(1);
});
test('a change is shown by itself: figures at once, names only where one of those shown has changed; the focus goes to who comes up', async () => {
  await show();
  press('j');
  press('j');
  expect(focused()).toBe('PH26000000002');
  const page = document.querySelector('[data-part="day-to-do"]')!;
  const held = figure('startsToday');
  await waitFor(() => expect(asked('/live/all')).toHaveLength(1));
  // someone else's order: the figures move, nobody is named anew
  today = { ...today, startsToday: 13 };
  await act(async () => tell({ no: 'PH26000000099', version: 5 }));
  await waitFor(() => expect(figure('startsToday').textContent).toBe('2今天开始13'));
  expect([figure('startsToday') === held, asked('/orders').length, focused()]).toEqual([true, 1, 'PH26000000002']);
  // one of those shown was assigned
  waiting = waiting.filter(({ orderNo }) => orderNo !== 'PH26000000002');
  today = { ...today, toAssign: 2 };
  await act(async () => tell({ no: 'PH26000000002', version: 2 }));
  await waitFor(() => expect(rowsShown()).toEqual(['PH26000000001', 'PH26000000003']));
  expect([focused(), page.isConnected, figure('toAssign').textContent, document.querySelector('[aria-busy="true"]')]).toEqual(['PH26000000003', true, '1待派单2', null]);
});
test('one that was among them and is back stands there again, though more wait than are shown; once that cannot be, its changes name nobody anew', async () => {
  const [first, ...others] = (waiting = Array.from({ length: 8 }, (_, i) => row(`PH2600000000${i + 1}`, '张三', 50 - i)));
  today = { ...today, toAssign: 20 };
  await show();
  await waitFor(() => expect(asked('/live/all')).toHaveLength(1));
  let ahead = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  for (const [clock, real] of [Date, performance].map((one) => [one, one.now.bind(one)] as const)) vi.spyOn(clock, 'now').mockImplementation(() => real() + ahead);
  for (const [version, minutes, there, named] of [[2, 0, others, 1], [3, 9, [first!, ...others], 1], [4, 1, others, 1], [5, 12, others, 0]] as const) {
    waiting = [...there];
    ahead += minutes * 60_000;
    const [figures, names] = [asked('/dashboard').length, asked('/orders').length];
    await act(async () => tell({ no: first!.orderNo, version }));
    await waitFor(() => expect([asked('/dashboard').length, asked('/orders').length, rowsShown()]).toEqual([figures + 1, names + named, there.slice(0, 6).map(({ orderNo }) => orderNo)]), { timeout: 15_000 });
  }
});
test('new figures that do not come leave the old ones, and that is said', async () => {
  await show();
  await waitFor(() => expect(asked('/live/all')).toHaveLength(1));
  refusing = { '/dashboard': BUSY };
  await act(async () => tell({ no: 'PH26000000099', version: 5 }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('没有取到最新的内容：现在太忙'));
  expect(figure('toAssign').textContent).toBe('1待派单3');
});
test('rows and figures beside that do not come anew leave the old ones, say so, and are asked for again by themselves', async () => {
  await show();
  await waitFor(() => expect(asked('/live/all')).toHaveLength(1));
  refusing = { '/orders': BUSY, '/dashboard/week': BUSY };
  await act(async () => tell({ no: 'PH26000000002', version: 2 }));
  await waitFor(() => expect(screen.getAllByRole('alert').map((one) => [one.closest<HTMLElement>('[data-part]')!.dataset['part'], one.textContent])).toEqual(['day-waiting', 'day-week'].map((part) => [part, expect.stringContaining('没有取到最新的内容：现在太忙')])));
  expect([rowsShown().length, document.querySelectorAll('[data-part="day-week"] a').length]).toEqual([3, 10]);
  refusing = {};
  waiting = [...waiting.slice(1), row('PH26000000004', '赵六', 1)];
  // someone else's order
  await act(async () => tell({ no: 'PH26000000099', version: 5 }));
  await waitFor(() => expect(rowsShown().at(-1)).toBe('PH26000000004'), { timeout: 8_000 });
  expect(screen.queryAllByRole('alert')).toEqual([]);
});
test('a role is shown what it may open: its figures and its commands', async () => {
  await show(4);
  const commands = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-part="day-quick"] [data-key]')].map((control) => control.dataset['key']!);
  expect(commands()).toEqual(['order.open', 'order.bed', 'caregiver.open', 'caregiver.roster', 'caregiver.board', 'notice.open']);
  await leave();
  await show(1);
  expect(commands()).toContain('order.new');
});
test('a role without rights has no figures and asks for no orders', async () => {
  today = Object.fromEntries(Object.keys(FIGURES).map((name) => [name, null]));
  await show(99);
  expect([screen.getByText('你的角色还没有要办的事'), document.querySelectorAll('[data-figure], [data-no]').length]).toEqual([expect.anything(), 0]);
  expect(sent.map(({ path }) => path)).toEqual(['/dashboard']);
});
test('a figure that the server keeps back has no line and no key', async () => {
  today = { ...today, certificatesEnding: null };
  await show();
  expect([figure('certificatesEnding'), (press('5'), currentHref())]).toEqual([null, '/dashboard']);
});
test('one part that fails says so by itself, and the others stand', async () => {
  refusing = { '/dashboard/week': BUSY };
  await show();
  expect([figure('toAssign').textContent, rowsShown().length]).toEqual(['1待派单3', 3]);
  const week = within(document.querySelector<HTMLElement>('[data-part="day-week"]')!);
  expect(week.getByText('现在太忙')).toBeDefined();
  refusing = {};
  await act(async () => week.getByRole('button', { name: /重试/ }).click());
  await waitFor(() => expect(week.getAllByRole('link')).toHaveLength(10));
});
test('nobody waits: that is said', async () => {
  [waiting, today] = [[], { ...today, toAssign: 0 }];
  await show();
  expect(screen.getByText(/没有待派单的订单/)).toBeDefined();
  press('j');
  expect(document.activeElement).toBe(document.body);
});
test('in English', async () => {
  await show(2, 'en');
  expect([screen.getByRole('heading', { level: 1 }).textContent, figure('toAssign').textContent]).toEqual(['Today', '1To assign3']);
});
