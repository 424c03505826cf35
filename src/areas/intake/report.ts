import { accessSync, constants, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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
  readonly rows = new Set<number>();
  constructor(readonly keyColumn: string) {}
  add(row: SheetRow, column: string, reason: Reason): void {
    this.all.push({ line: row.line, row: row.row, key: row.cells[this.keyColumn] ?? '', column, value: row.cells[column] ?? '', reason });
    this.rows.add(row.row);
  }
}
// a spreadsheet would run what begins like a formula
const field = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Writes the report beside the sheet, or into the current folder where that one cannot be written; answers where. */
export function writeReport(sheet: string, faults: readonly Fault[]): string {
  const lines = [...faults].sort((a, b) => a.row - b.row).map((f) => [String(f.line), f.column, f.value, f.reason[0], f.reason[1], String(f.row), f.key].map(field).join(','));
  const text = `\ufeff${['line,column,value,reason,reason_en,row,key', ...lines].join('\r\n')}\r\n`;
  const name = `${basename(sheet)}.report.csv`;
  let folder = dirname(resolve(sheet));
  try {
    accessSync(folder, constants.W_OK);
    writeFileSync(join(folder, name), text);
  } catch {
    folder = process.cwd();
    writeFileSync(join(folder, name), text);
  }
  return join(folder, name);
}
