import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api, type Client } from './kit/api.ts';
import { assignKit } from './kit/assign.ts';
import type { Place } from './kit/care.ts';

// on a server ten connections race for the locks; in one process's memory they come one after the other, so fewer will do
const ORDERS = process.env['TEST_DATABASE_URL'] === undefined ? 12 : 200;
const RACERS = 20;
const AT_ONCE = 40;
let api: Api;
let kit: Awaited<ReturnType<typeof assignKit>>;
let ops: Client;
let place: Place;
beforeAll(async () => {
  api = await startApi();
  kit = await assignKit(api);
  place = await kit.place('第一医院');
  await api.account({ username: 'ops', role: 2 });
  ops = await api.as('ops');
});
afterAll(() => api.close());

interface Try {
  no: string;
  carer: string;
}
/** The same numbers every time. */
function dice(seed: number): (below: number) => number {
  let x = seed;
  return (below) => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((x / 2_147_483_648) * below);
  };
}
const shuffled = <T>(list: readonly T[], roll: (below: number) => number): T[] => list.map((item) => ({ item, at: roll(1_000_000_000) })).toSorted((a, b) => a.at - b.at).map(({ item }) => item);
/** All tries, so many of them under way at any time; who won, and every status and message there was. */
async function race(tries: readonly Try[]) {
  const won = new Map<string, string[]>();
  const answers = new Map<string, number>();
  const left = [...tries].reverse();
  const runner = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { status, body } = await ops.post(`/orders/${next.no}/assign`, { body: { version: 1, caregiverNo: next.carer } });
      if (status === 503 || status === 429) {
        // nothing was done: no connection came free in time on a busy machine, or a quick one did more than one person may in ten seconds
        left.push(next);
        await sleep(1_000);
        continue;
      }
      if (status === 200) won.set(next.no, [...(won.get(next.no) ?? []), next.carer]);
      const answer = `${status} ${body.message.split('：')[1] ?? body.message}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return { won, answers };
}
/** What the database holds that must not be. */
const doubleBooked = () =>
  api.rows(`select a.id from order_assignment a join order_assignment b on b.caregiver_id = a.caregiver_id and b.id <> a.id and b.during && a.during and b.status <> 'void' where a.exclusive and a.status <> 'void'`);
const overFull = () =>
  api.rows(`
    select a.id, count(*), min(s.max_patients) from order_assignment a join order_assignment b on b.caregiver_id = a.caregiver_id and b.during @> lower(a.during) and b.status <> 'void'
    join care_order o on o.id = b.order_id join service_item s on s.id = o.service_item_id where not a.exclusive and a.status <> 'void' group by a.id having count(*) > min(s.max_patients)`);
const unlike = () =>
  api.rows(`
    select o.order_no from care_order o where o.version <> (select count(*) from order_event e where e.order_id = o.id) or o.version - 1 <> (select count(*) from order_assignment a where a.order_id = o.id)
    or o.version - 1 <> (select count(*) from audit_event x where x.entity_id = o.order_no and x.action = 'order.assign' and x.ok)
    or exists (select 1 from order_service_day y where y.order_id = o.id and y.caregiver_id is distinct from (select a.caregiver_id from order_assignment a where a.order_id = o.id))`);

test(`${ORDERS} orders, ${RACERS} racing assigns each: exactly one winner, and timeline, stints, days and audit agree`, { timeout: 300_000 }, async () => {
  const roll = dice(7);
  const carers: string[] = [];
  for (let i = 0; i < ORDERS * 2 + RACERS; i++) carers.push((await kit.fit('王芳', [place])).no);
  const nos: string[] = [];
  for (let i = 0; i < ORDERS; i++) {
    const from = roll(6);
    nos.push(await kit.stay(place, { from, to: from + roll(4), ...(i % 4 === 3 ? kit.shared(kit.two) : {}) }));
  }
  // the racers of an order come together, so that they meet; each with a caregiver of their own, whom other orders want too
  const { won, answers } = await race(nos.flatMap((no) => shuffled(carers, roll).slice(0, RACERS).map((carer) => ({ no, carer }))));
  expect([...answers.keys()].filter((answer) => !/^(200|409)/.test(answer))).toEqual([]);
  expect(nos.filter((no) => won.get(no)?.length !== 1)).toEqual([]);
  expect(answers.get('200 ')).toBe(ORDERS);
  expect([...answers.values()].reduce((a, b) => a + b)).toBe(ORDERS * RACERS);
  expect([await doubleBooked(), await overFull(), await unlike()]).toEqual([[], [], []]);
});

test('orders that race for a few caregivers: nobody twice, no place too many, and no place left that someone was refused', { timeout: 300_000 }, async () => {
  const roll = dice(11);
  const carers = await Promise.all(Array.from({ length: 4 }, () => kit.fit('李秀英', [place])));
  const nos: string[] = [];
  for (let i = 0; i < Math.max(30, ORDERS / 2); i++) {
    const from = roll(12);
    nos.push(await kit.stay(place, { from, to: from + roll(3), start_half: roll(2) === 0 ? 'AM' : 'PM', ...(i % 3 === 0 ? {} : kit.shared(i % 3 === 1 ? kit.two : kit.three)) }));
  }
  const { won, answers } = await race(shuffled(nos.flatMap((no) => carers.map(({ no: carer }) => ({ no, carer }))), roll));
  expect([...answers.keys()].filter((answer) => !/^(200 $|409 (这些日子已有一对一服务|这些日子在照护其他患者|这些日子照护人数已满)|409 内容已被他人修改|409 当前状态)/.test(answer))).toEqual([]);
  expect([...won.values()].every((winners) => winners.length === 1)).toBe(true);
  expect([await doubleBooked(), await overFull(), await unlike()]).toEqual([[], [], []]);
  const lost = nos.filter((no) => !won.has(no));
  expect(lost.length).toBeGreaterThan(0);
  for (const { no: caregiverNo } of carers) {
    for (const no of lost) expect((await ops.post<{ refusal: string | null }[]>('/orders/check', { body: { event: 'assign', nos: [no], caregiverNo } })).body.result[0]!.refusal).not.toBeNull();
  }
});
