import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { inert } from '../../host/sheet/csv-write.ts';
import type { Reason } from './cell.ts';
import type { SheetRow } from './sheet.ts';

/** One cell that keeps its row from being loaded. */
export interface Fault {
  line: number;
  row: number;
  /** The number in the row's first column. */
  key: string;
  column: string;
  value: string;
  reason: Reason;
}
/** Collects faults of rows. */
export class Faults {
  readonly all: Fault[] = [];
  /** Rows that are refused, and those of them that are refused for what they say, whatever the database comes to hold. */
  readonly rows = new Set<number>();
  readonly own = new Set<number>();
  constructor(readonly keyColumn: string) {}
  add(row: SheetRow, column: string, reason: Reason): void {
    this.own.add(row.row);
    this.wait(row, column, reason);
  }
  /** A fault that goes away when the database has what the row names. */
  wait(row: SheetRow, column: string, reason: Reason): void {
    this.all.push({ line: row.line, row: row.row, key: row.cells[this.keyColumn] ?? '', column, value: row.cells[column] ?? '', reason });
    this.rows.add(row.row);
  }
}
const field = (text: string): string => `"${inert(text).replaceAll('"', '""')}"`;

/** The report's lines, header first. */
export const reportLines = (faults: readonly Fault[]): string[] => [
  'line,column,value,reason,reason_en,row,key',
  ...[...faults].sort((a, b) => a.row - b.row).map((f) => [String(f.line), f.column, f.value, f.reason[0], f.reason[1], String(f.row), f.key].map(field).join(',')),
];
/**
 * Writes the report beside the sheet, or where that cannot be into the current folder, the data folder or a new temporary one;
 * answers where, or null if nowhere.
 */
export function writeReport(sheet: string, faults: readonly Fault[]): string | null {
  const name = `${basename(sheet)}.report.csv`;
  const text = `\ufeff${reportLines(faults).join('\r\n')}\r\n`;
  const folders = [() => dirname(resolve(sheet)), () => process.cwd(), () => resolve(process.env['DATA_DIR'] || 'data'), () => mkdtempSync(join(tmpdir(), 'import-'))];
  for (const folder of folders) {
    try {
      const path = join(folder(), name);
      writeFileSync(path, text);
      return path;
    } catch {
      // read-only, full or gone: the next one
    }
  }
  return null;
}
