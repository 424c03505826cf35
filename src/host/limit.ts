import { sql } from 'drizzle-orm';
import type { LimitName } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import type { Runner } from './reach.ts';

/**
 * How often one caller may call: `calls` in `seconds`. Floods of ordinary calls are counted by this instance, by session;
 * what costs a hash or a picture is counted in the database, by address, for all instances together.
 */
export const LIMITS: Record<LimitName, { calls: number; seconds: number; shared: boolean }> = {
  read: { calls: 20_000, seconds: 10, shared: false },
  search: { calls: 10_000, seconds: 10, shared: false },
  write: { calls: 2_000, seconds: 10, shared: false },
  note: { calls: 60, seconds: 10, shared: false },
  'sign-in': { calls: 300, seconds: 60, shared: true },
  captcha: { calls: 300, seconds: 60, shared: true },
};
/** Password trials per account, whatever address is claimed (reliability.md, "Sign-in"). */
export const TRIALS = { calls: 10, seconds: 15 * 60 } as const;
/** Codes by SMS and e-mail: how many a phone or mailbox gets a minute and an hour, one account asks for an hour, tries of one code, and its life in seconds. */
export const CODES = { minute: 1, hour: 5, account: 10, tries: 5, life: 300 } as const;

/**
 * Refusals of callers that nobody knows, which would be a way to fill the disk: how many in `seconds` get a line of the audit for one
 * address and for all together; the rest are counted. `known`: addresses that are told apart in that time.
 */
export const STRANGERS = { seconds: 60, each: 20, all: 200, known: 10_000 } as const;

/** Counts one more under `key`, atomically and for every instance. The count in this window, and the seconds left of it. */
export async function count(runner: Runner, key: string, seconds: number): Promise<{ n: number; left: number }> {
  const ends = sql`now() + make_interval(secs => ${seconds})`;
  const { rows } = await runner.execute<{ n: number; left: number }>(sql`
    insert into sys_counter as c (key, n, reset_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      n = case when c.reset_at <= now() then 1 else c.n + 1 end,
      reset_at = case when c.reset_at <= now() then ${ends} else c.reset_at end
    returning n, ceil(extract(epoch from reset_at - now()))::int as left`);
  return rows[0]!;
}
/** Forgets a count. */
export const forget = (runner: Runner, key: string): Promise<unknown> => runner.execute(sql`delete from sys_counter where key = ${key}`);

/** The limiter of one app: call it before the work. @throws Fault too_many */
export function limiter(runner: Runner): (name: LimitName, caller: string) => Promise<void> {
  const windows = new Map<LimitName, { ends: number; calls: Map<string, number> }>();
  return async (name, caller) => {
    const { calls, seconds, shared } = LIMITS[name];
    if (shared) {
      const { n, left } = await count(runner, `${name}:${caller}`, seconds);
      if (n > calls) throw new Fault('too_many', { seconds: Math.max(1, left) });
      return;
    }
    let window = windows.get(name);
    if (window === undefined || window.ends <= Date.now()) windows.set(name, (window = { ends: Date.now() + seconds * 1000, calls: new Map() }));
    const n = (window.calls.get(caller) ?? 0) + 1;
    window.calls.set(caller, n);
    if (n > calls) throw new Fault('too_many', { seconds: Math.max(1, Math.ceil((window.ends - Date.now()) / 1000)) });
  };
}
