import { sql } from 'drizzle-orm';
import type { Runner } from './reach.ts';

/** Ends a session: all its tokens are dead at once, everywhere. */
export const endSession = (tx: Runner, sessionId: string, reason: string): Promise<unknown> => tx.execute(sql`update sys_session set revoked_at = now(), revoke_reason = ${reason} where id = ${sessionId} and revoked_at is null`);

/** Ends every session of an account but `except`, and every sign-in that waits for its second step. */
export async function endSessionsOf(tx: Runner, userId: string, reason: string, except?: string): Promise<void> {
  await tx.execute(sql`update sys_session set revoked_at = now(), revoke_reason = ${reason} where user_id = ${userId} and revoked_at is null and id is distinct from ${except ?? null}::uuid`);
  await tx.execute(sql`delete from sys_challenge where user_id = ${userId}`);
}
