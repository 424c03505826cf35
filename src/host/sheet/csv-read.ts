import { parse } from 'csv-parse/sync';
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

/** The lines of a CSV, in UTF-8, UTF-16 or GB18030: `most` below its heading. @throws BadSheet */
export function readCsv(bytes: Buffer, most: number): SheetLine[] {
  const text = decode(bytes);
  if (text.includes('\0')) throw new BadSheet('form');
  let records: string[][];
  try {
    records = parse(text, { delimiter: delimiterOf(text), relax_column_count: true, bom: true, to: most * SPARE });
  } catch {
    throw new BadSheet('form');
  }
  if (records.length === most * SPARE) throw new BadSheet('rows');
  const lines = new Lines(most);
  records.forEach((record, i) => lines.add(i + 1, record));
  return lines.list;
}
