// Sheets of some MB that were made to end the whole process: what they ask for in one piece no bound of a thread catches, so it must never be asked for.
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { SHEET } from '../src/host/sheet/bound.ts';
import { readSheet } from '../src/host/sheet/read.ts';
import { zip } from '../src/host/sheet/zip.ts';
import type { Fault } from '../src/kernel/error.ts';

const MANY = 1_500_000;
const BOOK = '<workbook xmlns:r="x"><sheets><sheet r:id="a"/></sheets></workbook>';
const RELATIONS = '<Relationships><Relationship Id="a" Target="one.xml"/></Relationships>';
/** A text made of many parts, written without being held. */
function* many(count: number, part: (i: number) => string, before = '', after = ''): Generator<string> {
  yield before;
  for (let i = 0; i < count; i += 10_000) yield Array.from({ length: Math.min(10_000, count - i) }, (_, n) => part(i + n)).join('');
  yield after;
}
type Text = string | Iterable<string>;
const iterable = (text: Text): Iterable<string> => (typeof text === 'string' ? [text] : text);
const book = ({ sheet = '<worksheet/>', shared, workbook = BOOK, relations = RELATIONS }: Partial<Record<'sheet' | 'shared' | 'workbook' | 'relations', Text>>): Promise<Buffer> =>
  buffer(zip([['xl/workbook.xml', iterable(workbook)], ['xl/_rels/workbook.xml.rels', iterable(relations)], ['xl/one.xml', iterable(sheet)], ...(shared === undefined ? [] : [['xl/sharedStrings.xml', iterable(shared)] as const])]));
const OPEN = '<worksheet><sheetData><row r="1">';
const SHUT = '</row></sheetData></worksheet>';
const ROW = (cell: string): string => `${OPEN}${cell}${SHUT}`;
const attribute = (i: number): string => ` aaaaaaaa${i}=""`;
/** What comes of a file: how many lines, or the words of its refusal; and by how much the memory grew at most, in MB. */
async function outcome(file: Uint8Array): Promise<{ said: string | number; mb: number }> {
  expect(file.length).toBeLessThan(SHEET.bytes);
  const before = process.resourceUsage().maxRSS;
  const said = await readSheet(file, 'en').then((lines) => lines.length, (fault: Fault) => fault.words('en'));
  return { said, mb: Math.round((process.resourceUsage().maxRSS - before) / 1024) };
}
const FORM = expect.stringContaining('it is no .xlsx or .csv sheet');
const LARGE = expect.stringContaining('too large');

describe('a sheet that asks for too much in one piece', () => {
  test.each<[string, () => Promise<Buffer>, unknown]>([
    ['a cell of 1.5 million attributes', () => book({ sheet: many(MANY, attribute, `${OPEN}<c`, `/>${SHUT}`) }), FORM],
    ['a row of them', () => book({ sheet: many(MANY, attribute, '<worksheet><sheetData><row', '/></sheetData></worksheet>') }), FORM],
    ['a sheet of the workbook with them', () => book({ workbook: many(MANY, attribute, '<workbook><sheets><sheet', '/></sheets></workbook>') }), FORM],
    ['a relation with them', () => book({ relations: many(MANY, attribute, '<Relationships><Relationship', '/></Relationships>') }), FORM],
    ['an attribute of 40 MB', () => book({ sheet: many(40, () => 'x'.repeat(1_000_000), `${OPEN}<c r="`, `"/>${SHUT}`) }), FORM],
    ['a name of 40 MB', () => book({ sheet: many(40, () => 'x'.repeat(1_000_000), '<worksheet><', '/></worksheet>') }), FORM],
    ['elements inside one another, 8 million deep', () => book({ sheet: many(8_000_000, () => '<a>') }), FORM],
    ['4 million shared texts', () => book({ sheet: ROW('<c t="s"><v>1</v></c>'), shared: many(4_000_000, () => '<si/>', '<sst>', '</sst>') }), LARGE],
    ['a document type of 40 MB', () => book({ sheet: many(MANY, (i) => `<!ENTITY e${i} "x">`, '<!DOCTYPE x [', ']><worksheet/>') }), FORM],
    ['a quote that is never closed', () => book({ sheet: many(5_000_000, () => '<c r=">', OPEN) }), FORM],
  ])('%s is refused', async (_name, made, expected) => {
    const { said, mb } = await outcome(await made());
    expect(said).toEqual(expected);
    expect(mb).toBeLessThan(400);
  });
  // what stands in one piece of the text is only pointed at
  test.each<[string, () => Promise<Buffer>, number]>([
    ['a value of 40 MB', () => book({ sheet: many(40, () => '7'.repeat(1_000_000), `${OPEN}<c t="str"><v>`, `</v></c>${SHUT}`) }), 1],
    ['the name of an entity of 40 MB', () => book({ sheet: many(40, () => 'n'.repeat(1_000_000), `${OPEN}<c t="str"><v>&`, `;</v></c>${SHUT}`) }), 1],
    ['a comment of 40 MB', () => book({ sheet: many(40, () => '<'.repeat(1_000_000), '<!--', `-->${ROW('<c><v>1</v></c>')}`) }), 1],
    ['CDATA of 40 MB', () => book({ sheet: many(40, () => '<'.repeat(1_000_000), `${OPEN}<c t="str"><v><![CDATA[`, `]]></v></c>${SHUT}`) }), 1],
    ['an instruction of 40 MB', () => book({ sheet: many(40, () => '<'.repeat(1_000_000), '<?a ', `?>${ROW('<c><v>1</v></c>')}`) }), 1],
    ['a row of 8 million empty cells', () => book({ sheet: many(8_000_000, () => '<c/>', OPEN, `<c r="A1"><v>1</v></c>${SHUT}`) }), 1],
    ['3 million rows without a word', () => book({ sheet: many(3_000_000, () => '<row/>', '<worksheet>', '</worksheet>') }), 0],
    ['700 cells of all the attributes that one may have', () => book({ sheet: many(700, () => `<c${[...many(3_000, attribute)].join('')}/>`, OPEN, SHUT) }), 0],
    ['as many shared texts as there may be', () => book({ sheet: ROW('<c t="s"><v>1</v></c>'), shared: many(1_000_000, (i) => `<si><t>${i} 一二三四五六</t></si>`, '<sst>', '</sst>') }), 1],
    ['3 million pieces of shared texts', () => book({ sheet: ROW('<c t="s"><v>1</v></c>'), shared: many(3_000, () => `<si>${'<r><t>x</t></r>'.repeat(1_000)}</si>`, '<sst>', '</sst>') }), 1],
    ['48 MB of which one sign takes two bytes', () => book({ sheet: many(47, () => ' '.repeat(1_000_000), ROW('<c t="str"><v>一</v></c>')) }), 1],
    ['a CSV of 5 million quotes', () => Promise.resolve(Buffer.from('"'.repeat(5_000_000))), 1],
    ['a CSV of 20,000 records of 250 cells', () => Promise.resolve(Buffer.from(`${','.repeat(250)}\n`.repeat(19_900))), 0],
    ['a CSV of one record of 5 million cells', () => Promise.resolve(Buffer.from(','.repeat(5_000_000))), 0],
  ])('%s takes no more memory than it may', async (_name, made, lines) => {
    const { said, mb } = await outcome(await made());
    expect(said).toBe(lines);
    expect(mb).toBeLessThan(500);
  });
});
