import type { Cell, Column, Rows } from './cell.ts';

// what a spreadsheet would take for a formula; in full width too, as Chinese input methods write
const LIVE = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** A text that no spreadsheet takes for a formula: one that would be begins with an apostrophe. */
export const inert = (text: string): string => (LIVE.test(text) ? `'${text}` : text);
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = inert(value);
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV in UTF-8 with the mark that tells spreadsheets so, written as its rows come. A text that would be a formula begins with an apostrophe. */
export async function* writeCsv(columns: readonly Column[], rows: Rows): AsyncGenerator<Buffer> {
  const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;
  let part = `\ufeff${line(columns.map(({ heading }) => heading))}`;
  for await (const cells of rows) {
    part += line(cells);
    if (part.length < 65_536) continue;
    yield Buffer.from(part);
    part = '';
  }
  yield Buffer.from(part);
}
