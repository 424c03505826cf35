import type { Scope } from '../../src/host/reach.ts';
import { foldStatistics } from '../../src/host/stat-count.ts';
import { followCaregiver, type CaregiverState } from '../../machines/caregiver.ts';
import { measureOf, type Measure } from '../../src/areas/statistics/measure.ts';
import { dayFromNow } from './care.ts';
import { startLife, type Life, type RoleName } from './life.ts';

let life: Life;
/** The service of the nights. */
export let night: string;
const SEED = Number(process.env['STAT_SEED'] ?? 20261122);
let seed = SEED;
/** A number below `n`; the same row of them for one seed. */
function below(n: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
export const one = <T>(options: readonly T[]): T => options[below(options.length)]!;
export const METHODS = ['cash', 'wechat', 'card'] as const;
/** Where an order may be: two departments of one hospital, one of another. */
const spots = (): { hospitalId: string; departmentId: string; wardId: string; bedId: string | null }[] =>
  [life.place, life.foreign].flatMap(({ hospitalId, departments }) => departments.map(({ id, wardId, bedId }) => ({ hospitalId, departmentId: id, wardId, bedId: below(3) === 0 ? null : bedId })));

/** Lives that chance would pass by: whose an order was when it began, and when it was called off. */
const PATHS = [['assign', 'cancel'], ['assign', 'change', 'cancel'], ['assign', 'cancel', 'undo', 'start'], ['assign', 'unassign', 'cancel'], ['assign', 'start', 'change', 'complete', 'pay'], ['assign', 'unassign', 'assign', 'change', 'start', 'undo', 'start', 'extend'], ['pay', 'assign', 'start', 'change', 'complete', 'undo', 'complete']] as const;
/** One life, by this path or by chance: what happens is refused now and then, as in life. */
async function live(by: RoleName, path?: readonly string[]): Promise<void> {
  const start = below(20) - 14;
  const spot = one(spots());
  const carers = [await carer(spot.hospitalId), await carer(spot.hospitalId)];
  const no = await life.made({ ...spot, serviceItemId: one([life.serviceId, night]), plannedStart: dayFromNow(start), startHalf: one(['AM', 'PM']), plannedEnd: dayFromNow(start + 1 + below(9)), endHalf: one(['AM', 'PM']) });
  const steps: [string, () => object][] = [
    ['pay', () => ({ amountFen: 1 + below(90_000), method: one(METHODS) })], ['assign', () => ({ caregiverNo: carers[0] })], ['adjust', () => ({ kind: 'surcharge', amountFen: 1 + below(9_000), reason: '耗材' })], ['start', () => ({ reason: '先做' })], ['undo', () => ({})],
    ['extend', () => ({ plannedEnd: dayFromNow(start + 12), endHalf: 'PM', reason: one(['恢复慢', '家属要求']) })], ['change', () => ({ caregiverNo: carers[1], reason: one(['家属要求', '护工请假']) })], ['edit', () => ({ diagnosis: `诊断${below(1e6)}` })],
    // on time or early, recorded then or later, with a reason in any case, as many write one
    ['complete', () => ({ reason: one(['出院', '转院']), ...(below(2) === 0 ? { end: { day: dayFromNow(start + below(2)), half: one(['AM', 'PM']) } } : {}) })], ['evaluate', () => ({ caregiverNo: one(carers), overall: 1 + below(5), tags: [] })], ['settle', () => ({ method: one(METHODS) })], ['unassign', () => ({})], ['cancel', () => ({ reason: one(['转院', '费用']) })],
    ['refund-request', () => ({ amountFen: 1 + below(9_000), reason: '多付' })], ['refund-approve', () => ({})], ['refund-pay', () => ({ method: one(METHODS) })],
  ];
  const straight = ['assign', 'start', 'complete', 'evaluate', 'settle'];
  for (let i = 0; i < (path?.length ?? 9); i++) {
    const name = path !== undefined ? path[i]! : below(2) === 0 ? straight[Math.min(i, 4)]! : one(steps)[0];
    await life.does(no, name, steps.find(([step]) => step === name)![1](), life.client[name === 'refund-approve' ? 'admin' : by]);
  }
}
let people = 0;
async function carer(hospitalId: string): Promise<string> {
  const both = below(4) === 0;
  const { id, no } = await life.kit.caregiver(`护工${++people}`, [life.place, life.foreign].filter((place) => both || place.hospitalId === hospitalId), { certificate: dayFromNow(20 + below(400)), hired_on: dayFromNow(-below(90)), ...(below(5) === 0 ? { left_on: dayFromNow(below(9) - 4) } : {}) });
  if (below(3) === 0) await life.kit.insert('caregiver_leave', { caregiver_id: id, during: `[${dayFromNow(-4)} 00:00+08,${dayFromNow(-1)} 12:00+08)` });
  return no;
}
const TURNS = ['quit', 'rehire', 'approve', 'blacklist', 'unblacklist', 'suspend', 'reinstate'] as const;
/** Where someone stood in the past weeks, as the chart lets them. */
async function story(id: string, turns: number): Promise<void> {
  let status: CaregiverState = 'active';
  let left: string | null = null;
  for (let hours = 70 * 24; turns > 0; turns -= 1) {
    hours -= below(Math.floor(hours / turns));
    const next = TURNS.map((event) => ({ event, to: followCaregiver(status, event) })).filter(({ to }) => to !== null);
    const { event, to } = one(next);
    const at = `now() - interval '${hours} hours'`;
    await life.api.rows('insert into caregiver_event (caregiver_id, version, event, from_status, to_status, at) values ($1, 2, $2, $3, $4, ' + `${at})`, [id, event, status, to]);
    left = to === 'left' ? at : to === 'pending' ? null : left;
    status = to!;
  }
  await life.api.rows(`update caregiver set status = $2, left_on = ${left === null ? 'null' : `(${left})::date`} where id = $1`, [id, status]);
}
/** What the clock of a test cannot do: things of other days, of other places, and gone. */
async function scatter(): Promise<void> {
  const { rows } = life.api;
  const ids = (await rows<{ id: string }>('select id::text from care_order order by id')).map(({ id }) => id);
  const back = (): string => `interval '${below(70 * 24)} hours'`;
  for (const id of ids) {
    const days = back();
    if (below(2) === 0) await rows(`update care_order set created_at = created_at - ${days}, actual_start_at = actual_start_at - ${days}, actual_end_at = actual_end_at - ${days} where id = ${id}`);
    if (below(3) === 0) await rows(`update care_order set cancelled_at = cancelled_at - ${back()} where id = ${id}`);
    if (below(3) === 0) await rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) select ${id}, 'topup', '${one(METHODS)}', ${1 + below(9_000)}, ${life.kit.actorId}, now() - ${back()}, 'test:${id}'`);
    if (below(4) === 0) await rows(`insert into order_adjustment (order_id, kind, amount_fen, reason, created_by, created_at) select ${id}, 'discount', ${-1 - below(900)}, '优惠', ${life.kit.actorId}, now() - ${back()}`);
    if (below(4) === 0) await rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role, reason, at) select ${id}, e, 'in_service', 'in_service', ${life.kit.actorId}, 2, '补记', now() - ${back()} from unnest(array['change', 'extend', 'assign']) e`);
    if (below(3) === 0) await rows(`update order_evaluation set created_at = created_at - ${back()}, overall = ${1 + below(5)} where order_id = ${id}`);
    if (below(3) === 0) await rows(`insert into order_complaint (order_id, caregiver_id, kind, content, created_by, created_at) select ${id}, (select max(caregiver_id) from order_service_day where order_id = ${id}), k, '不满', ${life.kit.actorId}, now() - ${back()} from unnest(array['complaint', 'incident']) k`);
    if (below(6) === 0) await rows(`update order_service_day set attendance = 'void' where order_id = ${id} and day = (select ${one(['max', 'min'])}(day) from order_service_day where order_id = ${id}) and (select service_state <> 'completed' from care_order where id = ${id})`);
    if (below(9) === 0) await rows(`delete from order_complaint where order_id = ${id} and kind = 'incident'`);
  }
  // people and beds that are gone: what was so before stays so
  for (const { id } of await rows<{ id: string }>('select id::text from caregiver order by id')) {
    const at = `now() - ${back()}`;
    const turned = below(9);
    if (turned === 0) await story(id, 1 + below(7));
    if (turned === 1) await rows(`update caregiver set status = 'pending' where id = ${id}`);
    if (turned === 2) await rows(`update caregiver set deleted_at = ${at} where id = ${id}`);
    // renewed, revoked, without an end, ending on the first and the last day that count
    for (const kind of ['health', 'training']) if (below(2) === 0) await rows(`insert into caregiver_certificate (caregiver_id, kind, expires_on, revoked_at) values (${id}, '${kind}', ${one(['null', `'${dayFromNow(0)}'`, `'${dayFromNow(30)}'`, `'${dayFromNow(31)}'`, `'${dayFromNow(-1)}'`, `'${dayFromNow(below(60))}'`])}, ${below(4) === 0 ? 'now()' : 'null'})`);
  }
  await rows('update hospital_bed set status = 0 where id % 3 = 0');
  // several at once, in one statement each
  await rows(`update order_complaint set kind = 'complaint' where id % 7 = 0`);
  await rows(`update care_order set department_id = $1, ward_id = null, bed_id = null where hospital_id = $2 and id % 5 = 0`, [life.place.departments[1]!.id, life.place.hospitalId]);
  await rows(`update care_order set deleted_at = now() where id % 11 = 0`);
  await rows(`update care_order set deleted_at = null where id % 22 = 0`);
  await rows(`update order_evaluation set caregiver_id = (select min(id) from caregiver) where id % 9 = 0`);
  await rows(`delete from order_evaluation where id % 13 = 0`);
}

export const mine = (): Scope => [{ hospitalId: life.place.hospitalId, departments: [] }];
/** Who may ask, with what they see as plain SQL: on orders, on beds and wards, on postings, on the posting of whoever they know of today. */
export const scopes = (): { name: string; scope: Scope; where: string; beds: string; posts: string | null; carers: string[] }[] => {
  const [first, second] = [life.place, life.foreign];
  const part = first.departments[0]!.id;
  return [
    { name: 'all', scope: 'all', where: 'true', beds: 'true', posts: 'true', carers: [] },
    { name: 'one hospital', scope: mine(), where: `o.hospital_id = ${first.hospitalId}`, beds: `b.hospital_id = ${first.hospitalId}`, posts: `p.hospital_id = ${first.hospitalId}`, carers: [`p.hospital_id = ${first.hospitalId}`] },
    { name: 'another', scope: [{ hospitalId: second.hospitalId, departments: [] }], where: `o.hospital_id = ${second.hospitalId}`, beds: `b.hospital_id = ${second.hospitalId}`, posts: `p.hospital_id = ${second.hospitalId}`, carers: [`p.hospital_id = ${second.hospitalId}`] },
    { name: 'a department', scope: [{ hospitalId: first.hospitalId, departments: [part] }], where: `o.department_id = ${part}`, beds: `w.department_id = ${part}`, posts: null, carers: [`p.hospital_id = ${first.hospitalId}`] },
    { name: 'a department and a hospital', scope: [{ hospitalId: first.hospitalId, departments: [part] }, { hospitalId: second.hospitalId, departments: [] }], where: `(o.department_id = ${part} or o.hospital_id = ${second.hospitalId})`, beds: `(w.department_id = ${part} or b.hospital_id = ${second.hospitalId})`, posts: null, carers: [`p.hospital_id in (${first.hospitalId}, ${second.hospitalId})`] },
    { name: 'nothing', scope: [], where: 'false', beds: 'false', posts: 'false', carers: ['false'] },
  ];
};
/** What the figures are narrowed to, in the address and in SQL. */
const narrowings = (): { query: Record<string, string>; where: string; beds: string; posts: string | null; carers: string[] }[] => {
  const department = life.place.departments[1]!.id;
  return [
    { query: {}, where: 'true', beds: 'true', posts: 'true', carers: [] },
    { query: { hospital: life.place.hospitalId }, where: `o.hospital_id = ${life.place.hospitalId}`, beds: `b.hospital_id = ${life.place.hospitalId}`, posts: `p.hospital_id = ${life.place.hospitalId}`, carers: [`p.hospital_id = ${life.place.hospitalId}`] },
    { query: { department }, where: `o.department_id = ${department}`, beds: `w.department_id = ${department}`, posts: null, carers: [] },
    { query: { service: night }, where: `o.service_item_id = ${night}`, beds: 'true', posts: null, carers: [] },
    { query: { department, service: life.serviceId }, where: `o.department_id = ${department} and o.service_item_id = ${life.serviceId}`, beds: 'true', posts: null, carers: [] },
  ];
};
/** Every scope and every way to narrow at least once, with a range each: not all with all. */
export const some = (): { scope: ReturnType<typeof scopes>[number]; narrowing: ReturnType<typeof narrowings>[number]; range: [string, string] }[] => {
  const [all, ways] = [scopes(), narrowings()];
  return [...all.map((scope) => ({ scope, narrowing: ways[0]! })), ...ways.slice(1).map((narrowing) => ({ scope: one(all.slice(0, 5)), narrowing }))].map((pair) => ({ ...pair, range: one(RANGES()) }));
};
/** A day that begins no month: from one that does, others than the days right before may be compared (span.ts). */
const within = (days: number): string => dayFromNow(dayFromNow(days).endsWith('-01') ? days + 1 : days);
const RANGES = (): [string, string][] => [[dayFromNow(0), dayFromNow(0)], [within(-9), dayFromNow(5)], [within(-100), dayFromNow(30)], [within(-40), dayFromNow(-13)]];
/** What a measure cannot be narrowed to is null. */
export const expected = (plain: Record<string, number | null>, query: Record<string, string>): Record<string, number | null> =>
  Object.fromEntries(Object.entries(plain).map(([measure, value]) => [measure, Object.keys(query).every((name) => name === 'hospital' || (measureOf(measure as Measure).by as readonly string[]).includes(name)) ? value : null]));
export const shifted = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
export const length = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
/** Orders of two hospitals after random lives, half of them summed already, and things of other days: what figures are counted of. */
export async function startStatistics(): Promise<Life> {
  // files of one thread share this module: each begins at the same lives
  [seed, people] = [SEED, 0];
  life = await startLife();
  // the other hospital has a clock of its own
  await life.api.rows(`update hospital set timezone = 'Europe/London' where id = $1`, [life.foreign.hospitalId]);
  night = await life.kit.insert('service_item', { code: 's2', name: '夜间陪护', care_mode: 'one_to_many', max_patients: 4, coverage: 'night' });
  for (const { hospitalId } of [life.place, life.foreign]) await life.kit.insert('service_price', { hospital_id: hospitalId, service_item_id: night, price_fen: 12_345, caregiver_share_bp: 7000, valid: '[2020-01-01,)' });
  for (let i = 0; i < 16; i++) await live(one(['admin', 'ops']));
  for (const path of PATHS) await live('admin', path);
  await foldStatistics(life.api.database.db);
  await scatter();
  return life;
}
