import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Acted, explained } from '../src/areas/order/contract.ts';
import { startApi, type Api, type Client } from './kit/api.ts';
import { careKit, dayFromNow, type Place } from './kit/care.ts';

/*
 * Random lives, and beside each a reckoning that knows nothing of the server's: a stay is a row of half days, each served by
 * someone or nobody; money is a sum over them in whole numbers of any size.
 */
const exact = (unit: number, halves: number, multiplierBp: number): number => Number((BigInt(unit) * BigInt(halves) * BigInt(multiplierBp) * 2n + 20_000n) / 40_000n);
const share = (fen: number, bp: number): number => Number((BigInt(fen) * BigInt(bp) * 2n + 10_000n) / 20_000n);
const UNIT = 25_999;
const SHARE_BP = 6_333;
const FEE_BP = 777;

/** Half days count from today's morning: 0 and 1 are today, −1 was last night. */
const dayOf = (half: number): number => Math.floor(half / 2);
const onWire = (half: number) => ({ day: dayFromNow(dayOf(half)), half: half % 2 === 0 ? 'AM' : 'PM' }) as const;
const here = (): number => (new Date(Date.now() + 8 * 3_600_000).getUTCHours() < 12 ? 0 : 1);
const holidays = new Map<number, readonly [name: string, bp: number]>([[-2, ['院庆', 12_345]], [1, ['国庆节', 20_000]], [2, ['国庆节', 20_000]]]);

interface Book {
  state: 'pending_assign' | 'assigned' | 'in_service' | 'completed' | 'cancelled';
  evaluation: 'none' | 'open' | 'done';
  /** Who serves each half day from `from` on; the first that is void ends it. */
  from: number;
  halves: readonly (string | null)[];
  adjusted: readonly number[];
  paid: number;
  refunded: number;
  refund: { amount: number; approved: boolean; by: number } | null;
  marks: readonly { carer: string; source: string; overall: number }[];
}
/** The days that count, as the explanation should list them. */
function daysOf({ state, from, halves }: Book) {
  const days: { day: string; halves: number; multiplierBp: number; holiday: string | null; amountFen: number; caregiverName: string | null; caregiverPayFen: number; reliefName: string | null; reliefPayFen: number; hospitalFeeFen: number }[] = [];
  if (state === 'cancelled') return days;
  for (let day = dayOf(from); day <= dayOf(from + halves.length - 1); day++) {
    const carers = [day * 2, day * 2 + 1].filter((half) => half >= from && half < from + halves.length).map((half) => halves[half - from]!);
    const [name, bp] = holidays.get(day) ?? [null, 10_000];
    const amountFen = exact(UNIT, carers.length, bp);
    const [first = null, second = null] = carers;
    const pay = first === null ? 0 : share(amountFen, SHARE_BP);
    const relief = carers.length === 2 && second !== first ? second : null;
    days.push({ day: dayFromNow(day), halves: carers.length, multiplierBp: bp, holiday: name, amountFen, caregiverName: first, caregiverPayFen: pay, reliefName: relief, reliefPayFen: relief === null ? 0 : Math.floor(pay / 2), hospitalFeeFen: share(amountFen, FEE_BP) });
  }
  return days;
}
const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);
const payable = (book: Book): number => (book.state === 'cancelled' ? 0 : sum(daysOf(book), (day) => day.amountFen) + sum(book.adjusted, (fen) => fen));
const balance = (book: Book): number => payable(book) - book.paid + book.refunded;

/** What may happen next, each with what is asked and what the book is then; `n` chooses the particulars. */
interface Move {
  event: string;
  by: number;
  body: Record<string, unknown>;
  after: Book;
}
interface Told {
  event: string;
  by: number;
  before: Book;
}
const MONEY = ['pay', 'settle', 'refund-pay'];
const ONWARD: ReadonlySet<string> = new Set(['assign', 'start', 'complete', 'evaluate', 'refund-request', 'refund-approve', 'refund-pay']);
function moves(book: Book, carers: readonly { no: string; name: string }[], last: Told | null, n: number): Move[] {
  const by = n % 2;
  const { state, from, halves } = book;
  const to = from + halves.length - 1;
  const owed = balance(book);
  const list: Move[] = [];
  const add = (event: string, body: Record<string, unknown>, change: Partial<Book>, who = by): void => void list.push({ event, by: who, body, after: { ...book, ...change } });
  const carer = carers[n % carers.length]!;

  if (state === 'pending_assign') add('assign', { caregiverNo: carer.no }, { state: 'assigned', halves: halves.map(() => carer.name) });
  if (state === 'assigned') {
    add('unassign', {}, { state: 'pending_assign', halves: halves.map(() => null) });
    add('start', { reason: '已收定金' }, { state: 'in_service' });
  }
  if (state === 'assigned' || state === 'in_service') {
    const earliest = state === 'assigned' ? from : Math.max(from, here() + 1);
    const since = earliest + (n % Math.max(1, to - earliest + 1));
    if (since <= to && halves.slice(since - from).some((name) => name !== carer.name)) add('change', { caregiverNo: carer.no, reason: '家属要求', since: onWire(since) }, { halves: halves.map((name, i) => (from + i >= since ? carer.name : name)) });
    const more = 1 + (n % 5);
    const { day: plannedEnd, half: endHalf } = onWire(to + more);
    add('extend', { plannedEnd, endHalf }, { halves: [...halves, ...Array<string | null>(more).fill(halves.at(-1)!)] });
  }
  if (state === 'in_service') {
    // tonight at the latest; what was over before is over when it was planned to be
    const tonight = to >= 1;
    const ended: Book = { ...book, state: 'completed', evaluation: 'open', halves: tonight ? halves.slice(0, 2 - from) : halves };
    if (payable(ended) >= 0) add('complete', { reason: '提前出院', ...(tonight ? { end: onWire(1) } : {}) }, ended);
  }
  if ((state === 'pending_assign' || state === 'assigned') && n % 3 === 0) add('cancel', { reason: '转院' }, { state: 'cancelled' });
  if (state !== 'cancelled') {
    const amountFen = 1 + (n % 40_000);
    add('pay', { amountFen, method: 'cash' }, { paid: book.paid + amountFen });
    if (owed > 0) add('settle', { method: 'wechat' }, { paid: book.paid + owed });
    const fen = Math.max(1 - payable(book), (n % 9_001) - 4_500);
    const closed = state === 'completed' && owed === 0 && book.evaluation !== 'open';
    if (fen !== 0 && !closed) add('adjust', { kind: 'correction', amountFen: fen, reason: '更正' }, { adjusted: [...book.adjusted, fen] });
  }
  if (book.refund === null && owed < 0) {
    const amountFen = 1 + (n % -owed);
    add('refund-request', { amountFen, reason: '多付' }, { refund: { amount: amountFen, approved: false, by } });
  }
  if (book.refund !== null) {
    const { amount, approved } = book.refund;
    add('refund-reject', { reason: '核对' }, { refund: null });
    if (!approved && amount <= -owed) add('refund-approve', {}, { refund: { ...book.refund, approved: true } }, 1 - book.refund.by);
    if (approved && amount <= -owed) add('refund-pay', { method: 'transfer' }, { refund: null, refunded: book.refunded + amount });
  }
  if (book.evaluation === 'open') {
    const served = new Set(halves.filter((name) => name !== null));
    const left = carers.filter(({ name }) => served.has(name)).flatMap(({ no, name }) => ['family', 'provider'].map((source) => ({ no, name, source }))).filter(({ name, source }) => !book.marks.some((mark) => mark.carer === name && mark.source === source));
    const one = left[n % Math.max(1, left.length)];
    if (one !== undefined) {
      const overall = 1 + (n % 5);
      const marks = [...book.marks, { carer: one.name, source: one.source, overall }];
      add('evaluate', { caregiverNo: one.no, source: one.source, overall, tags: [] }, { marks, evaluation: [...served].every((name) => marks.some((mark) => mark.carer === name)) ? 'done' : 'open' });
    }
  }
  if (last !== null && last.event !== 'undo' && !MONEY.includes(last.event)) list.push({ event: 'undo', by: last.by, body: {}, after: last.before });
  // what moves a life on comes as often as what it can do again and again
  const onward = list.filter(({ event }) => ONWARD.has(event));
  return [...list, ...onward, ...onward];
}

let api: Api;
let kit: Awaited<ReturnType<typeof careKit>>;
let place: Place;
let people: Client[];
let serviceItemId: string;
beforeAll(async () => {
  api = await startApi();
  kit = await careKit(api.database);
  place = await kit.place('第一医院', ['骨科'], { fee_bp: FEE_BP, prepay_days: 1 });
  serviceItemId = await kit.insert('service_item', { code: 'r1', name: '一对一', care_mode: 'one_to_one', coverage: 'full24' });
  await kit.insert('service_price', { hospital_id: place.hospitalId, service_item_id: serviceItemId, price_fen: UNIT, caregiver_share_bp: SHARE_BP, valid: '[2020-01-01,)' });
  for (const [day, [name, multiplier_bp]] of holidays) await kit.insert('hospital_holiday', { hospital_id: place.hospitalId, name, multiplier_bp, days: `[${dayFromNow(day)},${dayFromNow(day)}]` });
  for (const username of ['ops', 'second']) await api.account({ username, role: 2 });
  people = [await api.as('ops'), await api.as('second')];
});
afterAll(() => api.close());

let lives = 0;
const met = new Set<string>();
/** Lives one life and compares the two books after every event. */
async function live(from: number, length: number, choices: readonly number[]): Promise<void> {
  const life = ++lives;
  const carers: { id: string; no: string; name: string }[] = [];
  for (const name of ['甲', '乙', '丙']) carers.push({ ...(await kit.caregiver(`${name}${life}`, [place], { certificate: dayFromNow(900) })), name: `${name}${life}` });
  const [first, last] = [onWire(from), onWire(from + length - 1)];
  const department = place.departments[0]!;
  const made = await people[0]!.post<Acted>('/orders', { body: { hospitalId: place.hospitalId, departmentId: department.id, wardId: department.wardId, bedId: null, patient: { name: `患者${life}` }, serviceItemId, plannedStart: first.day, startHalf: first.half, plannedEnd: last.day, endHalf: last.half } });
  if (made.status !== 200) throw new Error(made.text);
  const no = made.body.result.row.orderNo;
  let book: Book = { state: 'pending_assign', evaluation: 'none', from, halves: Array<null>(length).fill(null), adjusted: [], paid: 0, refunded: 0, refund: null, marks: [] };
  let version = 1;
  let told: Told | null = null;
  const story = [`create ${from} ${length}`];
  for (const n of choices) {
    const possible = moves(book, carers, told, n);
    if (possible.length === 0) break;
    const { event, by, body, after } = possible[n % possible.length]!;
    story.push(`${event} ${JSON.stringify(body)}`);
    const { status, text, body: answer } = await people[by]!.post<Acted>(`/orders/${no}/${event}`, { body: { version, ...body } });
    expect([story, status === 200 ? '' : text]).toEqual([story, '']);
    told = { event, by, before: book };
    book = after;
    version++;
    met.add(event);
    const owed = balance(book);
    expect([story, answer.result.row]).toMatchObject([story, { version, serviceState: book.state, payableFen: payable(book), balanceFen: owed }]);

    const { body: { result } } = await people[by]!.get<z.output<typeof explained>>(`/orders/${no}/explain`);
    const days = daysOf(book);
    const counting = result.days.filter((day) => day.counts).map(({ counts: _, attendance: __, unitPriceFen, ...day }) => ({ ...day, unitPriceFen }));
    expect([story, counting]).toEqual([story, days.map((day) => ({ ...day, unitPriceFen: UNIT }))]);
    expect([story, result]).toMatchObject([story, {
      payableFen: payable(book), paidFen: book.paid, refundedFen: book.refunded, balanceFen: owed, daysFen: sum(days, (day) => day.amountFen),
      adjustedFen: payable(book) - sum(days, (day) => day.amountFen), caregiverPayFen: sum(days, (day) => day.caregiverPayFen), hospitalFeeFen: sum(days, (day) => day.hospitalFeeFen),
    }]);
    expect(result.daysFen + result.adjustedFen).toBe(result.payableFen);
    expect(sum(result.adjustments, (row) => row.amountFen)).toBe(result.adjustedFen);
  }
  const ledger = await api.rows<{ fen: number }>('select l.amount_fen::float8 as fen from order_payment l join care_order o on o.id = l.order_id where o.order_no = $1', [no]);
  expect(sum(ledger, ({ fen }) => fen)).toBe(book.paid - book.refunded);
  for (const { id, name } of carers) {
    const marks = book.marks.filter((mark) => mark.carer === name).map((mark) => mark.overall);
    const average = marks.length === 0 ? null : Math.round((sum(marks, (mark) => mark) / marks.length) * 100) / 100;
    expect(await api.rows('select rating_avg::float8 as average, rating_count as n from caregiver where id = $1', [id])).toEqual([{ average, n: marks.length }]);
  }
  const [state] = await api.rows<{ evaluation: string }>('select eval_state as evaluation from care_order where order_no = $1', [no]);
  expect(state).toEqual({ evaluation: book.evaluation });
}

test('payable, paid, balance, caregiver pay and hospital fee of random lives are what an independent reckoning says', async () => {
  const life = fc.tuple(fc.integer({ min: -8, max: 0 }), fc.integer({ min: 1, max: 14 }), fc.array(fc.nat({ max: 1_000_000 }), { minLength: 8, maxLength: 20 }));
  await fc.assert(fc.asyncProperty(life, ([from, length, choices]) => live(from, length, choices)), { numRuns: 60 });
  expect([...met].sort()).toEqual(['adjust', 'assign', 'cancel', 'change', 'complete', 'evaluate', 'extend', 'pay', 'refund-approve', 'refund-pay', 'refund-reject', 'refund-request', 'settle', 'start', 'unassign', 'undo']);
}, 240_000);
