/**
 * How large a sheet may be. `rows`: without its heading, where its reader does not say. `cell`: characters of one cell; a longer one is cut to one more than that,
 * so that it can be told. `text`: characters of all cells. `unpacked`: bytes of all that is packed inside it. `shared`: texts that its cells share, those of its other sheets too.
 */
export const SHEET = { bytes: 5 * 1024 * 1024, rows: 5_000, columns: 50, cell: 2_000, text: 5_000_000, unpacked: 48 * 1024 * 1024, entries: 200, shared: 1_000_000, seconds: 20, memoryMb: 256, atOnce: 2 } as const;

/** One line of a sheet. `row`: its number in a spreadsheet, the first being 1; lines without a word are left out. `since1904`: days that are numbers count from 1904, not 1900. */
export interface SheetLine {
  row: number;
  cells: string[];
  since1904?: true;
}
/** Why a sheet is not read. */
export type SheetFault = 'form' | 'quote' | 'locked' | 'size' | 'rows' | 'columns' | 'time';

/** A sheet that is not read; `row`: where, as far as one can say. */
export class BadSheet extends Error {
  constructor(
    readonly fault: SheetFault,
    readonly row?: number,
  ) {
    super(fault);
  }
}
/** A cell as it is kept: at most one character longer than one may be. */
export const cut = (cell: string): string => (cell.length > SHEET.cell ? cell.slice(0, SHEET.cell + 1) : cell);
/** The lines of a sheet as they are read, within the bounds: it never holds more than those allow. */
export class Lines {
  readonly list: SheetLine[] = [];
  private text = 0;
  constructor(private readonly most: number) {}
  /** Adds one; one without a word counts for nothing. @throws BadSheet rows, columns, size */
  add(row: number, cells: readonly (string | undefined)[]): void {
    const last = cells.findLastIndex((cell) => cell !== undefined && cell.trim() !== '');
    if (last === -1) return;
    if (last >= SHEET.columns) throw new BadSheet('columns');
    if (this.list.length > this.most) throw new BadSheet('rows');
    const kept = Array.from({ length: last + 1 }, (_, i) => cut(cells[i] ?? ''));
    // one text can stand in many cells, and is there many times once it leaves this thread
    this.text += kept.reduce((sum, cell) => sum + cell.length, 0);
    if (this.text > SHEET.text) throw new BadSheet('size');
    this.list.push({ row, cells: kept });
  }
  /** Says what stands in a column of one row of the following ones too, up to `last`; not what the heading says. @throws BadSheet size */
  repeat(column: number, row: number, last: number): void {
    const at = this.list.findIndex((line) => line.row === row);
    const text = this.list[at]?.cells[column];
    if (at < 1 || !text) return;
    for (const { row: other, cells } of this.list.slice(at + 1)) {
      if (other > last) break;
      if (cells[column]) continue;
      while (cells.length < column) cells.push('');
      cells[column] = text;
      this.text += text.length;
      if (this.text > SHEET.text) throw new BadSheet('size');
    }
  }
}
