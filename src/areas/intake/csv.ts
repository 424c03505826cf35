/** One record: its cells, which of them (by index) open a quote that does not close, and the line that the next one begins at. */
export interface Entry {
  cells: string[];
  torn: number[];
  next: number;
}
/** The lines of a text; Windows, Unix and old Mac line ends may be mixed. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Where the quote whose text begins at `column` of line `at` closes. */
function closing(lines: readonly string[], at: number, column: number): { line: number; column: number } | null {
  for (let line = at; line < lines.length; line++) {
    const text = lines[line]!;
    for (let q = text.indexOf('"', line === at ? column : 0); q >= 0; q = text.indexOf('"', q + 1)) {
      if (text[q + 1] !== '"') return { line, column: q };
      q++;
    }
  }
  return null;
}
/**
 * The record that begins at line `at`. A quote inside a cell is text. A quote that opens a cell must close before a delimiter or a
 * line's end; it may do so lines later, but not by swallowing whole rows of the sheet: then someone forgot it, and its cell ends
 * where it would without it. `whole` tells whether so many cells are a row of this sheet.
 */
export function readEntry(lines: readonly string[], at: number, delimiter: string, whole: (cells: readonly string[]) => boolean): Entry {
  const alone = (line: number): boolean => whole(readEntry([lines[line]!], 0, delimiter, whole).cells);
  const swallows = (first: number, last: number): boolean => {
    for (let inner = first + 1; inner < last; inner++) if (alone(inner)) return true;
    return last > first && alone(first) && alone(last);
  };
  const cells: string[] = [];
  const torn: number[] = [];
  let line = at;
  for (let column = 0; ; column++) {
    const opened = /^ *"/.exec(lines[line]!.slice(column, column + 80))?.[0].length;
    if (opened !== undefined) {
      const end = closing(lines, line, column + opened);
      const after = end === null ? -1 : lines[end.line]!.slice(end.column + 1).search(/[^ ]|$/) + end.column + 1;
      const ends = end !== null && (after === lines[end.line]!.length || lines[end.line]![after] === delimiter);
      if (ends && !swallows(line, end.line)) {
        const text = end.line === line ? lines[line]!.slice(column + opened, end.column) : [lines[line]!.slice(column + opened), ...lines.slice(line + 1, end.line), lines[end.line]!.slice(0, end.column)].join('\n');
        cells.push(text.replaceAll('""', '"'));
        line = end.line;
        column = after;
        if (column === lines[line]!.length) return { cells, torn, next: line + 1 };
        continue;
      }
      torn.push(cells.length);
    }
    const end = lines[line]!.indexOf(delimiter, column);
    cells.push(lines[line]!.slice(column, end < 0 ? undefined : end));
    if (end < 0) return { cells, torn, next: line + 1 };
    column = end;
  }
}
