import { sql, type SQL } from 'drizzle-orm';
import type { Viewer } from '../../host/answer.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { CAREGIVERS, LIVING_CAREGIVER } from '../caregiver/tables.ts';
import { HOSPITALS } from '../hospital/tables.ts';
import { ORDERS } from '../order/tables.ts';
import { MOST_LINES, type CaregiverLine, type CaregiverMonth, type OrderLine, type settlement } from './contract.ts';
import { seesPay } from './month.ts';
import { ADJUSTMENTS, ADJUSTMENT_SUMS, DAYS, DAY_SUMS, daysOf, LEDGER, LEDGER_SUMS, momentOf, monthOf } from './tables.ts';

/** How many lines are wanted: those that are shown, or all for a sheet. */
export type Most = number | null;
const limitOf = (most: Most): SQL => (most === null ? sql`` : sql` limit ${most}`);
const pay = (viewer: Viewer, of: SQL): SQL => (seesPay(viewer) ? of : sql`null::float8`);

/** @throws Fault not_found for a hospital that is none or out of scope */
async function mustReach(reach: Reach, hospitalId: string): Promise<void> {
  if ((await reach.one(HOSPITALS, { columns: sql`1`, where: [sql`h.id = ${hospitalId}::bigint`] })) === undefined) throw new Fault('not_found');
}
/** The orders of a hospital's statement: with days in the month, or with money. @throws Fault not_found, also when it is out of scope */
export async function readOrders(reach: Reach, viewer: Viewer, { month, hospitalId }: { month: string; hospitalId: string }, most: Most = MOST_LINES): Promise<Reply<typeof settlement.orders>> {
  await mustReach(reach, hospitalId);
  const own = sql`o.hospital_id = ${hospitalId}::bigint`;
  const days = sql`${reach.select(DAYS, { columns: sql`o.id, min(y.day)::text as "from", max(y.day)::text as "to", ${DAY_SUMS}`, where: [...daysOf(month), own] })} group by o.id`;
  const ledger = sql`${reach.select(LEDGER, { columns: sql`o.id, ${LEDGER_SUMS}`, where: [...momentOf(month, sql`l.received_at`), own] })} group by o.id`;
  const adjustments = sql`${reach.select(ADJUSTMENTS, { columns: sql`o.id, ${ADJUSTMENT_SUMS}`, where: [...momentOf(month, sql`j.created_at`), own] })} group by o.id`;
  const n = (name: string): SQL => sql.raw(`coalesce(x."${name}", 0) as "${name}"`);
  const [rows, [count]] = await Promise.all([
    reach.run<OrderLine>(sql`
      with x as (select id, d."from", d."to", d.days, d."holidayDays", d."amountFen", d."payFen", d."feeFen", j."adjustedFen", l."receivedFen", l."refundedFen" from (${days}) d full join (${ledger}) l using (id) full join (${adjustments}) j using (id))
      select o.order_no as "orderNo", p.name as "patientName", t.name as department, s.name as service, x."from", x."to", ${n('days')}, ${n('holidayDays')}, ${n('amountFen')}, ${pay(viewer, sql`coalesce(x."payFen", 0)`)} as "payFen", ${n('feeFen')}, ${n('adjustedFen')}, ${n('receivedFen')}, ${n('refundedFen')},
        coalesce((select string_agg(distinct g.name, ' · ') from order_service_day y join caregiver g on g.id in (y.caregiver_id, y.relief_id) where y.order_id = o.id and y.day between x."from"::date and x."to"::date and y.attendance <> 'void'), '') as caregivers
      from x join care_order o on o.id = x.id join patient p on p.id = o.patient_id join hospital_department t on t.id = o.department_id join service_item s on s.id = o.service_item_id order by x."from" is null, o.order_no${limitOf(most)}`),
    reach.run<{ n: number }>(sql`select count(*)::int as n from (select id from (${days}) d union select id from (${ledger}) l union select id from (${adjustments}) j) x`),
  ]);
  return { list: rows, total: count!.n };
}

/** What of each day is a caregiver's, as rows `y` with orders `o`: the whole day, or what of it came before or after noon (0023_statistics.sql). */
const EARNED: Source = { ...ORDERS, from: sql`caregiver_day y join care_order o on o.id = y.order_id` };
const earned = (viewer: Viewer): SQL => sql`
  count(distinct o.id)::int as orders, sum(y.days)::float8 as days, coalesce(sum(y.days) filter (where y.multiplier_bp > 10000), 0)::float8 as "holidayDays", sum(y.amount_fen)::float8 as "amountFen", ${pay(viewer, sql`sum(y.pay_fen)::float8`)} as "payFen", sum(y.fee_fen)::float8 as "feeFen"`;

/** The caregivers who served in a month, within the reader's scope, and their sum. @throws Fault not_found for a hospital that is none or out of it */
export async function readCaregivers(reach: Reach, viewer: Viewer, { month, hospitalId }: { month: string; hospitalId?: string | undefined }, most: Most = MOST_LINES): Promise<Reply<typeof settlement.caregivers>> {
  if (hospitalId !== undefined) await mustReach(reach, hospitalId);
  const where = [...monthOf(month), hospitalId === undefined ? undefined : sql`o.hospital_id = ${hospitalId}::bigint`];
  const named = { ...EARNED, from: sql`${EARNED.from} join caregiver c on c.id = y.caregiver_id` };
  const [list, [sums]] = await Promise.all([
    reach.run<CaregiverMonth>(sql`${reach.select(named, { columns: sql`c.staff_no as "caregiverNo", c.name, ${earned(viewer)}`, where })} group by c.id order by sum(y.days) desc, c.staff_no${limitOf(most)}`),
    reach.rows<Reply<typeof settlement.caregivers>['sums'] & { total: number }>(EARNED, {
      columns: sql`count(distinct y.caregiver_id)::int as total, count(distinct o.id)::int as orders, coalesce(sum(y.days), 0)::float8 as days, coalesce(sum(y.days) filter (where y.multiplier_bp > 10000), 0)::float8 as "holidayDays", coalesce(sum(y.amount_fen), 0)::float8 as "amountFen", ${pay(viewer, sql`coalesce(sum(y.pay_fen), 0)::float8`)} as "payFen", coalesce(sum(y.fee_fen), 0)::float8 as "feeFen"`,
      where,
    }),
  ]);
  const { total, ...rest } = sums!;
  return { list, total, whole: reach.scope === 'all', sums: rest };
}
/** A caregiver's month, order by order. @throws Fault not_found for one who is out of scope and served nothing in it */
export async function readCaregiver(reach: Reach, viewer: Viewer, { month, caregiverNo }: { month: string; caregiverNo: string }): Promise<Reply<typeof settlement.caregiver>> {
  const lines = await reach.run<CaregiverLine & { name: string }>(sql`
    ${reach.select({ ...EARNED, from: sql`${EARNED.from} join caregiver c on c.id = y.caregiver_id join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id` }, {
      columns: sql`c.name, o.order_no as "orderNo", p.name as "patientName", h.name as hospital, min(y.day)::text as "from", max(y.day)::text as "to", ${earned(viewer)}, bool_and(y.period_id is not null) as closed`,
      where: [...monthOf(month), sql`c.staff_no = ${caregiverNo}`],
    })} group by c.id, o.id, p.id, h.id order by min(y.day), o.order_no`);
  const known = lines[0] ?? (await reach.one<{ name: string }>(CAREGIVERS, { columns: sql`c.name`, where: [LIVING_CAREGIVER, sql`c.staff_no = ${caregiverNo}`] }));
  if (known === undefined) throw new Fault('not_found');
  const sum = (of: 'days' | 'holidayDays' | 'amountFen' | 'feeFen'): number => lines.reduce((all, line) => all + line[of], 0);
  return {
    caregiverNo, name: known.name, month, whole: reach.scope === 'all', orders: lines.length, days: sum('days'), holidayDays: sum('holidayDays'), amountFen: sum('amountFen'), feeFen: sum('feeFen'),
    payFen: seesPay(viewer) ? lines.reduce((all, { payFen }) => all + payFen!, 0) : null,
    lines: lines.map(({ orderNo, patientName, hospital, from, to, days, holidayDays, amountFen, payFen, feeFen, closed }) => ({ orderNo, patientName, hospital, from, to, days, holidayDays, amountFen, payFen, feeFen, closed })),
  };
}
