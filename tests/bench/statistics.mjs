// Figures over a million orders and five years of days on PostgreSQL, or a hundred thousand embedded: each question to the server in turn with the same one put to the rows themselves.
import path from 'node:path';
import { report } from './measure.mjs';
import { embedded, onServer, seed } from './million.mjs';
import { baseOf, copy, copyRows } from './million-fill.mjs';
import { ask, signIn, startServer } from './server.mjs';

/** ms that an answer may take, 95th percentile: on PostgreSQL, and embedded. */
const MOST = { server: 300, embedded: 1_000 };
/** Days that the copies are spread over, before the year of the originals: five years in all. */
const BEFORE = 4 * 365 + 1;
const ENDED = `service_state in ('completed', 'cancelled')`;

/** Tables whose ended orders are copied, each copy a few days earlier. */
function tablesOf(copies) {
  const back = (column) => `x.${column} - make_interval(days => (k * ${BEFORE} / ${copies})::int)`;
  const day = (column) => `x.${column} - (k * ${BEFORE} / ${copies})::int`;
  const child = (table, change, { without = ['id'], where = 'true' } = {}) => ({ table, without, from: `(select c.* from ${table} c join care_order o on o.id = c.order_id and o.id <= (select base from sizes where name = 'care_order') and o.${ENDED} where ${where})`, change: { order_id: copy('care_order', 'x.order_id'), ...change } });
  return [
    {
      table: 'care_order', from: `(select * from care_order where ${ENDED})`,
      change: {
        id: copy('care_order', 'x.id'), order_no: `left(x.order_no, 8) || lpad(((substr(x.order_no, 9)::int + 1) * 1000 + k)::text, 8, '0')`, planned_start: day('planned_start'), planned_end: day('planned_end'),
        ...Object.fromEntries(['created_at', 'actual_start_at', 'actual_end_at', 'cancelled_at', 'closed_at', 'updated_at', 'waiting_since'].map((column) => [column, back(column)])),
      },
    },
    child('order_service_day', { day: day('day') }, { without: [] }),
    child('order_payment', { received_at: back('received_at'), created_at: back('created_at'), idempotency_key: `x.idempotency_key || ':' || k`, proof_no: `x.proof_no || '-' || k` }, { without: ['id', 'reverses'] }),
    child('order_adjustment', { created_at: back('created_at') }),
    child('order_evaluation', { created_at: back('created_at') }),
    child('order_complaint', { created_at: back('created_at') }),
    child('order_event', { at: back('at') }, { without: ['id', 'undoes'], where: `c.event in ('assign', 'change', 'extend')` }),
  ];
}
/** The same sums from the rows: `at` groups days, `key` orders `o`, `where` narrows orders. */
function rowsOf({ from, to, at, key = `''`, where = 'true' }) {
  const local = (column) => `(${column} at time zone h.timezone)::date`;
  const order = (column, more = 'true', early = '0') => `select ${local(`o.${column}`)} as day, ${key} as key, 1 as n, ${early} as m, 0::bigint as fen from care_order o join hospital h on h.id = o.hospital_id where o.deleted_at is null and ${where} and ${more} and ${local(`o.${column}`)} between '${from}' and '${to}'`;
  const child = (table, column, n, m, fen, more = 'true') => `select ${column} as day, ${key} as key, ${n} as n, ${m} as m, ${fen} as fen from ${table} x join care_order o on o.id = x.order_id join hospital h on h.id = o.hospital_id where o.deleted_at is null and ${where} and ${more} and ${column} between '${from}' and '${to}'`;
  const parts = {
    made: order('created_at'), started: order('actual_start_at'), ended: order('actual_end_at', `o.service_state = 'completed'`, '(o.end_reason is not null)::int'), cancelled: order('cancelled_at', `o.service_state = 'cancelled'`),
    days: child('order_service_day', 'x.day', '(x.fraction * 2)::int', '(x.fraction * 2)::int * (x.multiplier_bp > 10000)::int', 'x.amount_fen', `x.attendance <> 'void'`),
    paid: child('order_payment', local('x.received_at'), '0', '0', 'x.amount_fen'), adjusted: child('order_adjustment', local('x.created_at'), '0', '0', 'x.amount_fen'), rated: child('order_evaluation', local('x.created_at'), '1', 'x.overall', '0::bigint'),
    turned: child('order_event', local('x.at'), `(x.event = 'change')::int`, `(x.event = 'assign')::int`, '0::bigint', `x.event in ('change', 'extend', 'assign')`),
  };
  return `select what, ${at} as at, key, sum(n) as n, sum(m) as m, sum(fen) as fen from (${Object.entries(parts).map(([what, text]) => `select '${what}' as what, t.* from (${text}) t`).join(' union all ')}) t group by 1, 2, 3`;
}
const back = (day, days) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** What is asked: of the server, and of the rows. */
async function questionsOf(query, today) {
  const [{ department, hospital }] = await query(`select department_id::text as department, hospital_id::text as hospital from care_order order by id desc limit 1`);
  const [all, year, days] = [{ from: back(today, BEFORE + 364), to: today }, { from: back(today, 372), to: back(today, 8) }, { from: back(today, 29), to: today }];
  const month = `date_trunc('month', day)::date`;
  return [
    ['five years by month', '/statistics/measures', { ...all, by: 'month' }, rowsOf({ ...all, at: month })],
    ['five years by day', '/statistics/measures', { ...all, by: 'day' }, rowsOf({ ...all, at: 'day' })],
    ['a year by week', '/statistics/measures', { ...year, by: 'week' }, rowsOf({ ...year, at: `date_trunc('week', day)::date` })],
    ['30 days by day', '/statistics/measures', { ...days, by: 'day' }, rowsOf({ ...days, at: 'day' })],
    ['five years of a department by month', '/statistics/measures', { ...all, by: 'month', department }, rowsOf({ ...all, at: month, where: `o.department_id = ${department}` })],
    ['five years of a hospital by day', '/statistics/measures', { ...all, by: 'day', hospital }, rowsOf({ ...all, at: 'day', where: `o.hospital_id = ${hospital}` })],
    ['five years by hospital', '/statistics/groups', { ...all, group: 'hospital' }, rowsOf({ ...all, at: `''`, key: 'o.hospital_id::text' })],
    ['five years by department', '/statistics/groups', { ...all, group: 'department' }, rowsOf({ ...all, at: `''`, key: 'o.department_id::text' })],
    ['five years by caregiver', '/statistics/groups', { ...all, group: 'caregiver', sort: '-serviceDays' }, `select x.caregiver_id, sum(x.fraction), sum(x.amount_fen) from order_service_day x join care_order o on o.id = x.order_id where o.deleted_at is null and x.attendance <> 'void' and x.day between '${all.from}' and '${all.to}' group by 1 order by 2 desc`],
    ['a year by caregiver', '/statistics/groups', { ...year, group: 'caregiver', sort: '-serviceDays' }, `select x.caregiver_id, sum(x.fraction), sum(x.amount_fen) from order_service_day x join care_order o on o.id = x.order_id where o.deleted_at is null and x.attendance <> 'void' and x.day between '${year.from}' and '${year.to}' group by 1 order by 2 desc`],
    ['heat map, a year by day', '/statistics/heat', { ...year, by: 'day', measure: 'receivable' }, rowsOf({ ...year, at: 'day', key: 'o.hospital_id::text' })],
    ['what is owed by age', '/statistics/bands', {}, `select least((now()::date - coalesce(o.actual_end_at::date, o.planned_end)) / 30, 4) as band, count(*), sum(o.balance_fen) from care_order o where o.deleted_at is null and o.balance_fen > 0 group by 1`],
  ];
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
  const questions = await questionsOf(beside.query, today);
  // embedded, one process has the database: the rows are asked before the server begins
  const plain = new Map();
  const time = async (text) => {
    const from = performance.now();
    await beside.query(text);
    return performance.now() - from;
  };
  if (isEmbedded) {
    for (const [name, , , text] of questions) plain.set(name, [[await time(text)], [await time(text)], [await time(text)]]);
    await beside.close();
  }
  const server = await startServer(dataDir, database.url);
  const token = await signIn(server, 'admin');
  const tries = Math.max(20, rounds);
  for (const [name, at, query, text] of questions) {
    const times = [];
    const others = plain.get(name) ?? [];
    const asking = `${at}?${new URLSearchParams(query)}`;
    await ask(server.origin, token, asking);
    for (let i = 0; i < tries; i += 1) {
      const from = performance.now();
      await ask(server.origin, token, asking);
      times.push(performance.now() - from);
      // the rows take seconds: a few are enough
      if (!isEmbedded && i % 7 === 0) others.push([await time(text)]);
    }
    report(`statistics: ${rows} orders, ${name}`, 'ms', [times], { name: 'the rows themselves', rounds: others }, { p95: isEmbedded ? MOST.embedded : MOST.server });
  }
  await server.stop();
  if (!isEmbedded) await beside.close();
  await database.stop();
}
