import { setup, transition, initialTransition, type SnapshotFrom } from 'xstate';

/** The service axis of an order's life (domain.md, "An order's life"); payment and evaluation are facts beside it. */
export const SERVICE_STATES = ['pending_assign', 'assigned', 'in_service', 'completed', 'cancelled'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** The one status a list shows, in the order in which the first that fits is taken. */
export const STATUSES = ['refunding', 'cancelled', 'pending_assign', 'pending_service', 'in_service', 'pending_payment', 'pending_evaluation', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

/** Where evaluation stands. */
export const EVALUATION_STATES = ['none', 'open', 'done', 'expired'] as const;
export type EvaluationState = (typeof EVALUATION_STATES)[number];

/** Everything that can happen to an order that exists, in the order in which it is offered. `undo` compensates another event. */
export const ORDER_EVENTS = ['assign', 'start', 'change', 'extend', 'complete', 'pay', 'settle', 'evaluate', 'renew', 'edit', 'adjust', 'unassign', 'cancel', 'refund-request', 'refund-approve', 'refund-reject', 'refund-pay', 'undo'] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/** Why an event is refused; kernel/refusal.ts has the words. */
export const REFUSALS = [
  'wrong_state', 'closed', 'day_confirmed', 'too_early', 'not_prepaid', 'reason_needed', 'renewed', 'renewal_late', 'nothing_owed', 'nothing_due_back', 'refund_under_way', 'refund_not_requested', 'refund_not_approved', 'own_refund', 'amount_over', 'already_paid', 'shift_past',
  'evaluation_closed', 'evaluated', 'nobody_served', 'nothing_to_undo', 'undo_not_own', 'undo_late', 'undo_money', 'undo_renewal', 'undo_built_on',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Milliseconds before the planned start from which service may begin; after an event in which it may be undone; after the end of the last day served, whenever completion was written down, in which an order is renewed, and evaluated. */
const START_EARLY = 2 * 3_600_000;
export const UNDO_WITHIN = 10 * 60_000;
const RENEW_WITHIN = 7 * 86_400_000;
const EVALUATE_WITHIN = 30 * 86_400_000;

/** The facts of a row that its status follows from. Money in fen. */
export interface OrderFacts {
  serviceState: ServiceState;
  evaluationState: EvaluationState;
  /** payable − paid + refunded: above 0 owed, below 0 refund due. */
  balanceFen: number;
}
/** What the guards need to know besides. Instants in ms since the epoch, money in fen. */
export interface Situation extends OrderFacts {
  now: number;
  /** Role code of whoever acts (spec section 3). */
  role: number;
  startsAt: number;
  endsAt: number;
  completedAt: number | null;
  /** Days that attendance was confirmed for. */
  confirmedDays: number;
  /** When the last of them was confirmed. */
  confirmedAt: number | null;
  paidFen: number;
  /** What was paid and not given back. */
  keptFen: number;
  /** What must have been paid before service begins. */
  prepayFen: number;
  /** An order that goes on from this one and was not cancelled. */
  renewed: boolean;
  /** The refund that is not paid or rejected yet; `own`: requested by whoever acts. */
  refund: { status: 'requested' | 'approved'; own: boolean; amountFen: number } | null;
  /** Caregivers who served and whom this person's side has not evaluated. */
  toEvaluate: number;
  /** The last event; null for an order without history. */
  last: { event: string; own: boolean; at: number } | null;
  /** A reason was given. What is merely offered assumes one. */
  reason: boolean;
}

type Guard = (s: Situation) => Refusal | null;
const UNDOABLE: ReadonlySet<string> = new Set<OrderEvent | 'create'>(['create', 'assign', 'start', 'change', 'extend', 'complete', 'evaluate', 'edit', 'adjust', 'unassign', 'cancel', 'refund-request', 'refund-approve', 'refund-reject']);
const MONEY: ReadonlySet<string> = new Set<OrderEvent>(['pay', 'settle', 'refund-pay']);
const none: Guard = () => null;
const open: Guard = (s) => (statusOf(s) === 'closed' ? 'closed' : null);
/** Less is due back by now than was asked for. */
const due: Guard = ({ refund, balanceFen }) => (refund !== null && refund.amountFen > -balanceFen ? 'amount_over' : null);
const unconfirmed: Guard = ({ confirmedDays }) => (confirmedDays > 0 ? 'day_confirmed' : null);

/** The guards of domain.md's table that facts of the order decide; a caregiver's own come with the candidate. */
const GUARDS: Record<OrderEvent, Guard> = {
  assign: none,
  change: ({ serviceState, now, endsAt, reason }) => (serviceState === 'in_service' && now >= endsAt ? 'shift_past' : reason ? null : 'reason_needed'),
  extend: none,
  edit: open,
  unassign: unconfirmed,
  start: ({ now, startsAt, keptFen, prepayFen, reason }) => (now < startsAt - START_EARLY ? 'too_early' : keptFen < prepayFen && !reason ? 'not_prepaid' : null),
  renew: ({ now, completedAt, renewed }) => (renewed ? 'renewed' : completedAt !== null && now - completedAt > RENEW_WITHIN ? 'renewal_late' : null),
  complete: none,
  pay: none,
  settle: ({ balanceFen }) => (balanceFen > 0 ? null : 'nothing_owed'),
  adjust: (s) => open(s) ?? (s.reason ? null : 'reason_needed'),
  // a resident manager gives no paid order back (domain.md: "own, unpaid")
  cancel: (s) => unconfirmed(s) ?? (!s.reason ? 'reason_needed' : s.role >= 3 && s.paidFen > 0 ? 'already_paid' : null),
  'refund-request': ({ balanceFen, refund, reason }) => (refund !== null ? 'refund_under_way' : balanceFen >= 0 ? 'nothing_due_back' : reason ? null : 'reason_needed'),
  'refund-approve': (s) => (s.refund?.status !== 'requested' ? 'refund_not_requested' : s.refund.own ? 'own_refund' : due(s)),
  // an approved one too: less may be due back by now, and then it can neither be paid nor make room for another
  'refund-reject': ({ refund, reason }) => (refund === null ? 'refund_not_requested' : reason ? null : 'reason_needed'),
  'refund-pay': (s) => (s.refund?.status !== 'approved' ? 'refund_not_approved' : due(s)),
  // nobody served (`none`), or who did has been evaluated; what has expired is only written down by the next sweep
  evaluate: ({ evaluationState, toEvaluate, now, completedAt }) => (evaluationState === 'none' ? 'nobody_served' : evaluationState !== 'open' || (completedAt !== null && now - completedAt > EVALUATE_WITHIN) ? 'evaluation_closed' : toEvaluate === 0 ? 'evaluated' : null),
  undo: ({ last, now, confirmedAt }) => {
    if (last === null || last.event === 'undo') return 'nothing_to_undo';
    if (!last.own) return 'undo_not_own';
    if (MONEY.has(last.event)) return 'undo_money';
    if (last.event === 'renew') return 'undo_renewal';
    if (!UNDOABLE.has(last.event)) return 'nothing_to_undo';
    if (now - last.at > UNDO_WITHIN) return 'undo_late';
    return confirmedAt !== null && confirmedAt > last.at ? 'undo_built_on' : null;
  },
};

type Step = { type: OrderEvent; situation?: Situation };
const arrow = <T extends ServiceState>(target: T) => ({ target, guard: 'allowed' as const });
/** Possible wherever the order is; a refund's and an undo's guards look at more than the state. */
const anywhere = <T extends ServiceState>(state: T) => ({ undo: arrow(state), 'refund-request': arrow(state), 'refund-approve': arrow(state), 'refund-reject': arrow(state), 'refund-pay': arrow(state) });
const unlessCancelled = <T extends ServiceState>(state: T) => ({ ...anywhere(state), edit: arrow(state), pay: arrow(state), settle: arrow(state), adjust: arrow(state) });
/** The chart: where each event may happen and where it leads. Where `undo` leads is what was before, so its arrow stays. */
const orderMachine = setup({
  types: { events: {} as Step },
  guards: { allowed: ({ event }) => event.situation === undefined || GUARDS[event.type](event.situation) === null },
}).createMachine({
  id: 'order',
  initial: 'pending_assign',
  states: {
    pending_assign: { on: { ...unlessCancelled('pending_assign'), assign: arrow('assigned'), cancel: arrow('cancelled') } },
    assigned: { on: { ...unlessCancelled('assigned'), unassign: arrow('pending_assign'), start: arrow('in_service'), change: arrow('assigned'), extend: arrow('assigned'), cancel: arrow('cancelled') } },
    in_service: { on: { ...unlessCancelled('in_service'), change: arrow('in_service'), extend: arrow('in_service'), complete: arrow('completed') } },
    completed: { on: { ...unlessCancelled('completed'), renew: arrow('completed'), evaluate: arrow('completed') } },
    cancelled: { on: anywhere('cancelled') },
  },
});

const at = (state: ServiceState): SnapshotFrom<typeof orderMachine> => orderMachine.resolveState({ value: state });
/** Arrows that were looked for, since the chart stays as it is: a list of orders asks for thousands, and a snapshot for each takes longer than its rows. */
const arrows = new Map<string, ServiceState | null>();
/** Where `event` leads from `state`, or null where the chart has no such arrow or, given the situation, a guard refuses. Pure. */
export function follow(state: ServiceState, event: OrderEvent, situation?: Situation): ServiceState | null {
  if (situation !== undefined && !at(state).can({ type: event, situation })) return null;
  const name = `${state} ${event}`;
  const known = arrows.get(name);
  if (known !== undefined) return known;
  const from = at(state);
  const found = from.can({ type: event }) ? (transition(orderMachine, from, { type: event })[0].value as ServiceState) : null;
  arrows.set(name, found);
  return found;
}
/** Why `event` is refused in this situation, or null. */
export const refusalOf = (event: OrderEvent, situation: Situation): Refusal | null => (follow(situation.serviceState, event) === null ? 'wrong_state' : GUARDS[event](situation));
/** Where every order begins. */
export const firstState = (): ServiceState => initialTransition(orderMachine)[0].value as ServiceState;

/** The list's one status (domain.md); the database column `status` is generated by the same rule, and a test compares them. */
export function statusOf({ serviceState, evaluationState, balanceFen }: OrderFacts): Status {
  if (balanceFen < 0 && (serviceState === 'completed' || serviceState === 'cancelled')) return 'refunding';
  if (serviceState === 'cancelled' || serviceState === 'pending_assign' || serviceState === 'in_service') return serviceState;
  if (serviceState === 'assigned') return 'pending_service';
  if (balanceFen > 0) return 'pending_payment';
  return evaluationState === 'open' ? 'pending_evaluation' : 'closed';
}

/** One step of the stepper on the detail page. */
export interface LifeStep {
  state: ServiceState;
  at: 'done' | 'now' | 'ahead';
}
/** The way an order goes, with where it is: four steps, or two when it was cancelled. */
export function stepsOf(state: ServiceState): LifeStep[] {
  const way: ServiceState[] = state === 'cancelled' ? ['pending_assign', 'cancelled'] : ['pending_assign', 'assigned', 'in_service', 'completed'];
  const now = way.indexOf(state);
  return way.map((s, i) => ({ state: s, at: i < now ? 'done' : i === now ? 'now' : 'ahead' }));
}
