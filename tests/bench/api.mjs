// The server alone: list and search over kept connections, in turn with /readyz, the cheapest call that asks the database.
import http from 'node:http';
import { report } from './measure.mjs';
import { sampleOrders } from './server.mjs';

const CALLS = 40;

/** `CALLS` calls of `path(i)` from `callers` at once; the ms of each. */
async function run({ origin }, token, agent, path, callers, from) {
  const times = [];
  let next = 0;
  const call = (at) =>
    new Promise((done, fail) => {
      const began = performance.now();
      http.get(`${origin}${at}`, { agent, headers: { 'X-Access-Token': token } }, (answer) => {
        if (answer.statusCode !== 200) fail(new Error(`${at}: ${answer.statusCode}`));
        answer.resume().on('end', () => done(times.push(performance.now() - began))).on('error', fail);
      }).on('error', fail);
    });
  const caller = async () => {
    for (let i = next++; i < CALLS; i = next++) await call(path(from + i));
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}

export async function benchApi({ server, token, rounds }) {
  const orders = await sampleOrders(server, token, 60);
  const at = (list) => (i) => `/admin-api/orders/find?q=${encodeURIComponent(list[i % list.length])}`;
  const targets = {
    readyz: () => '/readyz',
    'GET /orders, first 100': () => '/admin-api/orders?pageNum=1&pageSize=100',
    'GET /orders/find, last five digits': at(orders.map(({ orderNo }) => orderNo.slice(-5))),
    'GET /orders/find, one digit': at([...'0123456789']),
    'GET /orders/find, whole name': at(orders.map(({ patientName }) => patientName)),
    'GET /orders/find, surname': at(orders.map(({ patientName }) => patientName[0])),
    'GET /orders/find, pinyin': at(['zhangsan', 'wang', 'liwei', 'chen', 'zhaom', 'huang', 'yangl', 'sun', 'zhouj', 'xu']),
    'GET /orders/find, initials': at(['zs', 'wl', 'lw', 'cj', 'zmh', 'hy', 'yl', 'sx', 'zj', 'xf']),
  };
  for (const callers of [1, 8]) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
    const times = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
    for (const path of Object.values(targets)) await run(server, token, agent, path, callers, 0);
    for (let i = 0; i < rounds; i += 1) for (const [name, path] of Object.entries(targets)) times[name].push(await run(server, token, agent, path, callers, i * CALLS));
    agent.destroy();
    const { readyz, ...rest } = times;
    for (const [name, mine] of Object.entries(rest)) report(`API: ${name}, ${callers} at once`, 'ms', mine, { name: 'GET /readyz', rounds: readyz });
  }
}
