import { CsvError, parse, type Options } from 'csv-parse/sync';
import { BadSheet, Lines, type SheetLine } from './bound.ts';
import { decode } from './text.ts';

// blank lines between are looked at too, but not without end
const SPARE = 4;

const DELIMITERS = [',', '\t', ';'];
/** What stands between cells: what the first line with words has most of. Spreadsheets save Unicode text with tabs, and a CSV with semicolons where the comma is in numbers. */
function delimiterOf(text: string): string {
  const head = /\S[^\r\n]*/.exec(text)?.[0] ?? '';
  const [most] = DELIMITERS.map((by) => ({ by, cells: head.split(by).length })).sort((a, b) => b.cells - a.cells);
  return most!.by;
}

const IS_PARTED = /[\r\n]/;
function isWhole(raw: string, options: Options): boolean {
  try {
    return parse(raw, options).length === 1;
  } catch {
    return false;
  }
}
/** The records of a text; a quote inside a cell is text. @throws BadSheet quote, with its row */
function recordsOf(text: string, options: Options): string[][] {
  try {
    return parse(text, options) as unknown as string[][];
  } catch {
    // somewhere a quote is no quote of a whole cell
  }
  let records: { record: string[]; raw: string }[];
  try {
    records = parse(text, { ...options, relax_quotes: true, raw: true }) as unknown as typeof records;
  } catch (error) {
    throw error instanceof CsvError && typeof error['records'] === 'number' ? new BadSheet('quote', error['records'] + 1) : new BadSheet('form');
  }
  // one that opens a cell and was forgotten at its end takes the rows below into it
  const torn = records.findIndex(({ record, raw }) => record.some((cell) => cell.includes('"') && IS_PARTED.test(cell)) && !isWhole(raw, options));
  if (torn >= 0) throw new BadSheet('quote', torn + 1);
  return records.map(({ record }) => record);
}

/** The lines of a CSV, in UTF-8, UTF-16 or GB18030: `most` below its heading. @throws BadSheet */
export function readCsv(bytes: Buffer, most: number): SheetLine[] {
  const text = decode(bytes);
  if (text.includes('\0')) throw new BadSheet('form');
  const records = recordsOf(text, { delimiter: delimiterOf(text), relax_column_count: true, bom: true, to: most * SPARE });
  if (records.length === most * SPARE) throw new BadSheet('rows');
  const lines = new Lines(most);
  records.forEach((record, i) => lines.add(i + 1, record));
  return lines.list;
}
