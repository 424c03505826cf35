// Servers that work off jobs, over one database, and what came of it.
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { answerJob, type Ask } from '../../src/host/answer.ts';
import { buildApp } from '../../src/host/app.ts';
import type { JobPace } from '../../src/host/job/worker.ts';
import { endpoint } from '../../src/kernel/endpoint.ts';
import { served } from '../../src/served.gen.ts';
import { PREFIX, startApi, type Api } from './api.ts';

/** The call that is a job. `n`: what today's version takes for it. */
const workOf = (n: z.ZodMiniType<unknown>) => endpoint('POST /test/work', { may: 'signed-in', audit: 'caregiver.import', summary: 'work', query: z.strictObject({}), body: z.strictObject({ n }), reply: z.strictObject({ n: z.unknown(), by: z.string() }) });
type Work = (ask: Ask<ReturnType<typeof workOf>>) => Promise<void> | void;
export interface Server {
  app: FastifyInstance;
  log: Record<string, unknown>[];
  /** How often it has begun the work. */
  tries: () => number;
}
interface Told {
  status: number;
  message: string;
  result: { n: unknown; by: string } | null;
}
/** A gate that is shut until it is opened. */
export const gate = (): { open: () => void; gone: Promise<void> } => {
  let lift = (): void => undefined;
  const gone = new Promise<void>((done) => (lift = done));
  return { open: () => lift(), gone };
};
// the embedded database has one process
export const SEVERAL = process.env['TEST_DATABASE_URL'] !== undefined;
const QUICK: Partial<JobPace> = { poll: 50, alone: 50, beat: 50, lease: 600, look: 20, grace: 200, retry: 20 };

export type JobKit = Awaited<ReturnType<typeof jobKit>>;
/** A database with someone of operations staff. */
export async function jobKit() {
  const api: Api = await startApi();
  const secret = randomBytes(32);
  const open: FastifyInstance[] = [];
  const userId = await api.account({ username: 'ops', role: 2 });
  const signIn = async (): Promise<string> => (await api.signIn('ops')).token;
  const token = await signIn();
  return {
    api, userId, signIn,
    /** Another server over the same database, which does `before` and then what the call says. */
    async server(by: string, before: Work, pace: Partial<JobPace> = {}, n: z.ZodMiniType<unknown> = z.int()): Promise<Server> {
      const log: Record<string, unknown>[] = [];
      let tries = 0;
      const job = answerJob(workOf(n), async (ask) => {
        tries++;
        await before(ask);
        return ask.write(async (tx) => {
          await tx.execute(sql`insert into sys_counter (key, n, reset_at) values ('effect', 1, now() + interval '1 day') on conflict (key) do update set n = sys_counter.n + 1`);
          return { result: { n: ask.body.n, by }, entity: 'caregiver', entityId: 'import' };
        });
      });
      const app = await buildApp({ database: api.database, settings: { apiPrefix: PREFIX, secret }, served: [...served, job], messenger: api.messenger, pace: { ...QUICK, ...pace }, log: (line) => void log.push(line) });
      await app.ready();
      open.push(app);
      return { app, log, tries: () => tries };
    },
    async post({ app }: Server, n: unknown, key?: string, as = token, language = 'zh-cn'): Promise<Told> {
      const reply = await app.inject({ method: 'POST', url: `${PREFIX}/test/work`, headers: { 'x-access-token': as, 'x-language': language, ...(key === undefined ? {} : { 'idempotency-key': key }) }, payload: { n } });
      const { message, result } = reply.json() as Omit<Told, 'status'>;
      return { status: reply.statusCode, message, result };
    },
    effects: async (): Promise<number> => (await api.rows<{ n: number }>(`select coalesce(sum(n), 0)::int as n from sys_counter where key = 'effect'`))[0]!.n,
    /** The lines of the audit about the work: `ok`, or with what it was refused. */
    lines: async (): Promise<string[]> => (await api.rows<{ said: string }>(`select case when ok then 'ok' else error_code end as said from audit_event where action = 'caregiver.import' order by seq`)).map(({ said }) => said),
    kept: () => api.rows<{ state: string; ask: string | null; file: Buffer | null; error: string | null }>(`select state, ask, file, error from job where user_id <> 0 order by id`),
    async close(): Promise<void> {
      await Promise.all(open.splice(0).map((app) => app.close()));
      await api.close();
    },
  };
}
