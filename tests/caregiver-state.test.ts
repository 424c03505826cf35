import { afterAll, describe, expect, test } from 'vitest';
import type { Acted, CaregiverDetail } from '../src/areas/caregiver/contract.ts';
import { checkCharacter } from '../src/kernel/id-number.ts';
import { formOf, type Answer } from './kit/api.ts';
import { dayFromNow } from './kit/care.ts';
import { CARER_HEAD, carer } from './kit/intake.ts';
import { refused, startLife } from './kit/life.ts';
import { health } from './kit/staff.ts';
import { sweep } from '../src/host/sweep.ts';

const life = await startLife();
const { api, kit, place, foreign, client } = life;
afterAll(() => api.close());

const read = async (no: string): Promise<CaregiverDetail> => (await client.admin.get<CaregiverDetail>(`/caregivers/${no}`)).body.result;
const does = async (no: string, what: string, body: object = {}): Promise<Answer<Acted>> => client.ops.post<Acted>(`/caregivers/${no}/${what}`, { body: { version: (await read(no)).version, ...body } });
const fine = async (no: string, what: string, body: object = {}): Promise<void> => expect([what, (await does(no, what, body)).text]).toEqual([what, expect.stringContaining('"success":true')]);
const BUILT = '409 之后有别的安排以它为准，不能撤销';
const until = (to: number): object => ({ postings: [{ hospitalId: place.hospitalId, from: dayFromNow(-9), to: dayFromNow(to) }] });
/** Someone who serves an order until noon in three days. */
async function serving(to = 5): Promise<{ no: string; order: string }> {
  const { no } = await life.carer('吴兰');
  await fine(no, 'post', until(to));
  const order = await life.made();
  await life.done(order, 'assign', { caregiverNo: no });
  return { no, order };
}

test('who still serves past the planned end keeps the posting, and stands before twenty later stays', async () => {
  const { no } = await life.carer('周兰');
  const order = await life.made({ plannedStart: dayFromNow(-3), plannedEnd: dayFromNow(-1) });
  await life.done(order, 'assign', { caregiverNo: no });
  await life.done(order, 'start', { reason: '先做' });
  expect((await does(no, 'post', until(-1))).status).toBe(409);
  for (let n = 0; n < 20; n++) await api.rows(`insert into order_assignment (order_id, caregiver_id, exclusive, assigned_by, during, status) select id, (select id from caregiver where staff_no = $2), false, created_by, tstzrange(now() - interval '${n * 2 + 1} minutes', now() - interval '${n * 2} minutes'), 'ended' from care_order where order_no = $1`, [order, no]);
  expect((await read(no)).stints[0]).toMatchObject({ orderNo: order, status: 'serving' });
});
describe('what an order was extended on is not taken back', () => {
  test('a posting', async () => {
    const { no, order } = await serving();
    await fine(no, 'post', until(30));
    expect(await refused(life.does(order, 'extend', { plannedEnd: dayFromNow(40), endHalf: 'PM' }))).toMatch(/^409 .*没有派驻/);
    await life.done(order, 'extend', { plannedEnd: dayFromNow(20), endHalf: 'PM' });
    expect(await refused(does(no, 'undo'))).toBe(BUILT);
    // once that is taken back, this is too
    await life.done(order, 'undo');
    await fine(no, 'undo');
    expect((await read(no)).postings).toMatchObject([{ to: dayFromNow(5) }]);
  });
  test('days off that were given back', async () => {
    const { no, order } = await serving(30);
    await fine(no, 'leave', { from: dayFromNow(6), to: dayFromNow(8) });
    expect(await refused(life.does(order, 'extend', { plannedEnd: dayFromNow(7), endHalf: 'PM' }))).toMatch(/^409 .*休假/);
    await fine(no, `leave/${(await read(no)).leaves[0]!.id}/cancel`);
    await life.done(order, 'extend', { plannedEnd: dayFromNow(7), endHalf: 'PM' });
    expect(await refused(does(no, 'undo'))).toBe(BUILT);
  });
  test('nor what a stint came back on', async () => {
    const { no, order } = await serving();
    await life.done(order, 'unassign');
    await fine(no, 'post', { postings: [] });
    await fine(no, 'post', until(9));
    await life.done(order, 'undo');
    expect(await refused(does(no, 'undo'))).toBe(BUILT);
  });
  test('what else happens to their orders is no hindrance', async () => {
    const { no, order } = await serving();
    await fine(no, 'post', until(30));
    await life.done(order, 'edit', { diagnosis: '某' });
    await life.done(order, 'pay', { amountFen: 100, method: 'cash' });
    await life.done(order, 'start', { reason: '先做' });
    await fine(no, 'undo');
  });
});

describe('days off', () => {
  test('never over a service that is planned, under way, or goes on past its end', async () => {
    const off = { from: dayFromNow(0), to: dayFromNow(2) };
    const stints: [status: string, from: number, to: number, answer: string][] = [
      ['planned', 2, 4, '409 这些日子有服务安排，先更换护工'], ['serving', -1, 1, '409 这些日子有服务安排，先更换护工'], ['serving', -5, -1, '409 这些日子有服务安排，先更换护工'], ['planned', 3, 4, '200 '], ['ended', -1, 1, '200 '], ['void', 0, 2, '200 '],
    ];
    for (const [status, from, to, answer] of stints) {
      const { no, id } = await life.carer('郑洁');
      await kit.stint(await kit.orderId(await kit.order(place, { service_state: 'in_service' })), id, status, from, to);
      expect([status, from, await refused(does(no, 'leave', off))]).toEqual([status, from, answer]);
      expect((await read(no)).status).toBe(answer === '200 ' ? 'on_leave' : 'active');
    }
  });
  test('of a sheet, which names no days, are not over because a health certificate ended and was renewed', async () => {
    const sheet = [CARER_HEAD, carer(500, { 状态: '休假', 健康证到期: dayFromNow(-1), 服务医院: '' })].map((cells) => cells.join(',')).join('\n');
    const { status, text } = await client.ops.post('/caregivers/import', { ...formOf(sheet, { name: '护工.csv' }), query: { dryRun: 'false' } });
    expect([status, text]).toEqual([200, expect.stringContaining('"created":1')]);
    await sweep(api.database.db);
    expect((await read('TS10500')).status).toBe('suspended');
    await fine('TS10500', 'certify', health(300));
    expect((await read('TS10500')).status).toBe('on_leave');
  });
  test('are taken back by whom they belong to alone', async () => {
    const [one, other] = [await life.carer('甲'), await life.carer('乙')];
    await fine(one.no, 'leave', { from: dayFromNow(3), to: dayFromNow(4) });
    const { id } = (await read(one.no)).leaves[0]!;
    expect((await does(other.no, `leave/${id}/cancel`)).status).toBe(404);
    expect((await read(one.no)).leaves).toHaveLength(1);
    await fine(one.no, `leave/${id}/cancel`);
    expect((await read(one.no)).leaves).toEqual([]);
  });
});

test('whoever leaves is posted until today and no longer, and as before when that is taken back', async () => {
  const { no } = await life.carer('丙');
  const postings = [{ hospitalId: place.hospitalId, from: dayFromNow(-9), to: null }, { hospitalId: foreign.hospitalId, from: dayFromNow(-30), to: dayFromNow(-20) }, { hospitalId: foreign.hospitalId, from: dayFromNow(0), to: dayFromNow(3) }, { hospitalId: foreign.hospitalId, from: dayFromNow(8), to: dayFromNow(9) }];
  await fine(no, 'post', { postings });
  const before = (await read(no)).postings;
  await fine(no, 'quit', { reason: '辞职' });
  expect((await read(no)).postings.map(({ from, to }) => [from, to]).toSorted()).toEqual([[dayFromNow(-9), dayFromNow(0)], [dayFromNow(-30), dayFromNow(-20)], [dayFromNow(0), dayFromNow(0)]].toSorted());
  await fine(no, 'undo');
  expect((await read(no)).postings).toEqual(before);
});

test('whoever was kept out stays known by the ID number when the record is gone', async () => {
  const idNo = `31010119800101100${checkCharacter('31010119800101100')}`;
  const { no, id } = await kit.caregiver('丁', [place], { id_no: idNo, status: 'blacklisted', status_reason: '偷窃' });
  await api.rows('update caregiver set deleted_at = now() where id = $1', [id]);
  const form = { name: '丁', gender: 2, idNo, mobile: '13900007777', level: 'junior', employment: 'partner', hospitalId: place.hospitalId };
  expect((await client.ops.post('/caregivers/match', { body: { idNo } })).body.result).toMatchObject({ staffNo: no, status: 'blacklisted', reason: '偷窃', gone: true });
  expect(await refused(client.ops.post('/caregivers', { body: form }))).toContain(`身份证号在黑名单中 · 丁 · ${no} · 偷窃`);
  // whoever is gone without that may come again
  await api.rows(`update caregiver set status = 'left' where id = $1`, [id]);
  expect((await client.ops.post('/caregivers/match', { body: { idNo } })).body.result).toBeNull();
  expect((await client.ops.post('/caregivers', { body: form })).status).toBe(200);
});

test('another document in the place of one that was verified is verified anew', async () => {
  const { no } = await life.carer('戊');
  await fine(no, 'certify', { kind: 'training', verified: true });
  const certificate = async () => (await read(no)).certificates.find(({ kind }) => kind === 'training')!;
  const { id } = await certificate();
  const upload = async (more: object = {}): Promise<void> => {
    const { status, text } = await client.admin.post(`/caregivers/${no}/certificates/${id}/file`, { ...formOf('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', { name: 'a.pdf' }), query: { version: (await read(no)).version, ...more } });
    expect([text, status]).toEqual([text, 200]);
  };
  // its first document goes with what was said when it was written down
  await upload();
  expect(await certificate()).toMatchObject({ file: 'a.pdf', verified: true, verifiedBy: 'ops的昵称' });
  await upload();
  expect(await certificate()).toMatchObject({ verified: false, verifiedBy: null });
  await upload({ verified: '1' });
  expect(await certificate()).toMatchObject({ verified: true, verifiedBy: 'admin的昵称' });
});
