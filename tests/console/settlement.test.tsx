import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../../src/areas/settlement/area.ts';
import { settlement, type HospitalMonth, type Statement } from '../../src/areas/settlement/contract.ts';
import { addressOf, atOf, lastMonth, monthAfter } from '../../src/areas/settlement/place.ts';
import MonthPage from '../../src/areas/settlement/statistics.month.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { setListMemory } from '../../src/ui/list/memory-source.ts';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { outdated } from '../../src/ui/read.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, never, refuse, type Refusal, type Sent } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const MONTH = '2026-03';
const SUMS = { orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250, adjustedFen: -1_000, receivedFen: 300_000, refundedFen: 0 };
const month = (hospitalId: string, name: string, more: Partial<HospitalMonth> = {}): HospitalMonth => ({ hospitalId, name, whole: true, state: 'open', version: 0, hindrances: 0, pay: null, ...SUMS, can: ['close'], cannot: { reopen: 'month_is_open' }, ...more });
let months: HospitalMonth[];
let statement: Statement;
let sent: Pick<Sent, 'path' | 'body'>[];
let refusal: Refusal | null;
/** Whether the reader's scope is everything; how many orders a statement has. */
let whole: boolean;
let lines: number;
let leave = async (): Promise<void> => {};
const VIEWER: SignedIn = { userId: '1', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:stat:statement', 'biz:stat:close', 'biz:caregiver:reveal'], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/statistics/month'] };
beforeEach(async () => {
  months = [month('5', '第一医院'), month('6', '第二医院', { hindrances: 3, can: [], cannot: { close: 'month_hindered', reopen: 'month_is_open' } })];
  statement = { ...months[0]!, month: MONTH, whole: true, uncovered: 0, hindering: [], closedBy: null, closedAt: null, reopenedBy: null, reopenedAt: null, reopenReason: null, paidBy: null, paidAt: null };
  sent = [];
  refusal = null;
  whole = true;
  lines = 1;
  answerBy(({ method, path, body }) => {
    if (method === 'POST') {
      sent.push({ path, body });
      if (refusal !== null) return refuse(refusal);
      const closes = path.endsWith('/close');
      statement = { ...statement, version: statement.version + 1, state: closes ? 'closed' : 'open', can: [closes ? 'reopen' : 'close'], cannot: {}, ...(closes ? { closedBy: '运营', closedAt: '2026-04-02T01:00:00Z' } : { closedBy: null, closedAt: null }) };
      return statement;
    }
    if (path === '/settlements') return { list: months, total: { ...SUMS, orders: 1_843, days: 25 } };
    if (path === '/settlements/hospital') return statement;
    if (path === '/settlements/orders') return { list: [{ orderNo: 'PH1', patientName: '张三', department: '骨科', service: '一对一', caregivers: '王芳', from: '2026-03-01', to: '2026-03-12', days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250, adjustedFen: -1_000, receivedFen: 300_000, refundedFen: 0 }], total: lines };
    if (path === '/settlements/caregivers') return { list: [{ caregiverNo: 'PY1', name: '王芳', orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250 }], total: 1, whole, sums: { ...SUMS, adjustedFen: undefined, receivedFen: undefined, refundedFen: undefined } };
    if (path === '/settlements/caregiver') return { caregiverNo: 'PY1', name: '王芳', month: MONTH, whole, orders: 0, days: 0, holidayDays: 0, amountFen: 0, payFen: 0, feeFen: 0, lines: [] };
    return never;
  });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => leave());
function Page() {
  useShortcuts(area.commands!.filter(({ on }) => on !== undefined));
  return <MonthPage />;
}
async function open(query = `?month=${MONTH}`): Promise<void> {
  navigate(`/statistics/month${query}`);
  render(<LocaleProvider><Page /><Toaster /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  await act(async () => {});
}
const focused = (): string => document.activeElement!.textContent!;
const send = async (): Promise<void> => {
  await act(async () => void fireEvent.submit(screen.getByRole('dialog').querySelector('form')!));
  await act(async () => {});
};

test('what an address says: one month, one statement or a list, and what is being done; nonsense is the last month', () => {
  const at = (query: string) => atOf(new URLSearchParams(query));
  expect(at('month=2026-03&hospital=5&does=close')).toEqual({ month: '2026-03', by: 'hospital', hospital: '5', caregiver: null, does: 'close' });
  expect(at('month=2026-03&caregiver=PY1&hospital=5')).toMatchObject({ by: 'caregiver', hospital: null, caregiver: 'PY1' });
  for (const query of ['', 'month=2026-13', 'month=x&hospital=%27&caregiver=%20&does=drop']) expect(at(query)).toEqual({ month: lastMonth(), by: 'hospital', hospital: null, caregiver: null, does: null });
  for (const query of ['month=2026-03', 'month=2026-03&by=caregiver', 'month=2026-03&hospital=5&does=reopen', 'month=2026-03&caregiver=PY1']) expect(addressOf(at(query))).toBe(`/statistics/month?${query}`);
  expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1), monthAfter('2026-03', -15)]).toEqual(['2025-12', '2027-01', '2024-12']);
});
test('by keys alone: through the hospitals, into a statement and back; another month, the other part', async () => {
  await open();
  expect(focused()).toContain('第一医院');
  press('ArrowDown');
  expect(focused()).toMatch(/第二医院.*3 张订单要先办完/);
  expect(document.querySelectorAll('[role="row"][tabindex="0"]')).toHaveLength(1);
  press('ArrowUp');
  // to the month and back
  expect(['f', 'Escape'].map((key) => (press(key), document.activeElement!.matches('select')))).toEqual([true, false]);
  press('Enter');
  expect(currentHref()).toBe(`/statistics/month?month=${MONTH}&hospital=5`);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('第一医院 对账单'));
  await waitFor(() => expect(focused()).toContain('PH1'));
  press('Escape');
  expect(currentHref()).toBe(`/statistics/month?month=${MONTH}`);
  press('[');
  expect(currentHref()).toBe('/statistics/month?month=2026-02');
  press(']');
  press('v');
  expect(currentHref()).toBe(`/statistics/month?month=${MONTH}&by=caregiver`);
  await waitFor(() => expect(screen.getByRole('grid', { name: '各护工的月度对账' })).toBeTruthy());
  expect(screen.getByRole('grid').textContent).toContain('¥2,275.00');
});
test('closing: from the row by its key, with the sums that are shown; what is said afterwards is how it stands', async () => {
  await open();
  press('c');
  expect(currentHref()).toContain('hospital=5&does=close');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/第一医院.*12\.5.*¥3,250\.00/);
  await send();
  expect(sent).toEqual([{ path: '/settlements/close', body: { hospitalId: '5', month: MONTH, version: 0, sums: SUMS } }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(currentHref()).toBe(`/statistics/month?month=${MONTH}`);
  expect(screen.getByText('第一医院 2026年3月已月结')).toBeTruthy();
  press('Enter');
  await waitFor(() => expect(screen.getByText(/运营 于 .* 月结/)).toBeTruthy());
});
test.each([['close', '连接断了，月结在服务器上继续，正在等结果', '第一医院 2026年3月已月结'], ['reopen', '连接断了，重开在服务器上继续，正在等结果', '第一医院 2026年3月已重开']] as const)('%s: a server that dies while it is at it is no error: it says that it goes on, shows how far, asks the same again, and says what came of it', async (does, goesOn, done) => {
  if (does === 'reopen') statement = { ...statement, state: 'closed', version: 1, can: ['reopen'], cannot: { close: 'month_is_closed' }, closedBy: '运营', closedAt: '2026-04-02T01:00:00Z' };
  setListMemory({ exported: async () => ({ rows: 3, total: 4 }) } as unknown as Parameters<typeof setListMemory>[0]);
  await open(`?month=${MONTH}&hospital=5&does=${does}`);
  const dialog = await screen.findByRole('dialog');
  if (does === 'reopen') fireEvent.change(within(dialog).getByLabelText('重开原因'), { target: { value: '漏了一天' } });
  const keys: (string | null)[] = [];
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return fetched(url, init);
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    if (keys.length < 3) throw new TypeError('lost');
    return fetched(url, init);
  });
  await send();
  expect(await screen.findByText(goesOn)).toBeTruthy();
  expect(within(dialog).queryByText(/网络不通/)).toBeNull();
  // leaving now loses the answer, and says so
  await act(async () => void fireEvent(dialog, new Event('cancel', { cancelable: true })));
  expect(screen.getByText(/关闭后看不到结果/)).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '继续等待' })));
  await waitFor(() => expect(within(dialog).getByRole('progressbar').getAttribute('value')).toBe('3'), { timeout: 20_000 });
  expect(await screen.findByText(done, {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([sent.length, keys.length, new Set(keys).size]).toEqual([1, 3, 1]);
});
test('a closing that no server knows of is a failure in words, and sent again under its key', async () => {
  setListMemory({ exported: async () => null } as unknown as Parameters<typeof setListMemory>[0]);
  await open(`?month=${MONTH}&hospital=5&does=close`);
  await screen.findByRole('dialog');
  const keys: (string | null)[] = [];
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return fetched(url, init);
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    if (keys.length < 2) throw new TypeError('lost');
    return fetched(url, init);
  });
  await send();
  expect((await screen.findByText(/网络不通/)).getAttribute('role')).toBe('alert');
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});
test('refused: the reason stands in the form, and the sums are read anew', async () => {
  await open(`?month=${MONTH}&hospital=5&does=close`);
  await screen.findByRole('dialog');
  refusal = { status: 409, code: 40901, message: '当前状态不能这样做：合计变了，看过新的合计再确认：护工分成 ¥2,275.00 → ¥2,288.00' };
  statement = { ...statement, payFen: 228_800 };
  await send();
  expect(screen.getByText(/合计变了.*护工分成/)).toBeTruthy();
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('¥2,288.00')).toBeTruthy());
  refusal = null;
  await send();
  expect(sent.at(-1)!.body).toMatchObject({ sums: { ...SUMS, payFen: 228_800 } });
});
test('opened again for a reason only', async () => {
  statement = { ...statement, state: 'closed', version: 1, can: ['reopen'], cannot: { close: 'month_is_closed' }, closedBy: '运营', closedAt: '2026-04-02T01:00:00Z' };
  await open(`?month=${MONTH}&hospital=5`);
  press('c');
  expect(screen.queryByRole('dialog')).toBeNull();
  press('o');
  const dialog = await screen.findByRole('dialog');
  expect(document.activeElement).toBe(within(dialog).getByLabelText('重开原因'));
  await send();
  expect([sent, within(dialog).getByText('写明原因')]).toEqual([[], expect.anything()]);
  fireEvent.change(within(dialog).getByLabelText('重开原因'), { target: { value: ' 漏了一天 ' } });
  await send();
  expect(sent).toEqual([{ path: '/settlements/reopen', body: { hospitalId: '5', month: MONTH, version: 1, reason: '漏了一天' } }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
test('why it was opened again stays on the statement of the month that is closed again', async () => {
  statement = { ...statement, state: 'closed', version: 3, can: ['reopen'], cannot: {}, closedBy: '运营', closedAt: '2026-04-04T01:00:00Z', reopenedBy: '主管', reopenedAt: '2026-04-03T01:00:00Z', reopenReason: '漏了一天' };
  await open(`?month=${MONTH}&hospital=5`);
  expect(screen.getByText(/运营 于 .* 月结/)).toBeTruthy();
  expect(screen.getByText(/主管 于 .* 重开：漏了一天/)).toBeTruthy();
});
test('what hinders it is named and leads to its order; a form that cannot be is not opened by its address', async () => {
  statement = { ...statement, hindrances: 1, can: [], cannot: { close: 'month_hindered' }, hindering: [{ orderNo: 'PH9', patientName: '李四', kind: 'unfinished', from: '2026-03-02', to: '2026-03-09' }] };
  await open(`?month=${MONTH}&hospital=5&does=close`);
  const part = await screen.findByRole('region', { name: '月结前要办完的订单' });
  expect(part.textContent).toMatch(/1 张订单.*PH9.*李四.*到期还没完成/);
  expect(within(part).getByRole('link').getAttribute('href')).toBe('#/order/PH9');
  expect(screen.queryByRole('dialog')).toBeNull();
});
test.each([[{ close: 'month_running' }, '这个月还没有过完'], [{ close: 'month_is_closed' }, '这个月已经月结'], [{}, '你的角色不能办理这一步']] as const)('an address whose form cannot be opened says why, as the key does: %j', async (cannot, words) => {
  statement = { ...statement, can: [], cannot };
  await open(`?month=${MONTH}&hospital=5&does=close`);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  await act(async () => navigate(`/statistics/month?month=${MONTH}&hospital=5`));
  expect(screen.queryByRole('alert')).toBeNull();
});
test('who may not see pay has no column of it, and whose month it is not to close has no button', async () => {
  months = [month('5', '第一医院', { payFen: null, can: [], cannot: {} })];
  await leave();
  answerBy(({ path }) => (path === '/settlements' ? { list: months, total: { ...SUMS, payFen: null } } : never));
  leave = await enter({ ...VIEWER, role: 3, roles: ['inpatient_manager'], perms: ['biz:stat:statement'] }, VIEWER.allowed);
  await open();
  expect(screen.queryByRole('button', { name: /^月结/ })).toBeNull();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['医院', '月结', '订单', '天数', '服务费', '医院管理费', '调整', '已收', '已退']);
});
test('on paper a list says what it is and of which month, where the page has its heading elsewhere', async () => {
  for (const [query, title] of [['', '各医院的月度对账'], ['&by=caregiver', '各护工的月度对账']] as const) {
    await open(`?month=${MONTH}${query}`);
    const printed = await screen.findByText(/^打印于/);
    expect(printed.closest('header')!.textContent).toMatch(new RegExp(`^${title} 2026年3月`));
    // not a second heading of the page
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['月结与对账']);
    cleanup();
  }
});
test('what is not shown is said before the lines, with what the sum is of', async () => {
  lines = 1_204;
  await open(`?month=${MONTH}&hospital=5`);
  const said = await screen.findByText('仅列前 1 张，合计是全部 1,204 张的；完整见导出的表格。');
  expect(said.compareDocumentPosition(screen.getByRole('grid', { name: '这个月的订单' })) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
test('a part of the days is called so, on the statement of a caregiver and on the list', async () => {
  await open(`?month=${MONTH}&caregiver=PY1`);
  expect(screen.queryByText('只含你数据范围内的服务日')).toBeNull();
  cleanup();
  whole = false;
  for (const query of ['&caregiver=PY1', '&by=caregiver']) {
    outdated([settlement.caregiver, settlement.caregivers]);
    await open(`?month=${MONTH}${query}`);
    expect(await screen.findByText('只含你数据范围内的服务日')).toBeTruthy();
    cleanup();
  }
});
test('orders of the sum are written as the other numbers are', async () => {
  await open(`?month=${MONTH}`);
  const sum = (await screen.findByRole('row', { name: /^合计/ }));
  expect([...sum.children].map((cell) => cell.textContent).slice(0, 3)).toEqual(['合计', '', '1,843']);
});
