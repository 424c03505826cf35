// Figures over a million orders and five years of days on PostgreSQL, or a hundred thousand embedded: each question to the server in turn with the same one put to the rows themselves, whose answer must be the same.
import path from 'node:path';
import { report } from './measure.mjs';
import { embedded, onServer, seed } from './million.mjs';
import { baseOf, copy, copyRows } from './million-fill.mjs';
import { ask, signIn, startServer } from './server.mjs';
import { questionsOf } from './statistics-question.mjs';

/** ms that an answer may take, 95th percentile: on PostgreSQL, and embedded. */
const MOST = { server: 300, embedded: 1_000 };
/** Days that the copies are spread over, before the year of the originals: five years in all. */
const BEFORE = 4 * 365 + 1;
/** Orders that were changed since the last folding: of a busy quarter of an hour. */
const UNFOLDED = 500;
const ENDED = `service_state in ('completed', 'cancelled')`;

/** Tables whose ended orders are copied, each copy a few days earlier. */
function tablesOf(copies) {
  const earlier = `make_interval(days => (k * ${BEFORE} / ${copies})::int)`;
  const back = (column) => `x.${column} - ${earlier}`;
  const day = (column) => `x.${column} - (k * ${BEFORE} / ${copies})::int`;
  const child = (table, change, { without = ['id'], where = 'true' } = {}) => ({ table, without, from: `(select c.* from ${table} c join care_order o on o.id = c.order_id and o.id <= (select base from sizes where name = 'care_order') and o.${ENDED} where ${where})`, change: { order_id: copy('care_order', 'x.order_id'), ...change } });
  return [
    {
      table: 'care_order', from: `(select * from care_order where ${ENDED})`,
      change: {
        id: copy('care_order', 'x.id'), order_no: `left(x.order_no, 8) || lpad(((substr(x.order_no, 9)::int + 1) * 1000 + k)::text, 8, '0')`, planned_start: day('planned_start'), planned_end: day('planned_end'), ended_on: day('ended_on'),
        ...Object.fromEntries(['created_at', 'actual_start_at', 'actual_end_at', 'cancelled_at', 'closed_at', 'updated_at', 'waiting_since'].map((column) => [column, back(column)])),
      },
    },
    child('order_service_day', { day: day('day') }, { without: [] }),
    child('order_payment', { received_at: back('received_at'), created_at: back('created_at'), idempotency_key: `x.idempotency_key || ':' || k`, proof_no: `x.proof_no || '-' || k` }, { without: ['id', 'reverses'] }),
    child('order_adjustment', { created_at: back('created_at') }),
    child('order_evaluation', { created_at: back('created_at') }),
    child('order_complaint', { created_at: back('created_at') }),
    // shifted by less than a stay: stints of one caregiver lie over one another, as an import's may
    child('order_assignment', { during: `tstzrange(lower(x.during) - ${earlier}, upper(x.during) - ${earlier}, '[)')`, exclusive: 'false', tolerated: 'true' }, { without: ['id', 'replaced_by'] }),
    child('order_event', { at: back('at') }, { without: ['id', 'undoes'], where: `c.event in ('assign', 'change', 'extend')` }),
  ];
}
/** What happens while nobody sums it: days are priced anew, deposits and discounts come in, orders move. Figures are told of the summary and this. */
async function change(query) {
  const some = `(select id from care_order where id % 97 = 0 order by id desc limit ${UNFOLDED})`;
  await query(`update order_service_day set amount_fen = amount_fen + 1 where order_id in ${some}`);
  await query(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) select id, 'topup', 'cash', 77, 1, now(), 'bench:' || id from care_order where id in ${some}`);
  await query(`insert into order_adjustment (order_id, amount_fen, kind, reason, created_by) select id, 19, 'surcharge', 'bench', 1 from care_order where id in ${some}`);
  await query(`update care_order set created_at = created_at - interval '1 day' where id in ${some}`);
  const [{ n }] = await query('select (select count(*) from stat_day_delta) + (select count(*) from stat_money_delta) + (select count(*) from stat_caregiver_delta) as n');
  return Number(n);
}

/** Fills a database of its own, makes the summary, and measures. */
export async function benchStatistics({ folder, rounds, rows, isEmbedded, tell }) {
  const dataDir = path.join(folder, 'statistics');
  const database = isEmbedded ? embedded(dataDir) : await onServer();
  tell('statistics: a demonstration set');
  await seed(dataDir, database.url, rows, 3_000);
  const copies = rows / baseOf(rows) - 1;
  let beside = await database.open();
  tell(`${rows} orders over five years`);
  await copyRows(beside.query, tablesOf(copies), copies);
  const began = performance.now();
  await beside.query('select stat_rebuild()');
  report(`statistics: the summary of ${rows} orders made anew`, 'ms', [[performance.now() - began]]);
  await beside.query('vacuum analyze');
  const [{ days, today }] = await beside.query(`select count(*)::int as days, max((created_at at time zone 'Asia/Shanghai')::date)::text as today from order_service_day, (select max(created_at) as created_at from care_order) o`);
  tell(`${days} service days`);
  const questions = await questionsOf(beside.query, today, BEFORE);
  // held, so that no sweep folds what is to be measured; embedded the server that begins has folded it before it is asked
  if (!isEmbedded) await beside.query(`select pg_advisory_lock(hashtext('stat_fold'))`);
  tell(`${await change(beside.query)} differences that are not summed yet`);
  // embedded, one process has the database: the rows are asked before the server begins
  const plain = new Map();
  const known = new Map();
  const time = async ({ name, text }) => {
    const from = performance.now();
    known.set(name, await beside.query(text));
    return performance.now() - from;
  };
  if (isEmbedded) {
    for (const question of questions) plain.set(question.name, [[await time(question)], [await time(question)], [await time(question)]]);
    await beside.close();
  }
  const server = await startServer(dataDir, database.url);
  const token = await signIn(server, 'admin');
  const tries = Math.max(20, rounds);
  for (const question of questions) {
    const { name, at, query, check } = question;
    const times = [];
    const others = plain.get(name) ?? [];
    const asking = `${at}?${new URLSearchParams(query)}`;
    if (!isEmbedded) others.push([await time(question)]);
    check(await ask(server.origin, token, asking), known.get(name));
    for (let i = 0; i < tries; i += 1) {
      const from = performance.now();
      await ask(server.origin, token, asking);
      times.push(performance.now() - from);
      // the rows take seconds: a few are enough
      if (!isEmbedded && i % 7 === 6) others.push([await time(question)]);
    }
    report(`statistics: ${rows} orders, ${name}`, 'ms', [times], { name: 'the rows themselves', rounds: others }, { p95: isEmbedded ? MOST.embedded : MOST.server });
  }
  await server.stop();
  if (!isEmbedded) await beside.close();
  await database.stop();
}
