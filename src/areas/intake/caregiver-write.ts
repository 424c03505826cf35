import { insertRows, type Client } from '../../host/bulk.ts';
import { dayAt, dayText } from '../../host/calendar.ts';
import { birthdayOf } from '../../host/identity.ts';
import { readings } from '../../host/pinyin.ts';
import { nextIds } from './batch.ts';
import type { Reason } from './cell.ts';

/** Someone as a sheet says them; days as numbers, `hospitals` by their ids. */
export interface Person {
  staffNo: string;
  name: string;
  gender: number;
  idNo: string;
  mobile: string;
  origin: string;
  languages: string;
  level: string;
  employment: string;
  /** Null: no health certificate is said. */
  healthUntil: number | null;
  hospitals: readonly string[];
  hiredOn: number | null;
  status: string;
}
const PROVINCES = /^(北京|上海|天津|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|内蒙古|广西|西藏|宁夏|新疆)(?:省|市|自治区)?/;
/** The province and what follows it, as the columns have them. */
export function originOf(words: string): { province: string | null; city: string | null } {
  const province = PROVINCES.exec(words);
  return { province: province?.[1] ?? null, city: words.slice(province?.[0].length ?? 0) || null };
}
/** Languages one by one. */
export const languagesOf = (words: string): string[] => [...new Set(words.split(/[/、,，;；]/).map((word) => word.trim()).filter(Boolean))];

/** Which of these ID numbers are blacklisted, those who are deleted included, and why that is told. */
export async function blacklisted(client: Client, idNumbers: readonly string[]): Promise<Map<string, { staffNo: string; reason: Reason }>> {
  const { rows } = await client.query<{ idNo: string; staffNo: string; name: string; why: string | null; review: string | null }>(
    `SELECT c.id_no AS "idNo", c.staff_no AS "staffNo", c.name, c.status_reason AS why, c.review_on::text AS review FROM caregiver c WHERE c.status = 'blacklisted' AND c.id_no = ANY($1::text[])`,
    [idNumbers],
  );
  return new Map(rows.map(({ idNo, staffNo, name, why, review }) => {
    const more = [name, staffNo, why, review].filter(Boolean).join(' · ');
    return [idNo, { staffNo, reason: [`身份证号在黑名单中 · ${more}`, `This ID number is blacklisted · ${more}`] as const }];
  }));
}

/** Writes people with their health certificates and postings by four statements, however many; their ids, in their order. `by`: who did it, if it was someone. */
export async function writeCaregivers(client: Client, people: readonly Person[], by: string | null = null): Promise<string[]> {
  const ids = await nextIds(client, 'caregiver', people.length);
  const today = dayAt(Date.now());
  const columns = {
    id: 'bigint', staff_no: 'text', name: 'text', name_pinyin: 'text', name_initials: 'text', gender: 'smallint', birthday: 'date', id_no: 'text', id_no_last4: 'text', mobile: 'text', origin_province: 'text', origin_city: 'text', languages: 'text[]', level: 'text', employment: 'text', hired_on: 'date', status: 'text', created_by: 'bigint', updated_by: 'bigint',
  };
  await insertRows(client, 'caregiver', columns, people.map((one, i) => {
    const { province, city } = originOf(one.origin);
    const { pinyin, initials } = readings(one.name);
    return {
      id: ids[i]!, staff_no: one.staffNo, name: one.name, name_pinyin: pinyin, name_initials: initials, gender: one.gender, birthday: dayText(birthdayOf(one.idNo)!), id_no: one.idNo, id_no_last4: one.idNo.slice(-4), mobile: one.mobile,
      origin_province: province, origin_city: city, languages: languagesOf(one.languages), level: one.level, employment: one.employment, hired_on: one.hiredOn === null ? null : dayText(one.hiredOn), status: one.status, created_by: by, updated_by: by,
    };
  }));
  await insertRows(client, 'caregiver_certificate', { caregiver_id: 'bigint', kind: 'text', expires_on: 'date' }, people.flatMap(({ healthUntil }, i) => (healthUntil === null ? [] : [{ caregiver_id: ids[i]!, kind: 'health', expires_on: dayText(healthUntil) }])));
  // the sheet does not say when someone left: before today, so that no hospital has them now
  const during = ({ status, hiredOn }: Person): string => (status === 'left' ? `[${dayText(Math.min(hiredOn ?? today - 1, today - 1))},${dayText(today)})` : `[${dayText(hiredOn ?? today)},)`);
  await insertRows(client, 'caregiver_hospital', { caregiver_id: 'bigint', hospital_id: 'bigint', during: 'daterange' }, people.flatMap((one, i) => one.hospitals.map((hospital) => ({ caregiver_id: ids[i]!, hospital_id: hospital, during: during(one) }))));
  return ids;
}
