import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bedMove, bedTyped } from '../../src/areas/order/bed-move.ts';
import { order, type BedRow, type OrderRow, type WardBeds } from '../../src/areas/order/contract.ts';
import type { Change } from '../../src/areas/live/contract.ts';
import BedPage from '../../src/areas/order/order.bed.page.tsx';
import { areas } from '../../src/areas.gen.ts';
import { boundCommands } from '../../src/ui/command.ts';
import { useFormat } from '../../src/ui/format.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { outdated } from '../../src/ui/read.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';
import { keptDraft } from '../../src/ui/draft.ts';
import { DETAIL } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

/** What the stream tells; the stream itself has tests of its own. */
let say: (change: Change) => void = () => {};
vi.mock('../../src/ui/live.ts', () => ({ useLive: (_: unknown, heard: (change: Change) => void) => void (say = heard) }));

describe('moving', () => {
  const rows = [[0, 1, 2], [3, 4, 5], [6], [7, 8]];
  test.each([
    ['ArrowRight', 2, 3], ['ArrowLeft', 3, 2], ['ArrowLeft', 0, 0], ['ArrowRight', 8, 8], ['ArrowDown', 1, 4], ['ArrowDown', 5, 6], ['ArrowUp', 8, 6], ['ArrowUp', 1, 1], ['ArrowDown', 8, 8], ['Home', 4, 3], ['End', 4, 5], ['PageDown', 1, 8], ['PageUp', 8, 1], ['x', 4, null],
  ])('%s from %i leads to %s', (key, at, to) => expect(bedMove({ key, ctrlKey: false }, at, rows)).toBe(to));
  test('with Ctrl to both ends; nowhere in nothing', () => expect([bedMove({ key: 'Home', ctrlKey: true }, 4, rows), bedMove({ key: 'End', ctrlKey: true }, 4, rows), bedMove({ key: 'End', ctrlKey: false }, 0, [])]).toEqual([0, 8, null]));
  test.each([['1', 0], ['12', 2], ['2', 3], ['9', -1]])('bed %s', (typed, at) => expect(bedTyped(['1', '11床', '12', '02', null], typed)).toBe(at));
});

const today = todayThere();
const day = (n: number): string => dayAfter(today, n);
const row = (n: number, patientName: string, more: Partial<OrderRow> = {}): OrderRow => ({
  id: String(n), orderNo: `PH${n}`, version: 2, status: 'in_service', serviceState: 'in_service', paymentState: 'paid', patientName, patientGender: 1, hospitalId: '5', hospitalName: '第一医院', departmentName: '骨科', wardName: '骨科一病区', bedNo: '1',
  serviceName: '一对一', plannedStart: day(-3), startHalf: 'AM', plannedEnd: day(4), endHalf: 'PM', caregiverName: '李敏', caregiverNo: 'HG1', payableFen: 0, balanceFen: 0, createdAt: '2026-11-20T01:00:00Z', waitingSince: '2026-11-20T01:00:00Z', can: ['complete'], cannot: {}, ...more,
});
const bed = (n: number, orders: OrderRow[] = [], more: Partial<BedRow> = {}): BedRow => ({ id: String(100 + n), bedNo: String(n), kind: 'normal', status: 1, orders, ...more });
let ward: WardBeds;
let rows: OrderRow[];
let asked: string[];
let leave = async (): Promise<void> => {};
const VIEWER: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/order/index', '/order/bed', '/order/:no', '/order/:no/:verb', '/order/new'] };
const COMMANDS = boundCommands(areas, VIEWER);
function Console() {
  useShortcuts(COMMANDS);
  return <LocaleProvider><BedPage /></LocaleProvider>;
}
beforeEach(async () => {
  ward = {
    id: '9', name: '骨科一病区', building: 'A座', floor: '3楼', departmentId: '7', departmentName: '骨科', hospitalId: '5', hospitalName: '第一医院', status: 1,
    beds: [bed(1, [row(1, '张三')]), bed(2), bed(3, [row(3, '王五', { status: 'pending_assign', serviceState: 'pending_assign', caregiverName: null, balanceFen: 52_000, can: ['assign'], bedNo: '3' })]), bed(10, [row(4, '赵六', { plannedEnd: day(-1), bedNo: '10' }), row(5, '后来', { plannedStart: day(6), plannedEnd: day(9), serviceState: 'assigned', status: 'pending_service', bedNo: '10' })]), bed(11, [], { kind: 'extra' })],
    bedless: [row(6, '没床', { bedNo: null })],
  };
  rows = [];
  asked = [];
  answerBy(({ path }) => {
    asked.push(path);
    if (path === '/orders/PH99') return refuse({ status: 404, code: 404, message: '没有这张订单' });
    if (path === '/orders/PH4') return { ...DETAIL, ...row(4, '赵六'), wardId: '9', bedId: '110' };
    if (path === '/orders/PH6') return { ...DETAIL, ...row(6, '没床'), wardId: '9', bedId: null };
    if (path === '/hospitals/options') return [{ id: '5', name: '第一医院' }];
    if (path === '/hospitals/5/wards') return [{ id: '9', name: '骨科一病区', building: null, floor: null, departmentName: '骨科', beds: 5, free: 2, unassigned: 1, unpaid: 1 }, { id: '10', name: '内科一病区', building: null, floor: null, departmentName: '内科', beds: 1, free: 1, unassigned: 0, unpaid: 0 }];
    if (path === '/wards/9/beds') return ward;
    if (path === '/wards/10/beds') return { ...ward, id: '10', name: '内科一病区', departmentName: '内科', beds: [bed(1)], bedless: [] };
    return path === '/orders/rows' ? rows : { dictCode: 'x', version: 1, items: [] };
  });
  leave = await enter(VIEWER, VIEWER.allowed);
  navigate('/order/bed');
  render(<Console />);
  await waitFor(() => expect(screen.getByRole('grid')).toBeTruthy());
});
afterEach(() => leave());
const here = (): string => document.activeElement!.textContent!;
const cells = (): string[] => within(screen.getByRole('grid')).getAllByRole('gridcell').map((cell) => cell.textContent!);

test('each bed says who is in it, until when, who comes, what is owed; who has none comes last', () => {
  expect(cells()).toEqual([
    expect.stringMatching(/^1床张三.*到 .*李敏/), expect.stringMatching(/^2床空床/), expect.stringMatching(/^3床王五.*没有护工.*待收 ¥520/), expect.stringMatching(/^10床赵六.*已到期.*起 后来/), expect.stringMatching(/^11床加床空床/), expect.stringMatching(/^没有床位没床/),
  ]);
  expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
  expect(here()).toContain('张三');
});
test('on paper the map says of which day it is', () => {
  const head = screen.getByRole('heading', { name: '骨科一病区' }).parentElement!;
  expect(head.textContent).toContain(renderHook(useFormat, { wrapper: LocaleProvider }).result.current.day(today));
});
test('an address that names a bed leads to it, in another ward too', async () => {
  await act(async () => navigate('/order/bed?hospital=5&ward=9&bed=110'));
  await waitFor(() => expect(here()).toContain('10床'));
  await act(async () => navigate('/order/bed?hospital=5&ward=10&bed=101'));
  await waitFor(() => expect(here()).toContain('1床'));
});
test('a hospital or ward that is not there is said, and taken out of the address by a press', async () => {
  await act(async () => navigate('/order/bed?hospital=999&ward=9'));
  await act(async () => screen.getByRole('button', { name: /地址里有 1 个条件不认识/ }).click());
  expect([location.hash, screen.queryByRole('button', { name: /不认识/ })]).toEqual(['#/order/bed?ward=9', null]);
  await act(async () => navigate('/order/bed?hospital=5&ward=77'));
  expect(screen.getByRole('button', { name: /地址里有 1 个条件不认识/ })).toBeTruthy();
});
test('arrows move, digits lead to a bed, letters to the next that wants something', async () => {
  await press('ArrowRight');
  expect(here()).toContain('2床');
  await press('ArrowDown');
  expect(here()).toContain('11床');
  await press('ArrowDown');
  expect(here()).toContain('没有床位');
  await press('1');
  expect(here()).toContain('1床张三');
  await press('0');
  expect(here()).toContain('10床');
  await press('q');
  expect(here()).toContain('王五');
  await press('o');
  expect(here()).toContain('11床');
  await press('o');
  expect(here()).toContain('2床空床');
  expect(screen.getByRole('button', { name: /待收款 1/ })).toBeTruthy();
});
async function shown(now: Partial<WardBeds>, words: string): Promise<void> {
  ward = { ...ward, ...now };
  await act(async () => outdated([order.beds]));
  await waitFor(() => expect(cells().join('\n')).toContain(words));
}
test('what ends today is counted, and found by its letter, as everywhere: neither what should have ended before, which says so itself, nor what nobody was given', async () => {
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /今天到期 0/ }).disabled).toBe(true);
  const nobody = { plannedEnd: today, status: 'pending_assign', serviceState: 'pending_assign', caregiverName: null } as const;
  await shown({ beds: [ward.beds[3]!, bed(12, [row(7, '没人管', nobody)]), bed(13, [row(8, '今天走', { plannedEnd: today })])] }, '今天走');
  expect(screen.getByRole('button', { name: /今天到期 1/ })).toBeTruthy();
  for (const _ of [1, 2]) {
    await press('z');
    expect(here()).toContain('今天走');
  }
  expect(cells()[0]).toMatch(/赵六.*已到期/);
});
const LATER = { serviceState: 'assigned', status: 'pending_service', plannedStart: day(2) } as const;
test('who comes later and has no bed yet is no free bed', async () => {
  await shown({ bedless: [row(8, '后来的', { ...LATER, bedNo: null })] }, '后来的');
  const last = screen.getAllByRole('gridcell').at(-1)!;
  expect([last.textContent!.includes('空床'), last.dataset['free'], screen.getByRole('button', { name: /^空床/ }).textContent]).toEqual([false, 'false', expect.stringMatching(/^空床 2/)]);
});
test('who waits for a caregiver or owes is counted by orders, as beside the wards, also where several are of one bed', async () => {
  const owes = { balanceFen: 100, bedNo: '2' };
  await shown({ beds: [bed(1), bed(2, [row(1, '张三', owes), row(2, '第二', { ...LATER, ...owes }), row(3, '第三', { ...LATER, ...owes, serviceState: 'pending_assign' })])], bedless: [] }, '第二');
  expect([screen.getByRole('button', { name: /^待收款 3/ }), screen.getByRole('button', { name: /^待派单 1/ })]).toHaveLength(2);
  await press('q');
  expect(here()).toContain('第二');
});
test('Enter opens who is there, `a` assigns, an empty bed gets a new order', async () => {
  await press('q');
  await press('a');
  expect(location.hash).toBe('#/order/PH3/assign');
  await act(async () => navigate('/order/bed'));
  await press('Enter');
  expect(location.hash).toBe('#/order/PH3');
  await act(async () => navigate('/order/bed'));
  await press('o');
  await press('n');
  expect(location.hash).toBe('#/order/new');
  expect(keptDraft('/order/new')).toMatchObject({ hospital: { value: '5' }, department: { value: '7' }, ward: { value: '9' }, bed: { value: '111', label: '11' }, patient: null });
});
test('the foot says what can be done to the focused bed, with its keys; of an empty one, how it gets an order', async () => {
  const foot = within(screen.getByRole('region', { name: '这张床' }));
  await press('q');
  expect(foot.getByRole('button', { name: /派单/ }).getAttribute('aria-keyshortcuts')).toBe('a');
  await press('o');
  expect(foot.queryAllByRole('button')).toEqual([]);
  expect(foot.getByText('空床。按 N 新建订单。')).toBeTruthy();
});
test('a bed that is off is called so at its foot and by Enter; where all are off, a new order is not of that place', async () => {
  const foot = within(screen.getByRole('region', { name: '这张床' }));
  await shown({ status: 0, beds: [bed(7, [], { status: 0 })], bedless: [] }, '已停用');
  expect([foot.queryByText(/空床/), foot.getByText('已停用').textContent, screen.getByRole<HTMLButtonElement>('button', { name: /空床 0/ }).disabled]).toEqual([null, '已停用', true]);
  act(() => screen.getAllByRole('gridcell')[0]!.focus());
  await press('n');
  expect([location.hash, keptDraft('/order/new')]).toEqual(['#/order/new', null]);
});
test('f leads to the hospital, Escape back to the bed, from the ward too', async () => {
  await press('ArrowRight');
  await press('f');
  expect(document.activeElement).toBe(screen.getByLabelText('医院'));
  act(() => screen.getByLabelText('病区', { selector: 'select' }).focus());
  await press('Escape');
  expect(here()).toContain('2床');
});
test('brackets lead to the next ward and back', async () => {
  await press(']');
  await waitFor(() => expect(cells()).toHaveLength(1));
  expect(location.hash).toBe('#/order/bed?hospital=5&ward=10');
  await press('[');
  await waitFor(() => expect(cells()).toHaveLength(6));
});
test('what happens is seen: a change in its place, and who comes or goes by reading the ward again', async () => {
  const reads = (): number => asked.filter((path) => path === '/wards/9/beds').length;
  await press('q');
  rows = [row(3, '王五', { version: 3, status: 'pending_service', serviceState: 'assigned', caregiverName: '孙一', bedNo: '3' })];
  say({ no: 'PH3', version: 3 });
  await waitFor(() => expect(cells()[2]).toContain('孙一'), { timeout: 4000 });
  expect([reads(), here()]).toEqual([1, expect.stringContaining('王五')]);
  rows = [row(8, '别处', { wardName: '外科', version: 1 })];
  say({ no: 'PH8', version: 1 });
  await waitFor(() => expect(asked.filter((path) => path === '/orders/rows')).toHaveLength(2), { timeout: 4000 });
  expect(reads()).toBe(1);
  rows = [row(7, '新来', { version: 1, bedNo: '2' })];
  ward = { ...ward, beds: ward.beds.map((one) => (one.bedNo === '2' ? bed(2, rows) : one)) };
  say({ no: 'PH7', version: 1 });
  await waitFor(() => expect(cells()[1]).toContain('新来'), { timeout: 4000 });
  expect(here()).toContain('王五');
}, 20_000);

test.each([['PH4', '10床赵六'], ['PH6', '没床'], ['PH99', '1床张三']])('order %s leads to its bed: %s', async (no, words) => {
  navigate(`/order/bed?order=${no}`);
  await waitFor(() => expect(asked).toContain(`/orders/${no}`));
  await waitFor(() => expect(screen.getByRole('grid').querySelector('[tabindex="0"]')!.textContent).toContain(words));
});
