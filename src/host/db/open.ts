import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fingerprint } from '../secret.ts';
import type { Settings } from '../settings.ts';
import { openCopyDoor } from './copy-door.ts';
import { removeCopies } from './copy-place.ts';
import { keepHouse } from './housekeeping.ts';
import { KeepingClient } from './keeping.ts';
import { openListener } from './listener.ts';
import { lockDirectory } from './lock.ts';
import { ALIVE, LOST_PACE, opening, watchPool } from './lost.ts';
import { startWorker } from './pglite-host.ts';
import { PgliteStream, type Engine } from './pglite-stream.ts';
import { openReplica, type REPLICA_PACE, type Replica } from './replica.ts';
import { COPY_MS, watch } from './watchdog.ts';

/** The one door to the data, on either engine, through one driver. */
export interface Database {
  kind: 'embedded' | 'server';
  pool: pg.Pool;
  db: NodePgDatabase;
  /** What lists and statistics are read from instead, where there is one. */
  replica?: Replica;
  /** Whether it answers and takes what is written. Asked beside the pool: calls that take long do not make it look lost, nor what has a transaction open. */
  ready(): Promise<boolean>;
  /** Asks beside the pool: on a server by the connection that listens. */
  look<T extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<T>>;
  /** Calls back with the payload of every NOTIFY on `channel`, until the returned function is called; with an empty one when some may have been missed. Where there is a replica: once what it tells of can be read there. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => void>;
  /** Resolves when the embedded engine has ended or hangs: nothing but a new process helps. A server's loss heals by itself. */
  down: Promise<Error>;
  /** Does what may take long on a slow machine, such as the first start's data, while the embedded engine's watchdog is as patient as with a batch. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
/** `serving`: short deadlines. `batch`: seed, import and migration, whose statements may be long. */
export type Pace = 'serving' | 'batch';
// ms; 0 is none. `idle`: of a transaction from which nothing comes, as of a machine that stands still: it is ended before those who wait for it give up (lock_timeout)
const DEADLINE: Record<Pace, { embedded: number; server: number; idle: number }> = { serving: { embedded: 60_000, server: 15_000, idle: 8_000 }, batch: { embedded: 600_000, server: 0, idle: 600_000 } };

/** Set on every connection, and read back: a pooler between drops what is set for a session. */
const DIRECT = 'nursing.direct';
/** What connections of a running server are called, in pg_stat_activity. */
const SERVING = 'nursing-console';
/** What the one of them that listens is called: also whose secret it has, for all servers of a database have one. */
const listening = (secret: Buffer | undefined): string => (secret === undefined ? SERVING : `${SERVING} ${fingerprint(secret)}`);
/**
 * Of every connection: a day of a clock that is put forward and back has 23 hours or 25, and what is written out in another style nobody here
 * reads. One whose machine has died is ended by PostgreSQL after 25 s: by the system's own measure it would hold its locks, and pass for a server, for two hours.
 */
const PLAIN = '-c timezone=UTC -c datestyle=ISO,YMD -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
/**
 * The addresses from which servers run on this database. With `secret`: those that have another, and can read nothing that is sealed under it.
 */
export async function serversOn({ kind, look }: Pick<Database, 'kind' | 'look'>, secret?: Buffer): Promise<string[]> {
  if (kind === 'embedded') return []; // its lock lets one server in, and says so
  const other = secret === undefined ? '' : ` and application_name not in ('${SERVING}', '${listening(secret)}')`;
  const { rows } = await look<{ at: string }>(`select distinct coalesce(host(client_addr), 'localhost') as at from pg_stat_activity where datname = current_database() and application_name ~ '^${SERVING}( [0-9a-f]{16})?$'${other} order by 1`);
  return rows.map(({ at }) => at);
}
type Ears = Map<string, Set<(payload: string) => void>>;
const hear = (ears: Ears, { channel, payload }: { channel: string; payload?: string | undefined }): void => ears.get(channel)?.forEach((heard) => heard(payload ?? ''));
async function addEar(ears: Ears, channel: string, heard: (payload: string) => void, listen: (statement: string) => Promise<unknown>): Promise<() => void> {
  const there = ears.get(channel) ?? new Set();
  ears.set(channel, there.add(heard));
  const deaf = (): void => void there.delete(heard);
  try {
    await listen(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    deaf();
    throw error;
  }
  return deaf;
}

/** The protocol's Sync: answered as soon as the engine is free, and it changes nothing in whoever's transaction is open. */
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);
/** How long the engine may take for that, ms; and how long it may be at one statement (a large vacuum, a sum over every order) or at a copy before it counts as lost: whoever calls meanwhile is answered late. */
const FREE_MS = 1_000;
const BUSY_MS = { statement: 10_000, copy: COPY_MS };

/** A database over an engine in this process: one session, so one connection. */
export function embedded(engine: Engine): Database & Pick<Engine, 'copy'> {
  const ears: Ears = new Map();
  // a copy is asked for while a statement runs, and others wait behind it
  const since: Partial<Record<keyof typeof BUSY_MS, number>> = {};
  const busy = <T>(at: keyof typeof BUSY_MS, work: Promise<T>): Promise<T> => {
    since[at] = performance.now();
    return work.finally(() => delete since[at]);
  };
  const isBusy = (at: keyof typeof BUSY_MS): boolean => since[at] !== undefined && performance.now() - since[at] < BUSY_MS[at];
  const config: pg.PoolConfig = { Client: KeepingClient, stream: () => new PgliteStream({ ...engine, run: (batch) => busy('statement', engine.run(batch)) }) as never, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 30_000, user: 'postgres', database: 'postgres', ssl: false };
  const pool = new pg.Pool(config);
  // the engine may be lost in the middle of a transaction: whatever is asked of it fails and tells its caller, and `down` ends the process
  pool.on('connect', (client) => void client.on('notification', (said) => hear(ears, said)).on('error', () => undefined));
  pool.on('error', () => undefined); // the failed query has told its caller
  return {
    kind: 'embedded',
    pool,
    db: drizzle(pool),
    down: engine.died,
    copy: (to) => busy('copy', engine.copy(to)),
    async ready() {
      const late = sleep(FREE_MS, undefined, { ref: false }).then(() => isBusy('statement') || isBusy('copy'));
      if (!pool.ended && (await Promise.race([engine.run(SYNC.slice()).then(() => true), late]))) return true;
      throw new Error('it does not answer');
    },
    look: (text) => pool.query(text),
    listen: (channel, heard) => addEar(ears, channel, heard, (statement) => pool.query(statement)),
    patiently: (work) => work(),
    async close() {
      await pool.end();
      await engine.close();
    },
  };
}

async function onServer(connectionString: string, pace: Pace, secret?: Buffer, replicaUrl?: string, replicaPace?: typeof REPLICA_PACE, lostPace = LOST_PACE): Promise<Database> {
  const { server, idle } = DEADLINE[pace];
  // a command is no server, also where it asks beside its pool
  const [name, nameOfListener] = pace === 'serving' ? [SERVING, listening(secret)] : ['nursing-console batch', 'nursing-console batch'];
  // compiling a statement takes longer than any of ours runs
  const ours = `-c jit=off -c statement_timeout=${server} -c lock_timeout=10000 -c idle_in_transaction_session_timeout=${idle} -c ${DIRECT}=on ${PLAIN}`;
  const pool = new pg.Pool({ Client: KeepingClient, ...opening(connectionString, ours), max: 10, application_name: name, idleTimeoutMillis: 300_000, ...ALIVE });
  watchPool(pool, pace === 'serving' ? lostPace.silent : 0);
  const { rows: [is] } = await pool.query<{ recent: boolean; ours: boolean }>(`select current_setting('server_version_num')::int >= 150000 as recent, current_setting('${DIRECT}', true) = 'on' as ours`).catch((error: Error & { code?: string }) => {
    throw new Error(`无法连接 DATABASE_URL 指定的数据库。The database that DATABASE_URL names cannot be reached: ${error.message || error.code}`);
  });
  if (is?.recent !== true) throw new Error('需要 PostgreSQL 15 或更高版本。PostgreSQL 15 or newer is needed.');
  // nor would it hear what others tell, or keep a lock
  if (!is.ours) throw new Error('DATABASE_URL 与数据库之间的连接池不保留会话设置，请直接连接 PostgreSQL。A pooler between DATABASE_URL and the database drops what is set for a session: name PostgreSQL itself.');
  const db = drizzle(pool);
  const replica = replicaUrl === undefined ? undefined : await openReplica(replicaUrl, ours, { pool, db }, replicaPace);
  const soon = (tell: () => void): void => (replica === undefined ? tell() : replica.after(tell));
  const ears: Ears = new Map();
  const listener = openListener({ ...opening(connectionString, PLAIN), application_name: nameOfListener }, lostPace, {
    channels: () => [...ears].filter(([, there]) => there.size > 0).map(([channel]) => channel),
    said: (message) => soon(() => hear(ears, message)),
    missed: () => soon(() => ears.forEach((there) => there.forEach((heard) => heard('')))),
  });
  return {
    kind: 'server',
    pool,
    db,
    ...(replica === undefined ? {} : { replica }),
    down: new Promise(() => undefined),
    // a standby that took over in name only, or a disk that was locked: it answers, and takes nothing
    ready: async () => (await listener.ask<{ writable: boolean }>(`select current_setting('transaction_read_only') = 'off' as writable`)).rows[0]?.writable === true,
    look: listener.ask,
    listen: (channel, heard) => addEar(ears, channel, heard, async (statement) => {
      await listener.ask(statement);
      // what was said before is never heard: it must be there to be read by who reads now
      await new Promise<void>((done) => soon(done));
    }),
    // there it is the transaction that says how long it may take
    patiently: (work) => work(),
    async close() {
      await listener.close();
      await replica?.close();
      await pool.end();
    },
  };
}

/**
 * Opens the database that the settings name: a server by its URL, else the embedded one in `dataDir`/pg, locked for this process.
 * @throws Error in both languages when another process holds the embedded one, or the server cannot be reached or is too old
 */
export async function openDatabase(settings: Pick<Settings, 'databaseUrl' | 'replicaUrl' | 'dataDir'> & Partial<Pick<Settings, 'secret'>>, pace: Pace = 'serving', replicaPace?: typeof REPLICA_PACE, lostPace?: typeof LOST_PACE): Promise<Database> {
  // whichever database is named: after a move nobody else would
  await removeCopies(settings.dataDir);
  // a command does its work in one place
  const { secret, replicaUrl } = pace === 'serving' ? settings : {};
  if (settings.databaseUrl !== undefined) return onServer(settings.databaseUrl, pace, secret, replicaUrl, replicaPace, lostPace);
  const dir = join(settings.dataDir, 'pg');
  const unlock = await lockDirectory(dir);
  try {
    let now = pace;
    const engine = watch(await startWorker(new URL('./pglite-worker.mjs', import.meta.url), dir), () => DEADLINE[now].embedded, unlock.held);
    const database = embedded(engine);
    const stopHousekeeping = keepHouse(database);
    const closeDoor = await openCopyDoor(dir, database.copy);
    const close = async (): Promise<void> => {
      stopHousekeeping();
      await closeDoor();
      await database.close();
      unlock();
    };
    const patiently: Database['patiently'] = async (work) => {
      now = 'batch';
      return work().finally(() => (now = pace));
    };
    return { ...database, patiently, close };
  } catch (error) {
    unlock();
    throw error;
  }
}
