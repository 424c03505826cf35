// Where a picture is marked and shaded. Pure.

/** Marks along `count` places, so that no two are nearer than `least` of the places that fit into `room`; the first always. */
export function ticksOf(count: number, room: number, least: number): number[] {
  const fit = Math.max(1, Math.floor(room / least));
  const step = Math.max(1, Math.ceil(count / fit));
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
}

/** Shades of a heat map, beside nothing and zero. */
export const SHADES = 5;
/** Upper bounds of the shades, rising and each a value that is there: as many values in each as can be, so that one large hospital does not take the others' shades away. */
export function boundsOf(values: readonly (number | null)[], shades = SHADES): number[] {
  const sorted = values.filter((value): value is number => value !== null && value > 0).sort((a, b) => a - b);
  if (sorted.length === 0) return [];
  const bounds = Array.from({ length: shades }, (_, i) => sorted[Math.min(sorted.length - 1, Math.ceil(((i + 1) * sorted.length) / shades) - 1)]!);
  return [...new Set(bounds)];
}
/** The shade of a value from 1; 0: zero or less; null: there is none. */
export function shadeOf(value: number | null, bounds: readonly number[]): number | null {
  if (value === null) return null;
  if (value <= 0) return 0;
  const at = bounds.findIndex((bound) => value <= bound);
  // few bounds use the strong shades: a single value is seen
  return SHADES - bounds.length + (at < 0 ? bounds.length : at + 1);
}
/** Where an arrow key leads among `count` things in a line, or null when it is not one of theirs. */
export function stepFor(key: string, at: number, count: number, page = 7): number | null {
  const within = (to: number): number => Math.max(0, Math.min(count - 1, to));
  const by: Record<string, number> = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 };
  const to = Object.hasOwn(by, key) ? by[key] : undefined;
  return to === undefined ? null : within(to);
}
