import { setup, transition, type SnapshotFrom } from 'xstate';

/** Where a caregiver stands (domain.md, "An order's life", its last lines). */
export const CAREGIVER_STATES = ['pending', 'active', 'on_leave', 'suspended', 'blacklisted', 'left'] as const;
export type CaregiverState = (typeof CAREGIVER_STATES)[number];

/** Everything that can happen to a caregiver who is known, in the order in which it is offered. `undo` compensates another event. */
export const CAREGIVER_EVENTS = ['approve', 'reinstate', 'return', 'certify', 'leave', 'post', 'edit', 'suspend', 'quit', 'rehire', 'blacklist', 'unblacklist', 'remove', 'undo'] as const;
export type CaregiverEvent = (typeof CAREGIVER_EVENTS)[number];

/** Why an event is refused; kernel/refusal.ts has the words. */
const CAREGIVER_REFUSALS = ['caregiver_state', 'no_health_today', 'still_serving', 'has_served', 'reason_needed', 'nothing_to_undo', 'undo_not_own', 'undo_late'] as const;
export type CaregiverRefusal = (typeof CAREGIVER_REFUSALS)[number];

/** Milliseconds after an event in which it may be undone. */
export const CAREGIVER_UNDO_WITHIN = 10 * 60_000;

/** What the guards need to know. Instants in ms since the epoch. */
export interface CaregiverSituation {
  status: CaregiverState;
  now: number;
  /** A health certificate that is valid today. */
  healthy: boolean;
  /** Patients they care for now, or are to care for. */
  serving: number;
  /** They have ever been given an order. */
  served: boolean;
  /** The last event; null for someone without history. `kept`: what was before it is known. */
  last: { event: string; own: boolean; at: number; kept: boolean } | null;
  /** A reason was given. What is merely offered assumes one. */
  reason: boolean;
}

type Guard = (s: CaregiverSituation) => CaregiverRefusal | null;
const none: Guard = () => null;
const healthy: Guard = (s) => (s.healthy ? null : 'no_health_today');
const reasoned: Guard = (s) => (s.reason ? null : 'reason_needed');
const GUARDS: Record<CaregiverEvent, Guard> = {
  approve: healthy,
  reinstate: healthy,
  return: none,
  certify: none,
  leave: none,
  post: none,
  edit: none,
  suspend: reasoned,
  quit: (s) => (s.serving > 0 ? 'still_serving' : reasoned(s)),
  rehire: none,
  blacklist: reasoned,
  unblacklist: reasoned,
  // who has served stays in the books
  remove: ({ served }) => (served ? 'has_served' : null),
  undo: ({ last, now }) => {
    if (last === null || last.event === 'undo' || !last.kept) return 'nothing_to_undo';
    if (!last.own) return 'undo_not_own';
    return now - last.at > CAREGIVER_UNDO_WITHIN ? 'undo_late' : null;
  },
};

const arrow = <T extends CaregiverState>(target: T) => ({ target });
/** Possible wherever someone stands. */
const anywhere = <T extends CaregiverState>(state: T) => ({ edit: arrow(state), certify: arrow(state), undo: arrow(state) });
/** Among those one may work with. */
const among = <T extends CaregiverState>(state: T) => ({ ...anywhere(state), post: arrow(state), quit: arrow('left'), blacklist: arrow('blacklisted') });
/** The chart: where each event may happen and where it leads. A leave that has begun, and a health certificate that ends or is renewed, move someone on by themselves (host/health.ts). */
const caregiverMachine = setup({ types: { events: {} as { type: CaregiverEvent } } }).createMachine({
  id: 'caregiver',
  initial: 'pending',
  states: {
    pending: { on: { ...among('pending'), approve: arrow('active'), remove: arrow('pending') } },
    active: { on: { ...among('active'), leave: arrow('active'), suspend: arrow('suspended'), remove: arrow('active') } },
    on_leave: { on: { ...among('on_leave'), leave: arrow('on_leave'), return: arrow('active'), suspend: arrow('suspended'), remove: arrow('on_leave') } },
    suspended: { on: { ...among('suspended'), leave: arrow('suspended'), reinstate: arrow('active'), remove: arrow('suspended') } },
    // once more: another reason or another day of review
    blacklisted: { on: { ...anywhere('blacklisted'), blacklist: arrow('blacklisted'), unblacklist: arrow('pending') } },
    left: { on: { ...anywhere('left'), rehire: arrow('pending'), blacklist: arrow('blacklisted'), remove: arrow('left') } },
  },
});

const at = (state: CaregiverState): SnapshotFrom<typeof caregiverMachine> => caregiverMachine.resolveState({ value: state });
/** Arrows that were looked for: the chart stays as it is, and a list asks for thousands. */
const arrows = new Map<string, CaregiverState | null>();
/** Where `event` leads from `state`, or null where the chart has no such arrow. Pure. */
export function followCaregiver(state: CaregiverState, event: CaregiverEvent): CaregiverState | null {
  const name = `${state} ${event}`;
  const known = arrows.get(name);
  if (known !== undefined) return known;
  const from = at(state);
  const found = from.can({ type: event }) ? (transition(caregiverMachine, from, { type: event })[0].value as CaregiverState) : null;
  arrows.set(name, found);
  return found;
}
/** Why `event` is refused in this situation, or null. */
export const caregiverRefusal = (event: CaregiverEvent, situation: CaregiverSituation): CaregiverRefusal | null => (followCaregiver(situation.status, event) === null ? 'caregiver_state' : GUARDS[event](situation));
