/** Rows by what one of their columns is: those of value `i` are `rows[begins[i]]` up to, not with, `rows[begins[i + 1]]`. */
export interface RowsBy {
  begins: Uint32Array;
  rows: Uint32Array;
}
/** The same of a column whose values are less than `values`, over its first `count` rows. */
export function rowsBy(column: Uint32Array, values: number, count: number): RowsBy {
  const begins = new Uint32Array(values + 1);
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) begins[column[row]!]! += 1;
  for (let value = 1; value <= values; value += 1) begins[value]! += begins[value - 1]!;
  // each is the end of its rows until they are put in, and then where they begin
  for (let row = count - 1; row >= 0; row -= 1) rows[--begins[column[row]!]!] = row;
  return { begins, rows };
}
