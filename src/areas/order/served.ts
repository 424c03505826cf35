import type { OrderDetail } from './contract.ts';

const [HOUR, HALF] = [3_600_000, 43_200_000];

/** When a completed stay ended, to the half day, in milliseconds: with its last caregiver; where nobody is known to have served, when it was recorded to have ended. */
export function endedAt({ stints, actualEndAt, plannedEnd, endHalf }: Pick<OrderDetail, 'stints' | 'actualEndAt' | 'plannedEnd' | 'endHalf'>): number {
  const served = stints.findLast(({ status }) => status === 'ended');
  if (served !== undefined) return Date.parse(served.to);
  if (actualEndAt === null) return Date.parse(`${plannedEnd}T${endHalf === 'AM' ? '12:00' : '24:00'}+08:00`);
  // noon there is 4 o'clock in UTC
  return Math.ceil((Date.parse(actualEndAt) - 4 * HOUR) / HALF) * HALF + 4 * HOUR;
}
