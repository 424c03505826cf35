import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/host/db/open.ts';
import { testDatabase } from './kit/database.ts';
import { booked, CARER_HEAD, carer, importRows, importSheet, places } from './kit/intake.ts';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
const file = join(folder, 'carer.csv');
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
// the owner alone may do this: what only grows refuses to be emptied (0037)
beforeEach(() => database.pool.query('ALTER TABLE order_event DISABLE TRIGGER USER; ALTER TABLE order_refund DISABLE TRIGGER USER; ALTER TABLE order_payment DISABLE TRIGGER USER; ALTER TABLE order_adjustment DISABLE TRIGGER USER; TRUNCATE caregiver CASCADE'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

async function load(content: string | Uint8Array) {
  writeFileSync(file, content);
  return importSheet(database, 'caregivers', file, '--create-places');
}
const sheet = (rows: readonly (readonly string[])[], comma = ',', end = '\r\n'): string => [CARER_HEAD, ...rows].map((row) => row.join(comma) + end).join('');
const names = async (): Promise<string[]> => (await database.pool.query<{ n: string }>('SELECT name AS n FROM caregiver ORDER BY staff_no')).rows.map(({ n }) => n);
const nos = async (): Promise<string> => (await database.pool.query<{ n: string }>('SELECT staff_no AS n FROM caregiver ORDER BY staff_no')).rows.map(({ n }) => n).join(' ');
const utf16 = (text: string, big: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

describe('lines and columns', () => {
  it.each([['\r\n', '\n'], ['\n', '\r\n'], ['\r', '\n'], ['\n', '\r']])('a header that ends in %j and rows that end in %j', async (first, then) => {
    const rows = [carer(100), carer(101), carer(102, { 手机: '1' })].map((row) => row.join(',') + then);
    const { said, report } = await load(CARER_HEAD.join(',') + first + rows.join(''));
    expect(said).toContain('3 rows: 2 loaded, 0 unchanged, 1 refused');
    expect(report).toMatchObject([{ line: '4', row: '4', column: '手机' }]);
  });
  it.each(['\t', ';', ','])('cells that %j separates', async (comma) => {
    expect((await load(sheet([carer(100, { 姓名: `"王${comma}芳"` }), carer(101)], comma))).said).toContain('2 loaded');
    // a blank between two signs is none of a name
    expect(await names()).toEqual([`王${comma.trim()}芳`, '王芳']);
  });
  it('skips blank rows and blank leading rows, and ignores blank trailing columns', async () => {
    const blank = ',,,,,,,,,,,,,\r\n';
    const text = blank + '\r\n' + CARER_HEAD.join(',') + ',\r\n' + blank + [carer(100), carer(101)].map((row) => `${row.join(',')},\r\n`).join(' , \u3000,\r\n\r\n') + carer(102).join(',') + '\r\n' + carer(103, { 手机: '1' }).join(',') + ',,\r\n' + carer(104).join(',') + ',x\r\n' + blank;
    const { said, report } = await load(text);
    expect(said).toContain('5 rows: 3 loaded, 0 unchanged, 2 refused');
    expect(report).toMatchObject([{ key: 'TS10103', line: '10', row: '10', column: '手机' }, { key: 'TS10104', line: '11', row: '11', column: '' }]);
  });
  it('says where a fault lies, quoted line ends before it and in its row', async () => {
    const { report } = await load(sheet([carer(100, { 籍贯: '"浙江\n乐清"' }), carer(101, { 手机: '1' }), carer(102, { 姓名: '"王\r\n\r\n芳"', 手机: '2' }), carer(103, { 手机: '3' })]));
    expect(report).toMatchObject([{ line: '4', row: '3' }, { line: '5', row: '4' }, { line: '8', row: '5' }]);
  });
  it('says of an Excel workbook what to do with it, and prints none of its bytes', async () => {
    for (const begin of ['504b0304140000000800', 'd0cf11e0a1b11ae10000']) {
      const { failure } = await load(Buffer.concat([Buffer.from(begin, 'hex'), Buffer.from('[Content_Types].xml')]));
      expect([failure?.includes('另存为 CSV'), failure?.includes('save it as CSV'), failure?.includes('Content_Types')]).toEqual([true, true, false]);
    }
  });
  it('says which columns are missing or unknown', async () => {
    expect((await load('工号;姓名;年龄\n')).failure).toMatch(/缺少列 missing: 性别、.*unknown or repeated: 年龄/);
    expect((await load('')).failure).toContain('表头不符');
    expect((await load('工号,"姓名\n')).failure).toContain('表头不符');
    expect(await load(sheet([]))).toMatchObject({ failure: '', report: [] });
  });
});

describe('quotes', () => {
  it('are text inside a cell', async () => {
    const { said } = await load(sheet([carer(100, { 姓名: '王"伟' }), carer(101, { 姓名: '"王""小""伟"' }), carer(102, { 姓名: '王"小伟"' })]));
    expect(said).toContain('3 loaded');
    expect(await names()).toEqual(['王"伟', '王"小"伟', '王"小伟"']);
  });
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['to the end of the sheet', { 姓名: '"王伟' }, {}],
    ['up to a quoted cell', { 姓名: '"王伟' }, { 籍贯: '"浙江,乐清"' }],
    ['up to another stray quote in the same column', { 姓名: '"王伟' }, { 姓名: '李雷"' }],
    ['up to one in an earlier column', { 籍贯: '"浙江' }, { 姓名: '李雷"' }],
    ['up to one in a later column', { 姓名: '"王伟' }, { 状态: '在岗"' }],
    ['with text after it', { 姓名: '"王"伟' }, {}],
    ['in the last column', { 状态: '"在岗' }, {}],
  ])('that do not close cost their own row only: %s', async (_, open, shut) => {
    const { said, report } = await load(sheet([carer(100), carer(101, open), carer(102), carer(103, shut), carer(104)]));
    const [column, value] = Object.entries(open)[0]!;
    expect(report[0]).toMatchObject({ line: '3', row: '3', column, value });
    expect(report[0]!.reason).toContain('引号');
    expect(report.every(({ key }) => key === 'TS10101' || key === 'TS10103')).toBe(true);
    expect(said).toContain('5 rows');
    expect(await nos()).toMatch(/^TS10100 TS10102 (TS10103 )?TS10104$/);
  });
  it('of cells of several lines keep what looks like a line of their own', async () => {
    const head = ['籍贯', ...CARER_HEAD.filter((name) => name !== '籍贯')];
    const row = carer(100);
    const { said } = await load(`${head.join(',')}\n"浙江,\n""乐清""\n",${[...row.slice(0, 5), ...row.slice(6)].join(',')}\n`);
    expect(said).toContain('1 rows: 1 loaded');
  });
});

describe('encodings', () => {
  const text = sheet([carer(100, { 姓名: '傅䶮' }), carer(101)]);
  it.each([['UTF-16 LE', utf16(text, false)], ['UTF-16 BE', utf16(text, true)], ['UTF-16 LE with tabs', utf16(text.replaceAll(',', '\t'), false)], ['UTF-8', Buffer.from(text)], ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)]])('%s', async (_, bytes) => {
    expect((await load(bytes)).said).toContain('2 loaded');
    expect(await names()).toEqual(['傅䶮', '王芳']);
  });
  it('UTF-8 with a broken byte, or cut off, stays UTF-8 and loses that row only', async () => {
    const bytes = Buffer.from(sheet([carer(100), carer(101), carer(102)]));
    bytes[bytes.indexOf('王芳') + 1] = 0xff;
    const broken = await load(bytes.subarray(0, bytes.length - 4));
    expect(broken.said).toContain('3 rows: 1 loaded, 0 unchanged, 2 refused');
    expect(broken.report).toMatchObject([{ line: '2', column: '姓名' }, { line: '4', column: '状态' }]);
    expect(broken.report.every(({ reason }) => reason.includes('无法识别的字节'))).toBe(true);
  });
  it('a broken byte in the header is told in the encoding that the sheet has', async () => {
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf('籍贯') + 1] = 0xff;
    expect((await load(bytes)).failure).toMatch(/缺少列 missing: 籍贯；/);
  });
});

it('a mobile in groups, or with the code of the country, is one, as in every form', async () => {
  const { said } = await importRows(database, 'caregivers', [carer(701, { 手机: '138-0000-0701' }), carer(702, { 手机: '+86 138 0000 0702' }), carer(703, { 手机: '138 0000 0701' })]);
  expect(said).toContain('2 loaded, 0 unchanged, 1 refused');
  expect((await database.pool.query<{ mobile: string }>('SELECT mobile FROM caregiver ORDER BY 1')).rows.map(({ mobile }) => mobile)).toEqual(['13800000701', '13800000702']);
});
it('a caregiver who was deleted is told as deleted, by the sheet of caregivers and by that of orders', async () => {
  const { said } = await importRows(database, 'caregivers', [carer(700)]);
  expect(said).toContain('1 loaded');
  await database.pool.query(`UPDATE caregiver SET deleted_at = now() WHERE staff_no = 'TS10700'`);
  const reasons = async (what: 'caregivers' | 'orders', row: string[]) => (await importRows(database, what, [row])).report.map(({ column, reason }) => [column, reason]);
  expect(await reasons('caregivers', carer(700))).toEqual([['工号', '属于已删除的护工']]);
  expect(await reasons('orders', booked(700, { 护工工号: 'TS10700' }))).toEqual([['护工工号', '这位护工已被删除']]);
});
describe('rows with the same number', () => {
  it('only one that can be loaded takes a mobile or an ID number from a later one', async () => {
    const same = { 手机: '13800000999' };
    const { said, report } = await load(sheet([carer(100, { ...same, 入职日期: '2026-02-30' }), carer(101, same), carer(102, same), carer(101, { 手机: '13800000998' }), carer(103, { 手机: '13800000998' })]));
    expect(said).toContain('5 rows: 2 loaded, 0 unchanged, 3 refused');
    expect(places(report)).toEqual(['TS10100 入职日期', 'TS10102 手机', 'TS10101 工号', 'TS10101 身份证号']);
    expect(report[1]!.reason).toContain('与第 3 行重复');
    expect(await nos()).toBe('TS10101 TS10103');
  });
  it('a number stays with the first row that has it, because nobody knows whose it is', async () => {
    const { said, report } = await load(sheet([carer(100, { 入职日期: '2026-02-30' }), carer(101, { 工号: 'TS10100' }), carer(102)]));
    expect(said).toContain('3 rows: 1 loaded, 0 unchanged, 2 refused');
    expect(report[1]).toMatchObject({ line: '3', column: '工号' });
  });
});
