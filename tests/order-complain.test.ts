import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaregiverDetail } from '../src/areas/caregiver/contract.ts';
import type { Acted } from '../src/areas/order/contract.ts';
import type { Answer, Client } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { ROLE_NAMES, startLife, type Life } from './kit/life.ts';

let life: Life;
let carer: { id: string; no: string };
let no: string;
beforeAll(async () => {
  life = await startLife();
  carer = await life.carer('王芳');
  no = await life.made();
  await life.done(no, 'assign', { caregiverNo: carer.no });
  await life.done(no, 'start', { reason: '补录' });
});
afterAll(() => life.api.close());
const complain = (body: object = {}, by: Client = life.client.ops, of = no, more: object = {}): Promise<Answer<Acted>> =>
  by.post<Acted>(`/orders/${of}/complain`, { body: { kind: 'complaint', severity: 3, content: ' 夜里没有应 ', caregiverNo: carer.no, ...body }, ...more });
const written = () => life.api.rows<{ kind: string; severity: number; content: string; carer: string | null; by: string }>(
  `select x.kind, x.severity, x.content, c.staff_no as carer, u.username::text as by from order_complaint x left join caregiver c on c.id = x.caregiver_id join sys_user u on u.id = x.created_by order by x.id`);
const countOf = async (by: Client): Promise<number> => (await by.get<CaregiverDetail>(`/caregivers/${carer.no}`)).body.result.complaints;

test('it stands on the order, in the audit without its words, and as a count on the caregiver; the order’s version stays', async () => {
  const before = await life.see(no);
  const { status, text, body } = await complain();
  expect(status, text).toBe(200);
  expect(body.result.row.version).toBe(before.version);
  expect(await written()).toEqual([{ kind: 'complaint', severity: 3, content: '夜里没有应', carer: carer.no, by: 'ops' }]);
  const { complaints, timeline } = await life.see(no);
  expect(complaints).toEqual([{ id: expect.any(String), kind: 'complaint', severity: 3, content: '夜里没有应', caregiverNo: carer.no, caregiverName: '王芳', by: 'ops的昵称', at: expect.any(String) }]);
  expect(timeline).toEqual(before.timeline);
  const [line] = await life.api.rows<{ after: object; entity_id: string }>(`select after, entity_id from audit_event where action = 'order.complain' and ok`);
  expect(line).toEqual({ entity_id: no, after: { kind: 'complaint', severity: 3, caregiverNo: carer.no } });
  expect(await countOf(life.client.ops)).toBe(1);
});
test('a wish for somebody else and an incident are written down and are no complaints; of nobody in particular too', async () => {
  for (const kind of ['change_request', 'incident']) expect((await complain({ kind })).status).toBe(200);
  expect((await complain({ caregiverNo: null })).status).toBe(200);
  expect((await life.see(no)).complaints.map(({ kind, caregiverNo }) => [kind, caregiverNo])).toEqual([['complaint', carer.no], ['change_request', carer.no], ['incident', carer.no], ['complaint', null]]);
  expect(await countOf(life.client.ops)).toBe(1);
  const range = { from: dayFromNow(-1), to: dayFromNow(1), measures: 'complaints' };
  expect((await life.client.admin.get<{ totals: object }>('/statistics/measures', { query: range })).body.result.totals).toEqual({ complaints: 2 });
  expect((await life.client.admin.get<{ list: { orderNo: string }[] }>('/orders', { query: { did: `complained:${range.from}:${range.to}:${carer.no}` } })).body.result.list.map(({ orderNo }) => orderNo)).toEqual([no]);
});
test('the other hospitals where the caregiver is posted hear nothing of it, nor of money; that they are booked they do', async () => {
  const both = await life.kit.caregiver('双点', [life.place, life.foreign], { certificate: dayFromNow(99) });
  const other = await life.made({ plannedStart: dayFromNow(20), plannedEnd: dayFromNow(22) });
  const heard: { no: string; hospitalIds: string[] }[] = [];
  const leave = await life.api.database.listen('caregiver', (payload) => void heard.push(JSON.parse(payload) as (typeof heard)[number]));
  const [here, everywhere] = [[life.place.hospitalId], [life.place.hospitalId, life.foreign.hospitalId]];
  await life.done(other, 'assign', { caregiverNo: both.no });
  await life.done(other, 'pay', { amountFen: 5_000, method: 'cash' });
  expect((await complain({ caregiverNo: both.no }, life.client.ops, other)).status).toBe(200);
  await expect.poll(() => heard.map(({ no: of, hospitalIds }) => [of, hospitalIds.toSorted()])).toEqual([[both.no, everywhere.toSorted()], [both.no, here], [both.no, here]]);
  leave();
});
test('sent twice by one key it is written once', async () => {
  const rows = (await written()).length;
  const key = '0b0f5f6c-3c57-4b43-9f0e-6f1f5f1f9a01';
  const [first, second] = [await complain({}, life.client.resident, no, { headers: { 'idempotency-key': key } }), await complain({}, life.client.resident, no, { headers: { 'idempotency-key': key } })];
  expect([first.status, second.status, (await written()).length]).toEqual([200, 200, rows + 1]);
});
test('who has been moved elsewhere gets no earlier answer by its key', async () => {
  const id = await life.api.account({ username: 'moved', role: ROLE_NAMES.resident, hospitals: [life.place.hospitalId] });
  const by = await life.api.as('moved');
  const again = () => by.post(`/orders/${no}/edit`, { body, key: 'moved-key-00001' });
  const body = { version: (await life.see(no)).version, note: '搬走以前' };
  expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
  await life.api.rows('update sys_user_hospital set hospital_id = $2 where user_id = $1', [id, life.foreign.hospitalId]);
  const answer = await again();
  expect([answer.status, answer.body.result]).toEqual([409, null]);
  await life.api.rows('update sys_user_hospital set hospital_id = $2 where user_id = $1', [id, life.place.hospitalId]);
  expect((await again()).status).toBe(200);
});
test('every role of the order’s hospital may, after its end too; outside of the reach there is no such order, and the count says nothing of it', async () => {
  const rows = (await written()).length;
  for (const by of [life.client.admin, life.client.resident, life.client.hospital]) expect((await complain({}, by)).status).toBe(200);
  await life.done(no, 'complete', { reason: '出院' });
  expect((await complain({}, life.client.hospital)).status).toBe(200);
  expect((await written()).length).toBe(rows + 4);
  const away = await life.kit.order(life.foreign);
  await life.kit.stint(await life.kit.orderId(away), carer.id, 'ended', -9, -6);
  for (const by of [life.client.resident, life.client.hospital]) expect((await complain({}, by, away)).status).toBe(404);
  const own = await countOf(life.client.hospital);
  expect((await complain({}, life.client.ops, away)).status).toBe(200);
  expect([await countOf(life.client.hospital), await countOf(life.client.ops)]).toEqual([own, own + 1]);
});
test('about who was never given the order, without words, of another kind: refused, and nothing is written', async () => {
  const other = await life.carer('李静');
  const rows = await written();
  for (const body of [{ caregiverNo: other.no }, { caregiverNo: 'NOBODY' }, { content: '  ' }, { kind: 'praise' }, { severity: 5 }, { severity: 0 }, { severity: 1.5 }]) expect([body, (await complain(body)).status]).toEqual([body, 400]);
  expect(await written()).toEqual(rows);
});
test('an undo of the order’s last event leaves it', async () => {
  const mine = await life.made();
  await life.done(mine, 'assign', { caregiverNo: (await life.carer('赵敏')).no });
  expect((await complain({ caregiverNo: null }, life.client.ops, mine)).status).toBe(200);
  await life.done(mine, 'undo');
  expect((await life.see(mine)).complaints).toHaveLength(1);
});
test.each(['cancel', 'change'])('who was given the order and did not come can be named, also after %s', async (event) => {
  const [absent, other] = [await life.carer(`没来${event}`), await life.carer(`替${event}`)];
  const of = await life.made();
  await life.done(of, 'assign', { caregiverNo: absent.no });
  await life.done(of, event, event === 'cancel' ? { reason: '护工没来' } : { reason: '护工没来', caregiverNo: other.no });
  const { status, text } = await complain({ caregiverNo: absent.no }, life.client.ops, of);
  expect(status, text).toBe(200);
  if (event === 'cancel') expect((await complain({ caregiverNo: other.no }, life.client.ops, of)).status).toBe(400);
});
test('what says nothing need not be sent: whole days, no caregiver taken along, no tags, nobody in particular', async () => {
  const whole = { startHalf: undefined, endHalf: undefined };
  const days = { plannedStart: dayFromNow(0), plannedEnd: dayFromNow(1) };
  const own = await life.carer('周琴');
  const past = await life.made({ plannedStart: dayFromNow(-2), plannedEnd: dayFromNow(-1), ...whole });
  expect(await life.see(past)).toMatchObject({ startHalf: 'AM', endHalf: 'PM' });
  await life.done(past, 'assign', { caregiverNo: own.no });
  await life.done(past, 'start', { reason: '补录' });
  await life.done(past, 'complete');
  await life.done(past, 'evaluate', { caregiverNo: own.no, overall: 5 });
  const { otherNo } = await life.done(past, 'renew', days);
  expect(await life.see(otherNo!)).toMatchObject({ startHalf: 'AM', endHalf: 'PM', caregiverNo: null });
  expect((await complain({ caregiverNo: undefined }, life.client.ops, past)).status).toBe(200);
  expect(await life.see(past)).toMatchObject({ evaluations: [{ overall: 5, tags: [] }], complaints: [{ caregiverNo: null }] });
});
