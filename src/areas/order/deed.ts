import { sql, type SQL } from 'drizzle-orm';
import { readDid } from '../../kernel/did.ts';
import { DID, type Deed } from './contract.ts';

/** Days of a hospital's own calendar, both included, as they stand in an address. */
interface Span {
  from: string;
  to: string;
}
/** An instant of order `o` lies on these days by its hospital's clock; a day more either side first, which an index finds. */
const onDays = (instant: SQL, { from, to }: Span): SQL => sql`(${instant} >= ${from}::date - 1 and ${instant} < ${to}::date + 2 and exists (select 1 from hospital h where h.id = o.hospital_id and (${instant} at time zone h.timezone)::date between ${from}::date and ${to}::date))`;
/** The same of a row `x` of the order. */
const having = (table: SQL, instant: SQL, span: Span, where: SQL): SQL => sql`o.id in (select x.order_id from ${table} x join care_order q on q.id = x.order_id join hospital h on h.id = q.hospital_id
  where ${instant} >= ${span.from}::date - 1 and ${instant} < ${span.to}::date + 2 and (${instant} at time zone h.timezone)::date between ${span.from}::date and ${span.to}::date and ${where})`;
const whose = (column: SQL, staffNo: string | undefined): SQL => (staffNo === undefined ? sql`true` : sql`${column} = (select g.id from caregiver g where g.staff_no = ${staffNo})`);
const days = ({ from, to }: Span, where: SQL): SQL => sql`o.id in (select x.order_id from order_service_day x where x.day between ${from}::date and ${to}::date and x.attendance <> 'void' and x.fraction > 0 and ${where})`;
const served = (span: Span, staffNo: string | undefined, where: SQL): SQL => days(span, sql`${where} and (${whose(sql`x.caregiver_id`, staffNo)} or ${whose(sql`x.relief_id`, staffNo)})`);
const ended = ({ from, to }: Span): SQL => sql`(o.service_state = 'completed' and o.ended_on between ${from}::date and ${to}::date)`;
/** A reason in these words; empty where none was given. */
const said = (column: SQL, words: string | undefined): SQL => (words === undefined ? sql`true` : sql`coalesce(${column}, '') = ${words}`);
const standing = sql`not exists (select 1 from order_event u where u.undoes = x.id)`;

/** What of an order each deed asks; `key`: of some a way of paying, of some the staff number of who served; `why`: of some the words of the reason. The statistics count by the same words (0023_statistics.sql). */
const DEED: Record<Deed, (span: Span, key: string | undefined, why: string | undefined) => SQL> = {
  made: (span) => onDays(sql`o.created_at`, span),
  started: (span, key) => sql`(${onDays(sql`o.actual_start_at`, span)} and ${whose(sql`o.started_carer`, key)})`,
  ended: (span, key) => sql`(${ended(span)} and ${whose(sql`o.ended_carer`, key)})`,
  cancelled: (span, key, why) => sql`(o.service_state = 'cancelled' and ${onDays(sql`o.cancelled_at`, span)} and ${whose(sql`o.cancelled_carer`, key)} and ${said(sql`o.cancel_reason`, why)})`,
  served: (span, key) => served(span, key, sql`true`),
  attended: (span, key) => served(span, key, sql`(x.caregiver_id is not null or x.relief_id is not null)`),
  'served-normal': (span, key) => served(span, key, sql`x.multiplier_bp <= 10000`),
  'served-holiday': (span, key) => served(span, key, sql`x.multiplier_bp > 10000`),
  bedded: (span, key) => sql`(o.bed_id is not null and ${key === undefined ? days(span, sql`true`) : served(span, key, sql`true`)})`,
  charged: (span, key) => (key === undefined ? sql`(${served(span, key, sql`true`)} or ${having(sql`order_adjustment`, sql`x.created_at`, span, sql`true`)})` : served(span, key, sql`true`)),
  received: (span, key) => having(sql`order_payment`, sql`x.received_at`, span, sql`x.kind <> 'refund' and ${key === undefined ? sql`true` : sql`x.method = ${key}`}`),
  refunded: (span, key) => having(sql`order_payment`, sql`x.received_at`, span, sql`x.kind = 'refund' and ${key === undefined ? sql`true` : sql`x.method = ${key}`}`),
  replaced: (span, key, why) => having(sql`order_event`, sql`x.at`, span, sql`x.event = 'change' and ${whose(sql`x.caregiver_id`, key)} and ${said(sql`x.reason`, why)} and ${standing}`),
  extended: (span, key, why) => having(sql`order_event`, sql`x.at`, span, sql`x.event = 'extend' and ${whose(sql`x.caregiver_id`, key)} and ${said(sql`x.reason`, why)} and ${standing}`),
  'ended-early': (span, key, why) => sql`(${ended(span)} and o.end_reason is not null and ${whose(sql`o.ended_carer`, key)} and ${said(sql`o.end_reason`, why)})`,
  assigned: (span, key) => sql`(o.source <> 'import' and ${having(sql`order_event`, sql`x.at`, span, sql`x.event = 'assign' and ${whose(sql`x.caregiver_id`, key)} and not exists (select 1 from order_event e where e.order_id = x.order_id and e.event = 'assign' and e.id < x.id)`)})`,
  evaluated: (span, key) => having(sql`order_evaluation`, sql`x.created_at`, span, whose(sql`x.caregiver_id`, key)),
  complained: (span, key) => having(sql`order_complaint`, sql`x.created_at`, span, sql`x.kind = 'complaint' and ${whose(sql`x.caregiver_id`, key)}`),
};
/** The filter `did` of the list, `started:2026-11-01:2026-11-07`, as a condition on order `o`. */
export function didWhere(text: string): SQL {
  const { deed, key, reason, ...span } = readDid<Deed>(text, DID)!;
  return DEED[deed](span, key, reason);
}
