import type { Duplex } from 'node:stream';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

// A PostgreSQL, or the way to it, may vanish without a word: nothing is ever refused then, and nothing answered.

/** When a silent connection counts as lost, ms: `silent` while it is asked something (a statement ends by itself after 15 s), `beat` how often the one that listens is asked, and `answer` how long it may take. */
export const LOST_PACE: Readonly<Record<'silent' | 'beat' | 'answer', number>> = { silent: 20_000, beat: 15_000, answer: 5_000 };
/** Of every client: a connection that nothing is asked of is told lost by the machine after some 20 s, and none is waited for without end. */
export const ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 } as const;

// the embedded engine's stream has no clock, and needs none
const streamOf = (client: pg.ClientBase): Duplex & { setTimeout?: (ms: number) => void } => (client as pg.Client).connection.stream;

/**
 * Lets no lost connection stay in a pool. One from which nothing came for `silent` ms while somebody had it is closed, not only given up:
 * the driver's own query_timeout would leave it in the pool with a transaction that may still be open there. 0: what is asked may take long.
 */
export function watchPool(pool: pg.Pool, silent: number): void {
  pool.on('error', () => undefined); // an idle connection was lost: the pool replaces it
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream.on('timeout', () => stream.destroy(new Error('Connection terminated: nothing was heard')));
    // nor may one that is lost in the middle of a transaction end the process: whatever is asked of it fails and tells its caller
    client.on('error', () => undefined);
    // a transaction whose BEGIN fails never gives its connection back (drizzle): the pool would have one less for ever
    client.once('end', () => {
      const { release } = client;
      client.release = () => undefined;
      try {
        release.call(client, true);
      } catch {
        // it has been given back
      }
    });
  });
  pool.on('acquire', (client) => streamOf(client).setTimeout?.(silent));
  pool.on('release', (_error, client) => streamOf(client).setTimeout?.(0));
}
/** Lets what is asked of this connection, or in this transaction, take as long as it takes, until it is given back. */
export function unhurried(one: pg.ClientBase | Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]): void {
  const client = 'query' in one && typeof one.query === 'function' ? (one as pg.ClientBase) : (one as unknown as { session: { client: pg.ClientBase } }).session.client;
  streamOf(client).setTimeout?.(0);
}
/** Asks a connection that only listens, now and then, until it ends; ends it when it does not answer. */
export function beat(client: pg.Client, { beat: every, answer }: typeof LOST_PACE): void {
  const timer = setInterval(() => {
    // what is ended while it is asked is cut off, without goodbyes
    const late = setTimeout(() => void client.end().catch(() => undefined), answer);
    client.query('select 1').catch(() => undefined).finally(() => clearTimeout(late));
  }, every).unref();
  client.once('end', () => clearInterval(timer));
}

/**
 * How a connection to this address is opened: what its own `options` set comes before `ours`, of which the driver would send none beside them.
 * A name that it gives is left out, for the driver would take it instead of the one by which the others know us.
 */
export function opening(url: string, ours = ''): { connectionString: string; options: string } {
  const [place = '', ...asked] = url.split('?');
  const parts = asked.join('?').split('&').map((text) => ({ text, said: [...new URLSearchParams(text)][0] ?? ['', ''] }));
  const options = [parts.findLast(({ said }) => said[0] === 'options')?.said[1], ours].filter(Boolean).join(' ');
  // the rest as it was written: where a raw space or percent stands in it, the driver reads all of it in another way
  const rest = parts.filter(({ said }) => !['options', 'application_name', 'fallback_application_name'].includes(said[0])).map(({ text }) => text).join('&');
  return { connectionString: rest === '' ? place : `${place}?${rest}`, options };
}
