import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { book, type BookPage as Book } from '../../src/areas/book/contract.ts';
import BookPage from '../../src/areas/book/system.book.page.tsx';
import { keptDraft } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import { outdated } from '../../src/ui/read.ts';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, refuse } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const day = (n: number): string => dayAfter(todayThere(), n);
const holiday = { name: '院庆', from: day(3), to: day(4), multiplierBp: 20_000 };
const price = { from: day(-50), to: null, priceFen: 26_000, shareBp: 7000 };
let page: Book;
let sent: { was: unknown; now: unknown }[];
/** Whether the answer of a write is lost, with or without the write, and whether nothing can be read either. */
let lost: 'done' | 'undone' | null;
let away: boolean;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  page = { id: '5', name: '第一医院', status: 1, holidays: [holiday], common: [], shifts: { day: null, night: null }, services: [{ id: '1', code: 'A', name: '一对一', status: 1, prices: [price] }] };
  sent = [];
  [lost, away] = [null, false];
  answerBy(({ method, path, body }) => {
    if (away && method === 'GET') throw new TypeError('away');
    if (method === 'GET') return path.endsWith('/hospitals/options') ? [{ id: '5', name: '第一医院' }] : path.endsWith('/book') ? page : { version: 1, items: [], dictCode: 'x' };
    const { was, now } = body as { was: never; now: never };
    sent.push({ was, now });
    // as the server does: over something else than is there nothing is written
    const there = path.includes('prices') ? page.services.find(({ id }) => path.endsWith(`/${id}`))!.prices : page.holidays;
    if (JSON.stringify(was) !== JSON.stringify(there)) return refuse({ status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' });
    if (lost !== 'undone') page = path.includes('prices') ? { ...page, services: page.services.map((one) => (path.endsWith(`/${one.id}`) ? { ...one, prices: now } : one)) } : { ...page, holidays: now };
    if (lost !== null) throw new TypeError('lost');
    return now;
  });
  leave = await enter({ userId: '1', username: 'admin', nickname: '管理员', avatar: null, role: 1, roles: ['ROOT'], perms: [] });
});
afterEach(() => leave());
async function open(part: string, none = false): Promise<void> {
  navigate(`/system/book?hospital=5&part=${part}`);
  render(<LocaleProvider><BookPage /><Toaster /></LocaleProvider>);
  await waitFor(() => expect(none ? screen.queryByText('以后没有节假日') : screen.queryByRole('grid')).toBeTruthy());
  await act(async () => {});
}
const save = async (): Promise<void> => act(async () => void fireEvent.submit(screen.getByRole('dialog').querySelector('form')!));
const type = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const told = (): (string | null)[] => [...(screen.queryByRole('list', { name: '别人改过的' })?.children ?? [])].map(({ textContent }) => textContent);
const theirs = (change: Partial<typeof holiday>): void => void (page = { ...page, holidays: [{ ...holiday, ...change }] });

test('a holiday that somebody changed meanwhile: what differs is shown, what was left alone is theirs', async () => {
  await open('holiday');
  await press('e');
  type('名称', '建院纪念日');
  theirs({ to: day(6), multiplierBp: 30_000 });
  await save();
  await waitFor(() => expect(told()).toEqual([expect.stringMatching(/^到：.+ → .+/), '倍数：2 → 3']));
  // what they changed stands below the words that say so
  expect(screen.getByText(/看过下面的变化/).compareDocumentPosition(screen.getByRole('list', { name: '别人改过的' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByLabelText<HTMLInputElement>('倍数').value).toBe('3');
  await save();
  expect(sent.at(-1)!.now).toEqual([{ name: '建院纪念日', from: day(3), to: day(6), multiplierBp: 30_000 }]);
});
test('a price that somebody changed meanwhile: what differs is shown, what was left alone is theirs', async () => {
  await open('price');
  await press('e');
  type('护工分成', '75');
  page = { ...page, services: [{ ...page.services[0]!, prices: [{ ...price, priceFen: 27_000 }] }] };
  await save();
  await waitFor(() => expect(told()).toEqual([expect.stringMatching(/^每天的价格：.*260.* → .*270/)]));
  await save();
  expect(sent.at(-1)!.now).toEqual([{ ...price, priceFen: 27_000, shareBp: 7500 }]);
});
test('a holiday that somebody removed meanwhile is said to be gone', async () => {
  await open('holiday');
  await press('e');
  type('名称', '建院纪念日');
  page = { ...page, holidays: [] };
  await save();
  await waitFor(() => expect(told()).toEqual(['已被他人删除或改了日期，再保存就是新加']));
});
test('a last day that is counted waits for the first one', async () => {
  await open('holiday');
  await press('n');
  for (const [label, value] of [['名称', '国庆节'], ['到', '+2'], ['从', day(10)]] as const) type(label, value);
  await save();
  expect(sent[0]!.now).toContainEqual({ name: '国庆节', from: day(10), to: day(12), multiplierBp: 20_000 });
});
test('what is left for later knows what it was typed over', async () => {
  await open('holiday');
  await press('e');
  type('倍数', '1.5');
  cleanup();
  theirs({ name: '院庆假期', multiplierBp: 30_000 });
  outdated([book.read]);
  await open('holiday');
  await press('e');
  expect([screen.getByLabelText<HTMLInputElement>('名称').value, screen.getByLabelText<HTMLInputElement>('倍数').value, told()]).toEqual(['院庆假期', '1.5', ['名称：院庆 → 院庆假期', '倍数：2 → 3']]);
});
test('where nothing of it was changed, no change is spoken of', async () => {
  await open('holiday');
  await press('e');
  type('倍数', '1.5');
  page = { ...page, holidays: [holiday, { name: '别的', from: day(20), to: day(20), multiplierBp: 20_000 }] };
  await save();
  expect([screen.queryByText(/下面/), screen.queryByText('填写的时候被他人改过。再保存一次，就按最新的办。') !== null, told()]).toEqual([null, true, []]);
});
test.each([['holiday', '删除'], ['price', '删除']])('what the button takes away of the last %s leaves the focus on it, for another may come', async (part, name) => {
  await open(part);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(name) });
  button.focus();
  await act(async () => button.click());
  await waitFor(() => expect([sent.length, button.getAttribute('aria-disabled')]).toEqual([1, 'true']));
  expect([button.disabled, document.activeElement === button]).toEqual([false, true]);
  await act(async () => button.click());
  expect(sent).toHaveLength(1);
});
test.each(['Delete', 'h'])('the last row that %s takes out of sight leaves the focus to the heading', async (key) => {
  if (key === 'h') page = { ...page, holidays: [{ ...holiday, from: day(-4), to: day(-3) }] };
  await open('holiday', key === 'h');
  if (key === 'h') await press('h');
  act(() => document.querySelector<HTMLElement>('[data-at="0"]')!.focus());
  await press(key);
  await waitFor(() => expect([screen.queryByRole('grid'), document.activeElement!.tagName]).toEqual([null, 'H1']));
});
test('a price that was begun for one service is not set for another, whose own is kept beside it: each waits for its own', async () => {
  page = { ...page, services: [...page.services, { id: '2', code: 'B', name: '夜班陪护', status: 1, prices: [] }, { id: '3', code: 'C', name: '院外陪护', status: 1, prices: [] }] };
  const typed = (): string[] => [screen.getByLabelText<HTMLSelectElement>('服务项目').value, screen.getByLabelText<HTMLInputElement>('每天的价格').value];
  const begin = async (...keys: string[]): Promise<string[]> => {
    cleanup();
    await open('price');
    for (const key of [...keys, 'n']) await press(key);
    return typed();
  };
  await begin();
  type('每天的价格', '300');
  expect(await begin('ArrowDown')).toEqual(['2', '']);
  type('每天的价格', '20');
  expect(await begin()).toEqual(['1', '300']);
  // one that is chosen in the form shows what was begun for it, or is what this is then begun for, once it is touched there
  const choose = (...services: string[]): string[][] => services.map((service) => (type('服务项目', service), typed()));
  expect(choose('2', '1', '3', '2')).toEqual([['2', '20'], ['1', '300'], ['3', '300'], ['2', '20']]);
  expect([await begin('ArrowDown', 'ArrowDown'), await begin()]).toEqual([['3', ''], ['1', '300']]);
  choose('3');
  type('护工分成', '60');
  expect([await begin(), await begin('ArrowDown', 'ArrowDown')]).toEqual([['1', ''], ['3', '300']]);
  await save();
  expect([sent.at(-1), await screen.findByText('院外陪护 价格已保存') !== null]).toEqual([{ was: [], now: [expect.objectContaining({ priceFen: 30_000 })] }, true]);
});
test.each([['price', '每天的价格', '260'], ['holiday', '倍数', '2']])('a %s that is being changed is kept beside a new one', async (part, label, old) => {
  const values = ['5', '3'];
  for (const [i, key] of ['e', 'n', 'e', 'n'].entries()) {
    await open(part);
    await press(key);
    expect([key, screen.getByLabelText<HTMLInputElement>(label).value]).toEqual([key, i < 2 ? (key === 'n' && part === 'price' ? '' : old) : values[i - 2]]);
    type(label, values[i % 2]!);
    cleanup();
  }
});
test.each([['holiday', '已删除 院庆'], ['price', '已删除 一对一 ¥260.00']])('a %s whose Delete is pressed twice before the answer is removed once, and nobody is said to have changed it', async (part, done) => {
  await open(part);
  act(() => document.querySelector<HTMLElement>('[data-at="0"]')!.focus());
  away = true;
  await act(async () => void (await Promise.all([press('Delete'), press('Delete')])));
  await waitFor(() => expect(screen.queryByText(done)).toBeTruthy());
  expect([sent.length, screen.queryByText(/已被他人修改/)]).toEqual([1, null]);
  // taken back before the page was read anew, it can be removed again
  await press('z', { ctrlKey: true });
  await waitFor(() => expect(sent).toHaveLength(2));
  act(() => document.querySelector<HTMLElement>('[data-at="0"]')!.focus());
  await press('Delete');
  await waitFor(() => expect(sent).toHaveLength(3));
});
const CASES = [['holiday', 'n', { 名称: '国庆节', 从: day(10) }], ['holiday', 'e', { 从: day(2), 名称: '建院纪念日' }], ['price', 'n', { 每天的价格: '280' }], ['price', 'e', { 每天的价格: '280', 从: day(-49) }]] as const;
test.each(CASES)('a %s whose answer was lost is one’s own, no colleague’s: what is there as it was sent was done (%s)', async (part, key, typed) => {
  await open(part);
  await press(key);
  for (const [label, value] of Object.entries(typed)) type(label, value);
  lost = 'done';
  await save();
  await waitFor(() => expect([screen.queryByRole('dialog'), sent.length]).toEqual([null, 1]));
});
test.each([CASES[0], CASES[3]])('a %s whose answer was lost stays where nothing was written, and is sent again as it was (%s)', async (part, key, typed) => {
  await open(part);
  await press(key);
  for (const [label, value] of Object.entries(typed)) type(label, value);
  lost = 'undone';
  await save();
  await waitFor(() => expect([screen.queryByText(/不确定有没有办成/) !== null, told()]).toEqual([true, []]));
  lost = null;
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[1]).toEqual(sent[0]);
});
test.each(CASES)('a %s typed on while nobody knew goes over what was written then (%s)', async (part, key, typed) => {
  await open(part);
  await press(key);
  for (const [label, value] of Object.entries(typed)) type(label, value);
  [lost, away] = ['done', true];
  await save();
  const [label, value] = part === 'price' ? ['每天的价格', '290'] : ['倍数', '3'];
  type(label!, value!);
  [lost, away] = [null, false];
  outdated([book.read]);
  await waitFor(() => expect(screen.getByRole('grid').textContent).toContain('名称' in typed ? typed.名称 : '280'));
  expect(told()).toEqual([]);
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([sent.length, sent[1]!.was, (sent[1]!.now as unknown[]).length]).toEqual([2, sent[0]!.now, (sent[0]!.now as unknown[]).length]);
});
test('what was typed of the shifts waits: it is there again, beside what a colleague saved, until it is saved or thrown away', async () => {
  const show = async (): Promise<void> => {
    cleanup();
    navigate('/system/book?hospital=5&part=shift');
    render(<LocaleProvider><BookPage /></LocaleProvider>);
    await screen.findByLabelText('夜班开始');
  };
  const value = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;
  await show();
  type('夜班开始', '1930');
  page = { ...page, shifts: { day: { start: '08:00', end: '20:00' }, night: null } };
  outdated([book.read]);
  await show();
  await waitFor(() => expect(['夜班开始', '夜班结束', '白班开始'].map(value)).toEqual(['1930', '', '08:00']));
  type('夜班开始', '');
  expect(keptDraft('/system/book?hospital=5&part=shift')).toBeNull();
});
