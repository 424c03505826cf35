// A ranking leaves as a sheet with what the page has beside its figures: places, what was before, how that changed; and a step that the range cuts says which days it has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayFromNow } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

let life: Life;
beforeAll(async () => {
  life = await startLife();
  const [, inner] = life.place.departments;
  const there = { departmentId: inner!.id, wardId: inner!.wardId, bedId: inner!.bedId };
  // 骨科 two, 内科 two, 外科 one
  for (const more of [{}, {}, there, there]) await life.made(more);
  await life.kit.order(life.foreign);
});
afterAll(() => life.api.close());
/** The lines of a sheet, without what it is of. */
async function sheet(what: string, query: object, language = 'zh-CN'): Promise<string[]> {
  const { status, text } = await life.client.admin.post('/statistics/export', { body: { what, query, type: 'csv' }, headers: { 'accept-language': language } });
  expect(status, text).toBe(200);
  const all = text.replace('\ufeff', '').trimEnd().split(/\r?\n/);
  return all.slice(0, all.findIndex((line) => /^,*$/.test(line)));
}
const today = dayFromNow(0);

test('a ranking has places, equals the same and the next after them all, with what was before', async () => {
  const before = `${dayFromNow(-1)} – ${dayFromNow(-1)}`;
  expect(await sheet('groups', { from: today, to: today, group: 'department', measures: 'made', sort: '-made' })).toEqual([
    `名次,科室,新增订单,新增订单 上一期 ${before},变化（%）`, '1,第一医院 · 骨科,2,0,', '1,第一医院 · 内科,2,0,', '3,第二医院 · 外科,1,0,', ',合计,5,0,',
  ]);
  // by name, without a measure that it is ranked by, there are none
  expect((await sheet('groups', { from: today, to: today, group: 'department', measures: 'made' }))[0]).toBe('科室,新增订单');
});
test('a change is in per cent, of rates in points; what has no figure has no place', async () => {
  // a holiday at half as much again, against a plain day
  const range = { from: dayFromNow(2), to: dayFromNow(2), against: today };
  const [head, first, second, sum] = await sheet('groups', { ...range, group: 'hospital', measures: 'receivable', sort: '-receivable' }, 'en');
  expect(head).toBe(`Place,Hospital,Amount due (CNY),Amount due (CNY) Previous period ${today} – ${today},Change (%)`);
  expect([first, second, sum].map((line) => line!.split(',').filter((_, i) => i !== 2 && i !== 3))).toEqual([['1', '第一医院', '50'], ['2', '第二医院', '0'], ['', 'Total', '50']]);
  expect(await sheet('groups', { ...range, group: 'hospital', measures: 'extendedRate', sort: '-extendedRate' })).toEqual([`名次,医院,延长率（%）,延长率（%） 上一期 ${today} – ${today},变化（百分点）`, ',第二医院,,,', ',第一医院,,,', ',合计,,,']);
});
test.each(['week', 'month'] as const)('%s: a step that the range cuts is named by the days of it, a whole one by its first', async (by) => {
  const query = by === 'month' ? { from: '2026-09-15', to: '2026-11-01' } : { from: '2026-11-01', to: '2026-11-10' };
  const steps = by === 'month' ? ['2026-09-15 – 2026-09-30', '2026-10-01', '2026-11-01 – 2026-11-01'] : ['2026-11-01 – 2026-11-01', '2026-11-02', '2026-11-09 – 2026-11-10'];
  // the period before is cut where this one is, as in the page's picture
  const earlier = by === 'month' ? ['2026-07-29 – 2026-08-13', '2026-08-14 – 2026-09-13', '2026-09-14 – 2026-09-14'] : ['2026-10-01 – 2026-10-01', '2026-10-02 – 2026-10-08', '2026-10-09 – 2026-10-10'];
  expect((await sheet('measures', { ...query, by, measures: 'made' })).map((line) => line.split(',')[0])).toEqual(['日期', ...steps, '合计', ...earlier, expect.stringMatching(/^上一期/)]);
  expect((await sheet('heat', { ...query, by, measure: 'made' }))[0]!.split(',')).toEqual(['医院', ...steps]);
});
test('lines beyond those that may be asked for: as many as may, and one at least', async () => {
  for (const [limit, status, rows] of [['0', 200, 1], ['2', 200, 2], ['100000', 200, 3], ['-1', 400], ['1.5', 400], ['', 400]] as const) {
    const answer = await life.client.admin.get<{ rows: unknown[]; rest: { rows: number } | null } | null>('/statistics/groups', { query: { from: today, to: today, group: 'department', measures: 'made', limit } });
    expect([limit, answer.status, answer.body.result?.rows.length, answer.body.result?.rest?.rows]).toEqual([limit, status, rows, rows === undefined || rows === 3 ? undefined : 3 - rows]);
  }
});
