import { sql } from 'drizzle-orm';
import type { Runner } from './reach.ts';

/** Removes what time has ended: captchas, codes, half sign-ins, counts, tokens, sessions (kept 30 days for the audit), idempotency keys (kept 3 days). */
export async function sweep(runner: Runner): Promise<void> {
  await runner.execute(sql`delete from sys_captcha where expires_at < now()`);
  await runner.execute(sql`delete from sys_verification where expires_at < now() - interval '1 day'`);
  await runner.execute(sql`delete from sys_challenge where expires_at < now()`);
  await runner.execute(sql`delete from sys_counter where reset_at < now()`);
  await runner.execute(sql`delete from sys_token where expires_at < now() - interval '1 day'`);
  await runner.execute(sql`delete from sys_session where expires_at < now() - interval '30 days'`);
  await runner.execute(sql`delete from idempotency_key where created_at < now() - interval '3 days'`);
}
