import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { expect } from 'vitest';
import { buildApp } from '../../src/host/app.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase, type Database } from '../../src/host/db/open.ts';
import { memoryMessenger } from '../../src/host/messenger.ts';
import { served } from '../../src/served.gen.ts';
import { assignKit } from './assign.ts';
import type { PrivatePostgres } from './postgres.mjs';
import { remote, type Remote } from './remote.ts';
import { signedIn } from './signed-in.ts';
import { startStandby } from './standby.mjs';

/** A server in this process. `address`: with a slash at the end. */
interface Instance {
  database: Database;
  app: FastifyInstance;
  address: string;
  log: Record<string, unknown>[];
}
/** How the replica is watched, ms: it may be behind for as long as a test likes. */
export const PACE = { look: 50, late: 600_000, answer: 8_000 };

/** Two servers over one PostgreSQL with a streaming replica, a hospital in it, and two who are signed in. Whoever starts it closes it; PostgreSQL goes with it. */
export async function replicated(primary: PrivatePostgres) {
  const bare = await openDatabase({ databaseUrl: primary.url, dataDir: '' }, 'batch');
  await migrateDatabase(bare);
  await bare.close();
  const standby = await startStandby(primary.url);
  const beside = new pg.Client({ connectionString: standby.url });
  beside.on('error', () => undefined);
  await beside.connect();
  const secret = randomBytes(32);
  const all: Instance[] = [];
  async function instance(pace = PACE, replicaUrl = standby.url): Promise<Instance> {
    const database = await openDatabase({ databaseUrl: primary.url, replicaUrl, dataDir: '' }, 'serving', pace);
    const log: Instance['log'] = [];
    const app = await buildApp({ database, settings: { apiPrefix: '/admin-api', secret }, served, messenger: memoryMessenger(), log: (line) => void log.push(line) });
    const made = { database, app, log, address: `${await app.listen({ port: 0, host: '127.0.0.1' })}/` };
    all.push(made);
    return made;
  }
  const instances: readonly [Instance, Instance] = [await instance(), await instance()];
  const { pool } = instances[0].database;
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await pool.query(text, values)).rows as T[];
  const care = await assignKit({ database: instances[0].database, rows });
  const place = await care.place('第一医院');
  const colleague = await care.insert('sys_entity', { kind: 'user' });
  await care.insert('sys_user', { id: colleague, username: 'colleague', nickname: '小吴', password_hash: '!', role: 1 });
  return {
    standby, instances, instance, care, place, colleague,
    tokens: { ops: await signedIn(pool, care.actorId), colleague: await signedIn(pool, colleague) },
    up: ({ database }: Instance): boolean => database.replica!.figures().up,
    /** Calls so far that began to read there. */
    fromReplica: (): number => instances.reduce((n, { database }) => n + database.replica!.figures().reads.replica, 0),
    async pause(): Promise<void> {
      await beside.query('select pg_wal_replay_pause()');
      await expect.poll(async () => (await beside.query(`select pg_get_wal_replay_pause_state() as state`)).rows).toEqual([{ state: 'paused' }]);
    },
    resume: (): Promise<unknown> => beside.query('select pg_wal_replay_resume()'),
    /** Waits until it shows what the primary has now. */
    async level(): Promise<void> {
      const [{ at }] = (await rows<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')) as [{ at: string }];
      await expect.poll(async () => (await beside.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [at])).rows).toEqual([{ is: true }]);
    },
    async reading(at: Remote): Promise<{ nos: string[]; total: number }> {
      const { status, body } = await at.get<{ list: { orderNo: string }[]; total: number }>('/orders?pageSize=100');
      expect(status).toBe(200);
      return { nos: body.result.list.map(({ orderNo }) => orderNo), total: body.result.total };
    },
    both: (token: string): [Remote, Remote] => [remote(instances[0].address, token), remote(instances[1].address, token)],
    async close(): Promise<void> {
      await beside.end().catch(() => undefined);
      for (const { app, database } of all) {
        await app.close();
        await database.close();
      }
      await standby.stop();
      await primary.stop();
    },
  };
}
