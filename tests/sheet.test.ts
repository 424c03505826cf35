import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportLines } from '../src/areas/intake/report.ts';
import { SHEET, type SheetLine } from '../src/host/sheet/bound.ts';
import type { Cell } from '../src/host/sheet/cell.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import { sheetFile } from '../src/host/sheet/write.ts';
import { zip } from '../src/host/sheet/zip.ts';
import { Fault } from '../src/kernel/error.ts';
import { textColumns } from './kit/intake.ts';

const bytesOf = async (type: 'xlsx' | 'csv', rows: Cell[][], headings = ['甲', '乙']): Promise<Buffer> => buffer(sheetFile({ title: '表', type, columns: headings.map((heading) => ({ heading })), rows }).body as NodeJS.ReadableStream);
const read = async (bytes: Uint8Array | string): Promise<SheetLine[]> => readSheet(Buffer.from(bytes as string), 'zh-cn');
/** The words of the refusal, or what was read after all. */
const refused = (bytes: Uint8Array | string, language: 'zh-cn' | 'en' = 'zh-cn') => readSheet(Buffer.from(bytes as string), language).then((lines) => `read ${lines.length}`, (error: Fault) => error.words(language));
const packed = (parts: Record<string, string>): Promise<Buffer> => buffer(zip(Object.entries(parts).map(([name, text]) => [name, [text]] as const)));
const BOOK = {
  'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Target="worksheets/one.xml"/></Relationships>',
};
const workbook = (sheet: string, more: Record<string, string> = {}): Promise<Buffer> => packed({ ...BOOK, 'xl/worksheets/one.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`, ...more });

test('a quote inside a cell of a CSV is text; one that nobody closed is told by its row', async () => {
  for (const [text, cells] of [['工号,姓名\nHG1,王"小"芳\nHG2,"李 ""小"" 四"\n', ['HG1', '王"小"芳']], ['工号\t姓名\nHG1\t5" 王\n', ['HG1', '5" 王']], ['工号;姓名\nHG1;"王"芳\n', ['HG1', '"王"芳']]] as const) expect((await read(text))[1]!.cells).toEqual(cells);
  expect((await read('工号,姓名\nHG1,王"小"芳\nHG2,"李 ""小"" 四"\n'))[2]!.cells).toEqual(['HG2', '李 "小" 四']);
  // a cell that is written right is not blamed for one that has a quote inside
  expect((await read('工号,备注\nHG1,"他说""好""\n明天来"\nHG2,5"床\n')).map(({ cells }) => cells)).toEqual([['工号', '备注'], ['HG1', '他说"好"\n明天来'], ['HG2', '5"床']]);
  const torn = '工号,姓名,手机\nHG1,王芳,138\nHG2,"李四,139\n';
  expect([await refused(torn), await refused(`${torn}HG3,"王五",137\n`, 'en'), await refused('a,"b')]).toEqual(['文件无法读取：第 3 行有一个引号没有成对，改好再导入', expect.stringContaining('a quote in row 3 has no second one. Correct it and import again'), '文件无法读取：第 1 行有一个引号没有成对，改好再导入']);
});

describe('what is written', () => {
  test.each(['xlsx', 'csv'] as const)('%s comes back as it was', async (type) => {
    const rows: Cell[][] = [['张三', '13812345678'], ['a"b,c', 'line\nbreak'], ['😀 <&>', "O'Neil"], ['', '末'], ['x', 7]];
    const lines = await read(await bytesOf(type, rows));
    expect(lines.map((line) => line.cells)).toEqual([['甲', '乙'], ['张三', '13812345678'], ['a"b,c', 'line\nbreak'], ['😀 <&>', "O'Neil"], ['', '末'], ['x', '7']]);
    expect(lines.map((line) => line.row)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  test('any text comes back from an .xlsx, but for what XML cannot hold', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
      const [, line] = await read(await bytesOf('xlsx', [[text, '|']]));
      const kept = text.replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu, '');
      if (!/\r/.test(kept)) expect(line!.cells).toEqual([kept, '|']);
    }), { numRuns: 25 });
  });
  test.each(['_x0041_', '__x000a_', '_x005F_x0041_x0042_'])('what spreadsheets would take for an escape comes back as it was: %s', async (text) => {
    expect((await read(await bytesOf('xlsx', [[text, '|']])))[1]!.cells).toEqual([text, '|']);
  });
  test.each(['=1+1', '+86138', '-1', '@sum(a1)', '\t=1', '\r=1', '  =1', '＝1', '＋1', '＠a'])('a formula stays text: %j', async (live) => {
    const csv = (await bytesOf('csv', [[live, 'x']])).toString('utf8');
    expect(csv.split('\r\n')[1]!.replace(/^"/, '')).toMatch(/^'/);
    // nor does what the report of an import repeats of a cell
    const fault = { line: 2, row: 2, key: live, column: '甲', value: live, reason: ['不', 'no'] as const };
    expect(reportLines([fault]).slice(1).join('\n')).toBe(`"2","甲","'${live}","不","no","2","'${live}"`);
    const xlsx = await read(await bytesOf('xlsx', [[live, 'x']]));
    expect(xlsx[1]!.cells[0]!.trim()).toBe(live.trim());
  });
  test('an .xlsx holds no formula at all, whatever the text', async () => {
    const bytes = await bytesOf('xlsx', [['=HYPERLINK("http://x")', "=cmd|' /C calc'!A0"]]);
    const from = bytes.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length;
    const xml = inflateRawSync(bytes.subarray(from)).toString('utf8');
    expect(xml).toContain('t="inlineStr"');
    expect(xml).not.toMatch(/<f[ >]/);
  });
  test('what is written in digits alone stays text where somebody changes it, zeros in front and all', async () => {
    expect(textColumns(await bytesOf('xlsx', [['0012', '330382197001011234', 'TS1', 7]], ['甲', '乙', '丙', '丁']), 'c')).toEqual([true, true, false, false]);
  });
  test('the name of the sheet is cut between signs and quoted whole, wherever in a long name of a hospital they stand', async () => {
    const sheetOf = async (title: string): Promise<string> => {
      const bytes = await buffer(sheetFile({ title, type: 'xlsx', columns: [{ heading: 'a' }], rows: [] }).body as NodeJS.ReadableStream);
      return /<sheet name="([^"]*)" sheetId/.exec(inflateRawSync(bytes.subarray(bytes.indexOf('xl/workbook.xml') + 'xl/workbook.xml'.length)).toString('utf8'))![1]!;
    };
    for (const sign of ['&', '<', '"', '𠮷', "'", '/'])
      for (let before = 0; before < 33; before += 1) {
        const name = await sheetOf(`${'医'.repeat(before)}${sign}院-2026-11`);
        expect([sign, before, name]).toEqual([sign, before, expect.stringMatching(/^(?!')(?:[^&<>"\\/?*[\]:\p{Cs}]|&(?:amp|lt|quot);)+(?<!')$/u)]);
        expect([...name.replace(/&\w+;/g, '&')].length).toBeLessThanOrEqual(31);
      }
    expect(await sheetOf('对账单-Smith & Jones Memorial Hospital & School-2026-11')).toBe('对账单-Smith &amp; Jones Memorial Hosp');
  });
  test('is written as its rows come, not held: 200,000 rows', async () => {
    let made = 0;
    const rows = (function* () { for (; made < 200_000; made++) yield [String(made), '名字']; })();
    const { body } = sheetFile({ title: 'x', type: 'xlsx', columns: [{ heading: 'a' }, { heading: 'b' }], rows });
    for await (const _part of body as AsyncIterable<Buffer>) break;
    expect(made).toBeLessThan(50_000);
  });
  test('ends as broken where more rows come than a worksheet holds', async () => {
    const written = async (rows: number): Promise<void> => {
      const { body } = sheetFile({ title: 'x', type: 'xlsx', columns: [{ heading: 'a' }], rows: (function* () { for (let i = 0; i < rows; i++) yield [null]; })() });
      for await (const _part of body as AsyncIterable<Buffer>);
    };
    await written(1_048_575);
    await expect(written(1_048_576)).rejects.toThrow('1048575');
  });
  test('rows that fail end the file as broken, not as whole', async () => {
    const rows = (async function* () { yield ['a']; throw new Error('lost'); })();
    await expect(buffer(sheetFile({ title: 'x', type: 'xlsx', columns: [{ heading: 'a' }], rows }).body as NodeJS.ReadableStream)).rejects.toThrow('lost');
  });
});

describe('what is read', () => {
  test('CSV in UTF-8, with a mark, in UTF-16 and in GB18030', async () => {
    const gb = Buffer.from([0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0x31]); // 张三,1
    for (const bytes of [Buffer.from('张三,1'), Buffer.from('\ufeff张三,1'), Buffer.from('\ufeff张三,1', 'utf16le'), Buffer.from('\ufeff张三,1', 'utf16le').swap16(), gb]) expect((await read(bytes))[0]!.cells).toEqual(['张三', '1']);
  });
  // "Unicode text" of a spreadsheet is UTF-16 with tabs; where the comma is in numbers, a CSV has semicolons
  test.each(['\t', ';'])('cells between %j, as the first line with words has it', async (by) => {
    const text = `\ufeff\r\n甲${by}乙\r\n"a${by}b"${by}1,2\r\n`;
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le')]) expect((await read(bytes)).map(({ cells }) => cells)).toEqual([['甲', '乙'], [`a${by}b`, '1,2']]);
  });
  test('what is merged over several lines is said of each of them, but for the heading and lines without words of their own', async () => {
    const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const bytes = await packed({ ...BOOK, 'xl/worksheets/one.xml': `<worksheet><sheetData><row r="1">${cell('A1', '甲')}${cell('B1', '乙')}</row><row r="2">${cell('B2', '顶')}</row><row r="3">${cell('A3', '一')}${cell('B3', '院')}</row><row r="4">${cell('A4', '二')}</row><row r="6">${cell('A6', '三')}</row></sheetData>
      <mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B3:C6"/><mergeCell ref="D3:D4"/></mergeCells></worksheet>` });
    expect(await read(bytes)).toEqual([{ row: 1, cells: ['甲', '乙'] }, { row: 2, cells: ['', '顶'] }, { row: 3, cells: ['一', '院'] }, { row: 4, cells: ['二', '院'] }, { row: 6, cells: ['三', '院'] }]);
    for (const ref of ['B3', 'B3:A', 'B3:ZZZZ9', 'x']) expect(await refused(await packed({ ...BOOK, 'xl/worksheets/one.xml': `<worksheet><sheetData><row r="1">${cell('A1', '甲')}</row></sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells></worksheet>` }))).toBe(ref === 'B3' ? 'read 1' : '文件无法读取：不是有效的 .xlsx 或 .csv 表格，或者已损坏。用 Excel 打开它，另存为 .xlsx 再导入');
  });
  test('rows keep their numbers where lines are blank', async () => {
    expect(await read('a,b\n\n , \n1,2\n')).toEqual([{ row: 1, cells: ['a', 'b'] }, { row: 4, cells: ['1', '2'] }]);
    expect(await read(await workbook('<row r="2"><c r="B2"><v>7</v></c></row><row r="900"><c r="A900" t="b"><v>1</v></c></row>'))).toEqual([{ row: 2, cells: ['', '7'] }, { row: 900, cells: ['TRUE'] }]);
  });
  test('shared and rich texts, cached values of formulas, prefixes, numbers as spreadsheets write them', async () => {
    const bytes = await packed({
      ...BOOK,
      'xl/sharedStrings.xml': '<x:sst xmlns:x="y"><x:si><x:t>张&#x1F600;</x:t></x:si><x:si><x:r><x:t>富</x:t></x:r><x:r><x:t xml:space="preserve"> 文</x:t></x:r><x:rPh><x:t>fu</x:t></x:rPh></x:si></x:sst>',
      'xl/worksheets/one.xml': '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c><x:c><x:f>1+1</x:f><x:v>1.3812345678E10</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v>a&amp;b_x000A_c</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await read(bytes)).toEqual([{ row: 1, cells: ['张😀', '富 文', '13812345678', 'a&b\nc'] }]);
  });
  test('a name of no entity of XML stays as it is written, whatever else has that name', async () => {
    for (const said of ['&constructor;', '&toString;', '&__proto__;', '&nbsp;', '&AMP;']) expect(await read(await workbook(`<row><c t="str"><v>a${said}</v></c></row>`))).toEqual([{ row: 1, cells: [`a${said}`] }]);
  });
  test('the first sheet that is shown is read; where none is, the file is no table', async () => {
    const shown = (...sheets: string[]): Promise<Buffer> => packed({
      'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${sheets.map((state, i) => `<sheet name="s${i}" sheetId="${i + 1}" ${state} r:id="rId${i}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Target="worksheets/s0.xml"/>${sheets.map((_, i) => `<Relationship Id="rId${i}" Target="worksheets/s${i}.xml"/>`).join('')}</Relationships>`,
      ...Object.fromEntries(sheets.map((_, i) => [`xl/worksheets/s${i}.xml`, `<worksheet><sheetData><row><c><v>${i}</v></c></row></sheetData></worksheet>`])),
    });
    for (const hidden of ['state="hidden"', 'state="veryHidden"']) {
      expect(await read(await shown(hidden, ''))).toEqual([{ row: 1, cells: ['1'] }]);
      expect(await read(await shown(hidden, hidden, 'state="visible"', ''))).toEqual([{ row: 1, cells: ['2'] }]);
      expect(await refused(await shown(hidden, hidden))).toContain('不是有效的');
    }
  });
  test('nothing at all is no line', async () => expect(await read('')).toEqual([]));
  test('as many rows and columns as allowed, and not one more', async () => {
    const rows = (n: number) => Array.from({ length: n }, (_, i) => `${i},x`).join('\n');
    expect(await read(rows(SHEET.rows + 1))).toHaveLength(SHEET.rows + 1);
    expect(await refused(rows(SHEET.rows + 2))).toContain('超过 5000 行');
    expect(await refused(rows(SHEET.rows + 2), 'en')).toContain('more than 5000 rows');
    expect(await read(Array(SHEET.columns).fill('x').join(','))).toHaveLength(1);
    expect(await refused(Array(SHEET.columns + 1).fill('x').join(','))).toContain('超过 50 列');
    expect(await refused(await workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).toContain('列');
    expect(await refused(await workbook(Array.from({ length: SHEET.rows + 2 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`).join('')))).toContain('行');
    expect(await refused('\n'.repeat(100_000))).toContain('行');
  });
});

describe('cells that are too long', () => {
  test('are cut to one character more than a cell may have', async () => {
    const long = 'a'.repeat(SHEET.cell + 500);
    const lengths = (lines: SheetLine[]) => lines[0]!.cells.map((cell) => cell.length);
    expect(lengths(await read(`${long},b`))).toEqual([SHEET.cell + 1, 1]);
    const cell = (text: string, type = 'inlineStr') => `<c t="${type}">${type === 's' ? `<v>${text}</v>` : `<is><t>${text}</t></is>`}</c>`;
    const shared = { 'xl/sharedStrings.xml': `<sst><si>${'<r><t>一二三</t></r>'.repeat(3000)}</si></sst>` };
    expect(lengths(await read(await workbook(`<row>${cell(long)}${cell('0', 's')}${cell('&amp;'.repeat(SHEET.cell + 9))}${cell('_x4E00_'.repeat(SHEET.cell))}</row>`, shared)))).toEqual([SHEET.cell + 1, SHEET.cell + 1, SHEET.cell + 1, SHEET.cell]);
  });
  test('one text that many cells share takes no more memory than the bound for all text', async () => {
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(12_000_000)}</t></si></sst>` };
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(SHEET.columns)}</row>`;
    const before = process.resourceUsage().maxRSS;
    expect(await refused(await workbook(row.repeat(60), shared))).toContain('过大');
    expect(await read(await workbook(row.repeat(40), shared))).toHaveLength(40);
    expect(await read(await workbook(`<row><c t="str"><v>${'&lt;'.repeat(11_000_000)}</v></c></row>`))).toHaveLength(1);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(400 * 1024);
  });
});

describe('what is refused', () => {
  const bomb = 'a'.repeat(200 * 1024 * 1024);
  test('a zip that unpacks too large, also when its headers lie', async () => {
    const whole = await workbook(bomb);
    expect(whole.length).toBeLessThan(SHEET.bytes);
    expect(await refused(whole)).toContain('解压后过大');
    const lying = Buffer.from(whole);
    for (let at = lying.indexOf('PK\u0001\u0002'); at >= 0; at = lying.indexOf('PK\u0001\u0002', at + 4)) lying.writeUInt32LE(10, at + 24);
    expect(await refused(lying)).toContain('解压后过大');
  });
  test('never unpacks more than it may: half a gigabyte takes no such memory', async () => {
    const part = 'a'.repeat(1024 * 1024);
    const bytes = await buffer(zip([['xl/worksheets/one.xml', (function* () { for (let i = 0; i < 512; i++) yield part; })()], ...Object.entries(BOOK).map(([name, text]) => [name, [text]] as const)]));
    const before = process.resourceUsage().maxRSS;
    expect(await refused(bytes)).toContain('解压后过大');
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(256 * 1024);
  });
  test('many entries, an overlapping one, and names that lead elsewhere', async () => {
    expect(await refused(await packed(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, '']))))).toContain('过大');
    expect(await refused(await packed({ ...BOOK, 'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Target="../../etc/passwd"/></Relationships>' }))).toContain('不是有效的');
  });
  test('a document type, and so every growing entity', async () => {
    const bytes = await packed({ ...BOOK, 'xl/worksheets/one.xml': '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>' });
    expect(await refused(bytes)).toContain('不是有效的');
  });
  test('.xls, encrypted, cut off, and what is no sheet', async () => {
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('.xls');
    const good = await bytesOf('xlsx', [['a', 'b']]);
    const locked = Buffer.from(good);
    for (let at = locked.indexOf('PK\u0001\u0002'); at >= 0; at = locked.indexOf('PK\u0001\u0002', at + 4)) locked.writeUInt16LE(1, at + 8);
    expect(await refused(locked)).toContain('加密');
    for (const bytes of [good.subarray(0, good.length - 30), Buffer.from('PK'), Buffer.from('PK\u0003\u0004'), Buffer.concat([Buffer.from('PK'), deflateRawSync('x')]), Buffer.from([0, 1, 2, 3])]) expect(await refused(bytes)).toContain('不是有效的');
    expect(await refused(await workbook('<row'))).toContain('不是有效的');
    expect(await refused(await workbook('<row r="1"><c r="1A"><v>1</v></c></row>'))).toContain('不是有效的');
  });
  test('any bytes, without harm', async () => {
    const good = await bytesOf('xlsx', [['a', 'b']]);
    await fc.assert(fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }), async (changes) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of changes) bytes[at] = value;
      await readSheet(bytes, 'en').catch((error: unknown) => expect(error).toBeInstanceOf(Fault));
    }), { numRuns: 60 });
  });
  test('more at once than there is room for', async () => {
    const answers = await Promise.all(Array.from({ length: SHEET.atOnce + 2 }, () => refused('a,b')));
    expect(answers.filter((said) => said === 'read 1')).toHaveLength(SHEET.atOnce);
    expect(answers.filter((said) => said.includes('过于频繁'))).toHaveLength(2);
    expect(await refused('a,b')).toBe('read 1');
  });
});
