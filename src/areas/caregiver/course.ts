import { sql } from 'drizzle-orm';
import { dayAt, parseDay, today } from '../../host/calendar.ts';
import { TODAY } from '../../host/column.ts';
import { Fault } from '../../kernel/error.ts';
import { act, refuse, type Act } from './act.ts';
import type { Acted } from './contract.ts';

type Said = Act<{ reason?: string | undefined }>;
/** Why someone stands where they stand, without what belonged to another status. */
const stands = (reason: string | null) => [sql`status_reason = ${reason}`, sql`suspended_for = null`, sql`review_on = null`];

/** Lets someone new work. @throws Fault as `act`; refused without a health certificate that is valid today */
export const approve = (ask: Said): Promise<Acted> => act(ask, 'approve', async () => ({ set: [...stands(null), sql`hired_on = coalesce(hired_on, ${TODAY})`] }));
/** Back from leave: what is left of it falls away. @throws Fault as `act` */
export const comeBack = (ask: Said): Promise<Acted> =>
  act(ask, 'return', async (tx, held) => {
    await tx.execute(sql`update caregiver_leave set during = tstzrange(lower(during), now()) where caregiver_id = ${held.id} and during @> now() and lower(during) < now()`);
    return { set: stands(null) };
  });
/** No more orders until further notice. @throws Fault as `act` */
export const suspend = (ask: Act<{ reason: string }>): Promise<Acted> => act(ask, 'suspend', async () => ({ set: [sql`status_reason = ${ask.body.reason}`, sql`suspended_for = 'other'`] }));
/** Orders again. @throws Fault as `act`; refused without a health certificate that is valid today */
export const reinstate = (ask: Said): Promise<Acted> => act(ask, 'reinstate', async () => ({ set: stands(null) }));
/** Leaves the company: today is the last day of every posting. @throws Fault as `act`; refused while serving */
export const quit = (ask: Act<{ reason: string }>): Promise<Acted> =>
  act(ask, 'quit', async (tx, held) => {
    await tx.execute(sql`delete from caregiver_hospital where caregiver_id = ${held.id} and lower(during) > ${TODAY}`);
    await tx.execute(sql`update caregiver_hospital set during = daterange(lower(during), ${TODAY}, '[]') where caregiver_id = ${held.id} and during @> (${TODAY} + 1)`);
    return { set: [...stands(ask.body.reason), sql`left_on = ${TODAY}`], after: { leftOn: today() } };
  });
/** Comes back to the company, to be approved anew. @throws Fault as `act` */
export const rehire = (ask: Said): Promise<Acted> => act(ask, 'rehire', async () => ({ set: [...stands(null), sql`left_on = null`] }));
/** Keeps someone out until the day on which that is looked at again, or longer. @throws Fault as `act`, bad_input, refused for a day that is past */
export const blacklist = (ask: Act<{ reason: string; reviewOn: string }>): Promise<Acted> =>
  act(ask, 'blacklist', async () => {
    const { reason, reviewOn } = ask.body;
    const day = parseDay(reviewOn);
    if (day === null) throw new Fault('bad_input', { detail: 'reviewOn' });
    if (day <= dayAt(Date.now())) refuse('review_past', ask.from);
    return { set: [sql`status_reason = ${reason}`, sql`suspended_for = null`, sql`review_on = ${reviewOn}::date`], after: { reviewOn } };
  });
/** Out of it, to be approved anew. @throws Fault as `act` */
export const unblacklist = (ask: Act<{ reason: string }>): Promise<Acted> => act(ask, 'unblacklist', async () => ({ set: [...stands(null), sql`left_on = null`] }));
/** Deletes someone who never served. @throws Fault as `act`, refused */
export const remove = (ask: Act): Promise<Acted> => act(ask, 'remove', async () => ({ set: [sql`deleted_at = now()`] }));
