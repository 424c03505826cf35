import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { Fault } from '../kernel/error.ts';
import type { Ask, Served, Tuned } from './answer.ts';
import { audit } from './audit.ts';
import type { Database } from './db/open.ts';
import { sendDownload, type countFiles, type Download } from './download.ts';
import { faultOf, success } from './envelope.ts';
import type { Gate } from './gate.ts';
import { allow, checkMay, NOBODY, type Seen } from './guard.ts';
import type { House } from './house.ts';
import { parseInput } from './input.ts';
import { putCall, workOff, type MakeAsk } from './job/call.ts';
import type { Jobs } from './job/worker.ts';
import { callerOf, type Limit } from './limit.ts';
import type { Streams } from './live.ts';
import { Reach } from './reach.ts';
import { fromOf, isUnattended, lineOf } from './refusal.ts';
import { letCome, NO_FILE, takeFile } from './upload.ts';
import { earlier, moveMark, write, type Call } from './write.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: set by the guard, before a byte of the body is read. */
    seen: Seen | null;
    /** What its handler has said so far of what it is about. */
    about: Ask['about'] | null;
  }
  interface FastifyContextConfig {
    /** The call of the table that is served here. */
    endpoint?: Endpoint;
    /** It is of one's own account. */
    own?: boolean | undefined;
  }
}
/** What every call is mounted with. */
export interface Mounting {
  database: Database;
  house: House;
  apiPrefix: string;
  gate: Gate;
  limit: Limit;
  files: ReturnType<typeof countFiles>;
  streams: Streams;
  jobs: Jobs;
}

/** The Idempotency-Key header, one per intention of the person. @throws Fault bad_input */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) throw new Fault('bad_input', { detail: 'Idempotency-Key' });
  return key;
}

/** Ids are digits to the router already, so that `PUT /sys/:id` is no road to `PUT /sys/template`, which has another method. */
const routeOf = (path: string): string => path.replace(/:(id|itemId)(?=\/|$)/g, ':$1(^\\d+$)').replace(/:(ids|itemIds)(?=\/|$)/g, ':$1(^[\\d,]+$)');
/** What a reading tells the audit of a list: how many rows it showed and what it was filtered by, never the words that were looked for. */
function shown(value: unknown, query: unknown, { rows: said }: Ask['about']): { rows: number; by: string[] } | undefined {
  const list = Array.isArray(value) ? value : (value as { list?: unknown[] } | null)?.list;
  const rows = said ?? (Array.isArray(list) ? list.length : undefined);
  return rows !== undefined ? { rows, by: Object.keys((query ?? {}) as object).filter((name) => !name.startsWith('page')) } : undefined;
}

/** Mounts one call: guard → parse → run → parse → seal (architecture.md). @throws Error if it does not say who may call it */
export function mount(app: FastifyInstance, served: Served, { database, house, apiPrefix, gate, limit, files, streams, jobs }: Mounting): void {
  const { endpoint, run, job, own } = served;
  checkMay(endpoint);
  const makeAsk: MakeAsk = (call, { viewer, scope }, asked, within) => ({
    viewer, ...asked, query: asked.query as never, body: asked.body as never, key: call.key, about: {}, reach: new Reach(house.db, scope),
    write: (work) => write(house.db, { ...call, scope }, within === undefined ? work : async (tx) => {
      const done = await work(tx);
      await within(tx);
      return done;
    }).catch(async (error: unknown) => {
      // who is told that something has changed reads it again, and is not to see the old once more
      if (call.marked === true && faultOf(error).status < 500 && viewer.userId !== '') await moveMark(house.db, viewer.userId).catch(() => undefined);
      throw error;
    }),
  });
  if (job !== undefined) workOff(jobs, served, { database, house, makeAsk });
  app.route({
    method: endpoint.method,
    url: apiPrefix + routeOf(endpoint.path),
    config: { endpoint, own },
    ...(endpoint.bytes === undefined ? {} : { bodyLimit: endpoint.bytes }),
    onRequest: async (request, reply) => {
      if (endpoint.may === 'open') return void (await limit(endpoint.limit, callerOf(request.ip)));
      request.seen = await gate(request.ip, request.headers['x-access-token'], endpoint.stream !== true && !isUnattended(request));
      await limit(endpoint.limit, request.seen.viewer.userId);
      allow(endpoint, request.seen);
      if (endpoint.file !== undefined) files(request.seen.viewer.userId, reply.raw);
      if (endpoint.upload !== undefined) letCome(request.raw, reply.raw, request.id);
    },
    handler: async (request, reply) => {
      const about: Ask['about'] = {};
      request.about = about;
      const { params, query, body } = parseInput(endpoint, request);
      if (endpoint.stream === true && !/text\/event-stream/i.test(request.headers.accept ?? '')) throw new Fault('bad_input', { detail: 'Accept' });
      const seen = request.seen ?? NOBODY;
      const { viewer, scope, wrote } = seen;
      const file = endpoint.upload === undefined ? NO_FILE : await takeFile(request, endpoint.upload);
      const meant = endpoint.expects === undefined ? body : { ...(body as object), [endpoint.expects]: undefined };
      // who reaches other places than when they asked is not told what they did there
      const places = scope === 'all' ? [] : [scope.map(({ hospitalId, departments }) => [hospitalId, ...departments.toSorted()].join()).toSorted()];
      const said = [endpoint.method, endpoint.path, params, query, meant, ...(file === NO_FILE ? [] : [createHash('sha256').update(file.bytes).digest('hex')]), ...places];
      const key = keyOf(request);
      // a file is made anew each time it is asked for, and each has its line in the audit: its key only tells how far it is
      const call: Call = { action: endpoint.audit ?? `${endpoint.method} ${endpoint.path}`, viewer, key: endpoint.file === undefined ? key : undefined, request: said, secret: house.secret, from: fromOf(request), marked: database.replica !== undefined };
      const before = await earlier(house.db, call);
      if (before !== null) return success(z.parse(endpoint.reply, before.response));
      const from = call.from;
      if (job?.(query as never) === true) return success(z.parse(endpoint.reply, await putCall(jobs, database.pool, house, endpoint, call, { params, query: request.query, body: endpoint.body === undefined ? undefined : request.body, from, file })));
      // what only reads may read a replica, if that has what this person wrote
      const copy = endpoint.method === 'GET' && viewer.userId !== '' ? await database.replica?.copyFor(viewer.userId, wrote) : undefined;
      let recorded = false;
      const plain = makeAsk(call, seen, { params, query: query as never, body: body as never, from, file });
      const ask: Ask = {
        ...plain, key, about, reach: new Reach(copy ?? house.db, scope),
        write: async (work) => {
          const result = await plain.write(work);
          recorded = true;
          return result;
        },
      };
      const given = await run(ask, house);
      // what was written without a transaction of ours, such as a draft, is read again by its author
      if (call.marked === true && !recorded && endpoint.method !== 'GET' && endpoint.limit !== 'read' && viewer.userId !== '') await moveMark(house.db, viewer.userId);
      const value = endpoint.file === undefined && endpoint.stream === undefined ? z.parse(endpoint.reply, given) : given;
      if (endpoint.audit !== undefined && !recorded && about.rows !== 0) await audit(house.db, { ...lineOf(request)!, ok: true, after: shown(value, query, about) });
      if (endpoint.stream === true) return streams.send(reply, endpoint, String(request.headers['x-access-token']), request.seen!, value as Tuned);
      return endpoint.file === undefined ? success(value) : sendDownload(reply, value as Download);
    },
  });
}
