// Sheets say what the list says: the same words for its columns and for what stands in them.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAREGIVER_EXPORTED, CAREGIVER_STATUSES } from '../src/areas/caregiver/contract.ts';
import { HOSPITAL_EXPORTED } from '../src/areas/hospital/contract.ts';
import { READERS } from '../src/areas/intake/caregiver.ts';
import { HEADINGS } from '../src/areas/intake/caregiver-sheet.ts';
import { startApi, type Api } from './kit/api.ts';
import { careKit } from './kit/care.ts';

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
test('an export of caregivers is read by the import in either language', async () => {
  const [[zh], [en]] = [await sheet('/caregivers', CAREGIVER_EXPORTED, 'zh-cn'), await sheet('/caregivers', CAREGIVER_EXPORTED, 'en')];
  const known = Object.values(HEADINGS.labels);
  const both = zh!.flatMap((words, i) => (known.some((labels) => labels.includes(words)) ? [[words, en![i]!] as const] : []));
  expect(both.length).toBeGreaterThan(6);
  expect(both.filter((pair) => !known.some((labels) => pair.every((words) => labels.includes(words))))).toEqual([]);

  const statuses = await Promise.all(['zh-cn', 'en'].map(async (language) => (await sheet('/caregivers', ['status', 'name'], language)).slice(1)));
  const refused = statuses.flat().filter(([words]) => 'fault' in READERS.状态(words!));
  expect(refused).toEqual([['黑名单', 'blacklisted'], ['Blacklisted', 'blacklisted']]);
});
