import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settlement } from '../../src/areas/settlement/contract.ts';
import MonthPage from '../../src/areas/settlement/statistics.month.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { outdated } from '../../src/ui/read.ts';
import { answerBy, enter, never, refuse } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

/* What does not come is said, with a way to ask again; and nobody is given a statement to sign that lacks its orders. */
const MONTH = '2026-03';
const SUMS = { orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250, adjustedFen: 0, receivedFen: 300_000, refundedFen: 0 };
const SERVED = { orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250 };
const BUSY = { status: 503, code: 50300, message: '现在太忙' };
const month = (hospitalId: string, name: string, whole: boolean) => ({ hospitalId, name, whole, state: 'open', version: 0, hindrances: whole ? 0 : 3, pay: null, ...SUMS, can: [], cannot: {} });
const LINE = { orderNo: 'PH1', patientName: '张三', department: '骨科', service: '一对一', caregivers: '王芳', from: '2026-03-01', to: '2026-03-12', ...SUMS, orders: undefined };
/** Paths that do not answer; paths that never do; the hospitals and the orders that there are. */
let lost: Set<string>;
let slow: Set<string>;
let months: object[];
let lines: object[];
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  lost = new Set();
  slow = new Set();
  months = [month('5', '第一医院', true)];
  lines = [LINE];
  vi.stubGlobal('print', vi.fn());
  answerBy(({ path }) => {
    if (slow.has(path)) return never;
    if (lost.has(path)) return refuse(BUSY);
    if (path === '/settlements') return { list: months, total: SUMS };
    if (path === '/settlements/hospital') return { ...months[0], month: MONTH, uncovered: 0, hindering: [], closedBy: null, closedAt: null, reopenedBy: null, reopenedAt: null, reopenReason: null, paidBy: null, paidAt: null };
    if (path === '/settlements/orders') return { list: lines, total: lines.length };
    if (path === '/settlements/caregivers') return { list: [{ caregiverNo: 'PY1', name: '王芳', ...SERVED }], total: 1, whole: true, sums: SERVED };
    if (path === '/settlements/caregiver') return { caregiverNo: 'PY1', name: '王芳', month: MONTH, whole: true, ...SERVED, lines: [] };
    return never;
  });
  leave = await enter({ userId: '1', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:stat:statement', 'biz:caregiver:reveal'], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/statistics/month'] } as Parameters<typeof enter>[0]);
});
afterEach(() => leave());
async function open(query: string): Promise<void> {
  navigate(`/statistics/month?month=${MONTH}${query}`);
  render(<LocaleProvider><MonthPage /></LocaleProvider>);
  await act(async () => {});
}
const signs = (): boolean => screen.queryByText('医院方签字') !== null;
const prints = (): number => vi.mocked(window.print).mock.calls.length;
const printing = (): HTMLButtonElement => screen.getByRole('button', { name: /^打印/ });

test('a statement whose orders did not come says so, is not to be signed and does not print; asked again by key, it is whole', async () => {
  lost.add('/settlements/orders');
  await open('&hospital=5');
  expect(await screen.findByText('没有取到这个月的订单')).toBeTruthy();
  expect(screen.getByText('现在太忙')).toBeTruthy();
  press('p');
  expect([signs(), printing().disabled, prints()]).toEqual([false, true, 0]);
  lost.clear();
  press('R', { shiftKey: true });
  await waitFor(() => expect(screen.getByRole('grid', { name: '这个月的订单' }).textContent).toContain('PH1'));
  press('p');
  expect([screen.queryByText('没有取到这个月的订单'), signs(), printing().disabled, prints()]).toEqual([null, true, false, 1]);
});
test('while its orders are on their way it says that too', async () => {
  slow.add('/settlements/orders');
  await open('&hospital=5');
  await screen.findByRole('heading', { level: 1, name: /第一医院/ });
  expect([document.querySelectorAll('[aria-busy="true"]').length, signs(), printing().disabled]).toEqual([1, false, true]);
});
test('a month without orders is said to have none, and can be signed', async () => {
  lines = [];
  await open('&hospital=5');
  expect(await screen.findByText('这个月没有订单')).toBeTruthy();
  expect([signs(), printing().disabled]).toEqual([true, false]);
});
test.each([
  ['各医院', '', ['/settlements'], '第一医院'], ['各护工', '&by=caregiver', ['/settlements/caregivers'], '王芳'], ['医院', '&hospital=5', ['/settlements/hospital'], 'PH1'], ['医院的订单', '&hospital=5', ['/settlements/orders'], 'PH1'], ['医院和订单', '&hospital=5', ['/settlements/hospital', '/settlements/orders'], 'PH1'], ['护工', '&caregiver=PY1', ['/settlements/caregiver'], '王芳'],
])('%s: what was there stays when the new figures do not come, and that is said; asked again by key, they come', async (_name, query, paths, there) => {
  await open(query);
  await waitFor(() => expect(document.body.textContent).toContain(there));
  for (const path of paths) lost.add(path);
  await act(async () => outdated(Object.values(settlement)));
  const alert = await screen.findByRole('alert');
  expect([alert.textContent, document.body.textContent!.includes(there)]).toEqual([expect.stringContaining('没有取到最新的内容：现在太忙'), true]);
  lost.clear();
  press('R', { shiftKey: true });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
test('of a hospital of which the reader sees some departments the list says so, in its row and in its sum', async () => {
  months = [month('5', '第一医院', false), month('6', '第二医院', true)];
  await open('');
  const [, first, second, sum] = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
  expect([first, second, sum]).toEqual([expect.stringMatching(/^第一医院只含你的科室 · 3 张订单要先办完/), expect.stringMatching(/^第二医院未月结/), expect.stringMatching(/^合计只含你的科室/)]);
});
test('orders with money of the month alone are counted apart, and have no days that come to zero', async () => {
  await open('&hospital=5');
  await screen.findByRole('grid', { name: '这个月的订单' });
  expect(screen.queryByText(/只有款项/)).toBeNull();
  const nothing = { from: null, to: null, caregivers: '', days: 0, holidayDays: 0, amountFen: 0, payFen: 0, feeFen: 0 };
  lines = [LINE, { ...LINE, orderNo: 'PH2' }, { ...LINE, ...nothing, orderNo: 'PH3' }];
  await act(async () => outdated(Object.values(settlement)));
  expect(await screen.findByText('2 张有服务日，另有 1 张只有款项。')).toBeTruthy();
  const cells = [...screen.getByRole('row', { name: /PH3/ }).children].map((cell) => cell.textContent);
  expect(cells.slice(2)).toEqual(['—', '—', '—', '—', '—', '—', '—', '¥3,000.00', '—']);
});
