import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FreeBed, WardBeds, WardRow } from '../src/areas/order/contract.ts';
import { dayFromNow } from './kit/care.ts';
import { startLife, type Life } from './kit/life.ts';

let life: Life;
let wardId: string;
beforeAll(async () => {
  life = await startLife();
  wardId = life.place.departments[0]!.wardId;
});
afterAll(() => life.api.close());

const bed = (bed_no: string, row: object = {}): Promise<string> => life.kit.insert('hospital_bed', { ward_id: wardId, hospital_id: life.place.hospitalId, bed_no, ...row });
const read = async (by = life.client.ops, id = wardId): Promise<WardBeds> => (await by.get<WardBeds>(`/wards/${id}/beds`)).body.result;
const wards = async (by = life.client.ops): Promise<WardRow[]> => (await by.get<WardRow[]>(`/hospitals/${life.place.hospitalId}/wards`)).body.result;

describe('a ward', () => {
  test('shows each bed with who is in it and who comes next, in the order of people', async () => {
    const [ten, two, off, extra] = [await bed('10'), await bed('2'), await bed('3', { status: 0 }), await bed('加1', { kind: 'extra' })];
    const order = (bed_id: string | null, patient: string, row: object = {}) => life.kit.order(life.place, { bed_id, patient, ...row });
    const next = await order(ten, '后来', { planned_start: dayFromNow(5), planned_end: dayFromNow(8) });
    const now = await order(ten, '在床', { service_state: 'in_service', payable_fen: 1000, paid_fen: 1000 });
    const owes = await order(two, '欠款', { service_state: 'assigned', payable_fen: 1000 });
    const bedless = await order(null, '没床', { bed_text: '走廊' });
    await order(extra, '走了', { service_state: 'completed' });
    await order(extra, '删了', { deleted_at: new Date().toISOString() });
    const ward = await read();
    expect(ward).toMatchObject({ id: wardId, name: '骨科一病区', departmentName: '骨科', hospitalName: '第一医院', status: 1 });
    expect(ward.beds.map(({ bedNo, orders }) => [bedNo, ...orders.map(({ orderNo }) => orderNo)])).toEqual([['2', owes], ['10', now, next], ['11'], ['加1']]);
    expect(ward.bedless.map(({ orderNo, bedNo }) => [orderNo, bedNo])).toEqual([[bedless, '走廊']]);
    expect(ward.beds[0]!.orders[0]).toMatchObject({ patientName: '欠款', balanceFen: 1000, can: expect.arrayContaining(['pay', 'unassign']) });
    expect(await wards()).toMatchObject([{ id: wardId, beds: 4, free: 2, unassigned: 2, unpaid: 1 }, { departmentName: '内科', beds: 1, free: 1, unassigned: 0, unpaid: 0 }]);
    // a bed that is off shows as long as someone lies in it
    await order(off, '还在', { service_state: 'in_service' });
    expect((await read()).beds.map(({ bedNo, status }) => [bedNo, status])).toEqual([['2', 1], ['3', 0], ['10', 1], ['11', 1], ['加1', 1]]);
  });
  test('follows what is done', async () => {
    const at = (await read()).beds.find(({ bedNo }) => bedNo === '11')!;
    const no = await life.made({ bedId: at.id });
    const { no: caregiverNo } = await life.carer('孙一');
    await life.done(no, 'assign', { caregiverNo });
    expect((await read()).beds.find(({ id }) => id === at.id)!.orders).toMatchObject([{ orderNo: no, status: 'pending_service', caregiverName: '孙一' }]);
    await life.done(no, 'cancel', { reason: '不来了' });
    expect((await read()).beds.find(({ id }) => id === at.id)!.orders).toEqual([]);
  });
  test('a bed of whom the day to come has passed is not free, as on the map; of who is still to come it is', async () => {
    const place = await life.kit.place('第四医院');
    const free = async (): Promise<number> => (await life.client.ops.get<WardRow[]>(`/hospitals/${place.hospitalId}/wards`)).body.result[0]!.free;
    await life.kit.order(place, { planned_start: dayFromNow(2), planned_end: dayFromNow(4) });
    expect(await free()).toBe(1);
    await life.kit.order(place, { planned_start: dayFromNow(-9), planned_end: dayFromNow(-2) });
    expect(await free()).toBe(0);
  });
  test('out of scope is not there; the audit says who looked', async () => {
    const foreign = life.foreign.departments[0]!.wardId;
    const status = async (by = life.client.resident, path = `/wards/${foreign}/beds`): Promise<number> => (await by.get(path)).status;
    expect([await status(), await status(life.client.hospital), await status(life.client.ops), await status(life.api.anonymous)]).toEqual([404, 404, 200, 401]);
    expect([await status(life.client.resident, `/hospitals/${life.foreign.hospitalId}/wards`), await status(life.client.resident, `/wards/${wardId}/beds`), await status(life.client.ops, '/wards/999999/beds')]).toEqual([404, 200, 404]);
    const narrow = await life.api.account({ username: 'narrow', role: 4 });
    await life.api.database.pool.query('insert into sys_user_hospital (user_id, hospital_id, department_ids) values ($1, $2, $3)', [narrow, life.place.hospitalId, [life.place.departments[1]!.id]]);
    const nurse = await life.api.as('narrow');
    expect((await wards(nurse)).map(({ departmentName }) => departmentName)).toEqual(['内科']);
    expect([await status(nurse, `/wards/${wardId}/beds`), await status(nurse, `/wards/${life.place.departments[1]!.wardId}/beds`)]).toEqual([404, 200]);
    expect((await life.api.rows(`select distinct ok from audit_event where action = 'order.ward' and entity_id = $1 order by ok`, [wardId]))).toEqual([{ ok: false }, { ok: true }]);
  });
  test('a bed that no live order has is found by its place and number, within reach', async () => {
    const free = async (q: string, by = life.client.ops): Promise<string[]> => (await by.get<FreeBed[]>('/wards/free-beds', { query: { q } })).body.result.map((one) => [one.hospitalName, one.departmentName, one.bedNo].join(' '));
    for (const q of ['骨科 11床', '骨科11床', '11床 骨科', '第一 骨科一病区 １１', '骨科11', '骨科 11 床', '骨科 11 床位', '骨科十一床', '骨科 bed 11', '骨科第11床', '第一 1病区 11床', '骨科1病区11床', '第一醫院 11床', '第一医院 · 骨科 · 骨科一病区 · 11床', '第一 医院 骨科 一病区 病区 11床']) expect([q, await free(q)]).toEqual([q, ['第一医院 骨科 11']]);
    // with someone in it, switched off, of another place, without a place, no bed
    for (const q of ['骨科 10床', '骨科 3床', '内科 11床', '11床', '11', '骨科', '王丽 11床', '% 11床', '骨科 99床']) expect([q, await free(q)]).toEqual([q, []]);
    expect([await free('骨科加1床'), await free('外科11床'), await free('医院 11床')]).toEqual([['第一医院 骨科 加1'], ['第二医院 外科 11'], ['第一医院 骨科 11', '第二医院 外科 11']]);
    expect([await free('外科11床', life.client.resident), await free('医院 11床', life.client.resident)]).toEqual([[], ['第一医院 骨科 11']]);
    await life.api.rows(`insert into hospital_bed (ward_id, hospital_id, bed_no) select ward_id, hospital_id, no from hospital_bed b cross join unnest(array['12A', 'VIP2']) no where bed_no = '加1'`);
    for (const q of ['骨科12A床', '骨科 12A', '骨科 12a 床', '骨科一病区12A床']) expect([q, await free(q)]).toEqual([q, ['第一医院 骨科 12A']]);
    expect([await free('骨科VIP2床'), await free('骨科 VIP2床'), await free('骨科12B床')]).toEqual([['第一医院 骨科 VIP2'], ['第一医院 骨科 VIP2'], []]);
    // an empty bed, ward, department or hospital that is switched off is offered to nobody
    for (const [table, id] of [['hospital_bed', 'b.id'], ['hospital_ward', 'w.id'], ['hospital_department', 'w.department_id'], ['hospital', 'w.hospital_id']] as const) {
      const turn = (status: number): Promise<unknown> => life.api.rows(`update ${table} set status = $1 where id in (select ${id} from hospital_bed b join hospital_ward w on w.id = b.ward_id join hospital h on h.id = w.hospital_id where b.bed_no = '11' and h.name = '第一医院')`, [status]);
      const shown = async () => [(await read()).beds.find(({ bedNo }) => bedNo === '11')?.status, (await wards()).find(({ id }) => id === wardId)?.free];
      const [, before] = await shown();
      await turn(0);
      expect([table, await free('骨科11')]).toEqual([table, []]);
      // nor on the map, where one that nobody lies in is not shown, nor counted as free beside the wards
      expect([table, ...(await shown())]).toEqual(table === 'hospital_bed' ? [table, undefined, before! - 1] : [table, 0, 0]);
      await turn(1);
      expect([table, await free('骨科11')]).toEqual([table, ['第一医院 骨科 11']]);
    }
  });
  test('letters are the sounds or initials of a department; one that is called so stands before a hospital that has the word in its name', async () => {
    const free = async (q: string): Promise<string[]> => (await life.client.ops.get<FreeBed[]>('/wards/free-beds', { query: { q } })).body.result.map((one) => [one.hospitalName, one.departmentName].join(' '));
    await life.api.database.pool.query(`update hospital_department set name = '骨关节外科' where hospital_id = $1 and name = '骨科'`, [life.place.hospitalId]);
    for (const q of ['骨外 11床', '骨外11床', '第一骨关节外科11床', '第一骨关节外科 11床']) expect([q, await free(q)]).toEqual([q, ['第一医院 骨关节外科']]);
    await life.api.database.pool.query(`update hospital_department set name = '骨科' where hospital_id = $1 and name = '骨关节外科'`, [life.place.hospitalId]);
    for (const q of ['gk11', 'guke 11床', 'GK 11', 'gu ke 11', 'Gu Ke 11床']) expect([q, await free(q)]).toEqual([q, ['第一医院 骨科']]);
    expect([await free('gkyy 11床'), await free('ph11')]).toEqual([[], []]);
    await life.api.database.pool.query(`update hospital set name = '外科骨科医院' where id = $1`, [life.place.hospitalId]);
    expect(await free('外科 11床')).toEqual(['第二医院 外科', '外科骨科医院 骨科']);
  });
});
