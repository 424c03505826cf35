import type { FastifyInstance } from 'fastify';
import { Fault } from '../kernel/error.ts';
import type { Database } from './db/open.ts';

/** How long the database may take to say that it is there, ms; and calls that run when the server is to stop, to end. */
const ANSWER_MS = 2_000;
const CALLS_MS = 7_000;
/** What answers while the server stops. */
const ALWAYS = new Set(['/healthz', '/readyz']);
/** Addresses that machines ask, however misspelt: a monitor that is shown the console's page there takes it for an answer. */
export const ASKED_BY_MACHINES = /^\/+(healthz|readyz|metrics)(\/|$)/i;
/** Of a monitor or balancer; which of them it asks with is its own affair. */
const ASKS = ['GET', 'HEAD'];

type State = 'ready' | 'read-only database' | 'no database';

/**
 * Whether the process lives (`/healthz`) and can serve (`/readyz`), and how it stops: calls that run end, streams are ended by
 * `endStreams`, whoever comes meanwhile is told 503 and to come back, and then nobody is let in any more.
 */
export function keepAlive(app: FastifyInstance, { ready }: Pick<Database, 'ready'>, endStreams: () => void): void {
  let stopping = false;
  let running = 0;
  let allEnded = (): void => undefined;
  app.addHook('onRequest', async (request, reply) => {
    if (stopping && !ALWAYS.has(request.url.split('?')[0]!)) throw new Fault('stopping');
    running += 1;
    // also when who asked has gone
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      running -= 1;
      if (running === 0) allEnded();
    };
    reply.raw.once('finish', end).once('close', end);
  });
  // a connection whose answer ends after closing began would stay
  app.addHook('onSend', async (_request, reply) => void (stopping && reply.header('connection', 'close')));
  app.addHook('preClose', async () => {
    stopping = true;
    endStreams();
    if (running > 0 && app.server.listening) {
      let late: NodeJS.Timeout | undefined;
      await new Promise<void>((done) => {
        allEnded = done;
        late = setTimeout(done, CALLS_MS);
      });
      clearTimeout(late);
    }
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    const hard = setTimeout(() => app.server.closeAllConnections(), 1_000);
    const done = (): void => {
      clearInterval(idle);
      clearTimeout(hard);
    };
    if (app.server.listening) app.server.once('close', done);
    else done();
  });

  app.route({ method: ASKS, url: '/healthz', handler: async () => ({ status: 'ok' }) });
  const answers = async (): Promise<State> => {
    let late: NodeJS.Timeout | undefined;
    const waited = new Promise<State>((done) => (late = setTimeout(done, ANSWER_MS, 'no database')));
    const state = await Promise.race([ready().then((writable): State => (writable ? 'ready' : 'read-only database')).catch((): State => 'no database'), waited]);
    clearTimeout(late);
    return state;
  };
  // anyone may ask: one question to the database at a time, for all who ask meanwhile
  let looking: Promise<State> | undefined;
  app.route({ method: ASKS, url: '/readyz', handler: async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    const status = await (looking ??= answers().finally(() => (looking = undefined)));
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  } });
}
