// What a person does at a console, one thing at a time: lists, searches, records, and the verbs of an order.
import { randomBytes } from 'node:crypto';
import { address } from './load-address.mjs';

const PAGE = 100;
const pick = (list) => list[Math.floor(Math.random() * list.length)];
/** One of these names, each as often as its weight. */
function drawn(weights) {
  let left = Math.random() * Object.values(weights).reduce((a, b) => a + b);
  return Object.keys(weights).find((name) => (left -= weights[name]) < 0) ?? Object.keys(weights)[0];
}
const dayFromNow = (days) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** Filters and sorts that people use; the plain list most often. */
const QUESTIONS = ['', '', '', 'status=pending_assign', 'status=pending_service', 'status=in_service', 'status=pending_payment', 'status=pending_evaluation', 'unpaid=1', 'due=starts_today', 'sort=waiting', 'status=in_service&sort=plannedEnd', 'where[0]=plannedStart:from:today-7&sort=plannedStart:desc', 'where[0]=patientName:has:张', 'where[0]=balance:above:100000&sort=balance:desc', `from=${dayFromNow(-7)}&to=${dayFromNow(0)}`].map(encodeURI);
const CAREGIVERS = ['', '', 'where[0]=status:is:active', 'sort=staffNo', 'where[0]=name:has:王'].map(encodeURI);
/** Bodies of the verbs beside `version`, from the record; null: not this time. */
const VERBS = {
  async assign({ ask, no }) {
    const fit = (await ask(`/orders/${no}/candidates?event=assign`, '/orders/:no/candidates'))?.find(({ blocks }) => blocks.length === 0);
    return fit === undefined ? null : { caregiverNo: fit.caregiverNo };
  },
  start: () => ({ reason: '家属已到场' }),
  complete: () => ({ reason: '患者提前出院' }),
  pay: ({ row }) => ({ amountFen: Math.max(100, Math.min(row.balanceFen, 50_000)), method: 'wechat' }),
  settle: () => ({ method: 'cash' }),
  edit: () => ({ diagnosis: `骨折 ${Math.floor(Math.random() * 1000)}` }),
  extend: ({ row }) => ({ plannedEnd: new Date(Date.parse(row.plannedEnd) + 86_400_000).toISOString().slice(0, 10), endHalf: row.endHalf, reason: '医生建议' }),
  unassign: () => ({ reason: '护工临时有事' }),
  evaluate: ({ row }) => (row.caregiverNo === null ? null : { caregiverNo: row.caregiverNo, overall: 5, tags: [] }),
  cancel: () => ({ reason: '患者转院' }),
};
const VERB_WEIGHTS = { assign: 8, start: 5, complete: 4, evaluate: 5, pay: 4, settle: 2, edit: 3, extend: 1, unassign: 0.5, cancel: 0.2 };

/** The deeds of one person at one console; each takes when it was due. */
export function deedsOf(wire, console, { token, role }) {
  const { page } = console;
  const call = (method, path, more) => wire.call(token, method, path, more);
  const ask = (path, name, more) => call('GET', path, { name, ...more });
  const write = (path, name, body, due) => call('POST', path, { name, body, due, key: randomBytes(12).toString('hex') });

  async function list(due, query = pick(QUESTIONS)) {
    const deep = query === '' && Math.random() < 0.15 && page.total > PAGE;
    const pageNum = deep ? 1 + Math.floor((Math.random() * page.total) / PAGE) : 1;
    const [rows, count] = await Promise.all([
      ask(address('/orders', query, `pageNum=${pageNum}&pageSize=${PAGE}&count=0`), deep ? '/orders, deep' : '/orders', { due }),
      ask(address('/orders', query, `pageNum=1&pageSize=${PAGE}&count=only`), '/orders, total', { due }),
      ask(address('/orders/counts', query), '/orders/counts', { due, read: false }),
    ]);
    if (rows === null) return;
    if (query === '') page.total = count?.total ?? 0;
    Object.assign(page, { kind: 'list', query, rows: rows.list });
  }
  const known = async (due) => {
    if (page.rows.length === 0) await list(due, '');
    return page.rows.length === 0 ? null : pick(page.rows);
  };
  const open = async (no, due) => {
    const detail = await ask(`/orders/${no}`, '/orders/:no', { due });
    if (detail !== null) Object.assign(page, { kind: 'record', no });
    return detail;
  };
  const deeds = {
    list,
    async record(due) {
      const row = await known(due);
      const detail = row === null ? null : await open(row.orderNo, due);
      if (detail !== null && Math.random() < 0.2) await ask(`/orders/${detail.orderNo}/explain`, '/orders/:no/explain');
    },
    async act(due) {
      const able = page.rows.filter(({ can }) => can.some((verb) => verb in VERBS));
      // most work lies where something waits
      if (able.length === 0) return list(due, pick(QUESTIONS.slice(3, 8)));
      const shown = pick(able);
      const row = await open(shown.orderNo, due);
      if (row === null) return;
      const weights = Object.fromEntries(row.can.filter((verb) => verb in VERBS).map((verb) => [verb, VERB_WEIGHTS[verb]]));
      if (Object.keys(weights).length === 0) return;
      const verb = drawn(weights);
      const body = await VERBS[verb]({ ask, no: row.orderNo, row });
      if (body === null) return;
      console.did(row.orderNo);
      const done = await write(`/orders/${row.orderNo}/${verb}`, `/orders/:no/${verb}`, { version: row.version, ...body });
      if (done !== null) page.rows = page.rows.map((each) => (each.orderNo === row.orderNo ? done.row : each));
    },
    async create(due) {
      const row = await known(due);
      const detail = row === null ? null : await open(row.orderNo, due);
      if (detail === null) return;
      const { hospitalId, departmentId, serviceItemId } = detail;
      const stay = { plannedStart: dayFromNow(1), startHalf: 'AM', plannedEnd: dayFromNow(4), endHalf: 'PM' };
      const quote = await ask(`/orders/quote?${new URLSearchParams({ hospitalId, serviceItemId, ...stay })}`, '/orders/quote');
      if (quote === null) return;
      const made = await write('/orders', '/orders', { hospitalId, departmentId, serviceItemId, ...stay, expectFen: quote.totalFen, patient: { name: `${pick([...'张王李赵陈刘'])}${pick([...'伟芳娜敏静强磊洋'])}${pick([...'华明丽军杰'])}` } });
      if (made !== null) console.did(made.row.orderNo);
    },
    async find(due) {
      const row = await known(due);
      const words = row === null ? ['张'] : [[...row.patientName].slice(0, 2).join(''), row.orderNo.slice(-4), [...row.patientName][0]];
      const q = encodeURIComponent(pick(words));
      await Promise.all([ask(`/orders/find?q=${q}`, '/orders/find', { due, read: false }), ask(`/caregivers/find?q=${q}`, '/caregivers/find', { due, read: false })]);
    },
    async caregivers(due) {
      const query = pick(CAREGIVERS);
      const [rows] = await Promise.all([ask(address('/caregivers', query, `pageNum=1&pageSize=${PAGE}&count=0`), '/caregivers', { due }), ask(address('/caregivers', query, `pageNum=1&pageSize=${PAGE}&count=only`), '/caregivers, total', { due, read: false })]);
      page.kind = 'caregivers';
      if (rows !== null && rows.list.length > 0 && Math.random() < 0.5) await ask(`/caregivers/${pick(rows.list).staffNo}`, '/caregivers/:no', { read: false });
    },
    async dashboard(due) {
      await Promise.all([ask('/dashboard', '/dashboard', { due, read: false }), ask('/dashboard/week', '/dashboard/week', { due, read: false }), ask('/orders?status=pending_assign&sort=waiting&pageNum=1&pageSize=8&count=0', '/orders, few', { due, read: false })]);
      page.kind = 'dashboard';
    },
    async statistics(due) {
      const range = `from=${dayFromNow(-29)}&to=${dayFromNow(0)}`;
      await Promise.all([ask(`/statistics/measures?${range}`, '/statistics/measures', { due, read: false }), ask(`/statistics/groups?${range}&group=hospital`, '/statistics/groups', { due, read: false })]);
      page.kind = 'statistics';
    },
  };
  const weights = { list: 30, record: 24, act: 16, create: role === 4 ? 0 : 2, find: 12, caregivers: 8, dashboard: 6, statistics: role === 1 ? 8 : 0 };
  return {
    /** Comes in: who one is, what one may open, the list. */
    async arrive() {
      await Promise.all([ask('/sys/me', '/sys/me', { read: false }), ask('/sys/routes', '/sys/routes', { read: false })]);
      await deeds.list(undefined, '');
      console.notice();
      await console.readIndex();
    },
    /** Does the next thing. `due`: when, ms of performance.now(). */
    next: (due) => deeds[drawn(weights)](due),
  };
}
