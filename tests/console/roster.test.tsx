import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import CertificatesPage from '../../src/areas/caregiver/caregiver.certificates.page.tsx';
import RosterPage from '../../src/areas/caregiver/caregiver.roster.page.tsx';
import type { CaregiverRow, EndingCard, RosterRow } from '../../src/areas/caregiver/contract.ts';
import { dayOf, daysFrom, mondayOf } from '../../src/areas/caregiver/roster-day.ts';
import type { Change } from '../../src/areas/live/contract.ts';
import { areas } from '../../src/areas.gen.ts';
import { boundCommands } from '../../src/ui/command.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { refreshLists } from '../../src/ui/list/source.ts';
import { navigate } from '../../src/ui/location.ts';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { answerBy, enter, refuse } from '../kit/console.ts';
import { press } from '../kit/typist.ts';
/** What the stream tells; the stream itself has tests of its own. */
let say: (change: Change) => void = () => {};
vi.mock('../../src/ui/live.ts', () => ({ useLive: (_: unknown, heard: (change: Change) => void) => void (say = heard) }));

const today = todayThere();
const monday = mondayOf(today);
const person = (n: number, name: string, more: Partial<CaregiverRow> = {}): CaregiverRow => ({
  id: String(n), staffNo: `PY${n}`, name, gender: 2, age: 50, level: 'senior', employment: 'partner', status: 'active', suspendedFor: null, hospitals: ['第一医院'], servingUntil: null, nextFree: today, healthExpiresOn: null, healthDaysLeft: null, certificates: [],
  ratingAvg: null, ratingCount: 0, mobile: '138****0000', version: 1, can: ['leave', 'certify', 'edit'], cannot: {}, ...more,
});
const line = (n: number, name: string, more: Partial<RosterRow> = {}): RosterRow => ({ caregiver: person(n, name), stints: [], leaves: [], unhealthy: [], unposted: [], ...more });
const stint = (orderNo: string | null, from: string, to: string, more: object = {}): RosterRow['stints'][number] => ({ orderNo, patientName: orderNo && `病人${orderNo}`, coverage: orderNo && 'day', status: 'planned', from, to, begins: 'AM', ends: 'PM', ...more });

describe('a day of a row', () => {
  const on = (more: Partial<RosterRow>, day = today) => dayOf(line(1, '王芳', more), day, today);
  const all = { from: '2000-01-01', to: '2100-01-01', begins: 'AM' as const, ends: 'PM' as const };
  const morning = { ...all, to: today, ends: 'AM' as const };
  test.each<[string, Partial<RosterRow>, string, string | null]>([
    ['nothing', {}, 'free', null], ['one', { stints: [stint('A', today, today)] }, 'stint', null], ['two', { stints: [stint('A', today, today), stint('B', today, today)] }, 'several', null],
    ['one here, one out of scope', { stints: [stint('A', today, today), stint(null, today, today)] }, 'several', null], ['one out of scope', { stints: [stint(null, today, today)] }, 'elsewhere', null],
    ['leave', { leaves: [all], unposted: [all] }, 'leave', null], ['served on leave', { leaves: [all], stints: [stint('A', today, today)] }, 'stint', 'leave'], ['served without a certificate', { unhealthy: [all], stints: [stint('A', today, today)] }, 'stint', 'lapsed'],
    ['suspended', { caregiver: person(1, '王芳', { status: 'suspended', suspendedFor: 'other' }), unhealthy: [all] }, 'idle', null], ['suspended for health', { caregiver: person(1, '王芳', { status: 'suspended', suspendedFor: 'health' }), unhealthy: [all] }, 'lapsed', null],
    ['pending', { caregiver: person(1, '王芳', { status: 'pending' }) }, 'idle', null], ['on leave, nobody knows until when', { caregiver: person(1, '王芳', { status: 'on_leave', nextFree: null }) }, 'leave', null], ['back from leave on another day', { caregiver: person(1, '王芳', { status: 'on_leave' }) }, 'free', null],
    ['back at noon, and served from then on', { leaves: [morning], stints: [stint('A', today, dayAfter(today, 1), { begins: 'PM' })] }, 'stint', null], ['back at noon, and served all day', { leaves: [morning], stints: [stint('A', today, today)] }, 'stint', 'leave'],
    ['served until noon, then on leave', { leaves: [{ ...all, from: today, begins: 'PM' }], stints: [stint('A', today, today, { ends: 'AM' })] }, 'stint', null], ['posted nowhere', { unposted: [all] }, 'unposted', null],
  ])('%s', (_, more, kind, clash) => expect(on(more)).toMatchObject({ kind, clash }));
  test('a status says nothing of yesterday', () => expect(on({ caregiver: person(1, '王芳', { status: 'pending' }) }, dayAfter(today, -1)).kind).toBe('free'));
  test('weeks begin on Monday', () => expect(['2026-11-16', '2026-11-21', '2026-11-22', '2026-11-23', '2023-12-31'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-11-16', '2026-11-23', '2023-12-25']));
});

let asked: URLSearchParams[];
let rows: RosterRow[];
let cards: Record<string, EndingCard[]>;
let fails: boolean;
let leave = async (): Promise<void> => {};
const VIEWER: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/caregiver/index', '/caregiver/roster', '/caregiver/certificates', '/order/index'] };
const COMMANDS = boundCommands(areas, VIEWER);
function Console({ Page }: { Page: () => React.ReactNode }) {
  useShortcuts(COMMANDS);
  return <LocaleProvider><Page /></LocaleProvider>;
}
const card = (n: number, name: string, daysLeft: number, more: Partial<EndingCard> = {}): EndingCard => ({ id: String(n), kind: 'health', number: 'JK1****0001', expiresOn: dayAfter(today, daysLeft), daysLeft, verified: true, caregiver: person(n, name), ...more });
beforeEach(async () => {
  [fails, asked] = [false, []];
  rows = [line(1, '王芳', { stints: [stint('A', today, dayAfter(today, 1))] }), line(2, '陈桂英', { leaves: [{ from: today, to: today, begins: 'AM', ends: 'PM' }] }), line(3, '李敏', { stints: [stint('B', today, today), stint('C', today, today, { ends: 'AM' })] }), line(4, '周外', { stints: [stint(null, today, today)] })];
  cards = { expired: [card(1, '王芳', -3, { caregiver: person(1, '王芳', { status: 'suspended', suspendedFor: 'health' }) })], 30: [card(2, '陈桂英', 0), card(3, '李敏', 12, { kind: 'training' })], 60: [], 90: [card(4, '周外', 75)] };
  // as high as a window
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200);
  answerBy(({ path, query }) => {
    if (path === '/hospitals/options') return [{ id: '5', name: '第一医院' }];
    if (path !== '/caregivers/roster' && path !== '/caregivers/board') return { dictCode: 'x', version: 1, items: [] };
    const chosen = new URLSearchParams(query);
    asked.push(chosen);
    if (fails) return refuse({ status: 500, code: 50000, message: '系统出错' });
    return { list: path === '/caregivers/roster' ? rows : cards[chosen.get('within')!]!, total: null, pageNum: 1, pageSize: 100 };
  });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(async () => (await leave(), void vi.restoreAllMocks()));
async function open(path: '/caregiver/roster' | '/caregiver/certificates', query = ''): Promise<void> {
  navigate(path + query);
  render(<Console Page={path === '/caregiver/roster' ? RosterPage : CertificatesPage} />);
  if (!fails) await waitFor(() => expect(screen.getByRole('grid').textContent).toContain('王芳'));
}
const here = (): string => document.activeElement!.textContent!;
const heads = (): string[] => within(screen.getByRole('grid')).getAllByRole('columnheader').map((head) => head.textContent!);
const stops = (): number => document.querySelectorAll('[role=grid] [role=row] > [tabindex="0"]').length;
/** Where the focus is: its row, and its day from the first one that is asked for. */
const spot = (): string => `${document.activeElement!.closest('[role=row]')!.getAttribute('aria-rowindex')} ${document.activeElement!.getAttribute('aria-colindex')}`;
const todayColumn = String(daysFrom(monday, 14).indexOf(today) + 2);

describe('the roster', () => {
  test('asks once for two weeks from Monday, and says in words what each has', async () => {
    await open('/caregiver/roster');
    expect(asked.map((query) => [query.get('from'), query.get('days'), query.get('count')])).toEqual([[monday, '14', '0']]);
    expect(heads()).toHaveLength(15);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5');
    expect([here(), stops(), spot()]).toEqual([expect.stringContaining('病人A'), 1, `2 ${todayColumn}`]);
    for (const words of ['请假', '病人B +1', '范围外有单']) expect((press('ArrowDown'), here())).toContain(words);
    expect(stops()).toBe(1);
  });
  test('f leads to the filters, Escape back; from a day, first what was typed goes', async () => {
    await open('/caregiver/roster');
    expect(['f', 'Escape'].map((key) => (press(key), document.activeElement!.matches('select')))).toEqual([true, false]);
    ['', '9', 'Escape', 'Escape'].forEach((key) => (key === '' ? act(() => document.querySelector<HTMLElement>('input[placeholder]')!.focus()) : press(key)));
    expect([spot(), location.hash]).toEqual([`2 ${todayColumn}`, '#/caregiver/roster']);
  });
  test('Home, End and the edges: the days move on and the focus goes along', async () => {
    await open('/caregiver/roster');
    await press('End');
    expect(spot()).toBe('2 15');
    await press('ArrowRight');
    await waitFor(() => expect(location.hash).toBe(`#/caregiver/roster?from=${dayAfter(monday, 7)}`));
    expect([spot(), stops()]).toEqual(['2 9', 1]);
    await press('Home');
    expect([spot(), here()]).toEqual(['2 1', expect.stringContaining('王芳')]);
    for (const key of ['ArrowRight', 'ArrowLeft']) await press(key);
    await waitFor(() => expect(location.hash).toContain(`from=${monday}`));
    expect(spot()).toBe('2 8');
    for (const key of [']', ']']) await press(key);
    expect([location.hash.slice(-10), spot()]).toEqual([dayAfter(monday, 14), '2 8']);
    await press('t');
    expect([location.hash.slice(-10), spot()]).toEqual([monday, `2 ${todayColumn}`]);
    await press('[');
    expect(location.hash.slice(-10)).toBe(dayAfter(monday, -7));
  });
  test('the address says which days and which hospital; what is no day counts for nothing', async () => {
    await open('/caregiver/roster', '?from=2026-12-24&hospitalId=5');
    expect(asked.map((query) => [query.get('from'), query.get('hospitalId')])).toEqual([['2026-12-24', '5']]);
    cleanup();
    await open('/caregiver/roster', '?from=2026-02-30');
    expect(asked.at(-1)!.get('from')).toBe(monday);
  });
  test.each([['', true], ['?hospitalId=5', false]])('of all hospitals other days have the same people, of one (%s) those who are posted there then: nobody is shown, or acted on, before they have come', async (query, same) => {
    await open('/caregiver/roster', query);
    [']', 'l'].forEach((key) => press(key));
    await act(async () => expect(location.hash.startsWith('#/caregiver/PY1/leave')).toBe(same));
  });
  test('where other days have other people the cursor stays with the person; who is not there is nobody, and is there again on the way back', async () => {
    const [wang, chen, li] = rows as [RosterRow, RosterRow, RosterRow];
    await open('/caregiver/roster', '?hospitalId=5');
    press('ArrowDown');
    for (const [key, there, words] of [[']', [chen, li, wang], '陈桂英 · '], [']', [wang, li], '这一行已不是 陈桂英'], [']', [], '没有符合筛选的记录'], ['[', [], '这一行已不是 陈桂英'], ['[', [], '陈桂英 · ']] as const) {
      rows = [...there];
      press(key);
      await waitFor(() => expect(document.querySelector('output, [aria-live=polite] > p')?.textContent).toContain(words));
      const back = location.hash.slice(1);
      press('l');
      expect([words, location.hash.startsWith('#/caregiver/PY2')]).toEqual([words, words === '陈桂英 · ']);
      await act(async () => navigate(back));
    }
    press(']');
    const [back] = [location.hash, await screen.findByText(/这一行已不是/)];
    expect([press('Enter'), location.hash, screen.queryByText(/这一行已不是/)].slice(1)).toEqual([back, null]);
  });
  test('a hospital that is not among the choices is not called all of them', async () => {
    await open('/caregiver/roster', '?hospitalId=999');
    await screen.findByRole('option', { name: '第一医院' });
    expect((screen.getByLabelText('医院') as HTMLSelectElement).selectedOptions[0]!.text).toBe('999');
    cleanup();
    await open('/caregiver/roster', '?hospitalId=5');
    await waitFor(() => expect((screen.getByLabelText('医院') as HTMLSelectElement).selectedOptions[0]!.text).toBe('第一医院'));
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });
  test.each([['/caregiver/roster', '&from=2026-12-24', /^2026\/12\/24 – \d+\/\d+\/\d+；医院 · 第一医院$/], ['/caregiver/certificates', '', /^医院 · 第一医院$/]] as const)('%s names on paper the hospital that it was narrowed to, and a roster its days', async (path, from, words) => {
    await open(path, `?hospitalId=5${from}`);
    expect(await screen.findByText(words)).toBeTruthy();
  });
  test.each([['/caregiver/roster', 'hospitalId=5&from=2026-12-24&status=active&from=x', 2, '?hospitalId=5&from=2026-12-24'], ['/caregiver/roster', 'from=2026-02-30', 1, ''], ['/caregiver/certificates', 'kind=nonsense&hospitalId=5', 1, '?hospitalId=5']] as const)('what %s does not know in its address %s is said, and taken away by a press', async (path, query, count, left) => {
    await open(path, `?${query}`);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`地址里有 ${count} 个条件不认识`) })));
    expect([location.hash, screen.queryByRole('button', { name: /不认识/ }), document.activeElement!.tagName]).toEqual([`#${path}${left}`, null, 'H1']);
  });
  test('Enter opens the order, on a free day the orders of that day; a digit the second; L the leave of that day', async () => {
    await open('/caregiver/roster');
    await press('Enter');
    expect(location.hash).toBe('#/order/A');
    await act(async () => navigate('/caregiver/roster'));
    await press('ArrowDown');
    await press('ArrowDown');
    await press('2');
    expect(location.hash).toBe('#/order/C');
    await act(async () => navigate('/caregiver/roster'));
    await press('End');
    const last = dayAfter(monday, 13);
    await press('Enter');
    expect(decodeURIComponent(location.hash)).toBe(`#/order/index?status=pending_assign&hospitalId=5&where[0]=plannedStart:to:${last}&where[1]=plannedEnd:from:${last}`);
    await act(async () => navigate('/caregiver/roster'));
    await press('l');
    expect(location.hash).toBe(`#/caregiver/PY3/leave?from=${last}`);
    await act(async () => navigate('/caregiver/roster'));
    await press('Home');
    await press('Enter');
    expect(location.hash).toBe('#/caregiver/PY3');
  });
  test('what happens is seen, and the focus stays', async () => {
    await open('/caregiver/roster');
    press('ArrowDown');
    rows = rows.map((row) => (row.caregiver.staffNo === 'PY2' ? { ...row, leaves: [] } : row));
    act(() => say({ no: 'PY2', version: 2 }));
    await waitFor(() => expect(here()).toBe('空闲'), { timeout: 4000 });
    expect(spot()).toBe(`3 ${todayColumn}`);
  });
  test('what does not come says so, and is asked for again', async () => {
    fails = true;
    await open('/caregiver/roster');
    await waitFor(() => expect(screen.getByText('没有取到数据')).toBeTruthy());
    fails = false;
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '重试' })));
    await waitFor(() => expect(screen.getByRole('grid').textContent).toContain('王芳'));
  });
});

describe('the board', () => {
  test('has a column for each end, with true counts and what it means', async () => {
    await open('/caregiver/certificates');
    expect(heads()).toEqual([expect.stringMatching(/^已过期 *1$/), expect.stringMatching(/^30 天内 *2$/), expect.stringMatching(/^31–60 天 *0$/), expect.stringMatching(/^61–90 天 *1$/)]);
    expect([here(), stops()]).toEqual([expect.stringMatching(/王芳.*已过期 3 天.*JK1\*\*\*\*0001.*已停派，不能派单/), 1]);
    await press('ArrowRight');
    expect(here()).toMatch(/陈桂英.*今天到期.*到期后停派/);
    await press('ArrowDown');
    expect(here()).toMatch(/李敏.*还有 12 天.*不影响派单/);
    // over the empty column to the last card of the next
    for (const [key, name] of [['ArrowRight', '周外'], ['ArrowLeft', '陈桂英']] as const) expect((press(key), here())).toContain(name);
  });
  test('Enter opens the caregiver, C writes down a new one of the same kind', async () => {
    await open('/caregiver/certificates');
    for (const key of ['ArrowRight', 'ArrowDown', 'c']) await press(key);
    expect(location.hash).toBe('#/caregiver/PY3/certify?kind=training');
    await act(async () => navigate('/caregiver/certificates'));
    await press('Enter');
    expect(location.hash).toBe('#/caregiver/PY3');
  });
  test('kind and hospital narrow it, in the address', async () => {
    await open('/caregiver/certificates', '?kind=health&hospitalId=5');
    expect(asked.every((query) => query.get('kind') === 'health' && query.get('hospitalId') === '5')).toBe(true);
    expect(new Set(asked.map((query) => query.get('within')))).toEqual(new Set(['expired', '30', '60', '90']));
  });
  test('a card that was renewed goes, and the focus to the next', async () => {
    await open('/caregiver/certificates');
    cards['expired'] = [];
    act(() => say({ no: 'PY1', version: 2 }));
    await waitFor(() => expect(here()).toContain('陈桂英'), { timeout: 4000 });
    expect(stops()).toBe(1);
    cards = { expired: [], 30: [], 60: [], 90: [] };
    await act(async () => refreshLists('certificate'));
    await waitFor(() => expect(screen.getByText(/没有证件到期/)).toBeTruthy());
  });
});
