import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Acted } from '../src/areas/order/contract.ts';
import { LIMITS } from '../src/host/limit.ts';
import { balance, dayOf, halfOf, payable, startOf, step, type Command, type Model, type Stint, type World } from './kit/order-model.ts';
import { cloner, type Clone, type Template } from './kit/order-clone.ts';
import { dayFromNow } from './kit/care.ts';
import { ROLE_NAMES, startLife, UNIT, type Life, type RoleName } from './kit/life.ts';

// Lives are short and many: each begins with a copy of an order at some stage of its life, goes on by a few random commands of
// people of every role, most of them of one, and after each command all rows of the order are what the reference says, or what they were.
const SEQUENCES = 2_000;
/** How many kinds of events each role may cause (domain.md). */
const KINDS: Record<RoleName, number> = { admin: 18, ops: 18, resident: 14, hospital: 3 };
/** Copies of one order at a time: few enough that every stage has its turn. */
const BATCH = 25;
const SEED = Number(process.env['MODEL_SEED'] ?? 20261121);

let life: Life;
let clone: ReturnType<typeof cloner>;
let foreignNo: string;
let unfit: string;
const stages: { template: Template; model: Omit<Model, 'events'> }[] = [];
let seed = SEED;
/** A number below `n`; the same row of them for one seed. */
function below(n: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const one = <T>(options: readonly T[]): T => options[below(options.length)]!;
const world = (): World => ({ holiday: halfOf(dayFromNow(2), 'AM') / 2, now: Math.floor((Date.now() + 8 * 3_600_000) / 43_200_000), ms: Date.now(), unfit: new Set([unfit]) });

const STAYS = [[0, 'AM', 2, 'PM'], [-1, 'PM', 0, 'PM'], [0, 'PM', 0, 'PM'], [3, 'AM', 4, 'AM'], [-3, 'AM', -1, 'AM'], [-1, 'AM', 3, 'AM']] as const;
const WAYS: readonly (readonly (readonly [event: string, body: Record<string, unknown>])[])[] = [
  [], [], [['pay', { amountFen: 60_000, method: 'cash' }]], [['assign', {}]], [['pay', { amountFen: 30_000, method: 'wechat' }], ['assign', {}]], [['assign', {}], ['start', { reason: '先做' }]], [['adjust', { kind: 'discount', amountFen: -9_000, reason: '优惠' }], ['assign', {}], ['start', { reason: '先做' }]],
  [['assign', {}], ['start', { reason: '先做' }], ['pay', { amountFen: 90_000, method: 'card' }], ['complete', { reason: '出院' }]], [['assign', {}], ['start', { reason: '先做' }], ['complete', { reason: '出院' }], ['settle', { method: 'cash' }]], [['assign', {}], ['pay', { amountFen: 40_000, method: 'cash' }], ['cancel', { reason: '转院' }]],
  [['pay', { amountFen: 40_000, method: 'cash' }], ['cancel', { reason: '转院' }], ['refund-request', { amountFen: 30_000, reason: '退' }]], [['pay', { amountFen: 40_000, method: 'cash' }], ['cancel', { reason: '转院' }], ['refund-request', { amountFen: 40_000, reason: '退' }], ['refund-approve', {}]],
];
beforeAll(async () => {
  life = await startLife();
  await makeLook();
  clone = cloner(life);
  unfit = (await life.kit.caregiver('无证', [life.place])).no;
  foreignNo = await life.made({ hospitalId: life.foreign.hospitalId, departmentId: life.foreign.departments[0]!.id, wardId: null, bedId: null });
  for (const [from, startHalf, to, endHalf] of STAYS)
    for (const way of WAYS) {
      const carers = [(await life.carer('甲')).no, (await life.carer('乙')).no] as const;
      const no = await life.made({ plannedStart: dayFromNow(from), startHalf, plannedEnd: dayFromNow(to), endHalf });
      const [first, last] = [halfOf(dayFromNow(from), startHalf), halfOf(dayFromNow(to), endHalf)];
      const model: Model = { state: 'pending_assign', evaluation: 'none', first, last, served: last, stints: [], adjusted: 0, refund: null, marks: [], unit: UNIT, prepayDays: 1, paid: 0, refunded: 0, renewed: false, version: 1, events: [] };
      for (const [name, body] of way) {
        const given = name === 'assign' ? { caregiverNo: carers[0] } : body;
        const by: RoleName = name === 'refund-approve' ? 'admin' : name === 'refund-request' ? 'resident' : 'ops';
        const { status } = await life.does(no, name, given, life.client[by]);
        // a stay that is too far off is not begun, nor is what follows
        expect([name, from, status]).toEqual([name, from, step(model, { name, body: given }, { id: life.userId[by], role: ROLE_NAMES[by] }, world(), true)]);
      }
      const { events: _none, ...rest } = model;
      stages.push({ template: { no, carers }, model: rest });
    }
}, 120_000);
afterAll(() => life.api.close());

/** A command as someone might give it: mostly sensible amounts and days, some beyond what there is. */
function command(m: Model, { carers }: Clone, at: World): Command {
  const half = (n: number): { day: string; half: string } => ({ day: dayOf(n), half: n % 2 === 0 ? 'AM' : 'PM' });
  const near = (): { day: string; half: string } => half(m.first - 1 + below(m.last - m.first + 4));
  const who = (): string => (below(12) === 0 ? unfit : one(carers));
  const due = Math.max(1, -balance(m, at));
  const reason = below(3) > 0 ? { reason: '原因' } : {};
  const end = half(m.last + below(5) - 1);
  const all: Record<string, () => Record<string, unknown>> = {
    edit: () => (below(2) === 0 ? { diagnosis: `诊断${below(1e9)}` } : { note: `备注${below(1e9)}`, diagnosis: `诊断${below(1e9)}` }),
    assign: () => ({ caregiverNo: who() }), unassign: () => reason, start: () => reason, cancel: () => ({ reason: '不要了' }), undo: () => ({}), settle: () => ({ method: 'cash' }),
    change: () => ({ caregiverNo: who(), reason: '换人', ...(below(2) === 0 ? { since: near() } : {}) }),
    extend: () => ({ plannedEnd: end.day, endHalf: end.half, ...(below(3) === 0 ? { caregiverNo: who() } : {}) }),
    complete: () => ({ ...reason, ...(below(2) === 0 ? { end: near() } : {}) }),
    pay: () => ({ amountFen: 1 + below(80_000), method: 'wechat' }),
    adjust: () => (below(2) === 0 ? { kind: 'discount', amountFen: -1 - below(60_000), reason: '减' } : { kind: 'surcharge', amountFen: 1 + below(9_000), reason: '加' }),
    'refund-request': () => ({ amountFen: below(3) === 0 ? due + 1 : 1 + below(due), reason: '退' }), 'refund-approve': () => ({}), 'refund-reject': () => ({ reason: '不退' }), 'refund-pay': () => ({ method: 'cash' }),
    evaluate: () => ({ caregiverNo: one(carers), overall: 1 + below(5), tags: [] }),
    renew: () => ({ plannedStart: dayFromNow(6), startHalf: 'AM', plannedEnd: dayFromNow(7), endHalf: 'PM', caregiver: false }),
  };
  // what the state is likely to allow comes up more often, so that lives go on
  const likely = { pending_assign: ['assign', 'assign', 'cancel', 'pay'], assigned: ['start', 'change', 'extend', 'unassign', 'cancel'], in_service: ['complete', 'complete', 'change', 'extend'], completed: ['evaluate', 'evaluate', 'settle', 'refund-request', 'renew'], cancelled: ['refund-request', 'refund-approve', 'refund-pay', 'refund-reject'] }[m.state];
  const name = below(10) < 3 ? one(likely) : below(10) < 4 ? 'undo' : one(Object.keys(all));
  return { name, body: all[name]!() };
}

interface Seen {
  version: number;
  state: string;
  evaluation: string;
  payable: number;
  paid: number;
  refunded: number;
  events: number;
  stints: Stint[];
  pay: number;
  fee: number;
  /** Everything of it, as text; and everything that an undo gives back. */
  whole: string;
  back: string;
}
const rowsOf = (t: string): string => `(select coalesce(jsonb_agg(to_jsonb(x) order by x), '[]') from ${t} x where x.order_id = o.id)`;
const ROWS = ['order_assignment', 'order_service_day', 'order_adjustment', 'order_refund', 'order_evaluation', 'order_extension'].map(rowsOf).join(' || ');
/** The same as an undo gives it back: adjustments and refunds are never unwritten, but their sum is what it was, and no other refund is under way. */
const BACK = `${['order_assignment', 'order_service_day', 'order_evaluation', 'order_extension'].map(rowsOf).join(' || ')} || ${rowsOf(`(select * from order_refund where status in ('requested', 'approved'))`)} || jsonb_build_array((select sum(j.amount_fen) from order_adjustment j where j.order_id = o.id having sum(j.amount_fen) <> 0))`;
const HALF = (instant: string): string => `((extract(epoch from ${instant}) + 28800) / 43200)::int`;
const LOOK = `select o.version, o.service_state as state, o.eval_state as evaluation, o.payable_fen::float8 as payable, o.paid_fen::float8 as paid, o.refunded_fen::float8 as refunded, (select count(*)::int from order_event e where e.order_id = o.id) as events,
    (select coalesce(json_agg(json_build_object('carer', g.staff_no, 'first', ${HALF('lower(a.during)')}, 'last', ${HALF('upper(a.during)')} - 1) order by lower(a.during), a.id), '[]') from order_assignment a join caregiver g on g.id = a.caregiver_id where a.order_id = o.id and a.status <> 'void') as stints,
    (select coalesce(sum(y.caregiver_pay_fen), 0)::float8 from order_service_day y where y.order_id = o.id and y.attendance <> 'void') as pay, (select coalesce(sum(y.hospital_fee_fen), 0)::float8 from order_service_day y where y.order_id = o.id and y.attendance <> 'void') as fee,
    to_jsonb(o)::text || (${ROWS})::text || (select count(*) from order_payment l where l.order_id = o.id) as whole, (to_jsonb(o) - 'version' - 'updated_at' - 'updated_by' - 'closed_at' - 'waiting_since')::text || (${BACK})::text as back
  from care_order o where o.id = $1`;
/** In the database, where it is planned once and not at each of 24,000 looks. */
const makeLook = (): Promise<unknown> => life.api.rows(`create function look(bigint) returns json language plpgsql stable as $look$ begin return (select to_json(x) from (${LOOK}) x); end $look$`);
async function look(id: string): Promise<Seen> {
  const [seen] = await life.api.rows<{ look: Seen }>('select look($1::bigint)', [id]);
  return seen!.look;
}
/** Shares of each day by themselves, of the days that count. */
function shares(m: Model, at: World): { pay: number; fee: number } {
  let [pay, fee] = [0, 0];
  if (m.state === 'cancelled') return { pay, fee };
  for (let day = Math.floor(m.first / 2); day <= Math.floor(m.served / 2); day++) {
    const alone: Model = { ...m, adjusted: 0, first: Math.max(m.first, day * 2), served: Math.min(m.served, day * 2 + 1) };
    const amount = payable(alone, at);
    if (m.stints.length > 0) pay += Math.round((amount * 7) / 10);
    fee += Math.round(amount / 20);
  }
  return { pay, fee };
}
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** Writes that one account may make a second for hours: a quick machine refuses them sooner than the limit of ten seconds allows. */
const PACE = Math.floor((LIMITS.write.calls / (LIMITS.write.seconds + 1)) * 0.95);
let second = { ends: 0, calls: 0 };
/** Nothing may stand on the edge of a half day while a command is under way, and nobody may call so often that it is a flood. */
const steady = async (): Promise<void> => {
  if (performance.now() >= second.ends) second = { ends: performance.now() + 1_000, calls: 0 };
  if (second.calls++ >= PACE) {
    await wait(second.ends - performance.now());
    second = { ends: performance.now() + 1_000, calls: 1 };
  }
  const left = startOf(world().now + 1) - Date.now();
  if (left < 3_000) await wait(left + 100);
};

test.each(Object.keys(ROLE_NAMES) as RoleName[])(`%s: ${SEQUENCES} random lives are what the reference says; what is refused changes no row`, async (role) => {
  const others = (Object.keys(ROLE_NAMES) as RoleName[]).filter((name) => name !== role);
  const met = new Map<string, number>();
  // every stage in turn, from any: what a role may do cannot then be missed by chance
  let turn = below(stages.length);
  for (let made = 0; made < SEQUENCES; ) {
    const { template, model } = stages[turn++ % stages.length]!;
    const clients = { ...life.client };
    for (const name of Object.keys(ROLE_NAMES) as RoleName[]) if (made % 500 === 0) clients[name] = life.client[name] = await life.api.as(name);
    for (const mine of await clone(template, Math.min(BATCH, SEQUENCES - made), life.userId[role], ROLE_NAMES[role])) {
      made++;
      const map = (no: string): string => mine.carers[template.carers.indexOf(no)] ?? no;
      // an event of the copy has no past to go back to, but its creation has
      const m: Model = { ...structuredClone(model), stints: model.stints.map((s) => ({ ...s, carer: map(s.carer) })), events: model.version === 1 ? [{ name: 'create', by: life.userId[role], before: null }] : [] };
      const reach = ROLE_NAMES[role] < 3 || below(20) > 0;
      let before = await look(mine.id);
      const past = new Map([[m.version, before.back]]);
      const told: string[] = [];
      for (let n = 1 + below(3); n > 0; n--) {
        const name = below(5) === 0 ? one(others) : role;
        const who = { id: life.userId[name], role: ROLE_NAMES[name] };
        const within = reach || who.role < 3;
        await steady();
        const at = world();
        const { name: event, body } = command(m, mine, at);
        const late = below(25) === 0 && m.version > 1;
        const wanted = late ? step(structuredClone(m), { name: event, body: {} }, who, at, within) : step(m, { name: event, body }, who, at, within);
        const status = late && wanted !== 403 && wanted !== 404 ? 409 : wanted;
        const version = late ? m.version - 1 : status === 200 ? m.version - 1 : m.version;
        const answer = await clients[name].post<Acted>(`/orders/${within ? mine.no : foreignNo}/${event}`, { body: { version, ...body } });
        told.push(`${name} ${event} ${JSON.stringify(body)}${late ? ' (late)' : ''} → ${answer.status} ${answer.body.message}`);
        const after = await look(mine.id);
        expect([told, answer.status]).toEqual([told, status]);
        if (name === role) met.set(`${event} ${status}`, (met.get(`${event} ${status}`) ?? 0) + 1);
        if (status === 200) {
          const stints = m.stints.toSorted((a, b) => a.first - b.first);
          expect({ told, ...after }).toMatchObject({ told, version: m.version, events: m.version, state: m.state, evaluation: m.evaluation, payable: payable(m, at), paid: m.paid, refunded: m.refunded, stints, ...shares(m, at) });
          expect(answer.body.result.row).toMatchObject({ version: m.version, serviceState: m.state, payableFen: payable(m, at), balanceFen: balance(m, at) });
          // what an undo gives back is what was there two versions ago
          if (event === 'undo' && m.events.at(-2)?.name !== 'create') expect([told, after.back]).toEqual([told, past.get(m.version - 2)]);
          past.set(m.version, after.back);
        } else expect([told, after.whole, after.events]).toEqual([told, before.whole, before.events]);
        before = after;
      }
    }
  }
  // the lives were worth living: this role caused every event that it may, and was refused each
  const ended = (status: string): string[] => [...met.keys()].filter((key) => key.endsWith(status));
  expect([ended(' 200').length, ended(' 403').length]).toEqual([KINDS[role], 18 - KINDS[role]]);
  expect(ended(' 409').length).toBeGreaterThanOrEqual(KINDS[role] - 1);
}, 600_000);
