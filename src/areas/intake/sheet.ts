import { parse, type Info } from 'csv-parse/sync';
import { decode, trim } from '../../host/sheet/text.ts';

/** One row of a sheet. `line`: where it begins in the file; `row`: its number in a spreadsheet, the header being 1. */
export interface SheetRow {
  line: number;
  row: number;
  cells: Readonly<Record<string, string>>;
}
const LIMIT = 64 * 1024 * 1024;

/**
 * The rows of a sheet whose header names these columns, in any order.
 * @throws Error in both languages when it is no such sheet
 */
export function readSheet(bytes: Uint8Array, columns: readonly string[]): SheetRow[] {
  if (bytes.length > LIMIT) throw new Error('文件超过 64 MB。The file is larger than 64 MB.');
  let records: { record: string[]; info: Info }[];
  try {
    records = parse(decode(bytes), { info: true, relax_column_count: true, skip_empty_lines: true }) as unknown as typeof records;
  } catch (error) {
    throw new Error(`不是可读的 CSV。Not a readable CSV: ${(error as Error).message}`);
  }
  const [header, ...rest] = records;
  const names = (header?.record ?? []).map((name) => trim(name).normalize('NFKC'));
  // compared in the one form, because full-width brackets of a header fold too
  const wanted = columns.map((name) => name.normalize('NFKC'));
  const missing = columns.filter((_, i) => !names.includes(wanted[i]!));
  const unknown = names.filter((name, i) => !wanted.includes(name) || names.indexOf(name) !== i);
  if (missing.length > 0 || unknown.length > 0) {
    const say = [missing.length > 0 ? `缺少列 missing: ${missing.join('、')}` : '', unknown.length > 0 ? `多余或重复的列 unknown or repeated: ${unknown.map((name) => name || '（空 empty）').join('、')}` : ''];
    throw new Error(`表头不符。The header does not fit. ${say.filter(Boolean).join('；')}`);
  }
  return rest.map(({ record, info }, i) => ({
    line: info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0),
    row: i + 2,
    cells: { ...Object.fromEntries(columns.map((name, c) => [name, record[names.indexOf(wanted[c]!)] ?? ''])), ...(record.length === names.length ? {} : { '': String(record.length) }) },
  }));
}
