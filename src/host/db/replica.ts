import { setTimeout as sleep } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Copy } from '../reach.ts';
import { KeepingClient } from './keeping.ts';
import { ALIVE, opening } from './lost.ts';

/** How often it is looked at, how far behind it may be, and how long a look may take, ms. */
export const REPLICA_PACE: Readonly<Record<'look' | 'late' | 'answer', number>> = { look: 1_000, late: 10_000, answer: 2_000 };
/** How long one waits for it to catch up before what was counted is not kept, ms. */
const MOMENT = 50;
/** A statement of ours is ended by the server after 15 s; after this its connection is given up. */
const LOST = 20_000;
/** SQLSTATE of a statement that took too long: it would on the primary too. */
const TOO_LONG = '57014';

/** What is told of a replica. `lag`: seconds. `reads`: calls that began to read there, those sent to the primary instead, statements that failed there and were run on the primary. */
export interface Figures {
  up: boolean;
  lag: number;
  reads: { replica: number; primary: number; failed: number };
}
/** A hot standby that is read in place of its primary. */
export interface Replica {
  /** What this account may read there; undefined when it is out of use, or lacks the account's write number `wrote`. */
  copyFor: (accountId: string, wrote: string | null) => Promise<Copy | undefined>;
  /** Calls back once what the primary has now can be read there, in the order of the calls; at once when it is out of use. */
  after: (told: () => void) => void;
  figures: () => Figures;
  /** Says how it is, and then when it goes out of use and when it is back. */
  onChange: (say: (state: { up: boolean; why: string; lag: number }) => void) => void;
  close: () => Promise<void>;
}
const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause === undefined || cause === error ? undefined : codeOf(cause));
};
/** `id`: of the cluster and the database in it. `at`: its position in the log, bytes. */
const PRIMARY = `select (select system_identifier from pg_control_system()) || ' ' || current_database() as id, (pg_current_wal_flush_lsn() - '0/0')::text as at`;
const STANDBY = `select (select system_identifier from pg_control_system()) || ' ' || current_database() as id, (pg_last_wal_replay_lsn() - '0/0')::text as at, pg_is_in_recovery() as standby`;

/**
 * Reads `connectionString`, a streaming replica of the database behind `primary`. Never fails for its sake: what cannot be read there is read on the primary.
 * It is in use while it answers and shows what the primary wrote `pace.late` ms ago. Positions of the log measure how late it is; whether it has
 * what one person wrote is told by that person's row of write_mark, which comes with the write itself: nothing is to be noted after a commit.
 */
export async function openReplica(connectionString: string, options: string, primary: { pool: pg.Pool; db: NodePgDatabase }, pace = REPLICA_PACE): Promise<Replica> {
  const pool = new pg.Pool({ Client: KeepingClient, ...opening(connectionString, `${options} -c default_transaction_read_only=on`), max: 10, application_name: 'nursing-console reading', ...ALIVE, connectionTimeoutMillis: pace.answer, query_timeout: LOST, idleTimeoutMillis: 300_000 });
  pool.on('error', () => undefined); // an idle connection was lost: the next look says what that means
  // nor does one that is lost while somebody has it end the process (open.ts)
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = drizzle(pool);
  /** Its own connection: looks are not to wait for readers. */
  let watcher: Promise<pg.Client> | undefined;
  const heard = new Set<(state: { up: boolean; why: string; lag: number }) => void>();
  /** Ends the wait of everybody who reads there. */
  const waiting = new Set<(error: Error) => void>();
  /** Positions of the primary that it has not shown yet, and since when. */
  let ahead: { at: number; since: number }[] = [];
  let state = { up: false, why: 'not looked at yet', lag: 0 };
  const reads = { replica: 0, primary: 0, failed: 0 };
  let closing = false;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...opening(connectionString), application_name: 'nursing-console watching', ...ALIVE, connectionTimeoutMillis: pace.answer, query_timeout: pace.answer });
    client.on('error', () => undefined); // its end says that it is lost
    await client.connect();
    return client;
  };
  /** The connection for looks, made again when it was lost. */
  function watching(): Promise<pg.Client> {
    if (watcher !== undefined) return watcher;
    const own = (watcher = connect());
    void own.then((client) => client.once('end', () => void (watcher === own && (watcher = undefined)))).catch(() => undefined);
    return own;
  }
  async function askStandby(): Promise<{ id: string; at: number }> {
    const own = watching();
    try {
      const { rows: [row] } = await (await own).query<{ id: string; at: string | null; standby: boolean }>(STANDBY);
      if (row?.standby !== true || row.at === null) throw new Error('it is no standby');
      return { id: row.id, at: Number(row.at) };
    } catch (error) {
      if (watcher === own) watcher = undefined;
      void own.then((client) => client.end()).catch(() => undefined);
      throw error;
    }
  }
  let asking: ReturnType<typeof askStandby> | undefined;
  /** What it says now; who asks while it is asked gets the same answer. */
  const standby = (): ReturnType<typeof askStandby> => (asking ??= askStandby().finally(() => (asking = undefined)));
  const position = async (): Promise<{ id: string; at: number }> => {
    const { rows: [row] } = await primary.pool.query<{ id: string; at: string }>(PRIMARY);
    return { id: row!.id, at: Number(row!.at) };
  };
  function turn(up: boolean, why: string, lag: number): void {
    const changed = up !== state.up;
    state = { up, why, lag };
    if (!up) for (const end of waiting) end(new Error(`the replica is out of use: ${why}`));
    if (changed && !closing) for (const say of heard) say(state);
  }
  async function look(): Promise<void> {
    const began = performance.now();
    const here = await position().catch(() => null);
    const there = await standby().catch((error: Error) => error);
    if (there instanceof Error) return turn(false, there.message, state.lag);
    // the primary's loss is told by whoever asks it; the replica is then as it was
    if (here === null) return;
    if (here.id !== there.id) return turn(false, 'it is of another database', 0);
    if (here.at > (ahead.at(-1)?.at ?? 0)) ahead.push({ at: here.at, since: began });
    ahead = ahead.filter(({ at }) => at > there.at);
    const lag = ahead.length === 0 ? 0 : performance.now() - ahead[0]!.since;
    // how late one is that was not looked at, nobody knows: to come into use it is level with what was there when this look began
    const up = state.up ? lag <= pace.late : ahead.length === 0;
    turn(up, up ? '' : 'it is late', lag);
  }
  let looking: Promise<void> | undefined;
  const next = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)));
  const timer = setInterval(() => void next(), pace.look).unref();
  await next();

  /** Waits for what is read there, no longer than it is in use. */
  function within<T>(reading: Promise<T>): Promise<T> {
    return new Promise((done, failed) => {
      waiting.add(failed);
      reading.then(done, failed).finally(() => waiting.delete(failed));
    });
  }
  async function caughtUp(ms: number): Promise<boolean> {
    const { at } = await position();
    const until = performance.now() + ms;
    while (state.up && !closing) {
      if ((await standby()).at >= at) return true;
      if (performance.now() >= until) return false;
      await sleep(5);
    }
    return false;
  }
  async function execute(statement: SQL): Promise<unknown> {
    if (state.up) {
      try {
        return await within(Promise.resolve(db.execute(statement)));
      } catch (error) {
        if (codeOf(error) === TOO_LONG) throw error;
        reads.failed++;
      }
    }
    return primary.db.execute(statement);
  }
  const copy: Copy = { execute: execute as unknown as Copy['execute'], home: primary.db, caughtUp: () => caughtUp(MOMENT).catch(() => false) };
  /** Its row of write_mark is seen there no sooner than what was written with it. */
  async function has(accountId: string, wrote: string): Promise<boolean> {
    const { rows: [mark] } = await within(pool.query<{ n: string }>({ name: 'write_mark', text: 'select n::text from write_mark where account_id = $1', values: [accountId] }));
    return mark !== undefined && BigInt(mark.n) >= BigInt(wrote);
  }

  let told: (() => void)[] = [];
  let telling = false;
  /** Waits until it has what the primary has now, or nobody reads there any more; one look that fails says neither. */
  async function level(): Promise<void> {
    const until = performance.now() + pace.late + 2 * pace.look;
    while (state.up && !closing && performance.now() < until) {
      if (await caughtUp(until - performance.now()).catch(() => false)) return;
      await sleep(MOMENT);
    }
  }
  async function tell(): Promise<void> {
    telling = true;
    try {
      while (told.length > 0) {
        const batch = told;
        told = [];
        await level();
        for (const say of batch) {
          try {
            say();
          } catch {
            // the others are told all the same
          }
        }
      }
    } finally {
      telling = false;
    }
  }
  return {
    async copyFor(accountId, wrote) {
      const use = state.up && (wrote === null || (await has(accountId, wrote).catch(() => false)));
      reads[use ? 'replica' : 'primary']++;
      return use ? copy : undefined;
    },
    after(say) {
      told.push(say);
      if (!telling) void tell();
    },
    figures: () => ({ up: state.up, lag: state.lag / 1_000, reads: { ...reads } }),
    onChange(say) {
      heard.add(say);
      say(state);
    },
    async close() {
      closing = true;
      clearInterval(timer);
      await looking;
      await (await watcher?.catch(() => undefined))?.end().catch(() => undefined);
      await pool.end();
    },
  };
}
