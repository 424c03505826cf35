import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandKit, type Commands } from './kit/command.ts';
import { migratedOnServer } from './kit/database.ts';
import type { KeptData, Prepared } from './kit/killed.ts';

const KILLS = 20;
const WRITERS = 3;
const env: Record<string, string> = { NODE_ENV: 'production', SMS_GATEWAY_URL: 'http://127.0.0.1:9/', APP_SECRET: randomBytes(32).toString('hex') };
let kit: Commands;
let drop = async (): Promise<void> => undefined;
beforeAll(async () => {
  kit = await commandKit('kill', { killed: 'tests/kit/killed.ts' });
  env['DATA_DIR'] = kit.folder;
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) return kit.furnish(kit.folder);
  const made = await migratedOnServer(url);
  env['DATABASE_URL'] = made.databaseUrl;
  drop = made.drop;
});
afterAll(async () => {
  kit.close();
  await drop();
});

/** Asks the script that may open the database while no server does. */
async function ask<T>(what: 'prepare' | 'read'): Promise<T> {
  const { status, stdout, stderr } = await kit.run([what], env, 'killed.mjs');
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

test('kill -9 during writes loses no acknowledged write and leaves none half done', async () => {
  const { token, form } = await ask<Prepared>('prepare');
  /** Where the server is; null while it is dead. */
  let address: string | null = null;
  let over = false;
  const acknowledged: { no: string; version: number; event: string }[] = [];
  const wrong: string[] = [];
  let resent = 0;
  let dropped = 0;

  /** Sends one write until it is answered, always with the same key; or, now and then, never asks again what became of it. */
  async function send(path: string, body: object, event: string, mayDrop: boolean): Promise<{ no: string; version: number } | null> {
    const key = randomBytes(12).toString('hex');
    for (let tries = 0; ; tries += 1) {
      while (address === null) {
        if (over) return null;
        await sleep(20);
      }
      try {
        const reply = await fetch(`${address}admin-api${path}`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-access-token': token, 'idempotency-key': key }, body: JSON.stringify(body) });
        const { result, message } = (await reply.json()) as { result: { row: { orderNo: string; version: number } } | null; message: string };
        if (result === null) {
          wrong.push(`${event} ${reply.status} ${message}`);
          return null;
        }
        const { orderNo: no, version } = result.row;
        acknowledged.push({ no, version, event });
        if (tries > 0) resent += 1;
        return { no, version };
      } catch {
        // the line was cut: the write is done or it is not
        if (mayDrop && tries === 0 && Math.random() < 0.5) {
          dropped += 1;
          return null;
        }
        await sleep(20);
      }
    }
  }
  /** One order after the other, each with a few events. */
  async function writer(name: string): Promise<void> {
    for (let n = 0; !over; n += 1) {
      let at = await send('/orders', { ...form, patient: { name: `病人${name}${n}` } }, 'create', true);
      const steps: [event: string, body: object][] = [['pay', { amountFen: 5_000, method: 'cash' }], ['edit', { diagnosis: `骨折${n}` }], ['adjust', { kind: 'discount', amountFen: -100, reason: '优惠' }], ['pay', { amountFen: 7_000, method: 'wechat' }], ['cancel', { reason: '患者转院' }]];
      for (const [event, body] of steps) if (at !== null && !over) at = await send(`/orders/${at.no}/${event}`, { ...body, version: at.version }, event, true);
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, i) => writer('甲乙丙丁'[i]!)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    const served = await kit.serve(env);
    address = served.address;
    while (acknowledged.length < before + 6 && wrong.length === 0) await sleep(5);
    await sleep(Math.random() * 120);
    served.server.child.kill('SIGKILL');
    address = null;
    await served.server.ended;
    if (wrong.length > 0) break;
  }
  over = true;
  await writers;
  expect(wrong).toEqual([]);

  const { orders, keys, fault } = await ask<KeptData>('read');
  const kept = new Map(orders.map((order) => [order.no, order]));
  const lost = acknowledged.filter(({ no, version, event }) => kept.get(no)?.events[version - 1] !== event);
  expect(lost).toEqual([]);
  // each write stands in the timeline, the audit and the version once, or nowhere
  for (const { no, version, events, audited, payable, due, paid, ledger, payments } of orders) {
    const paidFor = events.filter((event) => event === 'pay').length;
    expect({ no, version, audited, payable, paid, payments }).toEqual({ no, version: events.length, audited: events.map((event) => `order.${event}`), payable: due, paid: ledger, payments: paidFor });
  }
  const events = orders.reduce((sum, order) => sum + order.events.length, 0);
  expect(keys).toBe(events);
  expect(fault).toBeNull();
  // what was neither answered nor asked again may have happened; nothing else may have
  expect(events - acknowledged.length).toBeGreaterThanOrEqual(0);
  expect(events - acknowledged.length).toBeLessThanOrEqual(dropped + WRITERS);
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * 6);
  // and the kills did fall into writes
  expect(resent + dropped).toBeGreaterThan(5);
}, 600_000);
