// Sheets say what the list says: the same words for its columns and for what stands in them.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAREGIVER_EXPORTED, CAREGIVER_STATUSES } from '../src/areas/caregiver/contract.ts';
import { HOSPITAL_EXPORTED } from '../src/areas/hospital/contract.ts';
import { CALLED, readersOf, type CalledIn } from '../src/areas/intake/caregiver.ts';
import { HEADINGS } from '../src/areas/intake/caregiver-sheet.ts';
import { formOf, startApi, type Api } from './kit/api.ts';
import { careKit } from './kit/care.ts';
import { CARER_HEAD, carer, importRows } from './kit/intake.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  const kit = await careKit(api.database);
  const first = await kit.place('第一医院');
  for (const status of CAREGIVER_STATUSES) await kit.caregiver(status, [first], { status });
  await kit.place('第二医院');
  await api.rows(`update hospital set status = case when name = '第一医院' then 1 else 0 end`);
  await api.account({ username: 'admin', role: 1 });
});
afterAll(() => api.close());
/** What the console says for these Chinese words, in any context; a sheet has room for the whole word. */
const english = (words: string): string[] => readFileSync('locales/en.po', 'utf8').split('\n\n').flatMap((entry) => (entry.includes(`\nmsgid "${words}"\n`) ? [/msgstr "(.*)"/.exec(entry)![1]!.replace('Depts', 'Departments').replace(/^Ongoing$/, 'Ongoing orders')] : []));
async function sheet(path: string, columns: readonly string[], language: string): Promise<string[][]> {
  const body = { selection: { mode: 'exclude', ids: [], filter: {} }, columns, sort: columns.includes('code') ? 'code:asc' : undefined, type: 'csv' };
  const { text } = await (await api.as('admin')).post(`${path}/export`, { body, headers: { 'x-language': language } });
  return text.replace('\ufeff', '').trim().split('\r\n').map((line) => line.split(','));
}

test('hospitals', async () => {
  const [zh, en] = [await sheet('/hospitals', HOSPITAL_EXPORTED, 'zh-cn'), await sheet('/hospitals', HOSPITAL_EXPORTED, 'en')];
  expect(zh[0]).toEqual(['编码', '医院', '等级', '类型', '城市', '科室', '床位', '进行中订单', '合同到期', '状态']);
  for (const [i, words] of zh[0]!.entries()) expect([words, english(words)]).toEqual([words, expect.arrayContaining([en[0]![i]])]);
  expect([zh, en].map((lines) => lines.slice(1).map((line) => line.at(-1)).sort())).toEqual([['合作中', '已停用'].sort(), ['Active', 'Inactive']]);
});
test('caregivers', async () => {
  const columns = CAREGIVER_EXPORTED.filter((one) => ['level', 'status', 'serving', 'nextFree', 'hospital', 'certificates', 'mobile', 'gender', 'age', 'rating'].includes(one));
  const [[zh], [en]] = [await sheet('/caregivers', columns, 'zh-cn'), await sheet('/caregivers', columns, 'en')];
  expect(zh).toContain('最早空闲');
  for (const [i, words] of zh!.entries()) expect([words, english(words)]).toEqual([words, expect.arrayContaining([en![i]])]);
});
test('a certificate that ends today is said to', async () => {
  await api.rows(`insert into caregiver_certificate (caregiver_id, kind, expires_on) select id, 'training', (now() at time zone 'Asia/Shanghai')::date + d from caregiver, (values (0), (3)) v(d) where name = case d when 0 then 'active' else 'pending' end`);
  const words = async (language: string): Promise<string[]> => (await sheet('/caregivers', ['certificates'], language)).slice(1).flat().filter(Boolean).map((cell) => cell.replace(/^\S+ /, '')).sort();
  expect([await words('zh-cn'), await words('en')]).toEqual([['今天到期', '剩 3 天'].sort(), ['3 d left', 'ends today']]);
});
test('an export of caregivers is read by the import in either language', async () => {
  const [[zh], [en]] = [await sheet('/caregivers', CAREGIVER_EXPORTED, 'zh-cn'), await sheet('/caregivers', CAREGIVER_EXPORTED, 'en')];
  const known = Object.values(HEADINGS.labels);
  const both = zh!.flatMap((words, i) => (known.some((labels) => labels.includes(words)) ? [[words, en![i]!] as const] : []));
  expect(both.length).toBeGreaterThan(6);
  expect(both.filter((pair) => !known.some((labels) => pair.every((words) => labels.includes(words))))).toEqual([]);

  const statuses = await Promise.all(['zh-cn', 'en'].map(async (language) => (await sheet('/caregivers', ['status', 'name'], language)).slice(1)));
  const refused = statuses.flat().filter(([words]) => 'fault' in readersOf().状态(words!));
  expect(refused).toEqual([['黑名单', 'blacklisted'], ['Blacklisted', 'blacklisted']]);
});
test('what the customer calls levels and kinds of employment is read as the list and its export say it, and still as it was called; a word that was given to another item is that one\'s', async () => {
  const admin = await api.as('admin');
  const call = (code: string, value: string, label: string, english: string) => api.rows('update sys_dict_item set label = $3, label_en = $4 where dict_code = $1 and value = $2', [code, value, label, english]);
  const was = await api.rows<{ code: string; value: string; label: string; english: string }>(`select dict_code as code, value, label, label_en as english from sys_dict_item where dict_code in ('caregiver_level', 'employment')`);
  const said = [['特级（A）', '自有'], ['lead', 'OWN'], ['专家', '在编'], ['Top', '加盟'], ['中级', '自有'], ['老师傅', '外包']];
  try {
    await call('caregiver_level', 'senior', '特级（A）', 'Lead');
    await call('caregiver_level', 'expert', '高级', 'Top');
    await call('employment', 'staff', '自有', 'Own');
    const file = [CARER_HEAD, ...said.map(([level, employment], i) => carer(200 + i, { 等级: level!, 性质: employment!, 服务医院: '第一医院' }))].map((line) => line.join(',')).join('\r\n');
    const { body } = await admin.post<{ faults: { row: number; reason: string }[] }>('/caregivers/import', { ...formOf(file, { name: '护工.csv' }), query: { dryRun: 'true' } });
    expect(body.result.faults.map(({ row, reason }) => `${row} ${reason}`)).toEqual(['7 应为：初级、中级、特级（A）、高级', '7 应为：自有、加盟']);
    const called = await api.rows<CalledIn>(CALLED);
    expect(['特级（A）', '高级', '专家', 'Senior'].map((word) => readersOf(called).等级(word))).toEqual(['senior', 'expert', 'expert', 'senior'].map((value) => ({ value })));
    // the command that loads a provider's sheet reads the same words
    expect((await importRows(api.database, 'caregivers', [carer(300, { 等级: 'LEAD', 性质: '自有', 服务医院: '第一医院' })])).report).toEqual([]);
    expect(await api.rows(`select level, employment from caregiver where staff_no like 'TS%300'`)).toEqual([{ level: 'senior', employment: 'staff' }]);
  } finally {
    for (const { code, value, label, english } of was) await call(code, value, label, english);
  }
});
