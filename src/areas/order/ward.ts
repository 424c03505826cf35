import { sql } from 'drizzle-orm';
import { TODAY } from '../../host/column.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { OrderRow, WardBeds, WardRow } from './contract.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { ALIVE, LIVING_ORDER, ORDERS } from './tables.ts';

/** Orders of one bed, and those of one ward without a bed, that are told. */
const MOST = { bed: 4, bedless: 60 } as const;
/** Wards (alias `w`) with their departments; who is bound to some of a hospital sees those alone. */
export const WARDS: Source = { from: sql`hospital_ward w join hospital_department d on d.id = w.department_id`, scope: (match) => match(sql`w.hospital_id`, sql`w.department_id`) };
/** 2 before 10 before 10A, those without a number last. */
const BED_ORDER = sql`b.bed_no !~ '^\\d', length(substring(b.bed_no from '^\\d*')), b.bed_no, b.id`;
/** Who is in a bed comes before who is to come. */
const TURN = sql`o.service_state = 'in_service' desc, o.planned_start, o.id`;

/** The wards of a hospital and how they stand. @throws Fault not_found for a hospital out of scope */
export async function listWards(reach: Reach, hospitalId: string): Promise<WardRow[]> {
  if ((await reach.count(HOSPITALS, [LIVING_HOSPITAL, sql`h.id = ${hospitalId}::bigint`])) === 0) throw new Fault('not_found');
  const live = [LIVING_ORDER, ALIVE, sql`o.hospital_id = ${hospitalId}::bigint`];
  const counts = reach.select(ORDERS, { columns: sql`o.ward_id, o.bed_id, o.service_state, o.balance_fen, o.service_state = 'in_service' or o.planned_start <= ${TODAY} as "here"`, where: live });
  return reach.run<WardRow>(sql`
    with live as (${counts}), of_ward as (select ward_id, count(*) filter (where service_state = 'pending_assign')::int as unassigned, count(*) filter (where balance_fen > 0)::int as unpaid from live group by ward_id),
      taken as (select distinct bed_id from live where here and bed_id is not null),
      of_bed as (select b.ward_id, count(*)::int as beds, count(*) filter (where t.bed_id is null)::int as free from hospital_bed b left join taken t on t.bed_id = b.id where b.hospital_id = ${hospitalId}::bigint and b.status = 1 group by b.ward_id)
    ${reach.select({ ...WARDS, from: sql`${WARDS.from} join hospital h on h.id = w.hospital_id left join of_ward on of_ward.ward_id = w.id left join of_bed on of_bed.ward_id = w.id` }, {
      columns: sql`w.id::text, w.name, w.building, w.floor, d.name as "departmentName", coalesce(of_bed.beds, 0) as beds, case when least(w.status, d.status, h.status) = 1 then coalesce(of_bed.free, 0) else 0 end as free, coalesce(of_ward.unassigned, 0) as unassigned, coalesce(of_ward.unpaid, 0) as unpaid`,
      // one that is switched off shows while someone is still in it
      where: [sql`w.hospital_id = ${hospitalId}::bigint`, sql`((w.status = 1 and d.status = 1) or of_ward.ward_id is not null)`],
      order: sql`d.sort, d.id, w.id`,
    })}`);
}

/** The bed map of a ward. @throws Fault not_found, also when it is out of scope */
export async function readWard(reach: Reach, actor: Actor, id: string): Promise<WardBeds> {
  const ward = await reach.one<Omit<WardBeds, 'beds' | 'bedless'>>({ ...WARDS, from: sql`${WARDS.from} join hospital h on h.id = w.hospital_id` }, {
    columns: sql`w.id::text, w.name, w.building, w.floor, d.id::text as "departmentId", d.name as "departmentName", h.id::text as "hospitalId", h.name as "hospitalName", least(w.status, d.status, h.status) as status`,
    where: [LIVING_HOSPITAL, sql`w.id = ${id}::bigint`],
  });
  if (ward === undefined) throw new Fault('not_found');
  const inWard = reach.select(ORDERS, { columns: sql`o.id, o.bed_id, row_number() over (partition by o.bed_id order by ${TURN})::int as turn`, where: [LIVING_ORDER, ALIVE, sql`o.ward_id = ${id}::bigint`] });
  const [beds, found] = await Promise.all([
    reach.run<{ id: string; bedNo: string; kind: string; status: number }>(sql`select b.id::text, b.bed_no as "bedNo", b.kind, b.status from hospital_bed b where b.ward_id = ${id}::bigint order by ${BED_ORDER}`),
    reach.run<{ id: string; bedId: string | null }>(sql`select id::text, bed_id::text as "bedId" from (${inWard}) ranked where turn <= case when bed_id is null then ${MOST.bedless}::int else ${MOST.bed}::int end order by turn`),
  ]);
  const rows = new Map((await rowsOf(reach, actor, found.map((one) => one.id))).map((row) => [row.id, row]));
  const under = new Map<string | null, OrderRow[]>();
  for (const { id: orderId, bedId } of found) {
    const row = rows.get(orderId);
    if (row !== undefined) under.set(bedId, [...(under.get(bedId) ?? []), row]);
  }
  // a bed that is switched off shows while someone is still in it; one of a place that is off is off with it
  return { ...ward, beds: beds.filter((bed) => bed.status === 1 || under.has(bed.id)).map((bed) => ({ ...bed, status: Math.min(bed.status, ward.status), orders: under.get(bed.id) ?? [] })), bedless: under.get(null) ?? [] };
}
