// What leaves as a sheet is what the page shows, whole, and says what it is of.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayFromNow } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

const range = { from: dayFromNow(-1), to: dayFromNow(1) };
let life: Life;
beforeAll(async () => {
  life = await startLife();
  for (let i = 0; i < 3; i++) await life.made();
  await life.kit.order(life.foreign);
});
afterAll(() => life.api.close());
async function sheet(what: string, query: object, language = 'zh-CN'): Promise<{ name: string; lines: string[]; about: string[] }> {
  const { status, text, headers } = await life.client.admin.post('/statistics/export', { body: { what, query, type: 'csv' }, headers: { 'accept-language': language } });
  expect(status, text).toBe(200);
  const all = text.replace('\ufeff', '').trimEnd().split(/\r?\n/);
  const gap = all.findIndex((line) => /^,*$/.test(line));
  return { name: decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(String(headers['content-disposition']))![1]!), lines: all.slice(0, gap), about: all.slice(gap + 1).map((line) => line.replace(/,+$/, '')) };
}
test('a heat map: its measure with the unit, its steps, its filters; only the hospital that it is narrowed to', async () => {
  const hospital = life.place.hospitalId;
  const whole = await sheet('heat', { ...range, measure: 'receivable' });
  expect(whole.lines.map((line) => line.split(',')[0])).toEqual(['医院', '第一医院', '第二医院']);
  expect(whole.about).toEqual(['指标,应收（元）', `时间,${range.from} – ${range.to} 按天`, '筛选,无', `截至,${dayFromNow(0)}`]);
  const one = await sheet('heat', { ...range, by: 'week', measure: 'receivable', hospital, department: life.place.departments[0]!.id, service: life.serviceId });
  expect(one.lines.map((line) => line.split(',')[0])).toEqual(['医院', '第一医院']);
  expect(one.about).toEqual(['指标,应收（元）', `时间,${range.from} – ${range.to} 按周`, '医院,第一医院', '科室,骨科', '服务,一对一全天陪护', `截至,${dayFromNow(0)}`]);
  expect(one.name).toBe(`统计-应收（元）-${range.from}-${range.to}.csv`);
  const { body } = await life.client.admin.get<{ rows: { id: string }[] }>('/statistics/heat', { query: { ...range, measure: 'made', hospital } });
  expect(body.result.rows.map(({ id }) => id)).toEqual([hospital]);
});
test('a ranking has all of its lines, however many the page asks for', async () => {
  const { lines, about, name } = await sheet('groups', { ...range, group: 'hospital', measures: 'made', sort: '-made', limit: '1' });
  expect(lines.slice(1)).toEqual(['1,第一医院,3,0,', '2,第二医院,1,0,', ',合计,4,0,']);
  expect([about, name]).toEqual([[`时间,${range.from} – ${range.to}`, '筛选,无', `截至,${dayFromNow(0)}`], `统计-医院-${range.from}-${range.to}.csv`]);
});
test('figures by step, and what is owed by age, say to what they are narrowed, in the reader’s language', async () => {
  const carer = await life.carer('王芳');
  expect((await sheet('measures', { ...range, measures: 'serviceDays', caregiver: carer.no }, 'en')).about).toEqual([`Days,${range.from} – ${range.to} by day`, `Caregiver,王芳 ${carer.no}`, `As of,${dayFromNow(0)}`]);
  const received = await sheet('measures', { ...range, measures: 'received', method: 'wechat' });
  // of one figure its file is called by it
  expect([received.about[1], received.lines[0], received.name, (await sheet('measures', { ...range, measures: 'made,received' })).name]).toEqual(['支付方式,微信', '日期,实收（元）', `统计-实收（元）-${range.from}-${range.to}.csv`, `统计-${range.from}-${range.to}.csv`]);
  const owed = await sheet('bands', { hospital: life.foreign.hospitalId });
  expect([owed.about, owed.name]).toEqual([['医院,第二医院', `截至,${dayFromNow(0)}`], `待收账龄-${dayFromNow(0)}.csv`]);
});
test('a department is one of the hospital that is named, or there is none; alone it says whose it is', async () => {
  const [own] = life.place.departments;
  const away = (await sheet('measures', { ...range, measures: 'made', hospital: life.foreign.hospitalId, department: own!.id })).about;
  expect(away.slice(1, 3)).toEqual(['医院,第二医院', `科室,${own!.id}：没有，或不在你的范围内`]);
  expect((await sheet('measures', { ...range, measures: 'made', service: '999' }, 'en')).about[1]).toBe('Service,"999: none such, or out of your scope"');
  const hospitalOf = async (query: object): Promise<unknown> => ((await life.client.admin.get<{ hospital?: string }>('/statistics/measures', { query: { ...range, measures: 'made', ...query } })).body.result).hospital;
  const [abroad] = life.foreign.departments;
  expect([await hospitalOf({ department: own!.id }), await hospitalOf({ department: abroad!.id }), await hospitalOf({ department: '999' }), await hospitalOf({ department: own!.id, hospital: life.place.hospitalId }), await hospitalOf({})]).toEqual([life.place.hospitalId, life.foreign.hospitalId, undefined, undefined, undefined]);
});
test('what a sheet has no figure for is said below it: by what it is not told, of how long it is not told, that it is only now', async () => {
  const note = (about: string[]): string[] => about.filter((line) => line.startsWith('注,')).map((line) => line.slice(2).replace(/^"|"$/g, ''));
  const far = { from: dayFromNow(-31), to: dayFromNow(0), measures: 'serviceDays,waitHalf,waitMost' };
  const long = '派单等待中位数（分钟）、派单等待 90 分位（分钟）：区间太长，这个指标不能这样看。';
  expect(note((await sheet('groups', { ...far, group: 'caregiver' })).about)).toEqual([long]);
  for (const query of [{ ...far, group: 'hospital' }, { ...far, from: dayFromNow(-30), group: 'caregiver' }]) expect(note((await sheet('groups', query)).about)).toEqual([]);
  expect(note((await sheet('measures', { ...far, from: dayFromNow(-400), by: 'week' })).about)).toEqual([long]);
  for (const query of [{ ...far, from: dayFromNow(-400), by: 'month' }, { ...far, from: dayFromNow(-399), by: 'week' }]) expect(note((await sheet('measures', query)).about)).toEqual([]);
  const carer = await life.carer('李霞');
  expect(note((await sheet('measures', { ...range, caregiver: carer.no, method: 'cash', measures: 'made,serviceDays,bedDays' })).about)).toEqual(['新增订单、开放床日不分护工、支付方式，这样筛选没有此数。', '服务天数不分支付方式，这样筛选没有此数。']);
  expect(note((await sheet('measures', { ...range, measures: 'made,outstanding' })).about)).toEqual(['待收（元）只有现在的数，没有走势和上期。']);
  const english = (await sheet('heat', { ...range, measure: 'bedDays', service: life.serviceId }, 'en')).about;
  expect(english.at(-1)).toBe('Note,"Available bed-days not broken down by service, so no figure with this filter."');
});
test('a heat map has the largest first, as the page', async () => {
  const [abroad] = life.foreign.departments;
  await life.made({ hospitalId: life.foreign.hospitalId, departmentId: abroad!.id, wardId: abroad!.wardId, bedId: null, plannedStart: dayFromNow(200), plannedEnd: dayFromNow(203) });
  expect((await sheet('heat', { from: dayFromNow(200), to: dayFromNow(203), measure: 'serviceDays' })).lines.map((line) => line.split(',')[0])).toEqual(['医院', '第二医院', '第一医院']);
});
