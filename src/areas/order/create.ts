import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { firstState } from '../../../machines/order.ts';
import type { Ask } from '../../host/answer.ts';
import { dayAt, dayText, parseDay } from '../../host/calendar.ts';
import { fold } from '../../host/find.ts';
import { idNumberFault } from '../../host/identity.ts';
import { readings } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { PATIENTS } from '../patient/tables.ts';
import { refuse, settleRow, tell, tellClosed, type Effect } from './act.ts';
import type { Acted, newPatient, order, orderForm, OrderRow } from './contract.ts';
import { writeDays } from './day.ts';
import { fillIn, freeNumbers, holdAll, SLIP, tellOthers, type Given } from './patient-edit.ts';
import { checkedPlace } from './place.ts';
import { quoteStay, type Quote, type Stay } from './quote.ts';
import { rowsOf } from './row.ts';

type Form = z.output<typeof orderForm>;
type NewPatient = z.output<typeof newPatient>;

/** A day of birth as it is written. @throws Fault bad_input for what is no day, or one that has not come */
export function birthday(text: string | null | undefined, field: string): string | null {
  if (text === null || text === undefined) return null;
  const day = parseDay(text);
  if (day === null || day > dayAt(Date.now())) throw new Fault('bad_input', { detail: field });
  return text;
}
/** A name as it is compared: width, case and spaces make nobody someone else. */
export const bare = (name: string): string => fold(name).replaceAll(' ', '');
/** An ID number as it is kept. @throws Fault refused for one that cannot be */
export function identity(text: string | null | undefined, from: Ask['from']): string | null {
  const idNo = text ?? null;
  if (idNo !== null && idNumberFault(idNo) !== null) refuse('id_number', from);
  return idNo;
}
/**
 * Whoever has this ID number within reach, first who was at this hospital; nobody else can come to have it there before the transaction ends. Whoever is known beyond
 * alone does not exist here (domain.md, "Data scope"): they are someone new, or a number would tell that they are elsewhere, and who they are. Of whom nothing stands but new orders that
 * were taken back, the number may have been the slip: they lose it, told by `also`, unless they are called `name`. `but`: the one who is to have it.
 */
export async function holders(reach: Reach, tx: Runner, idNo: string, hospitalId: string, { but = null, name = null }: { but?: string | null; name?: string | null }): Promise<{ rows: { id: string; name: string }[]; also: NonNullable<Effect['also']> }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('patient'), hashtext(${idNo}))`);
  const here = sql`exists (select 1 from care_order o where o.patient_id = p.id and o.hospital_id = ${hospitalId}::bigint and o.deleted_at is null)`;
  const other = but === null ? [] : [sql`p.id <> ${but}::bigint`];
  const rows = await reach.rows<{ id: string; name: string; slip: boolean }>(PATIENTS, { columns: sql`p.id::text, p.name, ${SLIP} as slip`, where: [sql`reverse(p.id_no) in (reverse(${idNo}), reverse(${idNo.toLowerCase()}))`, ...other], order: sql`${SLIP}, ${here} desc, p.id desc` });
  const slips = rows.filter((row) => row.slip && (name === null || bare(row.name) !== bare(name)));
  if (slips.length === 0) return { rows, also: [] };
  const { freed, also } = await freeNumbers(tx, slips.map(({ id }) => id));
  return { rows: rows.filter(({ id }) => !freed.has(id)), also };
}
/** The patient of a new order: one within reach, the one with the ID number, of whom the form may say more than is known, or someone new. @throws Fault not_found, bad_input, refused */
async function admit(reach: Reach, tx: Runner, patient: Form['patient'], hospitalId: string, from: Ask['from']): Promise<{ patientId: string; more?: Given; freed?: NonNullable<Effect['also']> }> {
  if ('id' in patient) {
    const found = await reach.one<{ id: string }>(PATIENTS, { columns: sql`p.id::text`, where: [sql`p.id = ${patient.id}`] });
    if (found === undefined) throw new Fault('not_found');
    return { patientId: found.id };
  }
  const idNo = identity(patient.idNo, from);
  const { rows, also: freed } = idNo === null ? { rows: [], also: [] } : await holders(reach, tx, idNo, hospitalId, { name: patient.name });
  const there = rows.find((row) => bare(row.name) === bare(patient.name));
  if (there === undefined && rows.length > 0) refuse('other_name', from);
  const born = birthday(patient.birthday, 'patient.birthday');
  if (there !== undefined) return { patientId: there.id, more: { ...patient, idNo }, freed };
  const { name, gender = 0, mobile = null, contactName = null, contactRelation = null, contactMobile = null }: NewPatient = patient;
  const { pinyin, initials } = readings(name);
  const { rows: [made] } = await tx.execute<{ id: string }>(sql`
    insert into patient (name, name_pinyin, name_initials, gender, birthday, id_no, mobile, contact_name, contact_relation, contact_mobile)
    values (${name}, ${pinyin}, ${initials}, ${gender}, ${born}, ${idNo}, ${mobile}, ${contactName}, ${contactRelation}, ${contactMobile}) returning id::text`);
  return { patientId: made!.id, freed };
}

/** The next order number of the day, `PH` + yyMMdd + running number. Whoever is second waits until the first has committed. */
async function nextNumber(tx: Runner): Promise<string> {
  const today = dayAt(Date.now());
  const head = `PH${dayText(today).replaceAll('-', '').slice(2)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('order_no'), ${today})`);
  // between digits alone: where any other sign stands beside them is up to the locale that the database was made with
  const { rows: [row] } = await tx.execute<{ last: number }>(sql`
    select coalesce(max(substring(order_no from 9)::int), 0) as last from care_order where order_no between ${`${head}00000`} and ${`${head}999999`} and order_no ~ ${`^${head}[0-9]{5,6}$`}`);
  return head + String(row!.last + 1).padStart(5, '0');
}
/** Columns of an order that are copied when it is renewed, in the order in which `facts` selects them. */
const ORDER_FACTS = sql.raw('source, department_id, ward_id, bed_id, bed_text, patient_id, inpatient_no, diagnosis, care_level, infectious, patient_note, pref_gender, pref_level, pref_language, requirements');

/** A new order with its priced days, its first event and word of it. `facts` selects ORDER_FACTS, `filled` is what it says of a patient who was known. */
export async function writeOrder(tx: Runner, viewer: Ask['viewer'], { facts, hospitalId, departmentId, serviceItemId, stay, quote, filled, renewedFrom = null }: { facts: SQL; hospitalId: string; departmentId: string; serviceItemId: string; stay: Stay; quote: Quote; filled?: Awaited<ReturnType<typeof fillIn>>; renewedFrom?: string | null }): Promise<{ id: string; orderNo: string }> {
  const orderNo = await nextNumber(tx);
  const { rows: [made] } = await tx.execute<{ id: string }>(sql`
    insert into care_order (${ORDER_FACTS}, order_no, hospital_id, service_item_id, care_mode, coverage, dependency, unit_price_fen, caregiver_share_bp, hospital_fee_bp, planned_start, start_half, planned_end, end_half, service_state, renewed_from, created_by)
    select f.*, ${orderNo}, ${hospitalId}::bigint, s.id, s.care_mode, s.coverage, s.dependency, ${quote.unitPriceFen}::bigint, ${quote.caregiverShareBp}::int, ${quote.hospitalFeeBp}::int,
      ${stay.plannedStart}::date, ${stay.startHalf}, ${stay.plannedEnd}::date, ${stay.endHalf}, ${firstState()}, ${renewedFrom}::bigint, ${viewer.userId}::bigint
    from (${facts}) f, service_item s where s.id = ${serviceItemId} returning id::text`);
  const { id } = made!;
  await writeDays(tx, { id, hospitalFeeBp: quote.hospitalFeeBp }, quote.days);
  await settleRow(tx, id, [], viewer.userId);
  await tell(tx, { id, departmentId }, viewer, { event: 'create', from: null, to: firstState(), ...(filled && { before: filled.before, after: filled.after, snapshot: { patient: filled.was } }) });
  return { id, orderNo };
}

/** What the audit keeps of a new order. */
export const createdAs = ({ patientName, plannedStart, plannedEnd, payableFen }: Pick<OrderRow, 'patientName' | 'plannedStart' | 'plannedEnd' | 'payableFen'>): object => ({ patientName, plannedStart, plannedEnd, payableFen });

/** A new order. @throws Fault not_found for what is out of scope, bad_input, refused with the reason */
export function create({ viewer, reach, write, from, body }: Ask<typeof order.create>): Promise<Acted> {
  const { hospitalId, serviceItemId, expectFen, source = 'console', inpatientNo = null, diagnosis = null, careLevel = null, infectious = false, note = null, prefGender = null, prefLevel = null, prefLanguage = null, requirements = null } = body;
  const work = write(async (tx) => {
    const inside = new Reach(tx, reach.scope);
    const quote = await quoteStay(inside, body, from);
    const { departmentId, wardId, bedId } = await checkedPlace(inside, hospitalId, { departmentId: body.departmentId, wardId: body.wardId ?? null, bedId: body.bedId ?? null }, from);
    if (expectFen !== undefined && expectFen !== quote.totalFen) refuse('price_changed', from);
    const { patientId, more, freed = [] } = await admit(inside, tx, body.patient, hospitalId, from);
    if (more !== undefined) await holdAll(tx, patientId);
    const filled = more === undefined ? undefined : await fillIn(tx, inside, patientId, more);
    const facts = sql`select ${source}::text, ${departmentId}::bigint, ${wardId}::bigint, ${bedId}::bigint, null::text, ${patientId}::bigint, ${inpatientNo}::text, ${diagnosis}::text, ${careLevel}::text, ${infectious}::boolean, ${note}::text, ${prefGender}::smallint, ${prefLevel}::text, ${prefLanguage}::text, ${requirements}::text`;
    const { id, orderNo } = await writeOrder(tx, viewer, { facts, hospitalId, departmentId, serviceItemId, stay: body, quote, filled });
    const told = filled && (await tellOthers(tx, inside, { id, orderNo, patientId }, { viewer, from }, { ...filled, undone: false }));
    const also = [...freed, ...(told ?? [])];
    const [row] = await rowsOf(inside, viewer, [id]);
    return { result: { row: row! }, entity: 'order', entityId: orderNo, hospitalId, ...(filled && { before: filled.before }), after: { ...createdAs(row!), ...filled?.after }, ...(also.length > 0 && { also }) };
  });
  return work.catch(tellClosed(from)).catch(tellClash(from));
}

interface Thrown {
  code?: string;
  constraint?: string;
  cause?: Thrown;
}
const CLASHES = {
  care_order_no_dup: 'duplicate', care_order_one_renewal: 'renewed',
  care_order_department_id_hospital_id_fkey: 'place_gone', care_order_ward_id_hospital_id_fkey: 'place_gone', care_order_bed_id_hospital_id_fkey: 'place_gone',
} as const;
/** What the database itself refuses of orders side by side, in words; anything else stays what it is. */
export const tellClash = (from: Ask['from']) => (error: unknown): never => {
  const thrown = ((error as Thrown).cause ?? error) as Thrown;
  const clash = CLASHES[thrown.constraint as keyof typeof CLASHES];
  if (clash !== undefined) refuse(clash, from);
  throw error;
};
