// Thousands of idle connections for live events: what each costs, how soon an event is everywhere, and whether answers stay fast.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { people } from './load-fill.mjs';
import { summary } from './load-wire.mjs';
import { ask } from './server.mjs';

/** Connections opened at once; ms in which an event is to be everywhere, and that 95 of a hundred answers stay within; one loopback address serves so many. */
const AT_ONCE = 100;
const MOST = { event: 2_000, answer: 150 };
const PER_ADDRESS = 20_000;
const EVENTS = 10;
const ANSWERS = 200;

/** `streams` sessions at `servers`, one stream each. */
export async function benchIdle({ client, servers, streams, used, say, tell, sessions }) {
  tell(`${streams} sessions`);
  const [first] = await people(client, servers, 4);
  await client.query(`with entity as (insert into sys_entity (kind) select 'user' from generate_series(1, $1) returning id) insert into sys_user (id, username, password_hash, nickname, role) select id, 'idle' || id, '!', 'idle' || id, 2 from entity`, [streams]);
  const { rows } = await client.query(`select id::text from sys_user where username like 'idle%'`);
  const tokens = await sessions(client, rows.map(({ id }) => id));
  await client.query('analyze sys_user; analyze sys_session; analyze sys_token');

  const before = servers.map(({ pid }) => used(pid));
  let heard = () => undefined;
  let [refused, lost] = [0, 0];
  const sockets = [];
  const connect = (i) =>
    new Promise((done) => {
      const { hostname, port } = new URL(servers[i % servers.length].origin);
      const socket = net.connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${2 + Math.floor(i / PER_ADDRESS)}` });
      let stands = false;
      socket.setEncoding('latin1').on('data', (text) => {
        if (!stands) {
          stands = text.startsWith('HTTP/1.1 200');
          if (!stands) {
            refused += 1;
            if (refused <= 3) console.error(text.slice(0, 400));
          }
          done();
        } else if (text.includes('data: ')) heard(i);
      }).on('error', () => undefined).on('close', () => {
        if (stands) lost += 1;
        done();
      });
      socket.write(`GET /admin-api/live/all HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\nx-access-token: ${tokens[i]}\r\n\r\n`);
      sockets.push(socket);
    });
  tell(`${streams} connections`);
  const began = performance.now();
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let i = next++; i < streams; i = next++) await connect(i);
  }));
  say({ name: 'streams: opened', value: streams - refused, refused, seconds: Number(((performance.now() - began) / 1_000).toFixed(1)), target: streams, met: refused === 0 });
  // two signs of life, some ten looks at the sessions
  await sleep(35_000);
  const opened = servers.map(({ pid }) => used(pid));
  await sleep(15_000);
  servers.forEach(({ pid }, i) => {
    const now = used(pid);
    say({ name: `streams: server ${i + 1}`, memoryMB: { before: before[i].mb, open: opened[i].mb, later: now.mb }, perConnectionKB: Number((((now.mb - before[i].mb) * 1024) / (streams / servers.length)).toFixed(1)), processorWhileIdle: Number(((now.seconds - opened[i].seconds) / 15).toFixed(3)) });
  });

  const reached = [];
  const { list } = await ask(servers[0].origin, first.token, '/orders?unpaid=1&pageNum=1&pageSize=20');
  let { version, orderNo } = list.find(({ can }) => can.includes('pay'));
  let missing = 0;
  for (let n = 0; n < EVENTS; n += 1) {
    const got = new Set();
    const sent = performance.now();
    const all = new Promise((done) => {
      heard = (i) => {
        if (got.has(i)) return;
        got.add(i);
        if (got.size === streams - refused - lost) done(performance.now() - sent);
      };
    });
    ({ row: { version } } = await ask(servers[n % servers.length].origin, first.token, `/orders/${orderNo}/pay`, { version, amountFen: 1, method: 'cash' }));
    const took = await Promise.race([all, sleep(30_000, null)]);
    if (took === null) missing += streams - refused - lost - got.size;
    else reached.push(took);
    // a caregiver of the order is told of beside it
    await sleep(1_000);
  }
  heard = () => undefined;
  const line = summary(reached);
  say({ name: 'streams: from the write to the last of all connections', unit: 'ms', events: EVENTS, p50: line.p50, most: line.most, missing, target: MOST.event, met: missing === 0 && line.most <= MOST.event });

  const times = [];
  for (let n = 0; n < ANSWERS; n += 1) {
    const sent = performance.now();
    await ask(servers[n % servers.length].origin, first.token, '/orders?pageNum=1&pageSize=100&count=0');
    times.push(performance.now() - sent);
    await sleep(Math.max(0, 75 - (performance.now() - sent)));
  }
  const answers = summary(times);
  say({ name: 'streams: a list meanwhile', unit: 'ms', ...answers, target: { p95: MOST.answer }, met: answers.p95 <= MOST.answer });
  say({ name: 'streams: lost meanwhile', value: lost, target: 0, met: lost === 0 });
  for (const socket of sockets) socket.destroy();
  await sleep(2_000);
}
