// Exports of a whole list: first byte, memory of the server while they run, and how soon the database rests once one is given up.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from './measure.mjs';
import { signIn } from './server.mjs';

const LISTS = {
  orders: ['no', 'patient', 'status', 'place', 'service', 'days', 'caregiver', 'payable', 'balance'],
  caregivers: ['no', 'name', 'level', 'status', 'serving', 'nextFree', 'hospital', 'health', 'rating', 'mobile'],
};
const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Begins an export; answers the request, when its first byte came, and its end as the number of bytes and, of a .csv, of lines. */
function begin({ origin }, token, list, type) {
  const began = performance.now();
  const body = JSON.stringify({ selection: { mode: 'exclude', ids: [], filter: {} }, columns: LISTS[list], type });
  const request = http.request(`${origin}/admin-api/${list}/export`, { method: 'POST', headers: { 'X-Access-Token': token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } });
  const first = new Promise((done, fail) => {
    request.once('error', fail);
    request.once('response', (answer) => (answer.statusCode === 200 ? answer.once('readable', () => done({ answer, ms: performance.now() - began })) : fail(new Error(`${list}/export: ${answer.statusCode}`))));
  });
  request.end(body);
  const whole = first.then(async ({ answer }) => {
    let [bytes, lines] = [0, 0];
    for await (const part of answer) {
      bytes += part.length;
      if (type === 'csv') for (const byte of part) if (byte === 10) lines += 1;
    }
    return { bytes, lines, ms: performance.now() - began };
  });
  whole.catch(() => undefined);
  return { request, first, whole };
}

/** `active`: how many statements of the server run now; null where the database cannot be asked from beside it. */
export async function benchExport({ server, rows, active }) {
  const token = await signIn(server);
  for (const list of Object.keys(LISTS)) {
    for (const type of ['csv', 'xlsx']) {
      const before = memoryOf(server.pid);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryOf(server.pid))), 100);
      const { first, whole } = begin(server, token, list, type);
      const { ms } = await first;
      const { bytes, lines, ms: lasted } = await whole;
      clearInterval(watch);
      const of = `million: export of ${rows} ${list}, .${type}`;
      report(`${of}, first byte`, 'ms', [[ms]], undefined, 3_000);
      report(`${of}, growth of the server's memory`, 'MB', [[most - before]], undefined, 200);
      report(`${of}, whole`, 's', [[lasted / 1000]]);
      report(`${of}, size`, 'MB', [[bytes / 2 ** 20]]);
      if (type === 'csv') report(`${of}, rows missing`, 'rows', [[rows + 1 - lines]], undefined, 0);
    }
    if (active === null) continue;
    // in the middle, and before anything has come
    for (const wait of [true, false]) {
      const { request, first } = begin(server, token, list, 'csv');
      first.catch(() => undefined);
      if (wait) await first;
      await sleep(wait ? 1_000 : 150);
      request.destroy();
      const gone = performance.now();
      while ((await active()) > 0 && performance.now() - gone < 20_000) await sleep(20);
      report(`million: export of ${list} given up ${wait ? 'in the middle' : 'before its first byte'}, until no statement runs`, 'ms', [[performance.now() - gone]], undefined, 1_000);
    }
  }
}
