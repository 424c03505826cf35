import { sql } from 'drizzle-orm';
import { CAREGIVER_EVENTS, caregiverRefusal, type CaregiverEvent, type CaregiverRefusal, type CaregiverSituation, type CaregiverState } from '../../../machines/caregiver.ts';
import type { Viewer } from '../../host/answer.ts';
import { HEALTHY } from '../../host/health.ts';
import { may } from '../../kernel/access.ts';
import { caregiver } from './contract.ts';

/** What a viewer acts as: who they are and what their role may do. */
export type Actor = Pick<Viewer, 'userId' | 'role' | 'roles' | 'perms'>;
/** What the guards need of a row; instants in ms since the epoch. */
export interface Facts {
  status: CaregiverState;
  healthy: boolean;
  serving: number;
  served: boolean;
  lastEvent: string | null;
  lastBy: string | null;
  lastMs: number | null;
  lastKept: boolean | null;
}
/** A join of a caregiver `c` that the facts come from. */
export const FACTS_FROM = sql`left join lateral (select e.event, e.actor_id, e.at, e.snapshot is not null or e.event = 'create' as kept from caregiver_event e where e.caregiver_id = c.id order by e.id desc limit 1) le on true`;
/** Columns of `Facts`, but those that `caregiverRow` has too. */
export const FACTS_COLUMNS = sql`${HEALTHY} as healthy,
  (select count(*)::int from order_assignment f join care_order fo on fo.id = f.order_id where f.caregiver_id = c.id and f.status in ('planned', 'serving') and fo.service_state in ('assigned', 'in_service') and fo.deleted_at is null) as serving,
  exists (select 1 from order_assignment f where f.caregiver_id = c.id and f.status <> 'void') as served,
  le.event as "lastEvent", le.actor_id::text as "lastBy", (extract(epoch from le.at) * 1000)::float8 as "lastMs", le.kept as "lastKept"`;
const FACT_NAMES = ['healthy', 'serving', 'served', 'lastEvent', 'lastBy', 'lastMs', 'lastKept'] as const;

/** The situation in which this person finds a caregiver. `reason`: one was given. */
export const situationOf = (facts: Facts, actor: Actor, { now = Date.now(), reason = true } = {}): CaregiverSituation => ({
  status: facts.status, now, healthy: facts.healthy, serving: facts.serving, served: facts.served, reason,
  last: facts.lastEvent === null || facts.lastMs === null ? null : { event: facts.lastEvent, own: facts.lastBy === actor.userId, at: facts.lastMs, kept: facts.lastKept === true },
});
/** A row as it was read: the facts become what this person may do, and why not what their role may but the caregiver's standing refuses; a status that does not know it goes without saying. */
export function offered<T extends Facts>(row: T, actor: Actor): Omit<T, (typeof FACT_NAMES)[number]> & { can: CaregiverEvent[]; cannot: Partial<Record<CaregiverEvent, CaregiverRefusal>> } {
  const situation = situationOf(row, actor);
  const can: CaregiverEvent[] = [];
  const cannot: Partial<Record<CaregiverEvent, CaregiverRefusal>> = {};
  for (const event of CAREGIVER_EVENTS) {
    if (!may(actor, caregiver[event].may as 'biz:caregiver:edit')) continue;
    const refusal = caregiverRefusal(event, situation);
    if (refusal === null) can.push(event);
    else if (refusal !== 'caregiver_state') cannot[event] = refusal;
  }
  const answer = { ...row, can, cannot };
  for (const name of FACT_NAMES) delete (answer as Partial<T>)[name];
  return answer;
}
