import type { Readable } from 'node:stream';
import type { SQL } from 'drizzle-orm';
import { Fault, type Language } from '../../kernel/error.ts';
import type { Selected, SortKey } from '../../kernel/list.ts';
import type { Ask } from '../answer.ts';
import { today } from '../calendar.ts';
import type { Download } from '../download.ts';
import { begin, note, type Progress } from '../progress.ts';
import type { Cell } from '../sheet/cell.ts';
import { sheetFile } from '../sheet/write.ts';
import { XLSX_ROWS } from '../sheet/xlsx-write.ts';
import { totalOf } from './anchor.ts';
import type { Listed } from './definition.ts';
import { behind, keyColumns, orderBy, positionOf, type Position } from './keyset.ts';
import { openList, selectionWhere, type Filtered, type Opened } from './list.ts';

/** Rows whose order is read at once, and rows that are in memory at once. */
const AHEAD = 20_000;
const AT_ONCE = 1_000;
const TOO_LONG = { 'zh-cn': `Excel 的一张表最多 ${XLSX_ROWS} 行：改用 CSV，或先筛选`, en: `a sheet of Excel holds at most ${XLSX_ROWS} rows: take CSV, or filter first` };

/** A column of an export: its heading, Chinese first, its width in characters, and what of a row stands in it. */
export interface Exported<T> {
  heading: readonly [zh: string, en: string];
  width?: number;
  cell: (row: T, language: Language) => Cell;
}
/** What an export asks for. */
export interface ExportBody<F> {
  selection: Selected<F>;
  columns: readonly string[];
  sort?: readonly SortKey[] | undefined;
  type: 'xlsx' | 'csv';
}
/** What a list gives to be exported. `rowsOf` reads the rows of ids, in their order. `title`: of the file and the sheet. */
export interface Source<T> {
  list: Listed;
  filter: Filtered;
  columns: Readonly<Record<string, Exported<T>>>;
  title: readonly [zh: string, en: string];
  entity: string;
  rowsOf: (ids: readonly string[]) => Promise<T[]>;
}

/** The ids of a list in its order, `AHEAD` at a time: memory does not grow with it, and no statement runs for long. */
async function* idsOf({ reach, source, filter, keys }: Opened): AsyncGenerator<string[]> {
  let last: Position | undefined;
  for (;;) {
    const where: SQL[] = last === undefined ? [...filter] : [...filter, behind(keys, last)];
    const rows = await reach.rows<Record<string, string>>(source, { columns: keyColumns(keys), where, order: orderBy(keys), limit: AHEAD });
    if (rows.length === 0) return;
    last = positionOf(keys, rows.at(-1)!);
    for (let at = 0; at < rows.length; at += AT_ONCE) yield rows.slice(at, at + AT_ONCE).map((row) => row[`k${keys.length - 1}`]!);
    if (rows.length < AHEAD) return;
  }
}
/** The rows of these ids; the next are read while the last are written. */
async function* readAhead<T>(parts: AsyncIterable<string[]>, rowsOf: Source<T>['rowsOf']): AsyncGenerator<T[]> {
  let waiting: Promise<T[]> | undefined;
  for await (const ids of parts) {
    const next = rowsOf(ids);
    // told where it is awaited
    next.catch(() => undefined);
    if (waiting !== undefined) yield await waiting;
    waiting = next;
  }
  if (waiting !== undefined) yield await waiting;
}
async function* cellsOf<T>(opened: Opened, { rowsOf }: Source<T>, columns: readonly Exported<T>[], language: Language, progress: Progress): AsyncGenerator<Cell[]> {
  for await (const rows of readAhead(idsOf(opened), rowsOf)) {
    for (const row of rows) {
      yield columns.map(({ cell }) => cell(row, language));
      progress.rows++;
    }
  }
  progress.state = 'done';
}

/** The rows of a selection as a sheet that is written while it is read, in the reader's language; its audit row before a byte leaves: how much of what, never the words that were looked for. @throws Fault bad_input in words where a worksheet holds fewer */
export async function exportList<T>({ reach, viewer, key, write, from }: Pick<Ask, 'reach' | 'viewer' | 'key' | 'write' | 'from'>, source: Source<T>, { selection, columns, sort, type }: ExportBody<object>): Promise<Download> {
  const { language } = from;
  const where = selectionWhere(source.list, selection, source.filter);
  const opened = openList(reach, { ...source.list, always: [] }, { named: where, sort });
  const total = await totalOf(reach, opened);
  if (type === 'xlsx' && total > XLSX_ROWS) throw new Fault('bad_input', { detail: TOO_LONG[language] });
  const names = [...new Set(columns)];
  await write(async () => ({ result: null, entity: source.entity, entityId: 'export', after: { rows: total, columns: names, type, chosen: selection.mode === 'include', filtered: Object.keys(selection.filter) } }));
  const shown = names.map((name) => source.columns[name]!);
  const word = ([zh, en]: readonly [string, string]): string => (language === 'en' ? en : zh);
  const progress = begin(reach, viewer.userId, key, total);
  if (key !== undefined) note(reach, viewer.userId, key, progress);
  const file = sheetFile({ title: `${word(source.title)}-${today()}`, type, columns: shown.map(({ heading, width }) => ({ heading: word(heading), ...(width === undefined ? {} : { width }) })), rows: cellsOf(opened, source, shown, language, progress) });
  // whoever stops reading ends it, and nothing more is asked of the database
  (file.body as Readable).once('close', () => {
    if (progress.state === 'running') progress.state = 'failed';
  });
  return file;
}
