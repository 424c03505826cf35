import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { runImport } from '../../src/areas/intake/import.ts';
import type { Database } from '../../src/host/db/open.ts';
import { openZip } from '../../src/host/sheet/unzip.ts';

/** A row of the report of an import. */
export interface Line {
  line: string;
  column: string;
  value: string;
  reason: string;
  row: string;
  key: string;
}
/** Runs the import command on a sheet; answers its output, the report beside it, and what the command failed with. */
export async function importSheet(database: Database, what: 'caregivers' | 'orders', file: string, ...more: string[]): Promise<{ said: string; report: Line[]; failure: string }> {
  const lines: string[] = [];
  const path = `${file}.report.csv`;
  rmSync(path, { force: true });
  const failure = await runImport(database, [what, file, ...more], (line) => lines.push(line)).then(() => '', (error: Error) => error.message);
  return { said: lines.join('\n'), report: existsSync(path) ? (parse(readFileSync(path), { bom: true, columns: true }) as unknown as Line[]) : [], failure };
}
/** The same of rows, in a file that is gone afterwards. */
export async function importRows(database: Database, what: 'caregivers' | 'orders', rows: readonly string[][]): ReturnType<typeof importSheet> {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  writeFileSync(join(folder, 'sheet.csv'), [what === 'orders' ? ORDER_HEAD : CARER_HEAD, ...rows].map((cells) => cells.join(',')).join('\n'));
  return importSheet(database, what, join(folder, 'sheet.csv'), '--create-places').finally(() => rmSync(folder, { recursive: true }));
}
/** Where each reported fault lies: the number of its row and the column. */
export const places = (report: readonly Line[]): string[] => report.map(({ key, column }) => `${key} ${column}`);

/** The columns of a caregivers' sheet. */
export const CARER_HEAD = ['工号', '姓名', '性别', '身份证号', '手机', '籍贯', '语言', '等级', '性质', '健康证到期', '服务医院', '入职日期', '状态'];
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** The cells of a good caregiver, number 100 to 999. */
export function carer(n: number, change: Record<string, string> = {}): string[] {
  const id = `33038219700101${n}`;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(id[i]), 0);
  const good: Record<string, string> = { 工号: `TS10${n}`, 姓名: '王芳', 性别: '女', 身份证号: id + '10X98765432'[sum % 11], 手机: `13800000${n}`, 籍贯: '浙江乐清', 语言: '普通话', 等级: '初级', 性质: '加盟', 健康证到期: '2027-03-01', 服务医院: '晨光医院', 入职日期: '2024-05-06', 状态: '在岗' };
  return CARER_HEAD.map((column) => change[column] ?? good[column]!);
}
/** The columns of an orders' sheet. */
export const ORDER_HEAD = ['订单号', '客户姓名', '性别', '年龄', '医院', '科室', '病区', '床号', '联系人', '关系', '联系电话', '服务项目', '单价(元)', '开始日期', '结束日期', '护工工号', '订单状态', '应收款', '实收款', '支付方式', '收据号', '备注'];
/** The cells of a good order, number 100 to 999. */
export function booked(n: number, change: Record<string, string> = {}): string[] {
  const good: Record<string, string> = { 订单号: `TP10${n}`, 客户姓名: '李小龙', 性别: '男', 年龄: '61', 医院: '晨光医院', 科室: '骨科', 病区: 'A区3楼', 床号: '5床', 联系人: '张大山', 关系: '子女', 联系电话: `13900000${n}`, 服务项目: '一对一全天陪护', '单价(元)': '260.00', 开始日期: '2026-03-02', 结束日期: '2026-03-04', 护工工号: '', 订单状态: '已完成', 应收款: '780.00', 实收款: '780.00', 支付方式: '微信', 收据号: 'SJ1', 备注: '' };
  return ORDER_HEAD.map((column) => change[column] ?? good[column]!);
}
/** Whether what is typed into each column of an .xlsx, and what stands in each cell of its second line, stays the text that it is. */
export function textColumns(bytes: Buffer, of: 'col' | 'c' = 'col'): boolean[] {
  const part = (name: string): string => openZip(bytes)(`xl/${name}.xml`)!.toString('utf8');
  const formats = [.../<cellXfs.*<\/cellXfs>/.exec(part('styles'))![0].matchAll(/<xf[^>]*>/g)].map(([xf]) => xf.includes('numFmtId="49"'));
  return [...part('worksheets/sheet1').matchAll(of === 'col' ? /<col [^>]*>/g : /<c r="[A-Z]+2"[^>]*>/g)].map(([tag]) => formats[Number(/ s(?:tyle)?="(\d+)"/.exec(tag)?.[1] ?? 0)]!);
}
