import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../src/areas/intake/cell.ts';
import { runImport } from '../src/areas/intake/import.ts';
import type { Database } from '../src/host/db/open.ts';
import { testDatabase } from './kit/database.ts';
import { booked, importSheet, ORDER_HEAD, places, type Line } from './kit/intake.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'intake-'));
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

/** Runs the command on a copy of a sheet. */
async function run(what: 'caregivers' | 'orders', sheet: string, ...more: string[]): ReturnType<typeof importSheet> {
  const file = join(folder, sheet.split('/').at(-1)!);
  if (sheet !== file) cpSync(sheet, file);
  return importSheet(database, what, file, ...more);
}
const all = async <T>(statement: string): Promise<T[]> => (await database.pool.query(statement)).rows as T[];
/** Everything but the audit, to compare before and after. */
const everything = async (): Promise<unknown> =>
  Promise.all(['hospital', 'hospital_department', 'hospital_ward', 'hospital_bed', 'service_item', 'caregiver', 'caregiver_certificate', 'caregiver_hospital', 'patient', 'care_order', 'order_assignment', 'order_service_day', 'order_payment', 'order_refund', 'order_adjustment', 'order_event', 'audit_event', 'sys_user'].map((table) => all(`SELECT * FROM ${table} ORDER BY 1, 2`)));

it('a name in a sheet is kept without what nobody sees in it', () => expect(words(4)('\u202e张\u200b三\u2069')).toEqual({ value: '张三' }));

describe('a sheet with every kind of fault', () => {
  it('refuses the whole for arguments, a missing file or another header', async () => {
    await expect(runImport(database, ['beds', 'x.csv'], () => undefined)).rejects.toThrow('usage');
    await expect(runImport(database, ['orders', 'x.csv', '--create-place'], () => undefined)).rejects.toThrow('usage');
    await expect(runImport(database, ['orders', join(folder, 'none.csv')], () => undefined)).rejects.toThrow('Cannot read');
    expect((await run('orders', here('./fixture/caregiver.csv'))).failure).toContain('缺少列 missing: 订单号');
  });
  it('makes no place unless told to', async () => {
    const { said, report, failure } = await run('caregivers', here('./fixture/caregiver.csv'));
    expect(said).toContain('0 loaded');
    expect(failure).toContain('No row could be loaded');
    expect(places(report)).toContain('TS10001 服务医院');
    expect(await all('SELECT FROM hospital')).toHaveLength(0);
  });
  it('loads the good caregivers and reports each fault of the others', async () => {
    const { said, report } = await run('caregivers', here('./fixture/caregiver.csv'), '--create-places');
    expect(said).toContain('12 rows: 3 loaded, 0 unchanged, 9 refused');
    expect(places(report)).toEqual(['TS10004 身份证号', 'TS10005 身份证号', 'TS10006 健康证到期', 'TS10007 手机', 'TS10002 工号', 'TS10002 身份证号', 'TS10002 手机', 'TS10008 性别', 'TS10009 姓名', 'TS10010 手机', 'TS10011 状态']);
    expect(report[0]).toMatchObject({ line: '5', row: '5', value: '32058319630509621' });
    expect(await all('SELECT staff_no, name, mobile, gender, status, level, employment, hired_on::text, languages, origin_province, origin_city FROM caregiver ORDER BY staff_no')).toEqual([
      { staff_no: 'TS10001', name: '单雄信', mobile: '13800001001', gender: 2, status: 'active', level: 'junior', employment: 'partner', hired_on: '2024-05-06', languages: ['普通话', '四川话'], origin_province: '浙江', origin_city: '乐清' },
      { staff_no: 'TS10002', name: '傅䶮', mobile: '13800000002', gender: 1, status: 'on_leave', level: 'expert', employment: 'staff', hired_on: '2024-05-06', languages: ['普通话', '四川话'], origin_province: '浙江', origin_city: '乐清' },
      { staff_no: 'TS10003', name: '=cmd|calc', mobile: '13800000003', gender: 2, status: 'left', level: 'junior', employment: 'partner', hired_on: '2024-05-06', languages: ['普通话', '四川话'], origin_province: '浙江', origin_city: '乐清' },
    ]);
    expect(await all('SELECT DISTINCT kind, expires_on::text FROM caregiver_certificate')).toEqual([{ kind: 'health', expires_on: '2027-03-01' }]);
  });
  it('loads the good orders with the status and the money of the sheet', async () => {
    const { said, report } = await run('orders', here('./fixture/order.csv'), '--create-places');
    expect(said).toContain('22 rows: 9 loaded, 0 unchanged, 13 refused');
    expect(places(report)).toEqual(['TP0001 订单号', 'TP0010 客户姓名', 'TP0011 联系电话', 'TP0012 医院', 'TP0013 单价(元)', 'TP0014 结束日期', 'TP0015 护工工号', 'TP0016 开始日期', 'TP0017 订单状态', 'TP0018 实收款', 'TP0019 服务项目', 'TP0020 实收款', 'TP0021 护工工号']);
    // the first row has a cell of two lines
    expect(report[0]).toMatchObject({ line: '12', row: '11' });
    expect(report.find(({ key }) => key === 'TP0018')!.value).toBe("'-1.00");
    expect(await all(`SELECT order_no AS no, status, payable_fen::int AS payable, paid_fen::int AS paid FROM care_order ORDER BY 1`)).toEqual([
      { no: 'TP0001', status: 'closed', payable: 78000, paid: 78000 },
      { no: 'TP0002', status: 'pending_evaluation', payable: 54000, paid: 54000 },
      { no: 'TP0003', status: 'pending_payment', payable: 156000, paid: 50000 },
      { no: 'TP0004', status: 'in_service', payable: 78000, paid: 0 },
      { no: 'TP0005', status: 'pending_service', payable: 78000, paid: 0 },
      { no: 'TP0006', status: 'pending_assign', payable: 78000, paid: 0 },
      { no: 'TP0007', status: 'cancelled', payable: 10000, paid: 10000 },
      { no: 'TP0008', status: 'refunding', payable: 0, paid: 30000 },
      { no: 'TP0009', status: 'pending_evaluation', payable: 80000, paid: 80000 },
    ]);
    expect(await all(`SELECT p.name, b.bed_no, o.requirements, o.planned_start::text, o.planned_end::text FROM care_order o JOIN patient p ON p.id = patient_id JOIN hospital_bed b ON b.id = bed_id WHERE order_no = 'TP0001'`)).toEqual([
      { name: '张三丰', bed_no: '50', requirements: '病人烦躁\n家属每日17:00探视', planned_start: '2026-03-02', planned_end: '2026-03-04' },
    ]);
    expect(await all(`SELECT requirements AS r FROM care_order WHERE order_no IN ('TP0003', 'TP0004') ORDER BY order_no`)).toEqual([{ r: "=cmd|' /C calc'!A0" }, { r: '<img src=x onerror=alert(1)>' }]);
  });
  it('keeps a caregiver whom the sheet books twice on both orders, alone on one; an order outlives its refused caregiver', async () => {
    expect(await all(`SELECT order_no AS no, exclusive FROM order_assignment JOIN care_order o ON o.id = order_id WHERE order_no IN ('TP0001', 'TP0004') ORDER BY 1`)).toEqual([{ no: 'TP0001', exclusive: true }, { no: 'TP0004', exclusive: false }]);
    expect(await all(`SELECT e.reason FROM order_event e JOIN care_order o ON o.id = order_id WHERE order_no = 'TP0009' AND event = 'create'`)).toEqual([{ reason: '由表格导入；护工 TS10007 未载入系统' }]);
  });
  it('agrees with itself: days and adjustments, ledger, events', async () => {
    expect(await all(`SELECT order_no FROM care_order o WHERE payable_fen <> coalesce((SELECT sum(amount_fen) FROM order_service_day d WHERE d.order_id = o.id), 0) + coalesce((SELECT sum(amount_fen) FROM order_adjustment a WHERE a.order_id = o.id), 0)
      OR paid_fen - refunded_fen <> coalesce((SELECT sum(amount_fen) FROM order_payment p WHERE p.order_id = o.id), 0)
      OR service_state <> (SELECT to_state FROM order_event e WHERE e.order_id = o.id ORDER BY id DESC LIMIT 1)`)).toEqual([]);
  });
  it('changes nothing the second time, and reports the same', async () => {
    const before = await everything();
    const carers = await run('caregivers', here('./fixture/caregiver.csv'), '--create-places');
    const orders = await run('orders', here('./fixture/order.csv'), '--create-places');
    expect(carers.said).toContain('0 loaded, 3 unchanged, 9 refused');
    expect(orders.said).toContain('0 loaded, 9 unchanged, 13 refused');
    expect(await everything()).toEqual(before);
  });
  it('reports a row that differs from what is there, and bytes that cannot be read', async () => {
    const text = readFileSync(here('./fixture/caregiver.csv'), 'utf8').replace('13800000003', '13900000003');
    writeFileSync(join(folder, 'moved.csv'), text);
    expect(places((await run('caregivers', join(folder, 'moved.csv'))).report)).toContain('TS10003 手机');
    const bytes = readFileSync(here('./fixture/order.csv'));
    bytes[bytes.indexOf('TP0002') + 8] = 0xff;
    writeFileSync(join(folder, 'broken.csv'), bytes);
    const { report } = await run('orders', join(folder, 'broken.csv'));
    expect(report.filter(({ key, reason }) => key.startsWith('TP0002') && reason.includes('无法识别'))).not.toEqual([]);
  });
  it('takes a stay of 400 days, as long as one that is made here, and no day more', async () => {
    for (const [n, to, places] of [[903, '2027-02-04', []], [904, '2027-02-05', ['TP10904 结束日期']]] as const) {
      writeFileSync(join(folder, 'long.csv'), `${[ORDER_HEAD, booked(n, { 订单状态: '待派单', 开始日期: '2026-01-01', 结束日期: to })].map((row) => row.join(',')).join('\n')}\n`);
      expect((await run('orders', join(folder, 'long.csv'), '--create-places')).report.map(({ key, column }) => `${key} ${column}`)).toEqual(places);
    }
  });
  it('an order in refund whose caregiver was not loaded has the version of its events', async () => {
    writeFileSync(join(folder, 'refund.csv'), `${[ORDER_HEAD, booked(908, { 订单状态: '退款中', 护工工号: 'TS10007', 开始日期: '2026-05-02', 结束日期: '2026-05-04' })].map((row) => row.join(',')).join('\n')}\n`);
    expect((await run('orders', join(folder, 'refund.csv'), '--create-places')).said).toContain('1 loaded');
    expect(await all(`SELECT o.order_no AS no, count(*)::int AS events FROM care_order o JOIN order_event e ON e.order_id = o.id GROUP BY o.id HAVING o.version <> count(*)`)).toEqual([]);
    expect(await all(`SELECT version FROM care_order WHERE order_no = 'TP10908'`)).toEqual([{ version: 2 }]);
  });
  it('says who serves one patient alone and another at the same time, once that is not over', async () => {
    const sheet = (...rows: string[][]): string => `${[ORDER_HEAD, ...rows].map((row) => row.join(',')).join('\n')}\n`;
    const [{ no }] = (await all(`SELECT staff_no AS no FROM caregiver WHERE staff_no LIKE 'TS1%' ORDER BY 1 DESC LIMIT 1`)) as [{ no: string }];
    const serves = { 护工工号: no, 订单状态: '服务中', 实收款: '0.00', 支付方式: '', 收据号: '' };
    writeFileSync(join(folder, 'one.csv'), sheet(booked(901, { ...serves, 开始日期: '2026-04-02', 结束日期: '2026-04-04' })));
    expect((await run('orders', join(folder, 'one.csv'), '--create-places')).said).not.toContain('请核对');
    writeFileSync(join(folder, 'two.csv'), sheet(booked(902, { ...serves, 客户姓名: '李大龙', 开始日期: '2026-04-04', 结束日期: '2026-04-06' })));
    expect((await run('orders', join(folder, 'two.csv'), '--create-places')).said).toContain(`please check: ${no}.`);
  });
  it.each([['hospital_department', '骨科', 905], ['service_item', '一对一全天陪护', 906], ['hospital', '晨光医院', 907]])('makes a %s anew whose like was renamed since: that one has kept its code', async (table, name, n) => {
    const renamed = await database.pool.query(`UPDATE ${table} SET name = $1 || '（改名）' WHERE name = $1 AND code LIKE 'DR-%'`, [name]);
    expect(renamed.rowCount).toBeGreaterThan(0);
    writeFileSync(join(folder, 'renamed.csv'), `${[ORDER_HEAD, booked(n, { 订单状态: '待派单' })].map((row) => row.join(',')).join('\n')}\n`);
    const { said, report, failure } = await run('orders', join(folder, 'renamed.csv'), '--create-places');
    expect([failure, report, said.includes('1 loaded')]).toEqual(['', [], true]);
    expect(await all(`SELECT DISTINCT name FROM ${table} WHERE name LIKE '${name}%' ORDER BY 1`)).toEqual([{ name }, { name: `${name}（改名）` }]);
  });
});

// the provider's own sheets lie beside the repository where it is developed and judged, not in every clone
if (existsSync(here('../../shared/data/orders.csv'))) {
  describe('the sheets of a provider', theirSheets);
}
function theirSheets(): void {
  it('load, every planted fault reported and nothing else refused; twice is once', async () => {
    const count = (report: Line[]): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const { column } of report) counts[column] = (counts[column] ?? 0) + 1;
      return counts;
    };
    const carers = await run('caregivers', here('../../shared/data/caregivers.csv'), '--create-places');
    expect(carers.said).toContain('600 rows: 574 loaded, 0 unchanged, 26 refused');
    expect(count(carers.report)).toEqual({ 手机: 12, 健康证到期: 7, 身份证号: 7 });
    const orders = await run('orders', here('../../shared/data/orders.csv'), '--create-places');
    expect(orders.said).toContain('4000 rows: 3811 loaded, 0 unchanged, 189 refused');
    expect(count(orders.report)).toEqual({ 医院: 45, 结束日期: 37, '单价(元)': 34, 客户姓名: 21, 订单号: 20, 联系电话: 18, 护工工号: 14 });
    expect((await run('orders', join(folder, 'orders.csv'), '--create-places')).said).toContain('0 loaded, 3811 unchanged, 189 refused');
  }, 120_000);
}
