// The row of a month list: whatever one opens, closes or looks at meanwhile, the keys go on acting on the same hospital or caregiver.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../../src/areas/settlement/area.ts';
import MonthPage from '../../src/areas/settlement/statistics.month.page.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate } from '../../src/ui/location.ts';
import { setOwnMemory, type Ran } from '../../src/ui/palette/memory-source.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { answerBy, enter, never } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const MONTH = '2026-03';
const SERVED = { orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250 };
const SUMS = { ...SERVED, adjustedFen: 0, receivedFen: 0, refundedFen: 0 };
const NAMES = ['一院', '二院', '三院', '四院', '五院'];
const CARERS = ['王芳', '李霞', '张梅', '赵兰'];
let state: Record<string, 'open' | 'closed'>;
/** Who served in each month, in the order of the list. */
let served: Record<string, string[]>;
let closed: string[];
/** Hospitals whose pay is marked as paid, and what was sent to do so. */
let paid: Set<string>;
let marked: unknown[];
/** What the audit was told of commands. */
let ran: Ran[];
let leave: () => Promise<void>;
const VIEWER: SignedIn = { userId: '1', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:stat:statement', 'biz:stat:close', 'biz:caregiver:reveal'], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/statistics/month'] };
const month = (id: string) => {
  const shut = state[id] === 'closed';
  return { hospitalId: id, name: NAMES[Number(id) - 1]!, whole: true, state: state[id], version: shut ? 1 : 0, hindrances: 0, pay: shut ? { caregivers: 4, amountFen: 910_000, paid: paid.has(id) } : null, ...SUMS, can: shut ? (paid.has(id) ? ['unpay'] : ['reopen', 'pay']) : ['close'], cannot: shut ? { close: 'month_is_closed' } : { reopen: 'month_is_open' } };
};
const statement = (id: string) => ({ ...month(id), month: MONTH, uncovered: 0, hindering: [], closedBy: null, closedAt: null, reopenedBy: null, reopenedAt: null, reopenReason: null, paidBy: paid.has(id) ? '运营' : null, paidAt: paid.has(id) ? '2026-04-05T01:00:00Z' : null });
beforeEach(async () => {
  state = Object.fromEntries(NAMES.map((_, i) => [String(i + 1), 'open' as const]));
  served = { [MONTH]: CARERS, '2026-02': [...CARERS].reverse(), '2026-01': ['李霞', '王芳'] };
  [closed, paid, marked, ran] = [[], new Set(), [], []];
  setOwnMemory({ load: () => new Promise(() => {}), keep: () => new Promise(() => {}), ran: async (one) => ran.push(one) });
  answerBy(({ path, query, body }) => {
    const asked = new URLSearchParams(query);
    if (path === '/settlements/close' || path === '/settlements/reopen') {
      const id = body['hospitalId'] as string;
      closed.push(id);
      state[id] = path.endsWith('close') ? 'closed' : 'open';
      return statement(id);
    }
    if (path === '/settlements/pay' || path === '/settlements/unpay') {
      const id = body['hospitalId'] as string;
      marked.push([path, body]);
      paid[path.endsWith('/pay') ? 'add' : 'delete'](id);
      return statement(id);
    }
    if (path === '/settlements') return { list: Object.keys(state).map(month), total: SUMS };
    if (path === '/settlements/hospital') return statement(asked.get('hospitalId')!);
    if (path === '/settlements/orders') return { list: [], total: 0 };
    if (path === '/settlements/caregivers') return { list: served[asked.get('month')!]!.map((name) => ({ caregiverNo: `PY${CARERS.indexOf(name)}`, name, ...SERVED })), total: 4, whole: true, sums: SERVED };
    if (path === '/settlements/caregiver') return { caregiverNo: asked.get('caregiverNo'), name: '某人', month: MONTH, whole: true, ...SERVED, lines: [] };
    return never;
  });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => (setOwnMemory(null), leave()));
function Page() {
  useShortcuts(area.commands!.filter(({ on }) => on !== undefined));
  return <MonthPage />;
}
const idle = async (): Promise<void> => {
  await act(async () => {});
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
};
async function open(query = ''): Promise<void> {
  navigate(`/statistics/month?month=${MONTH}${query}`);
  render(<LocaleProvider><Page /></LocaleProvider>);
  await idle();
}
const keys = async (...all: string[]): Promise<void> => {
  for (const key of all) {
    const dialog = screen.queryByRole('dialog');
    // Esc of a dialog is the browser's
    if (key === 'Escape' && dialog !== null) await act(async () => void fireEvent(dialog, new Event('cancel', { cancelable: true })));
    else press(key);
    await idle();
  }
};
/** The row that has the focus. */
const row = (): string => (document.activeElement!.getAttribute('role') === 'row' ? document.activeElement!.firstElementChild!.textContent! : `not a row: ${document.activeElement!.tagName}`);
const send = async (): Promise<void> => {
  await act(async () => void fireEvent.submit((await screen.findByRole('dialog')).querySelector('form')!));
  await idle();
};

test('into a statement and back: on its row', async () => {
  await open();
  await keys('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  expect(currentHref()).toContain('hospital=4');
  await keys('Escape');
  expect([currentHref(), row()]).toEqual([`/statistics/month?month=${MONTH}`, expect.stringContaining('四院')]);
  await keys('c', 'Escape', 'Escape');
  expect([currentHref(), row(), closed]).toEqual([`/statistics/month?month=${MONTH}`, expect.stringContaining('四院'), []]);
});
test('a statement that was opened by its address leads back to its row', async () => {
  await open('&hospital=3');
  await keys('Escape');
  expect(row()).toContain('三院');
});
test('another month, on the same hospital: the key closes that one and no other', async () => {
  await open();
  await keys('ArrowDown', 'ArrowDown', '[');
  expect([currentHref(), row()]).toEqual(['/statistics/month?month=2026-02', expect.stringContaining('三院')]);
  await keys(']', 'c');
  expect(currentHref()).toBe(`/statistics/month?month=${MONTH}&hospital=3&does=close`);
});
test('one hospital after the other: closing from the list ends in the list, on the row', async () => {
  await open();
  for (const name of NAMES) {
    await waitFor(() => expect(row()).toContain(name));
    await keys('c');
    await send();
    await waitFor(() => expect(currentHref()).toBe(`/statistics/month?month=${MONTH}`));
    expect(row()).toContain(name);
    await keys('ArrowDown');
  }
  expect(closed).toEqual(['1', '2', '3', '4', '5']);
  // and the audit knows that it was by the command
  expect(ran).toEqual(closed.map((no) => ({ id: 'settlement.close', on: [no], count: 1 })));
  await keys('ArrowUp', 'o', 'Escape');
  // who stays with the statement, and closes or opens it there, stays
  expect(currentHref()).toBe(`/statistics/month?month=${MONTH}&hospital=4`);
  await keys('o');
  act(() => void fireEvent.change(screen.getByLabelText('重开原因'), { target: { value: '漏了一天' } }));
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([currentHref(), closed.at(-1), ran.slice(5)]).toEqual([`/statistics/month?month=${MONTH}&hospital=4`, '4', [{ id: 'settlement.reopen', on: ['4'], count: 1 }]]);
});
test('the pay of a closed month by keys alone: marked as paid from its row, with how much for how many; who and when stands on the statement; taken back for a reason', async () => {
  state['2'] = 'closed';
  await open();
  await keys('y');
  expect([screen.queryByRole('dialog'), row()]).toEqual([null, expect.stringContaining('一院')]);
  await keys('ArrowDown', 'y');
  expect((await screen.findByRole('dialog', { name: '登记 2026年3月工资已发' })).textContent).toMatch(/二院.*护工人数4.*工资合计¥9,100\.00.*显示已发/);
  await send();
  await waitFor(() => expect(currentHref()).toBe(`/statistics/month?month=${MONTH}`));
  await waitFor(() => expect(row()).toContain('工资已发'));
  await keys('Enter');
  expect(await screen.findByText(/运营 于 .* 登记工资已发/)).toBeTruthy();
  await keys('o');
  expect(screen.queryByRole('dialog')).toBeNull();
  await keys('u');
  const reason = screen.getByLabelText('撤销原因');
  expect(document.activeElement).toBe(reason);
  await send();
  expect([marked.length, screen.getByText('写明原因')]).toEqual([1, expect.anything()]);
  act(() => void fireEvent.change(reason, { target: { value: ' 发错了 ' } }));
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/运营 于 .* 登记工资已发/)).toBeNull();
  const named = { hospitalId: '2', month: MONTH, version: 1 };
  expect(marked).toEqual([['/settlements/pay', named], ['/settlements/unpay', { ...named, reason: '发错了' }]]);
  expect(ran.map(({ id, on }) => [id, ...on])).toEqual([['settlement.pay', '2'], ['settlement.unpay', '2']]);
});
test('caregivers: back on the row, also in a month that has them in another order; who did not serve leaves the place', async () => {
  await open('&by=caregiver');
  await keys('ArrowDown', 'ArrowDown', 'Enter');
  expect(currentHref()).toContain('caregiver=PY2');
  await keys('Escape');
  expect(row()).toContain('张梅');
  await keys('[');
  expect([row(), document.activeElement!.getAttribute('data-at')]).toEqual([expect.stringContaining('张梅'), '1']);
  await keys('[');
  expect(document.activeElement!.getAttribute('data-at')).toBe('1');
  // each list has its own
  await keys(']', ']', 'v', 'ArrowDown', 'v');
  expect(document.querySelector('[role="row"][tabindex="0"]')!.textContent).toContain('张梅');
});
