// Where one is on the month page, and what is said of it: the focus, the window's title, a month that is none.
import { Activity } from 'react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../../src/areas/settlement/area.ts';
import { lastMonth, monthAfter } from '../../src/areas/settlement/place.ts';
import MonthPage from '../../src/areas/settlement/statistics.month.page.tsx';
import { announce, Announcer } from '../../src/ui/announce.tsx';
import { App } from '../../src/ui/app.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { todayThere } from '../../src/ui/parse-day.ts';
import { outdated } from '../../src/ui/read.ts';
import { settlement } from '../../src/areas/settlement/contract.ts';
import { answerBy, enter, never, refuse } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const MONTH = '2026-03';
const SERVED = { orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250 };
const SUMS = { ...SERVED, adjustedFen: 0, receivedFen: 0, refundedFen: 0 };
const HOSPITAL = { hospitalId: '5', name: '第一医院', whole: true, state: 'open', version: 0, hindrances: 0, pay: null, ...SUMS, can: [], cannot: {} };
const LINE = { orderNo: 'PH1', patientName: '张三', department: '骨科', service: '一对一', caregivers: '王芳', from: '2026-03-01', to: '2026-03-12', ...SUMS, orders: undefined };
const OWN_LINE = { orderNo: 'PH1', patientName: '张三', hospital: '第一医院', from: '2026-03-01', to: '2026-03-12', ...SERVED, orders: undefined, closed: false };
const GONE = { status: 404, code: 40400, message: '没有这条记录' };
/** Months in which nobody served. */
const IDLE = '2026-01';
let asked: string[];
/** The orders that there were are there no longer. */
let emptied: boolean;
let down: boolean;
let leave: () => Promise<void>;
const VIEWER = { userId: '1', username: 'hospital', nickname: '', avatar: null, role: 4, roles: ['hospital'], perms: ['biz:stat:statement'], paths: ['/statistics/month'], allowed: { paths: ['/statistics/month'], redirects: {}, cached: [] } };
beforeEach(async () => {
  [asked, emptied, down] = [[], false, false];
  answerBy(({ path, query }) => {
    const of = new URLSearchParams(query);
    if (path.startsWith('/settlements')) asked.push(of.get('month')!);
    if (down) return refuse({ status: 503, code: 50300, message: '现在太忙' });
    const [idle, hospital] = [of.get('month') === IDLE, of.get('hospitalId') === '5'];
    if (path === '/settlements') return { list: [HOSPITAL], total: SUMS };
    if (path === '/settlements/hospital') return hospital ? { ...HOSPITAL, month: MONTH, uncovered: 0, hindering: [], closedBy: null, closedAt: null, reopenedBy: null, reopenedAt: null, reopenReason: null, paidBy: null, paidAt: null } : refuse(GONE);
    if (path === '/settlements/orders') return hospital ? { list: idle || emptied ? [] : [LINE], total: idle || emptied ? 0 : 1 } : refuse(GONE);
    if (path === '/settlements/caregivers') return { list: idle ? [] : [{ caregiverNo: 'PY1', name: '王芳', ...SERVED }], total: idle ? 0 : 1, whole: true, sums: SERVED };
    if (path === '/settlements/caregiver') return of.get('caregiverNo') === 'PY1' ? { caregiverNo: 'PY1', name: '王芳', month: MONTH, whole: true, ...SERVED, lines: idle ? [] : [OWN_LINE] } : refuse(GONE);
    return never;
  });
  leave = await enter(VIEWER as Parameters<typeof enter>[0], VIEWER.allowed);
});
afterEach(() => {
  // what was said stays to be read for seconds
  act(() => announce(''));
  return leave();
});
const idle = async (): Promise<void> => {
  await act(async () => {});
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
};
const go = async (query: string): Promise<void> => {
  await act(async () => navigate(`/statistics/month?${query}`));
  await idle();
};
async function open(query = `month=${MONTH}`): Promise<void> {
  navigate(`/statistics/month?${query}`);
  render(<LocaleProvider><MonthPage /><Announcer /></LocaleProvider>);
  await idle();
}
const focus = (): string => `${document.activeElement!.getAttribute('role') ?? document.activeElement!.tagName} ${document.activeElement!.textContent!}`;
/** What the live region says, word for word. */
const said = (): (string | null)[] => [...document.querySelectorAll('body > div > output span')].map(({ textContent }) => textContent);
/** What is said of the address. */
const note = (): string => document.querySelector('output')?.textContent ?? '';
const shown = (): string => screen.getByRole<HTMLSelectElement>('combobox').value;

test('the button of the next month keeps the focus in the last one, where it does nothing', async () => {
  await open();
  const next = screen.getByRole<HTMLButtonElement>('button', { name: /下个月/ });
  next.focus();
  for (let i = 0; i < 30 && next.getAttribute('aria-disabled') !== 'true'; i++) await act(async () => next.click());
  await idle();
  const last = location.hash;
  await act(async () => next.click());
  expect([next.getAttribute('aria-disabled'), next.disabled, document.activeElement === next, location.hash]).toEqual(['true', false, true, last]);
});
test('months that are passed in the chooser are one step of the history', async () => {
  await open();
  const [chooser, before] = [screen.getByRole<HTMLSelectElement>('combobox'), history.length];
  act(() => chooser.focus());
  for (const month of ['2026-02', '2026-01', '2026-04']) await act(async () => void fireEvent.change(chooser, { target: { value: month } }));
  await idle();
  expect([shown(), history.length - before]).toEqual(['2026-04', 1]);
  await act(async () => history.back());
  await waitFor(() => expect(shown()).toBe(MONTH));
});
test.each([
  ['a hospital that is none or another’s', `month=${MONTH}&hospital=999`, 'H1 医院对账单'], ['a caregiver that is none', `month=${MONTH}&by=caregiver&caregiver=ZZZ`, 'H1 护工对账单'],
  ['a month in which nobody served', `month=${IDLE}&by=caregiver`, 'H1 月结与对账'], ['a statement without orders', `month=${IDLE}&hospital=5`, 'H1 第一医院 对账单 2026年1月'], ['a caregiver who did not serve', `month=${IDLE}&caregiver=PY1`, 'H1 王芳 对账单 2026年1月'],
])('%s: who was on a row is on the heading', async (_name, query, heading) => {
  await open();
  for (const from of ['', '&by=caregiver', '&hospital=5', '&caregiver=PY1']) {
    await go(`month=${MONTH}${from}`);
    act(() => document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')!.focus());
    expect(focus()).toMatch(/^row /);
    await go(query);
    expect([from, focus()]).toEqual([from, heading]);
  }
});
test.each(['', '&by=caregiver', '&hospital=999'])('what does not come at all (%j): on the heading too', async (query) => {
  await open();
  expect(focus()).toMatch(/^row /);
  down = true;
  await go(`month=2026-02${query}`);
  expect(focus()).toMatch(/^H1 /);
});
test('rows that go while one is on them leave one on the heading; who is elsewhere stays there', async () => {
  await open(`month=${MONTH}&hospital=5`);
  expect(focus()).toMatch(/^row PH1/);
  const button = screen.getByRole('button', { name: /^导出 CSV/ });
  act(() => button.focus());
  await act(async () => outdated(Object.values(settlement)));
  await idle();
  expect(document.activeElement).toBe(button);
  act(() => screen.getByRole('row', { name: /PH1/ }).focus());
  emptied = true;
  await act(async () => outdated(Object.values(settlement)));
  await waitFor(() => expect(focus()).toMatch(/^H1 第一医院/));
});
test('a page without rows that is shown again leaves the focus to who brings it there', async () => {
  const Kept = ({ mode }: { mode: 'visible' | 'hidden' }) => <LocaleProvider><Activity mode={mode}><MonthPage /></Activity></LocaleProvider>;
  navigate(`/statistics/month?month=${IDLE}&by=caregiver`);
  const { rerender } = render(<Kept mode="visible" />);
  await idle();
  expect(focus()).toBe('H1 月结与对账');
  rerender(<Kept mode="hidden" />);
  act(() => (document.activeElement as HTMLElement).blur());
  rerender(<Kept mode="visible" />);
  await idle();
  expect(document.activeElement).toBe(document.body);
});
test('the keys of the month before and after say which month it is, once', async () => {
  await open();
  expect(said()).toEqual([]);
  press('[');
  expect(said()).toEqual(['2026年2月']);
  await idle();
  press(']');
  expect(said()).toEqual(['2026年3月']);
  await idle();
  // there is none after the one that runs, and nothing is said
  await go(`month=${todayThere().slice(0, 7)}`);
  press(']');
  expect([said(), shown()]).toEqual([['2026年3月'], todayThere().slice(0, 7)]);
});
test.each([['2026-13', '地址里的月份不对'], ['1999-01', '地址里的月份不对'], ['x', '地址里的月份不对'], ['', '地址里的月份不对'], [monthAfter(todayThere().slice(0, 7), 1), '还没有到'], ['2099-12', '还没有到']])('the month %j is none: another is shown, and that is said; whatever one does next is of the one that is shown', async (month, why) => {
  await open(`month=${month}`);
  expect(note()).toContain(why);
  expect([shown(), [...new Set(asked)]]).toEqual([lastMonth(), [lastMonth()]]);
  press('[');
  await idle();
  expect([shown(), note()]).toEqual([monthAfter(lastMonth(), -1), expect.not.stringContaining('月份')]);
});
test('nothing is said of an address without a month, and of one that is there', async () => {
  await open('by=caregiver');
  expect([shown(), document.body.textContent]).toEqual([lastMonth(), expect.not.stringMatching(/月份不对|还没有到/)]);
  await go('month=2000-01');
  expect([shown(), document.body.textContent]).toEqual(['2000-01', expect.not.stringMatching(/月份不对|还没有到/)]);
});
test('five years of months are offered, the one that runs first', async () => {
  await open();
  const offered = [...screen.getByRole('combobox').querySelectorAll('option')].map(({ value }) => value);
  const now = todayThere().slice(0, 7);
  expect([offered.length, offered[0], offered.at(-1)]).toEqual([60, now, monthAfter(now, -59)]);
});
test('the window’s title says whose month it is, a caregiver’s by number; on another page nothing is left of it', async () => {
  const Other = () => <h1>别处</h1>;
  const page = (path: string, view: () => React.ReactNode) => ({ path, chunk: path, load: async () => ({ default: view }) });
  navigate(`/statistics/month?month=${MONTH}`);
  render(<App areas={[area]} pages={[page('/login', Other), page('/404', Other), page('/dashboard', Other), page('/statistics/month', MonthPage)]} />);
  const titles = async (title: string) => waitFor(() => expect(document.title).toBe(`${title} · 护理管理系统`));
  await titles('各医院 · 2026年3月 · 月结与对账');
  await go(`month=${MONTH}&hospital=5`);
  await titles('第一医院 · 2026年3月 · 月结与对账');
  await go('month=2026-02&hospital=5');
  await titles('第一医院 · 2026年2月 · 月结与对账');
  await go('month=2026-02&hospital=999');
  await titles('2026年2月 · 月结与对账');
  await go(`month=${MONTH}&caregiver=PY1`);
  await titles('PY1 · 2026年3月 · 月结与对账');
  await go(`month=${MONTH}&by=caregiver`);
  await titles('各护工 · 2026年3月 · 月结与对账');
  await go(`month=${MONTH}&title=%E6%88%91%E7%9A%84`);
  await titles('我的');
  await act(async () => navigate('/404'));
  await waitFor(() => expect(document.title).not.toContain('2026年'));
});
test('a page that takes the focus itself is heard by its own title, without a word of the one before', async () => {
  const Form = () => <div><h1>表单</h1><input ref={(field) => field?.focus()} /></div>;
  const page = (path: string, view: () => React.ReactNode) => ({ path, chunk: path, load: async () => ({ default: view }) });
  navigate(`/statistics/month?month=${MONTH}`);
  render(<App areas={[area]} pages={[page('/login', Form), page('/404', Form), page('/dashboard', Form), page('/statistics/month', MonthPage)]} />);
  await waitFor(() => expect(document.title).toContain('2026年3月'));
  await act(async () => navigate('/dashboard'));
  await waitFor(() => expect(document.activeElement!.tagName).toBe('INPUT'));
  expect(document.querySelector('[data-spoken]')!.textContent).toBe('表单 · 护理管理系统');
});
