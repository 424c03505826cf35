import { randomUUID } from 'node:crypto';
import { METHODS, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Fault } from '../kernel/error.ts';
import type { Served } from './answer.ts';
import { countFiles, endUnread, UNREAD_MS } from './download.ts';
import { failure, faultOf, languageOf, success, traceOf, unreadable } from './envelope.ts';
import { openGate } from './gate.ts';
import type { House } from './house.ts';
import { BOUNDS, parseQuery, readable, spelledOut } from './input.ts';
import { repeats, textOf } from './json.ts';
import { JOB_PACE, startJobs, type JobPace } from './job/worker.ts';
import { limiter } from './limit.ts';
import { ASKED_BY_MACHINES, keepAlive } from './life.ts';
import { openStreams } from './live.ts';
import { watched, type Messenger } from './messenger.ts';
import { startMeter, type Meter } from './metric.ts';
import { mount } from './mount.ts';
import { openapi } from './openapi.ts';
import { passwordCheck, SECURE_COST, type PasswordCost } from './password.ts';
import type { Database } from './db/open.ts';
import { refusals } from './refusal.ts';
import type { Settings } from './settings.ts';
import { READS, readWeb, secureHeaders, serveConsole } from './static.ts';
import { SWEEPS } from './sweep.ts';
import { startTeller } from './teller.ts';
import { mayTakeLonger, takeForms } from './upload.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts what this server does. */
    meter: Meter;
  }
}
/** What an app is made of. */
export interface AppOptions {
  database: Database;
  settings: Pick<Settings, 'apiPrefix' | 'secret'> & Partial<Pick<Settings, 'trusts'>>;
  served: readonly Served[];
  messenger: Messenger;
  /** Folder of the built console; none in tests of the API. */
  webRoot?: string;
  /** Cheaper in tests only. */
  cost?: PasswordCost;
  /** Quicker in tests only. */
  pace?: Partial<JobPace>;
  unread?: number;
  /** One object a line; to standard output by default. */
  log?: (line: Record<string, unknown>) => void;
}
/** Seconds between two sweeps; of the statistics, whose answers are slower the more is not summed yet. */
const EVERY = 3_600;
const OFTEN = 300;
const toStdout = (line: Record<string, unknown>): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** The server: every call of the endpoint table, the console's files, health, and one place for every failure. */
export async function buildApp({ database, settings, served, messenger, webRoot, cost = SECURE_COST, pace = {}, unread = UNREAD_MS, log = toStdout }: AppOptions): Promise<FastifyInstance> {
  const { apiPrefix, trusts = () => false } = settings;
  const house: House = { db: database.db, secret: settings.secret, messenger: watched(messenger, (error) => log({ at: new Date().toISOString(), level: 'error', ...traceOf(error) })), cost, checkPassword: passwordCheck(cost) };
  const errors = startTeller(log);
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const fault = faultOf(error);
    // whoever called has gone in the middle of a body: nothing is wrong here. What is refused in words of ours, such as by a server that stops, is no outage
    const left = request.raw.destroyed && !request.raw.complete;
    if (fault.status >= 500 && error !== fault && !left) errors.tell(error, { id: request.id });
    if (fault.fault === 'too_many' || fault.status === 503) reply.header('retry-after', String(fault.values['seconds'] ?? 5));
    // a file that broke before its first byte has said what it is
    return reply.code(fault.status).removeHeader('content-disposition').type('application/json; charset=utf-8').send(failure(fault, languageOf(request.headers)));
  };
  // a number that our own proxy has given goes on; anyone else's could be whatever they like
  const numberOf = ({ headers: { 'x-request-id': given }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => (typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && trusts(socket?.remoteAddress) ? given : randomUUID());
  const refuseLine = (error: { code?: string }, socket: Socket, request?: IncomingMessage): void => {
    const unread = unreadable(error, socket, request && numberOf(request), request);
    if (unread !== null) log({ at: new Date().toISOString(), level: 'info', ...unread, route: null, ms: 0, user: null });
  };
  const app = fastify({
    logger: false, exposeHeadRoutes: false, trustProxy: (address) => trusts(address),
    genReqId: numberOf,
    bodyLimit: BOUNDS.bodyBytes, forceCloseConnections: 'idle', return503OnClosing: false,
    // slow senders and idle connections are gone within 15 s, but for files that somebody known sends (upload.ts); Node looks every second
    requestTimeout: 12_000, keepAliveTimeout: 10_000, http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Node's header limit bounds an address already; what the router refused itself would leave without our headers
    routerOptions: { maxParamLength: 16_384, querystringParser: parseQuery }, rewriteUrl: ({ url }) => readable(url ?? '/'), 
    clientErrorHandler: (error, socket) => void (mayTakeLonger(error, socket) || refuseLine(error, socket)),
  });
  // what Node would answer by itself would have none of our headers
  app.server.on('checkExpectation', (request) => refuseLine({}, request.socket, request));
  app.server.on('connect', (request, socket) => refuseLine({}, socket as Socket, request));
  // fastify wants a body of a QUERY before it is asked whether there is such a call: it is as any other that none of ours has
  if (METHODS.includes('QUERY')) app.addHttpMethod('QUERY', { overrideExisting: true });
  app.removeAllContentTypeParsers();
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(body as Buffer);
    if (text === '') return done(null, undefined);
    const bad = new Fault('bad_input', { detail: 'JSON' });
    if (text === null) return done(bad);
    readJson(request, text, (error, value) => (error === null && repeats(text) ? done(bad) : done(error, value)));
  });
  const web = webRoot === undefined ? null : readWeb(webRoot, apiPrefix);
  await secureHeaders(app, web);
  app.addHook('onRequest', async ({ raw: { httpVersion, rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1 || (httpVersion === '1.1' && hosts === 0)) throw new Fault('bad_input', { detail: 'Host' });
  });

  const told = new WeakSet<FastifyReply>();
  const answered = (request: FastifyRequest, reply: FastifyReply, status = reply.raw.statusCode): void => {
    if (told.has(reply)) return;
    told.add(reply);
    const { elapsedTime } = reply;
    const { endpoint } = request.routeOptions.config;
    // the console's files are many
    const route = endpoint !== undefined ? apiPrefix + endpoint.path : request.is404 ? 'none' : ['/healthz', '/readyz'].includes(request.routeOptions.url ?? '') ? request.routeOptions.url! : 'file';
    meter.call({ method: request.method, route, status: String(status) }, endpoint?.stream === true ? null : elapsedTime / 1_000);
    log({ at: new Date().toISOString(), level: 'info', id: request.id, method: request.method, route: request.is404 ? null : request.routeOptions.url?.replace(/\(.*?\)/g, ''), status, ms: Math.round(elapsedTime), user: request.seen?.viewer.userId || null });
  };
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-request-id', request.id);
    // an address may be spelled in many ways: the route says whose it is
    if (request.routeOptions.url?.startsWith(apiPrefix) === true || request.url.startsWith(apiPrefix)) reply.header('cache-control', 'no-store');
    // health, and what is not there, are of this moment too
    else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    endUnread(reply.raw, unread);
    if (payload instanceof Readable) payload.once('error', (error) => {
      // before its first byte it is refused like anything else; once the reader has gone it is nobody's
      if (!reply.raw.headersSent || reply.raw.destroyed) return;
      log({ at: new Date().toISOString(), level: 'error', id: request.id, ...traceOf(error) });
      answered(request, reply, 500);
    });
  });
  app.addHook('onResponse', async (request, reply) => answered(request, reply));
  // whoever called has gone before the answer was whole, as from one that was slow: Fastify says nothing of it. A live stream has no other end
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => answered(request, reply, reply.raw.writableFinished || (request.routeOptions.config.endpoint?.stream && reply.raw.headersSent) ? reply.raw.statusCode : 499));
  });
  database.replica?.onChange(({ up, why, lag }) => log({ at: new Date().toISOString(), level: up ? 'info' : 'error', replica: up ? 'in use' : 'out of use', why, lag: Math.round(lag) }));
  const refused = refusals(database.db, errors.tell);
  app.setErrorHandler(async (error, request, reply) => {
    // noted before it is told
    await refused.note(request, error);
    return refuse(error, request, reply);
  });
  app.addHook('onClose', refused.close);

  // find-my-way answers 404 for a wrong method, so the table is asked which ones a path has
  const known: { method: string; path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const parts = url.split('/').map((part) => /^:\w+\(\^(.*)\$\)$/.exec(part)?.[1] ?? (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    const path = new RegExp(`^${parts.join('/')}$`);
    for (const one of [method].flat()) known.push({ method: one, path });
  });
  app.decorateRequest('seen', null);
  app.decorateRequest('about', null);
  const limit = limiter(database.db);
  const gate = openGate(database.pool, limit);
  const streams = openStreams(database);
  const jobs = startJobs(database, () => meter, log, errors, { ...JOB_PACE, ...pace });
  // before the calls that wait for them are waited for
  app.addHook('preClose', async () => jobs.stop());
  keepAlive(app, database, streams.close);
  app.addHook('onClose', jobs.stopped);
  const meter = startMeter(database, streams.count);
  app.decorate('meter', meter);
  app.addHook('onClose', async () => meter.close());
  const takesForm = ({ endpoint }: Served): boolean => endpoint.upload !== undefined;
  const mounting = { database, house, apiPrefix, gate, limit, files: countFiles(), streams, jobs };
  for (const one of served) if (!takesForm(one)) mount(app, one, mounting);
  await app.register(async (door) => {
    await takeForms(door);
    for (const one of served) if (takesForm(one)) mount(door, one, mounting);
  });
  const endpoints = success(served.map(({ endpoint: { method, path, may, summary } }) => ({ method, path: apiPrefix + path, may, summary })));
  for (const [name, document] of Object.entries({ 'openapi.json': openapi(served, apiPrefix), endpoints })) {
    // anyone may ask: written once
    const text = JSON.stringify(document);
    app.get(`${apiPrefix}/${name}`, async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  }
  const page = web === null ? null : await serveConsole(app, web);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const spelled = spelledOut(path);
    const inside = path === apiPrefix || path.startsWith(`${apiPrefix}/`) || ASKED_BY_MACHINES.test(spelled);
    const shown = inside ? null : page?.(path, request, reply);
    if (shown === 'method') return refuse(new Fault('method'), request, reply.header('allow', READS.join(', ')));
    if (shown) return shown;
    const methods = [...new Set(known.filter((k) => k.path.test(spelled)).map((k) => k.method))];
    // a file that has gone since the start was asked for rightly, and is not there
    if (methods.length > 0 && !methods.includes(request.method)) return refuse(new Fault('method'), request, reply.header('allow', methods.join(', ')));
    return refuse(new Fault('not_found'), request, reply);
  });
  for (const [name, work] of Object.entries(SWEEPS)) jobs.add(name, { work: () => work(database.db), every: name === 'sweep.statistics' ? OFTEN : EVERY });
  app.addHook('onReady', async () => jobs.begin());
  return app;
}
