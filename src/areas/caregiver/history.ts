import { sql, type SQL } from 'drizzle-orm';
import { iso } from '../../host/column.ts';
import { isName } from '../../host/find.ts';
import type { Listed } from '../../host/list/definition.ts';
import { listWindow, openList, type Window } from '../../host/list/list.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { EVALUATIONS, LIVING_ORDER, ORDERS, ratingOf, STINTS } from '../order/tables.ts';
import type { EvaluationRow, Rating, WorkRow } from './contract.ts';
import { asWritten, CAREGIVERS, LIVING_CAREGIVER, numbered } from './tables.ts';

/** A caregiver of this reader's reach, by staff number. @throws Fault not_found */
export async function caregiverOf(reach: Reach, no: string | undefined): Promise<{ id: string; staffNo: string; name: string }> {
  const found = isName(no) ? await reach.one<{ id: string; staffNo: string; name: string }>(CAREGIVERS, { columns: sql`c.id::text, c.staff_no as "staffNo", c.name`, where: [LIVING_CAREGIVER, numbered(no)], order: asWritten(no) }) : undefined;
  if (found === undefined) throw new Fault('not_found');
  return found;
}
const day = (instant: SQL): SQL => sql`((${instant}) at time zone 'Asia/Shanghai')::date`;
/** Days `y` of `caregiver_day` that are this caregiver's; by the columns that have an index first. */
export const ownedBy = (id: SQL): SQL => sql`${id} in (y.first_id, y.relief_id) and y.caregiver_id = ${id}`;

const WORK: Source = { ...STINTS, from: sql`${STINTS.from} join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id join hospital_department d on d.id = o.department_id join service_item s on s.id = o.service_item_id` };
// who went and came back at one noon has that day whole, half of it in each stint
const SERVED = sql`least(y.days, case when (y.day + time '12:00') at time zone 'Asia/Shanghai' in (lower(a.during), upper(a.during)) then 0.5 else 1 end)`;
/** The stints of a caregiver within the reader's scope, newest first. @throws Fault not_found */
export async function listWork(reach: Reach, no: string | undefined, window: Window): Promise<Page<WorkRow>> {
  const { id } = await caregiverOf(reach, no);
  const list: Listed = { fields: {}, columns: {}, source: STINTS, id: sql`a.id`, keys: [{ sql: sql`lower(a.during)`, type: 'timestamptz', desc: true }], always: [LIVING_ORDER, sql`a.caregiver_id = ${id}::bigint`, sql`a.status <> 'void'`], tables: ['order_assignment', 'care_order'], find: () => [] };
  return listWindow(openList(reach, list, {}), window, (ids) =>
    inOrder(ids, reach.rows<WorkRow>(WORK, {
      columns: sql`a.id::text, o.order_no as "orderNo", p.name as "patientName", h.name as hospital, d.name as department, s.name as service, ${iso(sql`lower(a.during)`)} as "from", ${iso(sql`upper(a.during)`)} as "to", a.status,
        (select coalesce(sum(${SERVED}), 0)::float8 from caregiver_day y where y.order_id = a.order_id and ${ownedBy(sql`${id}::bigint`)}
          and y.day between ${day(sql`lower(a.during)`)} and ${day(sql`upper(a.during) - interval '1 microsecond'`)}) as days`,
      where: [sql`a.id = any(${sql.param([...ids])}::bigint[])`],
    })));
}
async function inOrder<T extends { id: string }>(ids: readonly string[], asked: Promise<T[]>): Promise<T[]> {
  const known = new Map((await asked).map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

const SAID: Source = { ...ORDERS, from: sql`${EVALUATIONS.from} join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id left join sys_user u on u.id = v.created_by` };
/** What was said of a caregiver within the reader's scope, newest first. @throws Fault not_found */
export async function listEvaluations(reach: Reach, no: string | undefined, window: Window): Promise<Page<EvaluationRow>> {
  const { id } = await caregiverOf(reach, no);
  // whoever evaluates moves the order on too
  const list: Listed = { fields: {}, columns: {}, source: EVALUATIONS, id: sql`v.id`, always: [LIVING_ORDER, sql`v.caregiver_id = ${id}::bigint`], tables: ['care_order'], find: () => [] };
  return listWindow(openList(reach, list, {}), window, (ids) =>
    inOrder(ids, reach.rows<EvaluationRow>(SAID, {
      columns: sql`v.id::text, o.order_no as "orderNo", p.name as "patientName", h.name as hospital, v.source, v.overall, v.skill, v.attitude, v.discipline, v.tags, v.content, coalesce(u.nickname, u.username::text) as by, ${iso(sql`v.created_at`)} as at`,
      where: [sql`v.id = any(${sql.param([...ids])}::bigint[])`],
    })));
}
/** How a caregiver is rated, within the reader's scope. @throws Fault not_found */
export async function readRating(reach: Reach, no: string | undefined): Promise<Rating> {
  const { id } = await caregiverOf(reach, no);
  const rated = ratingOf(reach);
  const [own, marks] = await Promise.all([
    reach.one<Pick<Rating, 'average' | 'count'>>(CAREGIVERS, { columns: sql`${rated.average}::float8 as average, ${rated.count} as count`, where: [sql`c.id = ${id}::bigint`] }),
    reach.run<{ overall: number; n: number }>(sql`${reach.select(EVALUATIONS, { columns: sql`v.overall, count(*)::int as n`, where: [LIVING_ORDER, sql`v.caregiver_id = ${id}::bigint`] })} group by v.overall`),
  ]);
  return { average: own!.average, count: own!.count, marks: [1, 2, 3, 4, 5].map((mark) => marks.find(({ overall }) => overall === mark)?.n ?? 0) };
}
