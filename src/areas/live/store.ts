import { sql, type SQL } from 'drizzle-orm';
import type { Parts, Reach, Source } from '../../host/reach.ts';
import { CAREGIVERS, postedBefore } from '../caregiver/tables.ts';
import { DICTIONARIES } from '../dictionary/tables.ts';
import { HOSPITALS } from '../hospital/tables.ts';
import { BOOKING, movedFrom, ORDERS } from '../order/tables.ts';
import type { Change } from './contract.ts';

/** More changes, or longer ago (ms), and it is better to read all again. */
const MOST = 200;
const LONGEST = 15 * 60_000;
const since = (ago: number): SQL => sql`now() - make_interval(secs => ${ago / 1000})`;
/** Of those that left a department within the last `ago` ms it hears too: its lists still have them. They are looked up once, and not for each order beyond the scope. */
const changes = (ago: number): Source => ({ ...ORDERS, scope: (match) => sql`(${ORDERS.scope(match)} or o.id in (select e.order_id from order_event e join care_order o on o.id = e.order_id where e.at > ${since(ago)} and ${movedFrom(match)}))` });
// whoever has this version already is to read it again all the same, if something else was written after it
const MOVED = sql`case when o.updated_at <= (select max(e.at) from order_event e where e.order_id = o.id) then o.version end`;
/** Months of a hospital's books that were closed or opened again, or paid. */
const BOOKS: Source = { from: sql`settlement_period p`, scope: (match) => match(sql`p.hospital_id`) };
/** Of those who were posted there before, too. */
const OF_CAREGIVERS: Source = { from: sql`caregiver_event e join caregiver c on c.id = e.caregiver_id`, scope: (match) => sql`(${CAREGIVERS.scope(match)} or ${postedBefore(match)})` };
/** Those of whom an order told, by its caregivers: of one elsewhere only what moves when they are free. */
const OF_ORDERS: Source = {
  from: sql`order_event e join care_order o on o.id = e.order_id join order_assignment a on a.order_id = o.id join caregiver c on c.id = a.caregiver_id`,
  scope: (match) => sql`(${CAREGIVERS.scope(match)} and (e.event = any(${sql.param([...BOOKING])}::text[]) or ${match(sql`o.hospital_id`)}))`,
};
/** Those of whom was complained, where the order is. */
const OF_COMPLAINTS: Source = { from: sql`order_complaint l join care_order o on o.id = l.order_id join caregiver c on c.id = l.caregiver_id`, scope: (match) => sql`(${CAREGIVERS.scope(match)} and ${match(sql`o.hospital_id`)})` };

async function within<T>(ago: number, ask: (parts: Parts) => Promise<T[]>, columns: Parts['columns'], at = sql`e.at`): Promise<(T | null)[]> {
  if (ago === 0) return [];
  if (ago > LONGEST) return [null];
  const found = await ask({ columns, where: [sql`${at} > ${since(ago)}`], limit: MOST + 1 });
  return found.length > MOST ? [null] : found;
}
/** Whether an import that made some ended within the last `ago` ms: too many to tell, and they bear the time at which it began, however long before. */
const imported = async (reach: Reach, ago: number, what: 'order' | 'caregiver'): Promise<boolean> =>
  ago > 0 && (await reach.run(sql`select from audit_event a where a.action = ${`${what}.import`} and a.ok and a.at > ${since(ago)} and a.after ->> 'dryRun' is distinct from 'true' and coalesce(a.after ->> 'loaded', a.after ->> 'created') is distinct from '0' limit 1`)).length > 0;
/**
 * The orders that were written within the last `ago` ms, each with the version it has now, if that was written last; one null where they are too many to tell, a month of
 * theirs was closed or opened, or some were imported. By their rows, for not all that is heard live is an event of a life: time ends evaluations, an order is handed on.
 */
export async function changedWithin(reach: Reach, ago: number): Promise<Change[]> {
  const changed = await within<NonNullable<Change>>(ago, (parts) => reach.rows(changes(ago), parts), sql`o.order_no as no, ${MOVED} as version`, sql`o.updated_at`);
  if (ago === 0 || changed.includes(null)) return changed;
  const books = await reach.rows(BOOKS, { columns: sql`p.id`, where: [sql`greatest(p.closed_at, p.reopened_at, p.paid_at, p.unpaid_at) > ${since(ago)}`], limit: 1 });
  return books.length > 0 || (await imported(reach, ago, 'order')) ? [null] : changed;
}
/** The same of caregivers; without a version where only an order of theirs changed, or was complained of. */
export async function caregiversWithin(reach: Reach, ago: number): Promise<Change[]> {
  const own = await within<NonNullable<Change>>(ago, (parts) => reach.rows(OF_CAREGIVERS, parts), sql`distinct c.staff_no as no, c.version`);
  const served = await within<NonNullable<Change>>(ago, (parts) => reach.rows(OF_ORDERS, parts), sql`distinct c.staff_no as no, null::int as version`);
  const blamed = await within<NonNullable<Change>>(ago, (parts) => reach.rows(OF_COMPLAINTS, parts), sql`distinct c.staff_no as no, null::int as version`, sql`l.created_at`);
  const all = [...own, ...served, ...blamed];
  return all.includes(null) || (await imported(reach, ago, 'caregiver')) ? [null] : all;
}
/** The same of hospitals. */
export const hospitalsWithin = (reach: Reach, ago: number): Promise<Change[]> => within<NonNullable<Change>>(ago, (parts) => reach.rows(HOSPITALS, parts), sql`h.id::text as no, h.version`, sql`h.updated_at`);
/** The same of dictionaries. */
export const dictionariesWithin = (reach: Reach, ago: number): Promise<Change[]> => within<NonNullable<Change>>(ago, (parts) => reach.rows(DICTIONARIES, parts), sql`d.dict_code as no, d.version`, sql`d.updated_at`);
