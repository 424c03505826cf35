/**
 * A plain reference of an order's life, written from domain.md alone: no chart, no database, nothing of src. Time is counted in half
 * days since 1970-01-01 UTC+8; money in fen. A test asks it what a command must do and compares.
 */
export interface Stint {
  carer: string;
  first: number;
  last: number;
}
/** All that an undo gives back. */
interface Undoable {
  state: 'pending_assign' | 'assigned' | 'in_service' | 'completed' | 'cancelled';
  evaluation: 'none' | 'open' | 'done';
  first: number;
  last: number;
  /** Half days that count are those up to here; nothing counts of what was cancelled. */
  served: number;
  stints: Stint[];
  adjusted: number;
  refund: { amount: number; by: string; approved: boolean } | null;
  marks: string[];
}
export interface Model extends Undoable {
  unit: number;
  prepayDays: number;
  paid: number;
  refunded: number;
  renewed: boolean;
  version: number;
  events: { name: string; by: string; before: Undoable | null }[];
}
export interface Command {
  name: string;
  body: Record<string, unknown>;
}
export interface Who {
  id: string;
  role: number;
}
/** The day of a holiday, as a day number, at one and a half. */
export interface World {
  holiday: number;
  /** The half day that it is. */
  now: number;
  /** Milliseconds since the epoch. */
  ms: number;
  /** Caregivers without a health certificate. */
  unfit: ReadonlySet<string>;
}

const MAY: Record<string, readonly number[]> = {
  edit: [1, 2, 3, 4], assign: [1, 2, 3], unassign: [1, 2, 3], start: [1, 2, 3], change: [1, 2, 3], extend: [1, 2, 3], renew: [1, 2, 3], complete: [1, 2, 3], pay: [1, 2, 3], settle: [1, 2, 3], adjust: [1, 2], cancel: [1, 2, 3],
  'refund-request': [1, 2, 3], 'refund-approve': [1, 2], 'refund-reject': [1, 2], 'refund-pay': [1, 2], evaluate: [1, 2, 3, 4], undo: [1, 2, 3, 4],
};
const NEVER_UNDONE = ['pay', 'settle', 'refund-pay', 'renew', 'undo'];
/** Half days since the epoch of a day as it is written. */
export const halfOf = (day: string, half: string): number => (Date.parse(`${day}T00:00:00Z`) / 86_400_000) * 2 + (half === 'PM' ? 1 : 0);
export const dayOf = (half: number): string => new Date(Math.floor(half / 2) * 86_400_000).toISOString().slice(0, 10);
/** The instant a half day begins, ms. */
export const startOf = (half: number): number => half * 43_200_000 - 8 * 3_600_000;

/** What is payable: each day by itself, its halves times the price, half as much again on the holiday, rounded half up. */
export function payable(m: Model, { holiday }: World): number {
  if (m.state === 'cancelled') return 0;
  let sum = m.adjusted;
  for (let day = Math.floor(m.first / 2); day <= Math.floor(m.served / 2); day++) {
    const halves = Number(day * 2 >= m.first && day * 2 <= m.served) + Number(day * 2 + 1 >= m.first && day * 2 + 1 <= m.served);
    sum += Math.round((m.unit * halves * (day === holiday ? 3 : 2)) / 4);
  }
  return sum;
}
export const balance = (m: Model, world: World): number => payable(m, world) - m.paid + m.refunded;
const keep = ({ state, evaluation, first, last, served, stints, adjusted, refund, marks }: Model): Undoable => structuredClone({ state, evaluation, first, last, served, stints, adjusted, refund, marks });

/** What each command does to an order that may have it; false where it is refused. Changes `m` only when it answers true. */
const RULES: Record<string, (m: Model, body: Record<string, unknown>, who: Who, world: World) => boolean> = {
  edit(m, body, who, world) {
    const closed = m.state === 'completed' && balance(m, world) === 0 && m.evaluation !== 'open';
    return !closed && m.state !== 'cancelled' && (who.role !== 4 || Object.keys(body).every((name) => name === 'diagnosis'));
  },
  assign(m, { caregiverNo }, _who, { unfit }) {
    if (m.state !== 'pending_assign' || unfit.has(String(caregiverNo))) return false;
    m.stints = [{ carer: String(caregiverNo), first: m.first, last: m.last }];
    m.state = 'assigned';
    return true;
  },
  unassign(m) {
    if (m.state !== 'assigned') return false;
    m.stints = [];
    m.state = 'pending_assign';
    return true;
  },
  start(m, { reason }, _who, world) {
    if (m.state !== 'assigned' || world.ms < startOf(m.first) - 7_200_000) return false;
    if (m.paid - m.refunded < Math.min(m.prepayDays * m.unit, payable(m, world)) && reason === undefined) return false;
    m.state = 'in_service';
    return true;
  },
  change(m, { caregiverNo, since }, _who, { now, unfit }) {
    if (m.state !== 'assigned' && m.state !== 'in_service') return false;
    const earliest = m.state === 'in_service' ? Math.max(m.first, now) : m.first;
    const said = since as { day: string; half: string } | undefined;
    const from = said === undefined ? earliest : halfOf(said.day, said.half);
    if (from < earliest || from > m.last || unfit.has(String(caregiverNo))) return false;
    if (m.stints.some((s) => s.carer === caregiverNo && s.first <= from && s.last >= m.last)) return false;
    m.stints = m.stints.filter((s) => s.first < from).map((s) => ({ ...s, last: Math.min(s.last, from - 1) }));
    m.stints.push({ carer: String(caregiverNo), first: from, last: m.last });
    return true;
  },
  extend(m, { plannedEnd, endHalf, caregiverNo }, _who, { unfit }) {
    const end = halfOf(String(plannedEnd), String(endHalf));
    if ((m.state !== 'assigned' && m.state !== 'in_service') || end <= m.last) return false;
    const final = m.stints.reduce((a, b) => (b.last >= a.last ? b : a));
    const who = String(caregiverNo ?? final.carer);
    if (unfit.has(who)) return false;
    if (who === final.carer && final.last === m.last) final.last = end;
    else m.stints.push({ carer: who, first: m.last + 1, last: end });
    m.last = m.served = end;
    return true;
  },
  complete(m, { reason, end: said }, _who, world) {
    if (m.state !== 'in_service') return false;
    const named = said as { day: string; half: string } | undefined;
    const end = named === undefined ? Math.min(Math.max(world.now, m.first), m.last) : halfOf(named.day, named.half);
    if (end < m.first || end > m.last || (named !== undefined && Math.floor(end / 2) > Math.floor(world.now / 2) && end !== m.first)) return false;
    if (end < m.last && reason === undefined) return false;
    if (payable({ ...m, served: end }, world) < 0) return false;
    m.stints = m.stints.filter((s) => s.first <= end).map((s) => ({ ...s, last: Math.min(s.last, end) }));
    m.served = end;
    m.state = 'completed';
    m.evaluation = 'open';
    return true;
  },
  cancel(m, _body, who) {
    if ((m.state !== 'pending_assign' && m.state !== 'assigned') || (who.role >= 3 && m.paid > 0)) return false;
    m.stints = [];
    m.adjusted = 0;
    m.state = 'cancelled';
    return true;
  },
  pay(m, { amountFen }) {
    if (m.state === 'cancelled') return false;
    m.paid += Number(amountFen);
    return true;
  },
  settle(m, _body, _who, world) {
    const owed = balance(m, world);
    if (m.state === 'cancelled' || owed <= 0) return false;
    m.paid += owed;
    return true;
  },
  adjust(m, { amountFen }, _who, world) {
    const closed = m.state === 'completed' && balance(m, world) === 0 && m.evaluation !== 'open';
    if (m.state === 'cancelled' || closed || payable(m, world) + Number(amountFen) <= 0) return false;
    m.adjusted += Number(amountFen);
    return true;
  },
  'refund-request'(m, { amountFen }, who, world) {
    const due = -balance(m, world);
    if (m.refund !== null || due <= 0 || Number(amountFen) > due) return false;
    m.refund = { amount: Number(amountFen), by: who.id, approved: false };
    return true;
  },
  'refund-approve'(m, _body, who, world) {
    if (m.refund === null || m.refund.approved || m.refund.by === who.id || m.refund.amount > -balance(m, world)) return false;
    m.refund.approved = true;
    return true;
  },
  'refund-reject'(m) {
    if (m.refund === null) return false;
    m.refund = null;
    return true;
  },
  'refund-pay'(m, _body, _who, world) {
    if (!m.refund?.approved || m.refund.amount > -balance(m, world)) return false;
    m.refunded += m.refund.amount;
    m.refund = null;
    return true;
  },
  evaluate(m, { caregiverNo, source }, who) {
    const from = String(source ?? (who.role === 4 ? 'hospital' : 'family'));
    const served = new Set(m.stints.map((s) => s.carer));
    if (m.evaluation !== 'open' || !served.has(String(caregiverNo)) || m.marks.includes(`${String(caregiverNo)} ${from}`)) return false;
    m.marks.push(`${String(caregiverNo)} ${from}`);
    if ([...served].every((carer) => m.marks.some((mark) => mark.startsWith(`${carer} `)))) m.evaluation = 'done';
    return true;
  },
  renew(m) {
    if (m.state !== 'completed' || m.renewed) return false;
    m.renewed = true;
    return true;
  },
  undo(m, _body, who) {
    const last = m.events.at(-1);
    if (last === undefined || last.by !== who.id || NEVER_UNDONE.includes(last.name)) return false;
    if (last.name === 'create') Object.assign(m, { state: 'cancelled', stints: [], adjusted: 0 });
    else if (last.before === null) return false;
    else Object.assign(m, structuredClone(last.before));
    return true;
  },
};

/** The HTTP status that a command must have; on 200 `m` has moved on. `reach`: the order is within this person's scope. */
export function step(m: Model, { name, body }: Command, who: Who, world: World, reach: boolean): 200 | 403 | 404 | 409 {
  if (!MAY[name]!.includes(who.role)) return 403;
  if (!reach) return 404;
  const before = keep(m);
  if (!RULES[name]!(m, body, who, world)) return 409;
  m.version++;
  m.events.push({ name, by: who.id, before });
  return 200;
}
