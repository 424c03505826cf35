import type { ServiceState } from '../../../machines/order.ts';
import type { StayDays } from '../../kernel/price.ts';

// Which of the orders go otherwise than planned: by their numbers, so that no chance is used up and the other rows stay as they are.
const EXTENDED = 23;
const EARLY = 19;
const CALLED_OFF = 3;
/** Why service goes on, or ends early; of some extensions nobody wrote it down. */
const EXTENSIONS = ['病情未稳，继续陪护', '出院推迟', '术后恢复较慢', '家属暂时不能接手', '出院推迟', null] as const;
const EARLY_ENDS = ['提前出院', '患者转院', '家属接手照护', '提前出院', '费用原因', '转入重症监护'] as const;
const every = <T,>(reasons: readonly T[], id: number, one: number): T => reasons[Math.floor(id / one) % reasons.length]!;

interface Course {
  id: number;
  state: ServiceState;
  stay: StayDays;
  today: number;
}
/** Some orders were meant to end so many days earlier: the day on which they were extended, once it is over, and why. */
export function extension({ id, state, stay: { first, last }, today }: Course): { last: number; reason: string | null } | null {
  const was = last - 1 - (id % 2);
  return id % EXTENDED === 0 && (state === 'in_service' || state === 'completed') && was >= first && was < today ? { last: was, reason: every(EXTENSIONS, id, EXTENDED) } : null;
}
/** Some ended before their planned day: which that was, and why. */
export function earlyEnd({ id, state, stay: { last } }: Course): { planned: number; reason: string } | null {
  return id % EARLY === 7 && id % EXTENDED !== 0 && state === 'completed' ? { planned: last + 1 + (id % 3), reason: every(EARLY_ENDS, id, EARLY) } : null;
}
/** Some were called off when they had a caregiver already. */
export const hadCaregiver = (id: number): boolean => id % CALLED_OFF === 0;
