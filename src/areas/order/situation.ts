import { sql } from 'drizzle-orm';
import { ORDER_EVENTS, refusalOf, statusOf, type EvaluationState, type OrderEvent, type Refusal, type ServiceState, type Situation } from '../../../machines/order.ts';
import type { Viewer } from '../../host/answer.ts';
import { instantAt, parseDay } from '../../host/calendar.ts';
import { may } from '../../kernel/access.ts';
import type { RefusalName } from '../../kernel/refusal.ts';
import { order } from './contract.ts';

/** What a viewer acts as: who they are and what their role may do. */
export type Actor = Pick<Viewer, 'userId' | 'role' | 'roles' | 'perms'>;
/** What the guards need of a row; sums in fen, instants in ms since the epoch. */
export interface Facts {
  serviceState: ServiceState;
  evaluationState: EvaluationState;
  balanceFen: number;
  plannedStart: string;
  startHalf: 'AM' | 'PM';
  plannedEnd: string;
  endHalf: 'AM' | 'PM';
  completedMs: number | null;
  confirmedDays: number;
  confirmedMs: number | null;
  paidFen: number;
  /** Paid and not given back. */
  keptFen: number;
  prepayFen: number;
  renewed: boolean;
  refundStatus: 'requested' | 'approved' | null;
  refundBy: string | null;
  refundFen: number | null;
  /** Caregivers who served and have no evaluation by the family and the provider, by the hospital. */
  leftOwn: number;
  leftHospital: number;
  lastEvent: string | null;
  lastBy: string | null;
  lastMs: number | null;
}
const left = (source: string) => sql`(select count(distinct a.caregiver_id)::int from order_assignment a where a.order_id = o.id and a.status in ('serving', 'ended')
  and (select count(*) from order_evaluation v where v.order_id = o.id and v.caregiver_id = a.caregiver_id and v.source in ${sql.raw(source)}) < ${sql.raw(source === "('hospital')" ? '1' : '2')})`;
const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);

/** Joins of an order `o` and its hospital `h` that the facts come from. */
export const FACTS_FROM = sql`
  left join lateral (select e.event, e.actor_id, e.at, e.snapshot is not null or e.event = 'create' as kept from order_event e where e.order_id = o.id order by e.id desc limit 1) le on true
  left join lateral (select r.status, r.requested_by, r.amount_fen from order_refund r where r.order_id = o.id and r.status in ('requested', 'approved') order by r.id desc limit 1) lr on true
  cross join lateral (select count(*)::int as days, max(y.confirmed_at) as at from order_service_day y where y.order_id = o.id and y.confirmed_at is not null) lc`;
/** Columns of `Facts`, but those that `orderRow` has too. */
export const FACTS_COLUMNS = sql`
  o.eval_state as "evaluationState", ${ms('o.actual_end_at')} as "completedMs", o.paid_fen::float8 as "paidFen", (o.paid_fen - o.refunded_fen)::float8 as "keptFen", least(h.prepay_days * o.unit_price_fen, o.payable_fen)::float8 as "prepayFen",
  lc.days as "confirmedDays", ${ms('lc.at')} as "confirmedMs",
  exists (select 1 from care_order n where n.renewed_from = o.id and n.service_state <> 'cancelled' and n.deleted_at is null) as renewed,
  lr.status as "refundStatus", lr.requested_by::text as "refundBy", lr.amount_fen::float8 as "refundFen",
  case when o.eval_state = 'open' then ${left("('family', 'provider')")} else 0 end as "leftOwn", case when o.eval_state = 'open' then ${left("('hospital')")} else 0 end as "leftHospital",
  case when le.kept then le.event end as "lastEvent", le.actor_id::text as "lastBy", ${ms('le.at')} as "lastMs"`;
/** Names of the columns that are facts only, to leave them out of an answer. */
export const FACT_NAMES = ['evaluationState', 'completedMs', 'paidFen', 'keptFen', 'prepayFen', 'confirmedDays', 'confirmedMs', 'renewed', 'refundStatus', 'refundBy', 'refundFen', 'leftOwn', 'leftHospital', 'lastEvent', 'lastBy', 'lastMs'] as const;

/** The instant at which a stay begins or ends, ISO 8601: a morning from midnight or to noon, an afternoon from noon or to midnight. @throws TypeError for what is no day */
export function beginning(day: string, half: 'AM' | 'PM'): string {
  return at(day, half === 'AM' ? 0 : 720);
}
export function ending(day: string, half: 'AM' | 'PM'): string {
  return at(day, half === 'AM' ? 720 : 1440);
}
function at(day: string, minutes: number): string {
  const number = parseDay(day);
  if (number === null) throw new TypeError(`no day: ${day}`);
  return instantAt(number, minutes);
}

/** The situation in which this person finds an order. `reason`: one was given. */
export const situationOf = (facts: Facts, actor: Actor, { now = Date.now(), reason = true } = {}): Situation => ({
  serviceState: facts.serviceState, evaluationState: facts.evaluationState, balanceFen: facts.balanceFen, now, role: actor.role, startsAt: Date.parse(beginning(facts.plannedStart, facts.startHalf)), endsAt: Date.parse(ending(facts.plannedEnd, facts.endHalf)), completedAt: facts.completedMs, confirmedDays: facts.confirmedDays, confirmedAt: facts.confirmedMs,
  paidFen: facts.paidFen, keptFen: facts.keptFen, prepayFen: facts.prepayFen, renewed: facts.renewed, refund: facts.refundStatus === null ? null : { status: facts.refundStatus, own: facts.refundBy === actor.userId, amountFen: facts.refundFen ?? 0 },
  toEvaluate: actor.role === 4 ? facts.leftHospital : facts.leftOwn, last: facts.lastEvent === null || facts.lastMs === null ? null : { event: facts.lastEvent, own: facts.lastBy === actor.userId, at: facts.lastMs }, reason,
});
/** Why this order refuses the event to this person, or null; where it knows no such step, by where it stands now. `given`: as `situationOf` takes it. */
export function refusedBy(event: OrderEvent, facts: Facts, actor: Actor, given?: Parameters<typeof situationOf>[2]): RefusalName | null {
  const why = refusalOf(event, situationOf(facts, actor, given));
  return why === 'wrong_state' ? `is_${statusOf(facts)}` : why;
}
/** The right an event takes. */
export const rightOf = (event: OrderEvent) => order[event].may as Exclude<(typeof order)[OrderEvent]['may'], 'signed-in' | 'open'>;
/** What this person may do to the order, and why not what their role may but the order refuses; `wrong_state` goes without saying. */
export function offersOf(facts: Facts, actor: Actor): { can: OrderEvent[]; cannot: Partial<Record<OrderEvent, Refusal>> } {
  const situation = situationOf(facts, actor);
  const can: OrderEvent[] = [];
  const cannot: Partial<Record<OrderEvent, Refusal>> = {};
  for (const event of ORDER_EVENTS) {
    if (!may(actor, rightOf(event))) continue;
    const refusal = refusalOf(event, situation);
    if (refusal === null) can.push(event);
    else if (refusal !== 'wrong_state') cannot[event] = refusal;
  }
  return { can, cannot };
}
