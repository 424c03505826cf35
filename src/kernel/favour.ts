import type { Favour } from './found.ts';

/** Milliseconds after which what was used counts half. */
export const HALF_LIFE = 14 * 86_400_000;
/** How much is remembered of one person in one role. */
export const MOST = { ids: 400, texts: 300, pins: 20 } as const;
/** Milliseconds that something forgotten is known as such, so that another tab does not bring it back. */
const GONE_FOR = 86_400_000;
/** Ids of rows: of commands, and business numbers behind their kind; never words, so that no memory names a patient. */
export const ROW_ID = /^[\w:.*#%@-]{1,64}$/;

/** The id that a row is remembered by: a command is one, whether it acts on the record that has the focus or on those that are selected (`order.assign*`). */
export const usedAs = (id: string): string => id.replace(/\*$/, '');

/** A row that was used. `v`: its worth at the instant `at` (ms), one for each use, halved by time; 0: forgotten. `pin`: since when (ms) it stands first; 0: it does not. */
export interface Used {
  id: string;
  v: number;
  at: number;
  pin: number;
}
/** What was chosen for a text, which is known by its key alone. */
export interface Learned {
  text: string;
  id: string;
  v: number;
  at: number;
}
/** What the palette remembers of one person in one role. */
export interface Memory {
  ids: Used[];
  texts: Learned[];
}
/** Of someone who has used nothing. */
export const NOTHING: Memory = { ids: [], texts: [] };

/** Worth of something at `now`: `v · 2^(−Δ / 14 d)`. */
export const worth = ({ v, at }: Pick<Used, 'v' | 'at'>, now: number): number => v * 2 ** (-Math.max(0, now - at) / HALF_LIFE);
/** The same after one more use. */
export const usedOnce = (before: Pick<Used, 'v' | 'at'> | undefined, now: number): Pick<Used, 'v' | 'at'> => ({ v: Math.round(((before === undefined ? 0 : worth(before, now)) + 1) * 1000) / 1000, at: now });

/** The key of a text: the same for every way to write it, and short, so that many texts have one and none can be read from it. Empty for a text without signs. */
export function textKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().replace(/[\s']/g, '');
  if (folded === '') return '';
  let hash = 0x811c9dc5;
  for (let i = 0; i < folded.length; i += 1) hash = Math.imul(hash ^ folded.charCodeAt(i), 0x01000193);
  return (hash >>> 8).toString(36);
}

function newest<T extends { at: number }>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const known = new Map<string, T>();
  for (const row of rows) {
    const before = known.get(keyOf(row));
    if (before === undefined || before.at <= row.at) known.set(keyOf(row), row);
  }
  return [...known.values()];
}
/** Two memories as one: of each row what was written last, and of all what is worth most. Nothing is of the time after `now`: a clock that runs ahead would never be caught up. */
export function merged(one: Memory, other: Memory, now: number): Memory {
  const lasts = (row: { v: number; at: number }): boolean => row.v > 0 || now - row.at < GONE_FOR;
  const byWorth = (a: Used | Learned, b: Used | Learned): number => worth(b, now) - worth(a, now) || b.at - a.at || (a.id < b.id ? -1 : 1);
  const past = <T extends Used | Learned>(row: T): T => ({ ...row, at: Math.min(row.at, now) });
  const ids = newest([...one.ids, ...other.ids].map(past), ({ id }) => id).filter((row) => row.pin > 0 || lasts(row));
  const pinned = ids.filter(({ pin }) => pin > 0).sort((a, b) => a.pin - b.pin || (a.id < b.id ? -1 : 1));
  const loose = [...ids.filter(({ pin }) => pin === 0), ...pinned.slice(MOST.pins).map((row) => ({ ...row, pin: 0 }))].sort(byWorth);
  const texts = newest([...one.texts, ...other.texts].map(past), ({ text, id }) => `${text} ${id}`).filter(lasts).sort(byWorth);
  return { ids: [...pinned.slice(0, MOST.pins), ...loose].slice(0, MOST.ids), texts: texts.slice(0, MOST.texts) };
}
/** What a memory says at `now`. Of two that were chosen for one text the one that is worth more, of two equals the later. */
export function favourOf({ ids, texts }: Memory, now: number): Favour {
  const score = Object.fromEntries(ids.filter(({ v }) => v > 0).map((row) => [row.id, worth(row, now)]));
  const best = new Map<string, Learned>();
  for (const row of texts) {
    const known = best.get(row.text);
    const ahead = known === undefined ? 1 : worth(row, now) - worth(known, now) || row.at - known.at;
    if (row.v > 0 && ahead > 0) best.set(row.text, row);
  }
  return { score, learned: Object.fromEntries([...best].map(([text, { id }]) => [text, id])), pinned: ids.filter(({ pin }) => pin > 0).sort((a, b) => a.pin - b.pin).map(({ id }) => id) };
}

/** Beyond what any row can be worth by use: from here on it is pinned, or was chosen for this text. */
export const FAR = 1e6;
/** How high a row stands among those of its tier, for what was typed: the pinned ones, then what was chosen for this text, then by use. */
export function standing({ score, learned, pinned }: Favour, text: string): (id: string) => number {
  const key = textKey(text);
  const chosen = Object.hasOwn(learned, key) ? learned[key] : undefined;
  return (id) => (pinned.includes(id) ? 2 * FAR : 0) + (id === chosen ? FAR : 0) + (Object.hasOwn(score, id) ? score[id]! : 0);
}
