import { trim } from '../../host/sheet/text.ts';
import { linesOf, readEntry } from './csv.ts';

/** One row of a sheet. `line`: where it begins in the file; `row`: its number in a spreadsheet. */
export interface SheetRow {
  line: number;
  row: number;
  cells: Readonly<Record<string, string>>;
  /** How many cells it has, if not as many as the header. */
  width?: number;
  /** Columns whose cell opens a quote that does not close. */
  torn: readonly string[];
}
const LIMIT = 64 * 1024 * 1024;
/** How an .xlsx and an .xls begin. */
const WORKBOOKS = [[0x50, 0x4b, 3, 4], [0xd0, 0xcf, 0x11, 0xe0]];
const DELIMITERS = [',', '\t', ';'];

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => trim(cell) === '');

/** The encodings that a sheet may have: the one of its byte order mark, else UTF-8 or GB18030, as Chinese spreadsheets save. */
function encodings([a, b, c]: Uint8Array): string[] {
  if (a === 0xff && b === 0xfe) return ['utf-16le'];
  if (a === 0xfe && b === 0xff) return ['utf-16be'];
  return a === 0xef && b === 0xbb && c === 0xbf ? ['utf-8'] : ['utf-8', 'gb18030'];
}
interface Layout {
  lines: string[];
  delimiter: string;
  names: string[];
  /** The first line after the header, and how many rows a spreadsheet shows up to there. */
  next: number;
  rows: number;
}
/** The sheet as it would be with this delimiter: blank rows before the header do not count, nor do nameless columns at its end. */
function layout(lines: string[], delimiter: string): Layout {
  for (let at = 0, rows = 1; at < lines.length; rows++) {
    const { cells, next } = readEntry(lines, at, delimiter, () => false);
    if (!isBlank(cells)) {
      const names = cells.map((name) => trim(name).normalize('NFKC'));
      return { lines, delimiter, names: names.slice(0, names.findLastIndex((name) => name !== '') + 1), next, rows };
    }
    at = next;
  }
  return { lines, delimiter, names: [], next: lines.length, rows: 0 };
}
/** The encoding and delimiter are those in which the header fits best. Broken bytes turn to U+FFFD, which the check of each cell refuses. */
function bestLayout(bytes: Uint8Array, wanted: readonly string[]): Layout {
  const fit = ({ names }: Layout): number => wanted.filter((name) => names.includes(name)).length;
  let best: Layout | undefined;
  for (const encoding of encodings(bytes)) {
    const lines = linesOf(new TextDecoder(encoding).decode(bytes));
    for (const delimiter of DELIMITERS) {
      const next = layout(lines, delimiter);
      if (best === undefined || fit(next) > fit(best)) best = next;
    }
    if (fit(best!) === wanted.length) break;
  }
  return best!;
}

/**
 * The rows of a sheet whose header names these columns, in any order; blank rows are left out.
 * @throws Error in both languages when it is no such sheet
 */
export function readSheet(bytes: Uint8Array, columns: readonly string[]): SheetRow[] {
  if (bytes.length > LIMIT) throw new Error('文件超过 64 MB。The file is larger than 64 MB.');
  if (WORKBOOKS.some((begin) => begin.every((byte, i) => bytes[i] === byte))) throw new Error('这是 Excel 工作簿，这条命令只读 CSV：在 Excel 里另存为 CSV 再导入。This is an Excel workbook, and this command reads CSV: save it as CSV in Excel and import that.');
  // compared in the one form, because full-width brackets of a header fold too
  const wanted = columns.map((name) => name.normalize('NFKC'));
  const { lines, delimiter, names, next: first, rows: above } = bestLayout(bytes, wanted);
  const missing = columns.filter((_, i) => !names.includes(wanted[i]!));
  const unknown = names.filter((name, i) => !wanted.includes(name) || names.indexOf(name) !== i);
  if (missing.length > 0 || unknown.length > 0) {
    // a file that is no sheet has anything here
    const shown = unknown.slice(0, 20).map((name) => name.replace(/\p{Cc}/gu, '').slice(0, 20) || '（空 empty）');
    const say = [missing.length > 0 ? `缺少列 missing: ${missing.join('、')}` : '', unknown.length > 0 ? `多余或重复的列 unknown or repeated: ${shown.join('、')}` : ''];
    throw new Error(`表头不符。The header does not fit. ${say.filter(Boolean).join('；')}`);
  }
  const found = columns.map((name, i) => [name, names.indexOf(wanted[i]!)] as const);
  const whole = (cells: readonly string[]): boolean => cells.length >= names.length && isBlank(cells.slice(names.length));
  const rows: SheetRow[] = [];
  for (let at = first, row = above + 1; at < lines.length; row++) {
    const { cells, torn, next } = readEntry(lines, at, delimiter, whole);
    if (!isBlank(cells))
      rows.push({ line: at + 1, row, cells: Object.fromEntries(found.map(([name, c]) => [name, cells[c] ?? ''])), torn: torn.map((i) => found.find(([, c]) => c === i)?.[0] ?? ''), ...(whole(cells) ? {} : { width: cells.length }) });
    at = next;
  }
  return rows;
}
