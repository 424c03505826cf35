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
    if (row.cells[''] !== undefined) faults.add(row, '', [`列数为 ${row.cells['']}，与表头不符`, `has ${row.cells['']} cells, unlike the header`]);
    const values: Record<string, unknown> = {};
    for (const [column, read] of Object.entries(readers)) {
      const cell = row.cells[column] ?? '';
      const broken = unreadable(cell);
      const result = broken ? { fault: broken } : read(cell);
      if ('fault' in result) faults.add(row, column, result.fault);
      else values[column] = result.value;
    }
    return faults.all.length === before ? [{ row, values: values as Values<R> }] : [];
  });
}
/** Reports every row whose value in `column` an earlier row of the sheet has already, loaded or not. */
export function refuseRepeats(rows: readonly SheetRow[], column: string, read: (cell: string) => Read<string>, faults: Faults): void {
  const seen = new Map<string, number>();
  for (const row of rows) {
    const result = read(row.cells[column] ?? '');
    if ('fault' in result) continue;
    const first = seen.get(result.value);
    if (first === undefined) seen.set(result.value, row.line);
    else faults.add(row, column, [`与第 ${first} 行重复`, `the same as on line ${first}`]);
  }
}
/** The rows that have no fault so far. */
export const sound = <T extends { row: SheetRow }>(rows: readonly T[], faults: Faults): T[] => rows.filter(({ row }) => !faults.rows.has(row.row));
