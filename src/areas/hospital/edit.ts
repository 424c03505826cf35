import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask, Viewer, Written } from '../../host/answer.ts';
import { parseDay } from '../../host/calendar.ts';
import { asKept } from '../../host/kept.ts';
import { readings } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import { touchCaregivers } from '../caregiver/tables.ts';
import { touchOrders } from '../order/tables.ts';
import { endsAfter, TAKEN_LABELS, type hospital, type HospitalForm } from './contract.ts';
import { HOSPITALS, LIVING_HOSPITAL } from './tables.ts';

type Body = z.output<NonNullable<typeof hospital.create.body>>;
type Writing = Pick<Ask, 'viewer' | 'write' | 'from'>;

const FORM = sql`h.id::text, h.code, h.name, h.short_name as "shortName", h.level, h.kind, h.province, h.city, h.district, h.address, h.contact_name as "contactName", h.contact_phone as "contactPhone",
  h.contract_no as "contractNo", h.contract_start::text as "contractStart", h.contract_end::text as "contractEnd", h.fee_bp as "feeBp", h.prepay_days as "prepayDays", h.status, h.version`;

/** A hospital as its form has it. @throws Fault not_found */
export async function readHospital(reach: Reach, id: string): Promise<HospitalForm> {
  const row = await reach.one<HospitalForm>(HOSPITALS, { columns: FORM, where: [LIVING_HOSPITAL, sql`h.id = ${id}::bigint`] });
  if (row === undefined) throw new Fault('not_found');
  return row;
}
const taken = (what: keyof typeof TAKEN_LABELS, language: Language): Fault => new Fault('taken', { detail: TAKEN_LABELS[what][language === 'en' ? 1 : 0] });

// any number that means nothing else to pg_advisory_xact_lock
const NAMES = 7_001_014;
/** Columns and their new values, of which `edit` was written. An import finds a hospital by its name, so living ones have one each. @throws Fault bad_input, taken */
async function checked(tx: Runner, id: string | null, edit: Partial<Body>, made: Body, language: Language): Promise<[column: string, value: SQL][]> {
  for (const name of ['contractStart', 'contractEnd'] as const) if (made[name] && parseDay(made[name]) === null) throw new Fault('bad_input', { detail: name });
  // what stands there already hinders nobody who changes something else
  if (('contractStart' in edit || 'contractEnd' in edit) && !endsAfter(made)) throw new Fault('bad_input', { detail: 'contractEnd' });
  await tx.execute(sql`select pg_advisory_xact_lock(${NAMES}::bigint)`);
  const { rows } = await tx.execute<{ code: string; living: boolean }>(sql`select h.code, ${LIVING_HOSPITAL} and h.name = ${made.name} as living from hospital h where (h.code = ${made.code} or h.name = ${made.name}) and h.id is distinct from ${id}::bigint`);
  if (rows.some(({ code }) => code === made.code)) throw taken('code', language);
  if (rows.some(({ living }) => living)) throw taken('name', language);
  const { pinyin, initials } = readings(made.name);
  return [
    ['code', sql`${made.code}`], ['name', sql`${made.name}`], ['name_pinyin', sql`${pinyin}`], ['name_initials', sql`${initials}`], ['short_name', sql`${made.shortName ?? null}`], ['level', sql`${made.level ?? null}`], ['kind', sql`${made.kind ?? null}`],
    ['province', sql`${made.province ?? null}`], ['city', sql`${made.city ?? null}`], ['district', sql`${made.district ?? null}`], ['address', sql`${made.address ?? null}`], ['contact_name', sql`${made.contactName ?? null}`], ['contact_phone', sql`${made.contactPhone ?? null}`],
    ['contract_no', sql`${made.contractNo ?? null}`], ['contract_start', sql`${made.contractStart ?? null}::date`], ['contract_end', sql`${made.contractEnd ?? null}::date`], ['fee_bp', sql`${made.feeBp}`], ['prepay_days', sql`${made.prepayDays}`],
  ];
}

/** Who looks is told that it is called otherwise, is one more, or takes orders or none. */
const tell = (tx: Runner, { id, version }: HospitalForm): Promise<unknown> => tx.execute(sql`select pg_notify('hospital', ${JSON.stringify({ no: id, version })})`);
/** A new hospital, open for orders. @throws Fault bad_input, taken */
export const createHospital = ({ viewer, write, from }: Writing, made: Body): Promise<HospitalForm> =>
  write(async (tx) => {
    const set = await checked(tx, null, made, made, from.language);
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into hospital (${sql.join(set.map(([column]) => sql.identifier(column)), sql`, `)}, created_by, updated_by) values (${sql.join(set.map(([, value]) => value), sql`, `)}, ${viewer.userId}, ${viewer.userId}) returning id::text`);
    const result = await readHospital(new Reach(tx, 'all'), rows[0]!.id);
    await tell(tx, result);
    return { result, entity: 'hospital', entityId: result.id, hospitalId: result.id, after: result };
  });
/** Changes a hospital; orders keep the fee they were made with. @throws Fault not_found, bad_input, taken, conflict when it has moved on since `version` */
export const updateHospital = ({ viewer, write, from }: Writing, id: string, edit: Body & { version: number }): Promise<HospitalForm> =>
  write(async (tx) => {
    const reach = new Reach(tx, 'all');
    const before = await readHospital(reach, id);
    const set = await checked(tx, id, edit, { ...before, ...edit }, from.language);
    const { rows } = await tx.execute(sql`
      update hospital set ${sql.join(set.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`), sql`, `)}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId}
      where id = ${id}::bigint and version = ${edit.version} and deleted_at is null returning id`);
    if (rows.length === 0) throw new Fault('conflict');
    asKept(edit, before, { id: null, status: 'PUT /hospitals/{id}/status' }, from.language);
    const result = await readHospital(reach, id);
    if (result.name !== before.name) {
      await touchOrders(tx, sql`o.hospital_id = ${id}::bigint`);
      await touchCaregivers(tx, id);
    }
    await tell(tx, result);
    return { result, entity: 'hospital', entityId: result.id, hospitalId: result.id, before, after: result };
  });
/** Switches a hospital on or off. @throws Fault not_found */
export async function setHospitalStatus(tx: Runner, viewer: Viewer, id: string, status: number): Promise<Written<HospitalForm>> {
  const reach = new Reach(tx, 'all');
  const before = await readHospital(reach, id);
  await tx.execute(sql`update hospital set status = ${status}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = ${id}::bigint and status <> ${status}`);
  const result = await readHospital(reach, id);
  if (result.version !== before.version) await tell(tx, result);
  return { result, entity: 'hospital', entityId: result.id, hospitalId: result.id, before: { status: before.status }, after: { status } };
}
/** The accounts bound to a hospital, by role and name. @throws Fault not_found */
export async function hospitalAccounts(reach: Reach, id: string): Promise<Reply<typeof hospital.accounts>> {
  await readHospital(reach, id);
  return reach.rows(
    { from: sql`sys_user_hospital uh join sys_user u on u.id = uh.user_id`, scope: (match) => match(sql`uh.hospital_id`) },
    {
      columns: sql`u.id::text, u.username::text, u.nickname, u.role, u.status, array(select d.name from hospital_department d where d.id = any(uh.department_ids) order by d.sort, d.id) as departments`,
      where: [sql`uh.hospital_id = ${id}::bigint`, sql`u.deleted_at is null`],
      order: sql`u.role, u.nickname, u.id`,
    },
  );
}
