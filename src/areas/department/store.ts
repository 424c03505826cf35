import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Written } from '../../host/answer.ts';
import { asKept } from '../../host/kept.ts';
import { readings } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { toldWords } from '../../kernel/refusal.ts';
import { touchOrders } from '../order/tables.ts';
import { plainBedNumber, readBedNumbers } from './bed-number.ts';
import { TAKEN_LABELS, type BedRow, type department, type DepartmentRow, type WardRow } from './contract.ts';
import { readBed, readDepartment, readWard } from './list.ts';

type Body<K extends keyof typeof department> = z.output<NonNullable<(typeof department)[K]['body']>>;
type Edit<K extends keyof typeof department> = (tx: Runner, language: Language, body: Body<K>) => Promise<Written<Reply<(typeof department)[K]>>>;

const UNIQUE = { hospital_department_hospital_id_code_key: 'code', hospital_ward_hospital_id_department_id_name_key: 'name', hospital_bed_ward_id_bed_no_key: 'bedNo' } as const;
const taken = (what: keyof typeof TAKEN_LABELS, language: Language): Fault => new Fault('taken', { detail: TAKEN_LABELS[what][language === 'en' ? 1 : 0] });
/** Runs a change; what the tables refuse is said in our words. @throws Fault taken, refused */
async function kept(tx: Runner, language: Language, statement: SQL): Promise<{ id: string }[]> {
  try {
    return (await tx.execute<{ id: string }>(statement)).rows;
  } catch (error) {
    const { code, constraint } = ((error as Error).cause ?? error) as { code?: string; constraint?: string };
    const what = UNIQUE[constraint as keyof typeof UNIQUE];
    if (code === '23505' && what !== undefined) throw taken(what, language);
    if (code === '23503') throw new Fault('refused', { detail: toldWords('place_used', language) });
    throw error;
  }
}
/** The hospital, locked against others who change its departments; orders may still be made there. @throws Fault not_found */
async function lockHospital(tx: Runner, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from hospital where id = ${id}::bigint and deleted_at is null for no key update`);
  if (rows.length === 0) throw new Fault('not_found');
}
/** An import finds a department by its name: a hospital has one of each. @throws Fault taken */
async function nameIsFree(tx: Runner, language: Language, hospitalId: string, id: string | null, name: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from hospital_department where hospital_id = ${hospitalId}::bigint and name = ${name} and id is distinct from ${id}::bigint limit 1`);
  if (rows.length > 0) throw taken('name', language);
}
/** The initials of a name as a code that the hospital has not given yet: 骨科 GK, then GK2. */
async function freeCode(tx: Runner, hospitalId: string, name: string): Promise<string> {
  const stem = (readings(name).initials.split(' ')[0] ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '').slice(0, 16) || 'D';
  const { rows } = await tx.execute<{ code: string }>(sql`select code from hospital_department where hospital_id = ${hospitalId}::bigint`);
  const given = new Set(rows.map(({ code }) => code));
  for (let n = 1; ; n++) if (!given.has(n === 1 ? stem : `${stem}${n}`)) return n === 1 ? stem : `${stem}${n}`;
}

/** A new department; without a place it stands last in its hospital. @throws Fault not_found, taken */
export const addDepartment: Edit<'add'> = async (tx, language, { hospitalId, code, name, sort, status }) => {
  await lockHospital(tx, hospitalId);
  await nameIsFree(tx, language, hospitalId, null, name);
  const [made] = await kept(tx, language, sql`insert into hospital_department (hospital_id, code, name, sort, status) values (${hospitalId}, ${code ?? (await freeCode(tx, hospitalId, name))}, ${name}, coalesce(${sort ?? null}::int, (select least(coalesce(max(sort), 0) + 1, 100000) from hospital_department where hospital_id = ${hospitalId}::bigint)), ${status}) returning id::text`);
  const result = await readDepartment(new Reach(tx, 'all'), made!.id);
  return { result, entity: 'department', entityId: result.id, hospitalId: result.hospitalId, after: result };
};
/** Changes a department. @throws Fault not_found, taken, conflict */
export async function editDepartment(tx: Runner, language: Language, id: string, edit: Body<'edit'>): Promise<Written<DepartmentRow>> {
  const reach = new Reach(tx, 'all');
  const before = await readDepartment(reach, id);
  const { code, name, sort, status, version } = edit;
  await lockHospital(tx, before.hospitalId);
  await nameIsFree(tx, language, before.hospitalId, id, name);
  const changed = await kept(tx, language, sql`update hospital_department set code = coalesce(${code}, code), name = ${name}, sort = ${sort}, status = ${status}, version = version + 1 where id = ${id}::bigint and version = ${version} returning id::text`);
  if (changed.length === 0) throw new Fault('conflict');
  // what the places around it are called moves by itself
  asKept(edit, before, { id: null, hospitalId: null }, language);
  const result = await readDepartment(reach, id);
  if (result.name !== before.name) await touchOrders(tx, sql`o.department_id = ${id}::bigint`);
  return { result, entity: 'department', entityId: result.id, hospitalId: result.hospitalId, before, after: result };
}
/** Removes a department with its wards and beds, all of which no order was ever made for. @throws Fault not_found, refused */
export async function removeDepartment(tx: Runner, language: Language, id: string): Promise<Written<null>> {
  const before = await readDepartment(new Reach(tx, 'all'), id);
  // an account of this department alone would see the whole hospital without it; one whose deletion cannot be taken back any more is nobody's; a minute more, for who takes it back right now
  const { rows } = await tx.execute(sql`
    select 1 from sys_user_hospital uh join sys_user u on u.id = uh.user_id where uh.hospital_id = ${before.hospitalId}::bigint and ${before.id}::bigint = any(uh.department_ids)
      and (u.deleted_at is null or u.deleted_at > now() - interval '11 minutes') limit 1`);
  if (rows.length > 0) throw new Fault('refused', { detail: toldWords('place_bound', language) });
  await kept(tx, language, sql`delete from hospital_bed where ward_id in (select id from hospital_ward where department_id = ${id}::bigint)`);
  await kept(tx, language, sql`delete from hospital_ward where department_id = ${id}::bigint`);
  await kept(tx, language, sql`delete from hospital_department where id = ${id}::bigint`);
  return { result: null, entity: 'department', entityId: before.id, hospitalId: before.hospitalId, before };
}

/** A new ward. @throws Fault not_found, taken */
export const addWard: Edit<'addWard'> = async (tx, language, { departmentId, name, building, floor, nursePhone, status }) => {
  const reach = new Reach(tx, 'all');
  const { hospitalId } = await readDepartment(reach, departmentId);
  const [made] = await kept(tx, language, sql`insert into hospital_ward (hospital_id, department_id, name, building, floor, nurse_phone, status) values (${hospitalId}, ${departmentId}, ${name}, ${building ?? null}, ${floor ?? null}, ${nursePhone ?? null}, ${status}) returning id::text`);
  const result = await readWard(reach, made!.id);
  return { result, entity: 'ward', entityId: result.id, hospitalId, after: result };
};
/** Changes a ward. @throws Fault not_found, taken, conflict */
export async function editWard(tx: Runner, language: Language, id: string, edit: Body<'editWard'>): Promise<Written<WardRow>> {
  const reach = new Reach(tx, 'all');
  const before = await readWard(reach, id);
  const { name, building, floor, nursePhone, status } = { ...before, ...edit };
  const changed = await kept(tx, language, sql`update hospital_ward set name = ${name}, building = ${building}, floor = ${floor}, nurse_phone = ${nursePhone}, status = ${status}, version = version + 1 where id = ${id}::bigint and version = ${edit.version} returning id::text`);
  if (changed.length === 0) throw new Fault('conflict');
  asKept(edit, before, { id: null, hospitalId: null, departmentId: null }, language);
  const result = await readWard(reach, id);
  if (result.name !== before.name) await touchOrders(tx, sql`o.ward_id = ${id}::bigint`);
  return { result, entity: 'ward', entityId: result.id, hospitalId: result.hospitalId, before, after: result };
}
/** Removes a ward with its beds, all of which no order was ever made for. @throws Fault not_found, refused */
export async function removeWard(tx: Runner, language: Language, id: string): Promise<Written<null>> {
  const before = await readWard(new Reach(tx, 'all'), id);
  await kept(tx, language, sql`delete from hospital_bed where ward_id = ${id}::bigint`);
  await kept(tx, language, sql`delete from hospital_ward where id = ${id}::bigint`);
  return { result: null, entity: 'ward', entityId: before.id, hospitalId: before.hospitalId, before };
}

/** Makes the beds of these numbers that are not there yet. @throws Fault not_found, bad_input */
export const addBeds: Edit<'addBeds'> = async (tx, _language, { wardId, numbers, kind }) => {
  const ward = await readWard(new Reach(tx, 'all'), wardId);
  const read = readBedNumbers(numbers);
  if ('fault' in read) throw new Fault('bad_input', { detail: 'numbers' });
  const { rows } = await tx.execute<{ id: string; bedNo: string }>(sql`
    insert into hospital_bed (ward_id, hospital_id, bed_no, kind) select ${ward.id}::bigint, ${ward.hospitalId}::bigint, n, ${kind} from unnest(${sql.param([...read.numbers])}::text[]) with ordinality as t(n, i) order by i
    on conflict (ward_id, bed_no) do nothing returning id::text, bed_no as "bedNo"`);
  const result = { ids: rows.map(({ id }) => id), there: read.numbers.length - rows.length };
  return { result, entity: 'ward', entityId: ward.id, hospitalId: ward.hospitalId, after: { beds: rows.map(({ bedNo }) => bedNo), kind } };
};
/** What the audit keeps of a bed: not who lies there. */
const told = ({ order: _order, ...bed }: BedRow): Omit<BedRow, 'order'> => bed;
/** Changes a bed; its number is kept as it would be of a new one. @throws Fault bad_input, not_found, taken, conflict */
export async function editBed(tx: Runner, language: Language, id: string, edit: Body<'editBed'>): Promise<Written<BedRow>> {
  const reach = new Reach(tx, 'all');
  const before = await readBed(reach, id);
  const { bedNo: typed, kind, status, version } = edit;
  const { hospitalId } = await readWard(reach, before.wardId);
  // what was left alone stays, however it came to be
  const bedNo = typed === before.bedNo ? typed : plainBedNumber(typed);
  if (bedNo === '') throw new Fault('bad_input', { detail: 'bedNo' });
  const changed = await kept(tx, language, sql`update hospital_bed set bed_no = ${bedNo}, kind = ${kind}, status = ${status}, version = version + 1 where id = ${id}::bigint and version = ${version} returning id::text`);
  if (changed.length === 0) throw new Fault('conflict');
  asKept(edit, before, { id: null, wardId: null }, language);
  const result = await readBed(reach, id);
  if (result.bedNo !== before.bedNo) await touchOrders(tx, sql`o.bed_id = ${id}::bigint`);
  return { result, entity: 'bed', entityId: result.id, hospitalId, before: told(before), after: told(result) };
}
/** Removes beds that no order was ever made for, all of them or none. @throws Fault not_found, refused */
export async function removeBeds(tx: Runner, language: Language, ids: readonly string[]): Promise<Written<null>> {
  const plain = [...new Set(ids.map(BigInt))].map(String);
  const { rows } = await tx.execute<{ id: string; wardId: string; bedNo: string; hospitalId: string }>(sql`
    select b.id::text, b.ward_id::text as "wardId", b.bed_no as "bedNo", b.hospital_id::text as "hospitalId" from hospital_bed b where b.id = any(${sql.param(plain)}::bigint[]) order by b.id for update`);
  if (rows.length !== plain.length) throw new Fault('not_found');
  await kept(tx, language, sql`delete from hospital_bed where id = any(${sql.param(plain)}::bigint[])`);
  return { result: null, entity: 'bed', entityId: rows[0]!.id, hospitalId: rows[0]!.hospitalId, before: rows };
}
