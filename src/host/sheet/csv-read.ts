import { parse } from 'csv-parse/sync';
import { BadSheet, Lines, SHEET, type SheetLine } from './bound.ts';
import { decode } from './text.ts';

// blank lines between are looked at too, but not without end
const RECORDS = SHEET.rows * 4;

/** The lines of a CSV, in UTF-8, UTF-16 or GB18030. @throws BadSheet */
export function readCsv(bytes: Buffer): SheetLine[] {
  const text = decode(bytes);
  if (text.includes('\0')) throw new BadSheet('form');
  let records: string[][];
  try {
    records = parse(text, { relax_column_count: true, bom: true, to: RECORDS });
  } catch {
    throw new BadSheet('form');
  }
  if (records.length === RECORDS) throw new BadSheet('rows');
  const lines = new Lines();
  records.forEach((record, i) => lines.add(i + 1, record));
  return lines.list;
}
