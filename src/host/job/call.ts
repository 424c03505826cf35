import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Endpoint } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import type { Ask, Served, Viewer } from '../answer.ts';
import { audit, type AuditRow } from '../audit.ts';
import type { Database } from '../db/open.ts';
import { allow, findOwner, type Seen } from '../guard.ts';
import type { House } from '../house.ts';
import { parseInput } from '../input.ts';
import { jobProgress } from '../progress.ts';
import { Reach, type Runner } from '../reach.ts';
import { aboutOf } from '../refusal.ts';
import { NO_FILE, type Upload } from '../upload.ts';
import { earlier, hashOf, type Call } from '../write.ts';
import { type Open, type Taken, withdraw } from './store.ts';
import type { Jobs } from './worker.ts';

type Asked = Pick<Ask, 'params' | 'query' | 'body' | 'from'>;
type Given = Parameters<typeof parseInput>[1] & { from: Ask['from']; file: Upload };
/** What of a call is kept: JSON, the input word for word as it came, for whoever does it may be of another version and reads it anew. `role` and `line`: for the audit, should it be refused. */
interface Kept extends Omit<Given, 'file'> {
  name: string;
  request: unknown;
  role: number;
  line: ReturnType<typeof aboutOf>;
}
/** Makes what a handler is given. */
export type MakeAsk = (call: Call, seen: Seen, asked: Asked & { file: Upload }, within?: (tx: Parameters<Parameters<Ask['write']>[0]>[0]) => Promise<void>) => Ask;

export const kindOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
/** What was kept, as far as it can be read. */
function keptOf(ask: string | null): Partial<Kept> {
  try {
    return (JSON.parse(ask ?? '{}') ?? {}) as Partial<Kept>;
  } catch {
    return {};
  }
}
/** What was asked, by today's schemas. @throws Fault lapsed, where it was another version that took it */
function inputOf(endpoint: Endpoint, { name, request, from, params, query, body }: Partial<Kept>, file: Buffer | null): Asked & { request: unknown; file: Upload } {
  try {
    if (from === undefined || request === undefined || (file === null) !== (endpoint.upload === undefined)) throw new Fault('bad_input');
    return { ...(parseInput(endpoint, { params, query, body }) as Omit<Asked, 'from'>), from, request, file: file === null ? NO_FILE : { name: name ?? '', bytes: file } };
  } catch {
    throw new Fault('lapsed');
  }
}
/** The line of a call that was refused while nobody need be there any more. `known`: what came out when it was begun. */
function lineOf({ kind, userId, sessionId, ask }: Open, { fault }: Fault, known?: { role: number; line: Kept['line'] }): AuditRow {
  const { role, line, from } = { ...keptOf(ask), ...known };
  return { ...(line ?? { action: kind }), actor: { userId, role: role ?? 0, sessionId: sessionId ?? '' }, ok: false, error: fault, from: { ip: '', userAgent: '', requestId: '', language: 'zh-cn', ...from } };
}
/** Makes an endpoint's calls jobs of this process too, whoever took them in: as the person who asked is today, with today's rights. */
export function workOff(jobs: Jobs, { endpoint, run }: Served, { database, house, makeAsk }: { database: Database; house: House; makeAsk: MakeAsk }): void {
  const reach = new Reach(house.db, 'all');
  const begun = new WeakMap<Taken, { viewer: Viewer; params: Ask['params']; about: Ask['about'] }>();
  jobs.add(kindOf(endpoint), {
    far: ({ userId, key }) => jobProgress(reach, userId, key).far,
    drop: ({ userId, key }) => jobProgress(reach, userId, key).drop(),
    async work(job, end) {
      const { request, ...asked } = inputOf(endpoint, keptOf(job.ask), job.file);
      const seen = await findOwner(database.pool, job.sessionId);
      const call: Call = { action: endpoint.audit ?? kindOf(endpoint), viewer: seen.viewer, key: job.key, request, secret: house.secret, from: asked.from, marked: database.replica !== undefined };
      const made = makeAsk(call, seen, asked, end);
      begun.set(job, { viewer: seen.viewer, params: asked.params, about: made.about });
      allow(endpoint, seen);
      await run(made, house);
    },
    async refused(tx, job, fault) {
      const known = begun.get(job);
      await audit(tx, lineOf(job, fault, known && { role: known.viewer.role, line: aboutOf(endpoint, known.params, known.about) }));
    },
  });
}
/** Puts a call in as a job, waits for its end, and gives its answer. @throws Fault its refusal; stopping when this process stops first */
export async function putCall(jobs: Jobs, pool: Pool, house: House, endpoint: Endpoint, asked: Call, { file, ...rest }: Given): Promise<unknown> {
  const call = { ...asked, key: asked.key ?? `job-${randomUUID()}` };
  const { userId, sessionId, role } = call.viewer;
  const kept: Kept = { ...rest, name: file.name, request: call.request, role, line: aboutOf(endpoint, rest.params as Ask['params'], {}) };
  const given = { kind: kindOf(endpoint), userId, sessionId, key: call.key, hash: hashOf(call), ask: JSON.stringify(kept), file: file === NO_FILE ? null : file.bytes };
  await jobs.through(given).catch(async (error: unknown) => {
    if (!(error instanceof Fault) || error.fault !== 'expired') throw error;
    // it was put in with another session of the same person, which has ended; whoever is still there asks for it in their own name
    await findOwner(pool, sessionId).catch((mine: unknown) => {
      throw mine instanceof Fault ? error : mine;
    });
    await jobs.through(given);
  });
  return (await earlier(house.db, call))?.response;
}
/** Ends a call that has not ended, whoever is at it, with its line of the audit, in the transaction `tx`: what it holds may not be kept any longer. */
export async function withdrawCall(tx: Runner, job: Open): Promise<void> {
  const fault = new Fault('lapsed');
  await withdraw(tx, job, fault);
  await audit(tx, lineOf(job, fault));
}
