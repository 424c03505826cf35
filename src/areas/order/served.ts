import type { OrderDetail } from './contract.ts';

const [HOUR, HALF] = [3_600_000, 43_200_000];

/** When a completed stay ended, to the half day, in milliseconds: with its last caregiver; where nobody is known to have served, as planned, and of an early end (it has a reason) when it was recorded. */
export function endedAt({ stints, actualEndAt, endReason, plannedEnd, endHalf }: Pick<OrderDetail, 'stints' | 'actualEndAt' | 'endReason' | 'plannedEnd' | 'endHalf'>): number {
  const served = stints.findLast(({ status }) => status === 'ended');
  if (served !== undefined) return Date.parse(served.to);
  // recorded in the morning, it may have been to the evening
  if (actualEndAt === null || endReason === null) return Date.parse(`${plannedEnd}T${endHalf === 'AM' ? '12:00' : '24:00'}+08:00`);
  // noon there is 4 o'clock in UTC
  return Math.ceil((Date.parse(actualEndAt) - 4 * HOUR) / HALF) * HALF + 4 * HOUR;
}
