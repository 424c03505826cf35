import { sql } from 'drizzle-orm';
import type { Reach, Runner } from '../../host/reach.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { account, AccountForm } from './contract.ts';

type Places = AccountForm['hospitals'];
/** Roles that see their own hospitals only; the others see every one and carry none. */
export const isBound = (role: number): boolean => role > 2;

const WORDS = {
  none: { 'zh-cn': '超级管理员和运营不限医院', en: 'super administrators and operations are not limited to hospitals' },
  twice: { 'zh-cn': '同一家医院出现两次', en: 'a hospital is named twice' },
  hospital: { 'zh-cn': '医院不存在', en: 'no such hospital' },
  department: { 'zh-cn': '科室不属于这家医院', en: 'a department is not of that hospital' },
} as const;

/** The data scope of an account, checked: hospitals that exist, each once, and departments of theirs; ids in their plain form. @throws Fault bad_input */
export async function checkedPlaces(tx: Runner, role: number, places: Places, language: Language): Promise<Places> {
  const refuse = (why: keyof typeof WORDS): never => {
    throw new Fault('bad_input', { detail: WORDS[why][language] });
  };
  if (places.length > 0 && !isBound(role)) refuse('none');
  const plain = places.map(({ hospitalId, departmentIds }) => ({ hospitalId: String(BigInt(hospitalId)), departmentIds: [...new Set(departmentIds.map((id) => String(BigInt(id))))] }));
  if (new Set(plain.map((place) => place.hospitalId)).size !== plain.length) refuse('twice');
  const { rows } = await tx.execute<{ id: string; departments: string[] }>(sql`
    select h.id::text, array(select d.id::text from hospital_department d where d.hospital_id = h.id) as departments
    from hospital h where ${LIVING_HOSPITAL} and h.id = any(${sql.param(plain.map((place) => place.hospitalId))}::bigint[])`);
  const known = new Map(rows.map(({ id, departments }) => [id, new Set(departments)]));
  for (const { hospitalId, departmentIds } of plain) {
    const departments = known.get(hospitalId) ?? refuse('hospital');
    if (departmentIds.some((id) => !departments.has(id))) refuse('department');
  }
  return plain;
}
/** Makes these the hospitals of an account, instead of those it had. */
export async function placeAccount(tx: Runner, userId: string, places: Places): Promise<void> {
  await tx.execute(sql`delete from sys_user_hospital where user_id = ${userId}`);
  for (const { hospitalId, departmentIds } of places) await tx.execute(sql`insert into sys_user_hospital (user_id, hospital_id, department_ids) values (${userId}, ${hospitalId}, ${sql.param(departmentIds)}::bigint[])`);
}

/** A hospital with its departments, to choose a data scope from; 0 is none. @throws Fault not_found */
export async function scopeTree(reach: Reach, hospitalId: string): Promise<Reply<typeof account.scope>> {
  if (!/^\d{1,18}$/.test(hospitalId)) throw new Fault('not_found');
  if (BigInt(hospitalId) === 0n) return [];
  const children = sql`(select coalesce(json_agg(json_strip_nulls(json_build_object('value', d.id::text, 'label', d.name, 'disabled', nullif(d.status <> 1, false))) order by d.sort, d.id), '[]') from hospital_department d where d.hospital_id = h.id)`;
  const row = await reach.one<Reply<typeof account.scope>[number]>(HOSPITALS, { columns: sql`h.id::text as value, h.name as label, ${children} as children`, where: [LIVING_HOSPITAL, sql`h.id = ${hospitalId}::bigint`] });
  if (row === undefined) throw new Fault('not_found');
  return [row];
}
