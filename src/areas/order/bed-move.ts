/** Rows that PgDn and PgUp go. */
const PAGE = 4;
/** Where one is in a map of rows that hold the indices of their cells. */
const placeOf = (rows: readonly (readonly number[])[], at: number): [row: number, column: number] => {
  const row = Math.max(0, rows.findIndex((cells) => cells.includes(at)));
  return [row, Math.max(0, rows[row]?.indexOf(at) ?? 0)];
};

/** The cell a key leads to, or null when the key is not one of the map's. ← and → go through all cells; ↑ and ↓ stay in the column, or take the last cell of a shorter row. */
export function bedMove(event: Pick<KeyboardEvent, 'key' | 'ctrlKey'>, at: number, rows: readonly (readonly number[])[]): number | null {
  const cells = rows.flat();
  if (cells.length === 0) return null;
  const [row, column] = placeOf(rows, at);
  const beside = (step: number): number => cells[Math.min(Math.max(cells.indexOf(at) + step, 0), cells.length - 1)]!;
  const down = (step: number): number => {
    const to = rows[Math.min(Math.max(row + step, 0), rows.length - 1)]!;
    return to === rows[row] ? at : to[Math.min(column, to.length - 1)]!;
  };
  const ends = event.ctrlKey ? cells : rows[row]!;
  switch (event.key) {
    case 'ArrowRight':
      return beside(1);
    case 'ArrowLeft':
      return beside(-1);
    case 'ArrowDown':
      return down(1);
    case 'ArrowUp':
      return down(-1);
    case 'Home':
      return ends[0]!;
    case 'End':
      return ends.at(-1)!;
    case 'PageDown':
      return down(PAGE);
    case 'PageUp':
      return down(-PAGE);
    default:
      return null;
  }
}
/** The bed that digits typed one after the other mean: the one of this number, else the first that begins so; -1 when none does. */
export function bedTyped(numbers: readonly (string | null)[], typed: string): number {
  const bare = numbers.map((number) => number?.replace(/号?床$/u, '').replace(/^0+(?=\d)/, '') ?? '');
  const whole = bare.indexOf(typed);
  return whole >= 0 ? whole : bare.findIndex((number) => number.startsWith(typed));
}
