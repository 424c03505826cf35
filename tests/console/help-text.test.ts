import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { NEWEST } from '../../src/areas/help/client.ts';
import { MEASURES, measureOf } from '../../src/areas/statistics/measure.ts';
import { MEASURE_WORDS } from '../../src/areas/statistics/words.ts';
import { forReader, newsFor, NEWS } from '../../src/areas/help/readable.ts';
import { parseHelp, type Page } from '../../src/areas/help/text.ts';
import { topicAt, TOPICS } from '../../src/areas/help/topic.ts';
import { may, namesOf, RIGHTS, rightsOf, ROLES } from '../../src/kernel/access.ts';
import { routesOf, type RouteRow } from '../../src/kernel/menu.ts';
import type { Viewer } from '../../src/kernel/area.ts';
import { PATHS } from '../../src/kernel/paths.gen.ts';
import { refusalWords } from '../../src/kernel/refusal.ts';
import { keyEntries } from '../../src/ui/key-registry.ts';
import { STATIC_PATHS } from '../../src/ui/session.ts';

const read = (name: string): readonly Page[] => parseHelp(readFileSync(`src/areas/help/${name}.md`, 'utf8'));
const [zh, en] = [read('zh-cn'), read('en')];
const keysIn = (text: string): string[] => [...text.matchAll(/\{([\w.-]+)\}/g)].map(([, id]) => id!);
/** What of a page must be the same in both languages. */
const bones = (pages: readonly Page[]) => pages.map(({ id, lead, sections }) => [id, lead.length, sections.map((one) => [one.id, one.may, one.day, one.lines.map(({ step }) => step), one.lines.flatMap(({ text }) => keysIn(text)).toSorted()])]);
const pathsOf = (rows: readonly RouteRow[]): string[] => rows.flatMap(({ path, children }) => [path, ...pathsOf(children ?? [])]);
const viewerOf = (role: number): Viewer => ({ role, roles: namesOf(role), perms: rightsOf(role), paths: [...STATIC_PATHS, ...pathsOf(routesOf(role))] });

test('both languages tell the same, section by section, line by line, with the same keys', () => {
  expect(zh.length).toBeGreaterThan(10);
  expect(bones(en)).toEqual(bones(zh));
  for (const { id, title, lead, sections } of [...zh, ...en]) for (const text of [title, ...lead.map((line) => line.text), ...sections.flatMap((one) => [one.title, ...one.lines.map((line) => line.text)])]) expect([id, text !== '' && !/(?<!申)请(?!假)|！|!|[<>]\w/.test(text)]).toEqual([id, true]);
  expect(en.flatMap(({ title, sections }) => [title, ...sections.map((one) => one.title)]).filter((title) => /[\u4e00-\u9fff]/.test(title))).toEqual([]);
  for (const page of [...zh, ...en]) expect(new Set(page.sections.map(({ id }) => id)).size).toBe(page.sections.length);
});
test('every page of the console has its help, and the pages of help are those of the contents and what is new', () => {
  expect(PATHS.filter((path) => !/^\/(help|login|401|404)/.test(path) && topicAt(path) === null)).toEqual([]);
  expect(zh.map(({ id }) => id)).toEqual([...TOPICS.map(({ id }) => id), NEWS]);
  for (const { at } of TOPICS) expect(PATHS).toContain(at[0]);
  expect([topicAt('/order/PH26112100001')?.id, topicAt('/order/bed')?.id, topicAt('/caregiver/HG2001/pay')?.id, topicAt('/order/index')?.id, topicAt('/system/service')?.id, topicAt('/help/order')]).toEqual(['order', 'bed', 'caregiver', 'order', 'book', null]);
});
test.each(ROLES)('role %i is told of no key that it does not have, and of no page that it cannot open', async (role) => {
  const viewer = viewerOf(role);
  const known = new Set((await keyEntries(areas, viewer)).map(({ id }) => id));
  const told = forReader(zh, viewer);
  expect(told.length).toBeGreaterThan(5);
  const news = newsFor(zh, viewer)!;
  const missing = [...told, news].flatMap(({ id, lead, sections }) => [...lead, ...sections.flatMap(({ lines }) => lines)].flatMap(({ text }) => keysIn(text)).filter((key) => !known.has(key)).map((key) => `${id}: ${key}`));
  expect(missing).toEqual([]);
  expect([told.some(({ id }) => id === 'audit'), news.sections.some(({ id }) => id === 'statistics')]).toEqual([role === 1, role === 1]);
  expect([news.sections.some(({ id }) => id === 'new'), news.sections.some(({ id }) => id === 'pay')]).toEqual([role !== 4, may(viewer, 'biz:stat:close')]);
  expect(told.find(({ id }) => id === 'order')!.sections.some(({ id }) => id === 'assign')).toBe(role !== 4);
});
test('what is done to a record by a key of its own is told of', () => {
  const told = new Set(zh.flatMap(({ lead, sections }) => [...lead, ...sections.flatMap(({ lines }) => lines)]).flatMap(({ text }) => keysIn(text)));
  const untold = areas.flatMap(({ commands = [] }) => commands).filter(({ on, keys, id }) => on !== undefined && keys !== undefined && !told.has(id)).map(({ id }) => id);
  expect(untold).toEqual([]);
});
test('a section asks for a right that there is; what is new has days, the newest first, ten at most, and the console knows the newest', () => {
  for (const { sections } of zh) for (const { may } of sections) if (may !== null) expect(RIGHTS).toContain(may);
  const news = zh.find(({ id }) => id === NEWS)!.sections;
  const days = news.map(({ day }) => day);
  expect(days.every((day) => day !== null && /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true);
  expect(days).toEqual(days.toSorted().toReversed());
  expect([news.length <= 10, news[0]!.id]).toEqual([true, NEWEST]);
  expect(zh.filter(({ id }) => id !== NEWS).flatMap(({ sections }) => sections).every(({ day }) => day === null)).toBe(true);
});
/** What a section tells, in Chinese and in English. */
const toldIn = (page: string, section: string): string[] => [zh, en].map((pages) => pages.find(({ id }) => id === page)!.sections.find(({ id }) => id === section)!.lines.map(({ text }) => text).join(' '));
test('the help of a payment sends to no refund that is refused, and says what else there is', () => {
  const told = toldIn('money', 'pay');
  // nothing is due back before more was paid than is payable (machines/order.ts, nothing_due_back): that is lowered by an adjustment, or is 0 once cancelled
  const words = [/超出应收.*退款/, /调整金额/, /取消订单/, /beyond the amount due.*refund/i, /adjust/, /cancel/];
  expect(words.map((word, i) => word.test(told[i < 3 ? 0 : 1]!))).toEqual(words.map(() => true));
});
test('the days in which an order is renewed and evaluated are told from the last day of service, as they are counted', () => {
  const told = ['renew', 'evaluate'].map((section) => toldIn('order', section)) as [string, string][];
  for (const [inChinese, inEnglish] of [...told, ...(['renewal_late', 'evaluation_closed'] as const).map((name) => [refusalWords(name, 'zh-cn'), refusalWords(name, 'en')] as const)]) expect([/最后服务日起/.test(inChinese), /last day of service/.test(inEnglish)]).toEqual([true, true]);
});
test('the help of a leave changes the caregiver first, since until then it is refused', () => {
  const told = toldIn('caregiver', 'leave');
  // kernel/refusal.ts, serving_then
  expect([/先更换护工/.test(told[0]!), /first change the caregiver/i.test(told[1]!)]).toEqual([true, true]);
});
test('the help of the statistics names what is not told by caregiver and what opens no rows, and nothing else', () => {
  const { lead, sections } = zh.find(({ id }) => id === 'statistics')!;
  const told = [...lead, ...sections.flatMap(({ lines }) => lines)].map(({ text }) => text).join('');
  const named = (pattern: RegExp): string[] => pattern.exec(told)?.[1]!.split(/[、和]/) ?? [];
  const [untold, closed] = [MEASURES.filter((one) => !measureOf(one).by.includes('caregiver')), MEASURES.filter((one) => measureOf(one).opens === null)];
  for (const [names, measures] of [[named(/([^。]*)不分护工，其他都分/), untold], [named(/除([^。，]*)外，每个数都能打开/), closed]] as const) {
    expect([names.length, measures.filter((one, i) => !MEASURE_WORDS[one].title.message!.includes(names[i] ?? '?'))]).toEqual([measures.length, []]);
  }
});
