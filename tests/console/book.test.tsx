import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BookPage as Book, PriceRange } from '../../src/areas/book/contract.ts';
import { firstGap, overlap, parseClock, parsePercent, parseTimes, withRange, type Span } from '../../src/areas/book/range.ts';
import BookPage from '../../src/areas/book/system.book.page.tsx';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import { formatOf } from '../../src/ui/format.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { outdated } from '../../src/ui/read.ts';
import { book } from '../../src/areas/book/contract.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, refuse, type Refusal } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const today = todayThere();
const day = (n: number): string => dayAfter(today, n);

describe('ranges', () => {
  const span = fc.record({ from: fc.integer({ min: 0, max: 40 }), length: fc.option(fc.integer({ min: 0, max: 12 })) }).map(({ from, length }): Span => ({ from: day(from), to: length === null ? null : day(from + length) }));
  const days = Array.from({ length: 60 }, (_, i) => day(i));
  const on = (all: readonly Span[], one: string): Span[] => all.filter(({ from, to }) => from <= one && (to === null || one <= to));
  test('whatever is put among others, no day has two, its own days are its own and the others keep theirs', () => {
    fc.assert(fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
      let all: (Span & { n: number })[] = [];
      for (const [n, next] of spans.entries()) {
        const was = all;
        all = withRange(all, { ...next, n }, null).now;
        for (const one of days) {
          const mine = on([next], one).length > 0;
          expect(on(all, one).map((range) => (range as Span & { n: number }).n)).toEqual(mine ? [n] : on(was, one).map((range) => (range as Span & { n: number }).n));
        }
        expect(all.map(({ from }) => from)).toEqual(all.map(({ from }) => from).toSorted());
        expect(all.every((a, i) => all.every((b, k) => i === k || !overlap(a, b)))).toBe(true);
        expect(firstGap(all, today)).toBe(days.find((one) => on(all, one).length === 0) ?? firstGap(all, days.at(-1)!));
      }
    }), { numRuns: 60 });
  });
  test('one that replaces another gives its days back', () => {
    const [a, b] = [{ from: day(0), to: day(9) }, { from: day(10), to: null }];
    expect(withRange([a, b], { from: day(2), to: day(4) }, a).now).toEqual([{ from: day(2), to: day(4) }, b]);
    expect(withRange([a, b], { from: day(5), to: null }, a)).toEqual({ now: [{ from: day(5), to: null }], cut: [{ before: b, after: [] }] });
  });
  test.each([['70', 7000], ['70.5%', 7050], ['１００', 10_000], ['0', 0], ['101', null], ['', null], ['-1', null], ['7.555', null]])('a share %s is %s', (text, points) => expect(parsePercent(text)).toBe(points));
  test.each([['7:30', '07:30'], ['730', '07:30'], ['19', '19:00'], ['０８：００', '08:00'], ['24:00', null], ['7:60', null], ['', null]])('the time %s is %s', (text, clock) => expect(parseClock(text)).toBe(clock));
  test.each([['2', 20_000], ['1.5倍', 15_000], ['１', 10_000], ['0.9', null], ['11', null], ['x', null]])('%s times is %s', (text, points) => expect(parseTimes(text)).toBe(points));
});

const range = (from: string, to: string | null, priceFen: number): PriceRange => ({ from, to, priceFen, shareBp: 7000 });
let page: Book;
let sent: { method: string; path: string; body: { was: unknown; now: unknown } }[];
let refusal: Refusal | null;
let leave = async (): Promise<void> => {};
const VIEWER: SignedIn = { userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: ['/system/book', '/system/service'] };
beforeEach(async () => {
  page = {
    id: '5', name: '第一医院', status: 1, holidays: [], common: [{ name: '元旦', from: day(40), to: day(40), multiplierBp: 20_000 }], shifts: { day: { start: '07:30', end: '19:30' }, night: null },
    services: [{ id: '1', code: 'A', name: '一对一', status: 1, prices: [range(day(-100), day(-51), 20_000), range(day(-50), null, 26_000)] }, { id: '2', code: 'B', name: '一对二', status: 1, prices: [] }, { id: '3', code: 'C', name: '旧项目', status: 0, prices: [] }],
  };
  sent = [];
  refusal = null;
  answerBy(({ method, path, body: given }) => {
    if (method !== 'GET') {
      const body = given as { was: never; now: never };
      sent.push({ method, path, body });
      if (refusal !== null) return refuse(refusal);
      const service = /prices\/(\d)$/.exec(path)?.[1];
      if (service !== undefined) page = { ...page, services: page.services.map((one) => (one.id === service ? { ...one, prices: body.now } : one)) };
      if (path.endsWith('/5/holidays')) page = { ...page, holidays: body.now };
      if (path === '/holidays') page = { ...page, common: body.now };
      if (path.endsWith('/shifts')) page = { ...page, shifts: body.now };
      return body.now;
    }
    if (path.endsWith('/hospitals/options')) return [{ id: '5', name: '第一医院' }];
    return path.endsWith('/book') ? page : { version: 1, items: [], dictCode: 'x' };
  });
  leave = await enter(VIEWER, VIEWER.allowed);
});
afterEach(() => leave());
async function open(part = ''): Promise<void> {
  navigate(`/system/book?hospital=5${part}`);
  render(<LocaleProvider><BookPage /><Toaster /></LocaleProvider>);
  await waitFor(() => expect(screen.queryByRole('grid') ?? screen.queryByRole('form')).toBeTruthy());
  await act(async () => {});
}
const lines = (): string[] => within(screen.getByRole('grid')).getAllByRole('row').slice(1).map((row) => row.textContent!);
const focusedLine = (): string => document.activeElement!.textContent!;
const submit = async (): Promise<void> => act(async () => void fireEvent.submit(screen.getByRole('dialog').querySelector('form')!));
const type = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a hospital or part that is not there is said', async () => {
  await open();
  expect(screen.queryByRole('button', { name: /不认识/ })).toBe(null);
  await act(async () => navigate('/system/book?hospital=999&part=holidays'));
  await act(async () => screen.getByRole('button', { name: /地址里有 2 个条件不认识/ }).click());
  expect([location.hash, screen.queryByRole('button', { name: /不认识/ })]).toEqual(['#/system/book', null]);
});
test('one tab stop; arrows move it; what is past and what is switched off without a price is not in the way', async () => {
  await open();
  expect(lines()).toEqual([expect.stringMatching(/^一对一.*260.*现价/), expect.stringMatching(/^一对二.*没有价格/)]);
  expect(focusedLine()).toContain('一对一');
  await press('ArrowDown');
  expect(focusedLine()).toContain('一对二');
  expect(document.querySelectorAll('[data-at][tabindex="0"]')).toHaveLength(1);
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  await press('h');
  expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-keyshortcuts')).toBe('h');
  expect(lines()).toEqual([expect.stringContaining('已过'), expect.stringContaining('现价'), expect.stringContaining('没有价格')]);
  expect(focusedLine()).toContain('一对二');
});
test('f leads to the hospital, Escape back to the line', async () => {
  await open();
  for (const [key, there] of [['f', true], ['Escape', false]] as const) { await press(key); expect(document.activeElement === screen.getByLabelText('医院')).toBe(there); }
  expect(focusedLine()).toContain('一对一');
});
test('a new price says what it cuts, is written whole over what was seen, and can be taken back', async () => {
  await open();
  const was = page.services[0]!.prices;
  await press('n');
  expect(document.activeElement).toBe(screen.getByLabelText('每天的价格'));
  await submit();
  expect(screen.getByText('填写每天的价格，大于 0')).toBeTruthy();
  expect(sent).toEqual([]);
  type('每天的价格', '280');
  type('从', day(10));
  type('到', 'nonsense');
  await submit();
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('到'));
  type('到', '');
  expect(screen.getByRole('region', { name: '会这样变' }).textContent).toMatch(/260.*改为/);
  // one within it leaves a part before and one behind
  type('到', day(20));
  expect(screen.getByRole('region', { name: '会这样变' }).textContent).toMatch(/改为 [^、]+、[^、]+/);
  type('到', '');
  await submit();
  const now = [was[0], { ...was[1]!, to: day(9) }, range(day(10), null, 28_000)];
  expect(sent).toEqual([{ method: 'PUT', path: '/hospitals/5/prices/1', body: { was, now } }]);
  await waitFor(() => expect(lines()).toHaveLength(3));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focusedLine()).toContain('一对一');
  await press('z', { ctrlKey: true });
  await waitFor(() => expect(sent.at(-1)!.body).toEqual({ was: now, now: was }));
});
test.each([['price', '每天的价格', '280', '2026-02-30'], ['holiday', '名称', '院庆', '2026-02-30'], ['price', '每天的价格', '280', '9999-12-31'], ['holiday', '名称', '院庆', '1800-01-01']])('what is no day of a %s, or one of no year that is served in, stays through another page, and is not saved as none', async (part, label, words, none) => {
  await open(`&part=${part}`);
  await press('n');
  type(label, words);
  type('从', day(10));
  type('到', none);
  await press('Escape');
  cleanup();
  await open(`&part=${part}`);
  await press('n');
  const to = screen.getByLabelText<HTMLInputElement>('到');
  expect(to.value).toBe(none);
  await submit();
  expect([document.activeElement, sent.length, to.value]).toEqual([to, 0, none]);
  type('到', day(12));
  await submit();
  expect(JSON.stringify(sent.at(-1)!.body.now)).toContain(`"from":"${day(10)}","to":"${day(12)}"`);
});
test('a price that is moved into the days to come leaves days without one, which is said', async () => {
  page = { ...page, services: page.services.map((one) => ({ ...one, prices: one.prices.slice(-1) })) };
  await open().then(() => press('Enter'));
  const said = (): string => screen.getByRole('region', { name: '会这样变' }).textContent!;
  expect(said()).not.toContain('没有价格');
  type('从', day(10));
  expect(said()).toContain(`${formatOf('zh-cn').day(day(0))} 起没有价格`);
});
test('someone else was faster: what was typed stays and goes over what is there now', async () => {
  await open();
  await press('n');
  type('每天的价格', '300');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' };
  page = { ...page, services: page.services.map((one) => (one.id === '1' ? { ...one, prices: [range(day(-50), null, 27_000)] } : one)) };
  await submit();
  await waitFor(() => expect(screen.getByRole('region', { name: '会这样变' }).textContent).toContain('270'));
  expect((screen.getByLabelText('每天的价格') as HTMLInputElement).value).toBe('300');
  refusal = null;
  await submit();
  expect(sent.at(-1)!.body).toEqual({ was: [range(day(-50), null, 27_000)], now: [range(day(-50), day(-1), 27_000), range(today, null, 30_000)] });
});
test('a price is removed by its key, the focus stays in the table, and the way back stands there', async () => {
  await open();
  await press('Delete');
  await waitFor(() => expect(lines()[0]).toContain('没有价格'));
  expect(sent.at(-1)!.body.now).toEqual([range(day(-100), day(-51), 20_000)]);
  expect(focusedLine()).toContain('一对一');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /撤销/ })));
  await waitFor(() => expect(lines()[0]).toContain('现价'));
});
test('holidays: a new one in this hospital, those of every hospital beside it, none over another', async () => {
  await open('&part=holiday');
  expect(lines()).toEqual([expect.stringMatching(/元旦.*2 倍.*所有医院/)]);
  await press('n');
  type('名称', '院庆');
  type('从', day(3));
  type('倍数', '1.5');
  await submit();
  const made = { name: '院庆', from: day(3), to: day(3), multiplierBp: 15_000 };
  expect(sent.at(-1)).toEqual({ method: 'PUT', path: '/hospitals/5/holidays', body: { was: [], now: [made] } });
  await waitFor(() => expect(lines()[0]).toMatch(/院庆.*1.5 倍.*本院/));
  await press('n');
  type('名称', '再一个');
  type('从', day(1));
  type('到', day(5));
  await submit();
  expect(screen.getByText('和“院庆”重叠')).toBeTruthy();
  expect(sent).toHaveLength(1);
});
test('shifts: both times or neither', async () => {
  await open('&part=shift');
  fireEvent.change(screen.getByLabelText('夜班开始'), { target: { value: '19:30' } });
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  expect(screen.getByText('开始和结束都填，或者都空着')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('夜班结束'));
  fireEvent.change(screen.getByLabelText('夜班结束'), { target: { value: '730' } });
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  expect(sent.at(-1)).toMatchObject({ path: '/hospitals/5/shifts', body: { now: { day: { start: '07:30', end: '19:30' }, night: { start: '19:30', end: '07:30' } } } });
});
test('someone else was faster with the shifts: what was typed stays, the rest is theirs, and it goes over that', async () => {
  await open('&part=shift');
  const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
  const save = async (): Promise<void> => act(async () => void fireEvent.submit(screen.getByRole('form')));
  type('夜班开始', '1930');
  type('夜班结束', '7:30');
  refusal = { status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' };
  page = { ...page, shifts: { day: { start: '08:00', end: '20:00' }, night: null } };
  await save();
  await waitFor(() => expect(field('白班开始').value).toBe('08:00'));
  expect([field('夜班开始').value, field('夜班结束').value]).toEqual(['1930', '7:30']);
  refusal = null;
  await save();
  const both = { day: { start: '08:00', end: '20:00' }, night: { start: '19:30', end: '07:30' } };
  expect(sent.at(-1)!.body).toEqual({ was: { ...both, night: null }, now: both });
  await waitFor(() => expect(field('夜班开始').value).toBe('19:30'));
  await press('z', { ctrlKey: true });
  await waitFor(() => expect(field('夜班开始').value).toBe(''));
});
test('brackets step through the parts', async () => {
  await open().then(() => press(']'));
  expect(location.hash).toBe('#/system/book?hospital=5&part=holiday');
  for (const key of ['[', '[']) await press(key);
  expect(document.activeElement!.textContent).toBe('班次');
  expect(location.hash).toBe('#/system/book?hospital=5&part=shift');
  outdated([book.read]);
});
