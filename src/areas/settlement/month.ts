import { sql } from 'drizzle-orm';
import type { Viewer } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import type { Reach } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import { MONTH_VERBS, settlement, type Hindrance, type HospitalMonth, type MonthVerb, type Statement, type Sums } from './contract.ts';
import { ADJUSTMENTS, ADJUSTMENT_SUMS, beginOf, DAYS, DAY_SUMS, daysOf, endOf, HINDERS, LEDGER, LEDGER_SUMS, momentOf, UNCOVERED } from './tables.ts';

/** Orders that a statement names of those that hinder its closing. */
const NAMED = 20;
/** Whether this person may see what caregivers get. */
export const seesPay = (viewer: Viewer): boolean => may(viewer, 'biz:caregiver:reveal');
type Row = Omit<HospitalMonth, 'can' | 'cannot'>;
type Standing = Pick<Row, 'state' | 'hindrances' | 'pay'>;

/** Why a verb would be refused, as far as it is known without its words; null: it would not be. */
function refusalOf(verb: MonthVerb, { state, hindrances, pay }: Standing): RefusalName | null {
  if (verb === 'unpay') return pay?.paid === true ? null : 'pay_unpaid';
  if (verb !== 'close' && state !== 'closed') return 'month_is_open';
  if (verb === 'reopen') return pay?.paid === true ? 'month_paid' : null;
  if (verb === 'pay') return pay?.paid === true ? 'pay_paid' : pay?.caregivers === 0 ? 'pay_none' : null;
  return state === 'closed' ? 'month_is_closed' : state === 'running' ? 'month_running' : hindrances > 0 ? 'month_hindered' : null;
}
/** What this person may do to the month, and why not what their role may. */
function offersOf(viewer: Viewer, row: Standing): Pick<HospitalMonth, 'can' | 'cannot'> {
  const verbs = MONTH_VERBS.filter((verb) => may(viewer, settlement[verb].may as 'biz:stat:close'));
  const refused = verbs.map((verb) => [verb, refusalOf(verb, row)] as const);
  return { can: refused.flatMap(([verb, why]) => (why === null ? [verb] : [])), cannot: Object.fromEntries(refused.flatMap(([verb, why]) => (why === null ? [] : [[verb, why]]))) };
}

/** The month of each hospital in reach, or of one; those without anything count 0. */
async function readMonths(reach: Reach, month: string, hospitalId?: string): Promise<Row[]> {
  const own = hospitalId === undefined ? [] : [sql`o.hospital_id = ${hospitalId}::bigint`];
  const days = sql`${reach.select(DAYS, { columns: sql`o.hospital_id as id, ${DAY_SUMS}, count(distinct o.id) filter (where ${HINDERS(month)} is not null)::int as hindrances`, where: [...daysOf(month), ...own] })} group by 1`;
  const ledger = sql`${reach.select(LEDGER, { columns: sql`o.hospital_id as id, ${LEDGER_SUMS}`, where: [...momentOf(month, sql`l.received_at`), ...own] })} group by 1`;
  const adjustments = sql`${reach.select(ADJUSTMENTS, { columns: sql`o.hospital_id as id, ${ADJUSTMENT_SUMS}`, where: [...momentOf(month, sql`j.created_at`), ...own] })} group by 1`;
  const n = (of: 'd' | 'l' | 'j', ...names: string[]) => sql.raw(names.map((name) => `coalesce(${of}."${name}", 0) as "${name}"`).join(', '));
  const rows = await reach.rows<Omit<Row, 'whole'>>(
    { ...HOSPITALS, from: sql`${HOSPITALS.from} left join settlement_period p on p.hospital_id = h.id and p.days = daterange(${beginOf(month)}, ${endOf(month)}) left join (${days}) d on d.id = h.id left join (${ledger}) l on l.id = h.id left join (${adjustments}) j on j.id = h.id` },
    {
      columns: sql`h.id::text as "hospitalId", h.name, case when p.status = 'closed' then 'closed' when (now() at time zone h.timezone)::date < ${endOf(month)} then 'running' else 'open' end as state, coalesce(p.version, 0) as version,
        case when p.status = 'closed' then (select json_build_object('caregivers', count(*), 'amountFen', coalesce(sum(w.amount_fen + w.adjust_fen), 0), 'paid', coalesce(bool_or(w.status = 'paid'), false)) from caregiver_pay w where w.period_id = p.id) end as pay,
        ${n('d', 'hindrances', 'orders', 'days', 'holidayDays', 'amountFen', 'payFen', 'feeFen')}, ${n('j', 'adjustedFen')}, ${n('l', 'receivedFen', 'refundedFen')}`,
      where: [hospitalId === undefined ? LIVING_HOSPITAL : sql`h.id = ${hospitalId}::bigint`],
      order: sql`h.id`,
    },
  );
  const whole = (id: string): boolean => reach.scope === 'all' || reach.scope.some((one) => one.hospitalId === id && one.departments.length === 0);
  return rows.map((row) => ({ ...row, whole: whole(row.hospitalId) }));
}
const NONE: Sums = { orders: 0, days: 0, holidayDays: 0, amountFen: 0, payFen: 0, feeFen: 0, adjustedFen: 0, receivedFen: 0, refundedFen: 0 };
/** As this person sees it. */
const shown = <T extends { payFen: number | null }>(viewer: Viewer, row: T): T => (seesPay(viewer) ? row : { ...row, payFen: null });
/** The same of a hospital's month, with what may be done to it: of who has some departments of it the pay of all is not told. */
const shownMonth = (viewer: Viewer, row: Row): HospitalMonth => ({ ...shown(viewer, row), ...offersOf(viewer, row), pay: row.pay && row.whole ? { ...row.pay, amountFen: seesPay(viewer) ? row.pay.amountFen : null } : null });
/** The hospitals of this scope in a month, and their sum. */
export async function listMonths(reach: Reach, viewer: Viewer, month: string): Promise<Reply<typeof settlement.months>> {
  const rows = await readMonths(reach, month);
  const total = rows.reduce<Sums>((sum, row) => Object.fromEntries(Object.keys(NONE).map((name) => [name, sum[name as 'days'] + row[name as 'days']])) as Sums, NONE);
  return { list: rows.map((row) => shownMonth(viewer, row)), total: shown(viewer, total) };
}

/** One hospital's month. @throws Fault not_found, also when it is out of scope */
export async function readStatement(reach: Reach, viewer: Viewer, month: string, hospitalId: string): Promise<Statement> {
  const [row] = await readMonths(reach, month, hospitalId);
  if (row === undefined) throw new Fault('not_found');
  const own = sql`o.hospital_id = ${hospitalId}::bigint`;
  // one after the other: a closing asks inside of its transaction
  const [more] = await reach.run<Pick<Statement, 'closedBy' | 'closedAt' | 'reopenedBy' | 'reopenedAt' | 'reopenReason' | 'paidBy' | 'paidAt'>>(sql`
    select case when p.status = 'closed' then coalesce(c.nickname, c.username::text) end as "closedBy", case when p.status = 'closed' then ${iso(sql`p.closed_at`)} end as "closedAt",
      coalesce(r.nickname, r.username::text) as "reopenedBy", ${iso(sql`p.reopened_at`)} as "reopenedAt", p.reopen_reason as "reopenReason",
      coalesce(u.nickname, u.username::text) as "paidBy", ${iso(sql`p.paid_at`)} as "paidAt"
    from settlement_period p left join sys_user c on c.id = p.closed_by left join sys_user u on u.id = p.paid_by left join sys_user r on r.id = p.reopened_by where p.hospital_id = ${hospitalId}::bigint and p.days = daterange(${beginOf(month)}, ${endOf(month)})`);
  const [beside] = await reach.rows<{ uncovered: number }>(DAYS, { columns: sql`${UNCOVERED} as uncovered`, where: [...daysOf(month), own] });
  const hindering = await reach.run<Hindrance>(sql`
    ${reach.select({ ...DAYS, from: sql`${DAYS.from} join patient p on p.id = o.patient_id` }, { columns: sql`o.order_no as "orderNo", p.name as "patientName", ${HINDERS(month)} as kind, o.planned_start::text as "from", o.planned_end::text as "to"`, where: [...daysOf(month), own, sql`${HINDERS(month)} is not null`] })}
    group by o.id, p.name order by o.planned_start, o.id limit ${NAMED}`);
  const none = { closedBy: null, closedAt: null, reopenedBy: null, reopenedAt: null, reopenReason: null, paidBy: null, paidAt: null };
  // who may not know what was paid out is not told by whom
  return { ...shownMonth(viewer, row), month, ...beside!, hindering, ...(more ?? none), ...(row.whole ? {} : { paidBy: null, paidAt: null }) };
}
