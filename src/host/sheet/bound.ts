/** How large a sheet may be. `rows`: without its heading. `unpacked`: bytes of all that is packed inside it. */
export const SHEET = { bytes: 5 * 1024 * 1024, rows: 5_000, columns: 50, unpacked: 48 * 1024 * 1024, entries: 200, seconds: 20, memoryMb: 256, atOnce: 2 } as const;

/** One line of a sheet. `row`: its number in a spreadsheet, the first being 1; lines without a word are left out. */
export interface SheetLine {
  row: number;
  cells: string[];
}
/** Why a sheet is not read. */
export type SheetFault = 'form' | 'locked' | 'size' | 'rows' | 'columns' | 'time';

/** A sheet that is not read. */
export class BadSheet extends Error {
  constructor(readonly fault: SheetFault) {
    super(fault);
  }
}
/** The lines of a sheet as they are read, within the bounds: it never holds more than those allow. */
export class Lines {
  readonly list: SheetLine[] = [];
  /** Adds one; one without a word counts for nothing. @throws BadSheet rows, columns */
  add(row: number, cells: readonly (string | undefined)[]): void {
    const last = cells.findLastIndex((cell) => cell !== undefined && cell.trim() !== '');
    if (last === -1) return;
    if (last >= SHEET.columns) throw new BadSheet('columns');
    if (this.list.length > SHEET.rows) throw new BadSheet('rows');
    this.list.push({ row, cells: Array.from({ length: last + 1 }, (_, i) => cells[i] ?? '') });
  }
}
