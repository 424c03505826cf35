import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order } from '../src/areas/order/contract.ts';
import { statistics } from '../src/areas/statistics/contract.ts';
import { opened } from '../src/areas/statistics/measure.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import { migrateDatabase } from '../src/host/db/migrate.ts';
import type { Database } from '../src/host/db/open.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { careKit, dayFromNow, door } from './kit/care.ts';
import { bareDatabase } from './kit/database.ts';
import { booked, carer, CARER_HEAD, importSheet, ORDER_HEAD } from './kit/intake.ts';
import { startLife, type Life } from './kit/life.ts';

/* Whose an order is that comes with its past: from a sheet, and from a database that did not keep it. */
const measures = 'assigned,started,ended,cancelled,outstanding';
const told = async (database: Database, range: { from: string; to: string }): Promise<[string, number[]][]> => {
  const { rows } = await door(database, 'all')(statistics.groups, { ...range, group: 'caregiver', measures, limit: '500' });
  return rows.map(({ id, values }): [string, number[]] => [id, measures.split(',').map((name) => values[name as keyof typeof values]!)]).filter(([, values]) => values.some((value) => value !== 0)).sort(([a], [b]) => (a < b ? -1 : 1));
};

let life: Life;
beforeAll(async () => void (life = await startLife()));
afterAll(() => life.api.close());

test('orders of a sheet are of the caregiver that it names, as far as each went; also of one who comes later', async () => {
  const { database } = life.api;
  const folder = mkdtempSync(join(tmpdir(), 'carer-'));
  const load = async (what: 'caregivers' | 'orders', ...lines: string[][]): Promise<string> => {
    const file = join(folder, 'sheet.csv');
    writeFileSync(file, lines.map((cells) => cells.join(',')).join('\n'));
    return (await importSheet(database, what, file, '--create-places')).said;
  };
  const known = await life.carer('周甲');
  const late = carer(300, { 服务医院: '第一医院' });
  await load('caregivers', CARER_HEAD, carer(300, { 身份证号: '1' }));
  const where = { 医院: '第一医院', 科室: '骨科', 病区: '骨科一病区', 床号: '' };
  const days = { 开始日期: dayFromNow(-60), 结束日期: dayFromNow(-58) };
  const sheet = [known.no, late[0]!].flatMap((no, i) => [
    booked(210 + i * 10, { ...where, ...days, 护工工号: no, 实收款: '700.00', 订单状态: '待结清' }), booked(211 + i * 10, { ...where, 护工工号: no, 开始日期: dayFromNow(-1 - i * 3), 结束日期: dayFromNow(1 - i * 3), 实收款: '80.00', 订单状态: '服务中' }),
    booked(212 + i * 10, { ...where, ...days, 护工工号: no, 客户姓名: `王${i}`, 实收款: '100.00', 订单状态: '退款中' }), booked(213 + i * 10, { ...where, ...days, 护工工号: no, 客户姓名: `赵${i}`, 实收款: '0', 订单状态: '已取消' }),
  ]);
  expect(await load('orders', ORDER_HEAD, ...sheet)).toContain('8 loaded');
  const range = { from: dayFromNow(-70), to: dayFromNow(9) };
  // assigned nobody knows when
  const all = [0, 2, 1, 1, 8_000 + 70_000];
  expect(await told(database, range)).toEqual([[known.no, all]]);
  await load('caregivers', CARER_HEAD, late);
  expect(await load('orders', ORDER_HEAD, ...sheet)).toContain('其中 4 笔先前没有护工');
  const both = [known.no, late[0]!].sort().map((no): [string, number[]] => [no, all]);
  expect(await told(database, range)).toEqual(both);
  await foldStatistics(database.db);
  expect([await told(database, range), (await verifyStatistics(database)).differences]).toEqual([both, []]);
  const { query } = opened('cancelled', { ...range, caregiver: late[0]! })!;
  expect((await door(database, 'all')(order.list, query)).total).toBe(1);
  rmSync(folder, { recursive: true });
});

test('a database that did not keep it is told by its stints and events, and has the figures at once', async () => {
  const old = await bareDatabase();
  try {
    await migrateDatabase(old, '0031_noon');
    const kit = await careKit(old);
    const place = await kit.place('旧院');
    const [one, two, three] = [await kit.caregiver('旧甲', [place]), await kit.caregiver('旧乙', [place]), await kit.caregiver('旧丙', [place])];
    const rows = <T>(text: string, values: unknown[] = []): Promise<T[]> => old.pool.query(text, values).then((found) => found.rows as T[]);
    const at = (day: number, time = '08:00'): string => `${dayFromNow(day)} ${time}+08`;
    const made = async (row: object): Promise<string> => kit.orderId(await kit.order(place, { planned_start: dayFromNow(-20), planned_end: dayFromNow(-15), created_at: at(-21), ...row }));
    const stint = (id: string, who: { id: string }, status: string, from: number, to: number, row: object): Promise<string> => kit.stint(id, who.id, status, from, to, row as Record<string, unknown>);
    const event = (id: string, name: string, from: string | null, to: string, day: string, row: object = {}): Promise<string> => kit.insert('order_event', { order_id: id, event: name, from_state: from, to_state: to, actor_id: kit.actorId, actor_role: 2, at: day, ...row });
    const served = (id: string, who: { id: string }, day: number): Promise<unknown> => rows('insert into order_service_day (order_id, day, fraction, unit_price_fen, amount_fen, caregiver_id) values ($1, $2, 1, 26000, 26000, $3)', [id, dayFromNow(day), who.id]);

    // given to one, begun with the second, replaced within the half day by the third, who ends it and is owed for
    const whole = await made({ payable_fen: 500 });
    await event(whole, 'assign', 'pending_assign', 'assigned', at(-21), { after: JSON.stringify({ caregiverNo: one.no }) });
    const third = await stint(whole, three, 'ended', -20, -14, { created_at: at(-20, '10:00') });
    await stint(whole, two, 'void', -20, -14, { created_at: at(-20, '07:00'), replaced_by: third });
    await event(whole, 'start', 'assigned', 'in_service', at(-20));
    await served(whole, three, -19);
    await rows(`update care_order set service_state = 'in_service', actual_start_at = $2 where id = $1`, [whole, at(-20)]);
    await rows(`update care_order set service_state = 'completed', actual_end_at = $2 where id = $1`, [whole, at(-19, '18:00')]);
    // called off: as the event kept it; without that by the stint; and after it was taken back, of nobody
    const called = async (from: string, kept: object): Promise<string> => {
      const id = await made({});
      await event(id, 'assign', 'pending_assign', 'assigned', at(-21, '09:30'));
      await stint(id, one, 'void', -20, -14, { created_at: at(-21, '09:00') });
      await event(id, 'cancel', from, 'cancelled', at(-21, '12:00'), kept);
      await rows(`update care_order set service_state = 'cancelled' where id = $1`, [id]);
      return id;
    };
    const during = (from: number, to: number): string => `["${at(from)}","${at(to)}")`;
    const ids = [
      await called('assigned', { snapshot: JSON.stringify({ stints: [{ id: 1, caregiver_id: Number(three.id), status: 'planned', during: during(-18, -15) }, { id: 2, caregiver_id: Number(two.id), status: 'planned', during: during(-20, -18) }, { id: 3, caregiver_id: Number(one.id), status: 'void', during: during(-20, -15) }] }) }),
      await called('assigned', {}), await called('pending_assign', {}),
    ];
    await migrateDatabase(old);
    const carers = await rows('select id::text, started_carer::text as started, ended_carer::text as ended, cancelled_carer::text as cancelled from care_order order by care_order.id');
    expect(carers).toEqual([{ id: whole, started: two.id, ended: three.id, cancelled: null }, ...ids.map((id, i) => ({ id, started: null, ended: null, cancelled: [two.id, one.id, null][i] }))]);
    expect((await verifyStatistics(old)).differences).toEqual([]);
    const range = { from: dayFromNow(-30), to: dayFromNow(1) };
    expect(await told(old, range)).toEqual([[one.no, [4, 0, 0, 1, 0]], [two.no, [0, 1, 0, 1, 0]], [three.no, [0, 0, 1, 0, 500]]]);
  } finally {
    await old.close();
  }
});
