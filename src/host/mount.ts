import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Fault } from '../kernel/error.ts';
import type { Ask, Served, Tuned } from './answer.ts';
import { audit } from './audit.ts';
import type { Database } from './db/open.ts';
import { sendDownload, type Download } from './download.ts';
import { faultOf, languageOf, success } from './envelope.ts';
import { allow, checkMay, findViewer, NOBODY, type Seen } from './guard.ts';
import type { House } from './house.ts';
import { parseInput } from './input.ts';
import type { limiter } from './limit.ts';
import type { Streams } from './live.ts';
import { Reach } from './reach.ts';
import { NO_FILE, takeFile } from './upload.ts';
import { earlier, write, type Call } from './write.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: set by the guard, before a byte of the body is read. */
    seen: Seen | null;
  }
}
/** What every call is mounted with. */
export interface Mounting {
  database: Database;
  house: House;
  apiPrefix: string;
  limit: ReturnType<typeof limiter>;
  streams: Streams;
}

/** The Idempotency-Key header, one per intention of the person. @throws Fault bad_input */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) throw new Fault('bad_input', { detail: 'Idempotency-Key' });
  return key;
}
const fromOf = (request: FastifyRequest): Ask['from'] => ({ ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300), requestId: request.id, language: languageOf(request.headers) });

/** Ids are digits to the router already, so that `PUT /sys/:id` is no road to `PUT /sys/template`, which has another method. */
const routeOf = (path: string): string => path.replace(/:(id|itemId)(?=\/|$)/g, ':$1(^\\d+$)').replace(/:(ids|itemIds)(?=\/|$)/g, ':$1(^[\\d,]+$)');
/** Mounts one call: guard → parse → run → parse → seal (architecture.md). @throws Error if it does not say who may call it */
export function mount(app: FastifyInstance, { endpoint, run }: Served, { database, house, apiPrefix, limit, streams }: Mounting): void {
  checkMay(endpoint);
  const { audit: action } = endpoint;

  /** Runs `work`; writes the audit row of a refusal, and of a success that no write has already recorded. */
  const audited = async <T>(request: FastifyRequest, about: Ask['about'], work: () => Promise<{ value: T; recorded: boolean }>): Promise<T> => {
    if (action === undefined) return (await work()).value;
    const row = () => ({
      actor: (request.seen ?? NOBODY).viewer, action, entity: about.entity ?? action.split('.')[0], from: fromOf(request),
      entityId: about.entityId ?? Object.values((request.params ?? {}) as Record<string, string>)[0]?.replaceAll('\0', '').slice(0, 100),
    });
    try {
      const { value, recorded } = await work();
      if (!recorded) await audit(house.db, { ...row(), ok: true });
      return value;
    } catch (error) {
      // where the audit cannot be written either, the first failure is the one to tell
      await audit(house.db, { ...row(), ok: false, error: faultOf(error).fault }).catch(() => undefined);
      throw error;
    }
  };

  app.route({
    method: endpoint.method,
    url: apiPrefix + routeOf(endpoint.path),
    ...(endpoint.bytes === undefined ? {} : { bodyLimit: endpoint.bytes }),
    onRequest: async (request) => {
      if (endpoint.may === 'open') return limit(endpoint.limit, request.ip);
      request.seen = await findViewer(database.pool, request.headers['x-access-token'], endpoint.stream !== true && request.headers['x-unattended'] === undefined);
      await limit(endpoint.limit, request.seen.viewer.sessionId);
      const { viewer } = request.seen;
      if (action === undefined) allow(endpoint, viewer);
      else await audited(request, {}, async () => ({ value: allow(endpoint, viewer), recorded: true }));
    },
    handler: async (request, reply) => {
      const about: Ask['about'] = {};
      const value = await audited(request, about, async () => {
        const { params, query, body } = parseInput(endpoint, request);
        if (endpoint.stream === true && !/text\/event-stream/i.test(request.headers.accept ?? '')) throw new Fault('bad_input', { detail: 'Accept' });
        const { viewer, scope } = request.seen ?? NOBODY;
        const file = endpoint.upload === undefined ? NO_FILE : await takeFile(request, endpoint.upload);
        const said = [endpoint.method, endpoint.path, params, query, body, ...(file === NO_FILE ? [] : [createHash('sha256').update(file.bytes).digest('hex')])];
        const call: Call = { action: action ?? `${endpoint.method} ${endpoint.path}`, viewer, key: keyOf(request), request: said, secret: house.secret, from: fromOf(request) };
        const before = await earlier(house.db, call);
        if (before !== null && endpoint.file === undefined) return { value: z.parse(endpoint.reply, before.response), recorded: true };
        let recorded = false;
        const ask: Ask = {
          viewer, params, query: query as never, body: body as never, file, about, from: call.from, reach: new Reach(house.db, scope),
          write: async (work) => {
            const result = await write(house.db, call, work);
            recorded = true;
            return result;
          },
        };
        const value = await run(ask, house);
        return { value: endpoint.file === undefined && endpoint.stream === undefined ? z.parse(endpoint.reply, value) : value, recorded };
      });
      if (endpoint.stream === true) return streams.send(reply, endpoint, String(request.headers['x-access-token']), request.seen!, value as Tuned);
      return endpoint.file === undefined ? success(value) : sendDownload(reply, value as Download);
    },
  });
}
