import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { LimitName } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import { AHEAD } from './column.ts';
import type { Runner } from './reach.ts';

/**
 * How often one caller may call: `calls` in `seconds`. Floods of ordinary calls are counted by this instance; what costs a hash or a
 * picture is counted in the database, for all instances together. By account, however many sessions it has; by address where nobody is
 * signed in. `stranger`: calls that show no living session, whatever they ask for.
 */
export const LIMITS: Record<LimitName | 'stranger', { calls: number; seconds: number; shared: boolean }> = {
  read: { calls: 20_000, seconds: 10, shared: false },
  search: { calls: 10_000, seconds: 10, shared: false },
  write: { calls: 2_000, seconds: 10, shared: false },
  note: { calls: 60, seconds: 10, shared: false },
  stranger: { calls: 2_000, seconds: 10, shared: false },
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
/** Refusals of one account that get a line of their own in as long; the rest are counted: each line waits for the one before it. */
export const ACCOUNT_LINES = 600;
/** Files that one person is sent by one server at a time. */
export const FILES = 3;

/** Counts one more under `key`, atomically and for every instance. The count in this window, and the seconds left of it: never more than it has, though who waited for another's row reads a clock from before it. `calls`: each of so many begins the window anew, so that no other `seconds` hold more of them either. */
export async function count(runner: Runner, key: string, seconds: number, calls = 0): Promise<{ n: number; left: number }> {
  const ends = sql`now() + make_interval(secs => ${seconds})`;
  const over = sql`(c.reset_at <= now() or c.reset_at > ${ends} + ${AHEAD})`;
  const { rows } = await runner.execute<{ n: number; left: number }>(sql`
    insert into sys_counter as c (key, n, reset_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      n = case when ${over} then 1 else c.n + 1 end,
      reset_at = case when ${over} then ${ends} when c.n < ${calls} then greatest(c.reset_at, ${ends}) else c.reset_at end
    returning n, least(${seconds}, ceil(extract(epoch from reset_at - now())))::int as left`);
  return rows[0]!;
}
/** Takes one back that was counted for nothing. */
export const uncount = (runner: Runner, key: string): Promise<unknown> => runner.execute(sql`update sys_counter set n = n - 1 where key = ${key} and n > 0`);
/** Forgets a count. */
export const forget = (runner: Runner, key: string): Promise<unknown> => runner.execute(sql`delete from sys_counter where key = ${key}`);

/** Whom an address is counted as: one network of IPv6 (/64) is one caller, since it can take any of its 2⁶⁴ addresses; IPv4 inside IPv6 is IPv4. */
export function callerOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head, tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1).split('::').map((part) => part.split(':').filter((group) => group !== '')) as [string[], string[]?];
  const groups = [...head, ...Array<string>(tail === undefined ? 0 : 8 - head.length - tail.length).fill('0'), ...(tail ?? [])];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
}

/** Counts one more of a caller. Resolves with what takes that back. @throws Fault too_many */
export type Limit = (name: keyof typeof LIMITS, caller: string) => Promise<() => void>;
/** Callers that are told apart. */
const CALLERS = 20_000;
/** The limiter of one app: call it before the work. Who is beyond a limit is refused from memory until its window ends, without a question to the database. */
export function limiter(runner: Runner): Limit {
  const windows = new Map<string, { n: number; ends: number }>();
  const windowOf = (key: string, seconds: number): { n: number; ends: number } => {
    const now = performance.now();
    const there = windows.get(key);
    if (there !== undefined && there.ends > now) return there;
    if (windows.size >= CALLERS) for (const [other, { ends }] of windows) if (ends <= now) windows.delete(other);
    if (windows.size >= CALLERS) windows.clear();
    const window = { n: 0, ends: now + seconds * 1000 };
    windows.set(key, window);
    return window;
  };
  return async (name, caller) => {
    const { calls, seconds, shared } = LIMITS[name];
    const key = `${name}:${caller}`;
    const window = windowOf(key, seconds);
    const refuse = (): never => {
      throw new Fault('too_many', { seconds: Math.max(1, Math.ceil((window.ends - performance.now()) / 1000)) });
    };
    if (window.n >= calls) refuse();
    window.n += 1;
    const takeBack = (): void => void (window.n -= 1);
    if (shared) {
      const { n, left } = await count(runner, key, seconds).catch((error: unknown) => {
        takeBack();
        throw error;
      });
      const ends = performance.now() + left * 1000;
      // the database has begun a new window, or knows what other instances have counted
      window.n = ends > window.ends + 1_000 ? n : Math.max(window.n, n);
      window.ends = ends;
      if (n > calls) refuse();
    }
    return takeBack;
  };
}
