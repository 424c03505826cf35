import type { Client } from '../../host/bulk.ts';
import { dayText } from '../../host/calendar.ts';
import { idNumberFault } from '../../host/identity.ts';
import { identityOf, joined } from '../../kernel/shape.ts';
import { writeBatches } from './batch.ts';
import { blacklisted, writeCaregivers, type Person } from './caregiver-write.ts';
import { code, day, hospital, mobile, oneOf, person, words, type Called, type Read } from './cell.ts';
import { readRows, refuseRepeats, sound, type Good } from './check.ts';
import { makeHospitals, readPlaces } from './place.ts';
import type { Faults } from './report.ts';
import type { SheetRow } from './sheet.ts';

const ID_FAULTS = { form: ['身份证号应为 18 位', 'an ID number has 18 characters'], birthday: ['身份证号中的生日不存在或还没有到', 'the birthday in the ID number does not exist or has not come'], check: ['身份证号校验位不符', 'the check character of the ID number is wrong'] } as const;
/** An ID number whose birthday and check character are right. */
export function idNumber(cell: string): Read<string> {
  const value = identityOf(cell);
  const fault = idNumberFault(value);
  return fault ? { fault: ID_FAULTS[fault] } : { value };
}
/** What the items of the dictionaries that a sheet speaks of are called by now. */
export const CALLED = `SELECT dict_code AS code, value, ARRAY[label, coalesce(label_en, label)] AS words FROM sys_dict_item WHERE dict_code IN ('gender', 'caregiver_level', 'employment')`;
export type CalledIn = Called & { code: string };
/**
 * How each column is read. That the gender differs from the ID number's, or that a certificate has ended, is no fault:
 * half of a provider's rows are so, and the assign guard looks at the certificate anyway. `called`: rows of `CALLED`.
 */
export const readersOf = (called: readonly CalledIn[] = []) => ({
  工号: code,
  姓名: person(40),
  性别: oneOf({ 男: 1, 女: 2 }, { Male: 1, Female: 2 }, {}, itemsOf(called, 'gender')),
  身份证号: idNumber,
  手机: mobile,
  籍贯: words(40, true),
  语言: words(60, true),
  等级: oneOf({ 初级: 'junior', 中级: 'middle', 高级: 'senior', 专家: 'expert' }, { Junior: 'junior', 'Mid-level': 'middle', Senior: 'senior', Expert: 'expert' }, { Middle: 'middle' }, itemsOf(called, 'caregiver_level')),
  性质: oneOf({ 在编: 'staff', 加盟: 'partner' }, { Staff: 'staff', Partner: 'partner' }, {}, itemsOf(called, 'employment')),
  健康证到期: day,
  服务医院: hospital,
  入职日期: day,
  状态: oneOf({ 在岗: 'active', 休假: 'on_leave', 离职: 'left', 待岗: 'pending', 待审核: 'pending', 停用: 'suspended', 停派: 'suspended' }, { Active: 'active', 'On leave': 'on_leave', Left: 'left', Pending: 'pending', Suspended: 'suspended' }, { 'To approve': 'pending' }),
});
const itemsOf = (called: readonly CalledIn[], of: string): CalledIn[] => called.filter(({ code }) => code === of);
export const CAREGIVER_COLUMNS = Object.keys(readersOf());
type Candidate = Good<ReturnType<typeof readersOf>>;
/** What a run did. */
export interface Result {
  loaded: number;
  unchanged: number;
  /** What the person should know of rows that were loaded, in both languages. */
  notes: string[];
}

interface Known {
  staff_no: string;
  name: string;
  gender: number;
  id_no: string | null;
  mobile: string;
  level: string;
  employment: string;
  hired_on: string | null;
  gone: boolean;
}

/** Loads caregivers: those whose staff number is there already are left as they are, and reported if the sheet differs. */
export async function loadCaregivers(client: Client, rows: readonly SheetRow[], faults: Faults, createPlaces: boolean): Promise<Result> {
  const good = readRows(rows, readersOf((await client.query<CalledIn>(CALLED)).rows), faults);
  refuseRepeats(rows, { 工号: code, 身份证号: idNumber, 手机: mobile }, faults);
  const places = await readPlaces(client, [...new Set(good.map(({ values }) => values.服务医院))]);
  for (const { row, values } of good) if (!places.hospital.has(values.服务医院) && !createPlaces) faults.wait(row, '服务医院', ['系统中没有这家医院；如要新建请加 --create-places', 'the system has no such hospital; --create-places makes it']);

  const barred = await blacklisted(client, good.map(({ values }) => values.身份证号));
  for (const { row, values } of good) {
    const words = barred.get(values.身份证号);
    if (words !== undefined && words.staffNo !== values.工号) faults.add(row, '身份证号', words.reason);
  }
  const known = await readKnown(client, good);
  let unchanged = 0;
  const fresh = sound(good, faults).filter(({ row, values }) => {
    const there = known.get(values.工号);
    if (!there) return true;
    // one that is taken back is there again, so what the row says is not at fault
    if (there.gone) return faults.wait(row, '工号', ['属于已删除的护工', 'belongs to a caregiver who was deleted']), false;
    const differing = differences(there, values);
    for (const column of differing) faults.add(row, column, ['工号已存在，且此列与系统不同；导入不改动已有护工', 'this staff number exists and the system has another value; imports do not change existing caregivers']);
    if (differing.length === 0) unchanged++;
    return false;
  });
  await makeHospitals(client, places, fresh.map(({ values }) => values.服务医院));
  const loaded = await writeBatches(client, fresh, async (some) => void (await writeCaregivers(client, some.map(({ values }) => personOf(values, places.hospital.get(values.服务医院)!.id)))), ({ row }, reason) => faults.add(row, '工号', reason));
  return { loaded, unchanged, notes: [] };
}
async function readKnown(client: Client, good: readonly Candidate[]): Promise<Map<string, Known>> {
  const { rows } = await client.query<Known>('SELECT staff_no, name, gender, id_no, mobile, level, employment, hired_on::text, deleted_at IS NOT NULL AS gone FROM caregiver WHERE staff_no = ANY($1)', [good.map(({ values }) => values.工号)]);
  return new Map(rows.map((row) => [row.staff_no, row]));
}
const personOf = (v: Candidate['values'], hospitalId: string): Person => ({ staffNo: v.工号, name: v.姓名, gender: v.性别, idNo: v.身份证号, mobile: v.手机, origin: v.籍贯, languages: v.语言, level: v.等级, employment: v.性质, healthUntil: v.健康证到期, hospitals: [hospitalId], hiredOn: v.入职日期, status: v.状态 });
// the status and the certificate move on in the system, so the sheet's older word on them is no difference
function differences(there: Known, values: Candidate['values']): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['姓名', joined(there.name), values.姓名], ['性别', there.gender, values.性别], ['身份证号', there.id_no, values.身份证号], ['手机', there.mobile, values.手机],
    ['等级', there.level, values.等级], ['性质', there.employment, values.性质], ['入职日期', there.hired_on, dayText(values.入职日期)],
  ];
  return pairs.filter(([, a, b]) => a !== b).map(([column]) => column);
}
