import { sql } from 'drizzle-orm';
import { Fault } from '../kernel/error.ts';
import type { House } from './house.ts';
import { count, forget, TRIALS } from './limit.ts';
import type { Runner } from './reach.ts';
import { hashToken } from './token.ts';

/** Where the trials of an account are counted: by the account, not by how its name was spelt; a name without one is counted too. */
export const trialKey = (userId: string | undefined, username: string): string => `trial:${userId ?? hashToken(username.toLowerCase()).toString('base64url')}`;
/** Counts a trial before what was said is looked at, so that parallel guesses cannot slip through. Is it within the bound? */
export const tried = async (runner: Runner, key: string): Promise<boolean> => (await count(runner, key, TRIALS.seconds, TRIALS.calls)).n <= TRIALS.calls;

/** Asks someone signed in for the password again, as a trial like any other; the stored hash. @throws Fault wrong_password */
export async function provePassword(house: House, userId: string, password: string): Promise<string> {
  const { rows: [row] } = await house.db.execute<{ hash: string }>(sql`select password_hash as hash from sys_user where id = ${userId}`);
  const key = trialKey(userId, '');
  const within = await tried(house.db, key);
  const right = await house.checkPassword(row?.hash, password);
  if (row === undefined || !right || !within) throw new Fault('wrong_password');
  await forget(house.db, key);
  return row.hash;
}
