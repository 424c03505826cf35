import { unreadable, type Read } from './cell.ts';
import type { Faults } from './report.ts';
import type { SheetRow } from './sheet.ts';

/** How each column of a sheet is read, by its header. */
export type Readers = Readonly<Record<string, (cell: string) => Read<unknown>>>;
type Values<R extends Readers> = { [C in keyof R]: Extract<ReturnType<R[C]>, { value: unknown }>['value'] };
/** A row whose every cell could be read. */
export interface Good<R extends Readers> {
  row: SheetRow;
  values: Values<R>;
}

/** Reads every cell of every row; a row with a fault is reported, each fault of it, and left out. */
export function readRows<R extends Readers>(rows: readonly SheetRow[], readers: R, faults: Faults): Good<R>[] {
  return rows.flatMap((row) => {
    const before = faults.all.length;
    if (row.width !== undefined) faults.add(row, '', [`列数为 ${row.width}，与表头不符`, `has ${row.width} cells, unlike the header`]);
    for (const column of row.torn) faults.add(row, column, ['开头的引号没有正确结束', 'opens a quote that is not closed']);
    const values: Record<string, unknown> = {};
    for (const [column, read] of Object.entries(readers).filter(([name]) => !row.torn.includes(name))) {
      const cell = row.cells[column] ?? '';
      const broken = unreadable(cell);
      const result = broken ? { fault: broken } : read(cell);
      if ('fault' in result) faults.add(row, column, result.fault);
      else values[column] = result.value;
    }
    return faults.all.length === before ? [{ row, values: values as Values<R> }] : [];
  });
}
/**
 * Reports every row whose value in one of these columns an earlier row has already. A row's number stays its own even if the row is
 * refused: whose it is, is for a person to say. Any other value is taken only by a row without a fault of its own, so call it after
 * all checks of the sheet alone, and before those of what the database lacks, which may come yet.
 */
export function refuseRepeats(rows: readonly SheetRow[], readers: Readonly<Record<string, (cell: string) => Read<string>>>, faults: Faults): void {
  const seen = new Map<string, number>();
  for (const row of rows) {
    const keys = Object.entries(readers).flatMap(([column, read]) => {
      const result = read(row.cells[column] ?? '');
      return 'fault' in result ? [] : [[column, `${column} ${result.value}`] as const];
    });
    for (const [column, key] of keys) {
      const first = seen.get(key);
      if (first !== undefined) faults.add(row, column, [`与第 ${first} 行重复`, `the same as on line ${first}`]);
    }
    const refused = faults.rows.has(row.row);
    for (const [column, key] of keys) if (!seen.has(key) && (!refused || column === faults.keyColumn)) seen.set(key, row.line);
  }
}
/** The rows that have no fault so far. */
export const sound = <T extends { row: SheetRow }>(rows: readonly T[], faults: Faults): T[] => rows.filter(({ row }) => !faults.rows.has(row.row));
