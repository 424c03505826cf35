import type { Closing } from './tag-act.ts';

/** An open page as a tab. */
export interface Tag {
  /** As the page stack calls it: one tab for each. */
  key: string;
  /** Where it was last. */
  href: string;
  /** Affix: always there (spec section 2, meta); pinned: somebody wants it to stay. Neither is closed. */
  stays: 'affix' | 'pinned' | null;
}
/** Tabs that there may be; the oldest that may go makes room. */
export const MOST_TAGS = 30;
const RANK = { affix: 0, pinned: 1, none: 2 } as const;
const rank = ({ stays }: Tag): number => RANK[stays ?? 'none'];
/** Those that stay are first, each part in its own order. */
const sorted = (tags: readonly Tag[]): Tag[] => tags.toSorted((a, b) => rank(a) - rank(b));

/** The tabs with this page among them, at the address it is shown at now. */
export function opened(tags: readonly Tag[], key: string, href: string): readonly Tag[] {
  const known = tags.find((tag) => tag.key === key);
  if (known !== undefined) return known.href === href ? tags : tags.map((tag) => (tag === known ? { ...tag, href } : tag));
  const full = tags.length >= MOST_TAGS ? tags.find(({ stays }) => stays === null) : undefined;
  return [...tags.filter((tag) => tag !== full), { key, href, stays: null }];
}
/** The tabs without those that this closes; what stays, stays. */
export function closed(tags: readonly Tag[], key: string, which: Closing): readonly Tag[] {
  const at = tags.findIndex((tag) => tag.key === key);
  const goes = (i: number): boolean => ({ close: i === at, others: i !== at, left: i < at, right: i > at, all: true })[which];
  return tags.filter((tag, i) => tag.stays !== null || !goes(i));
}
/** The tab that is opened when this one closes: its right neighbour, else its left. */
export function successor(tags: readonly Tag[], left: readonly Tag[], key: string): Tag | undefined {
  const at = tags.findIndex((tag) => tag.key === key);
  return [...tags.slice(at), ...tags.slice(0, Math.max(at, 0)).toReversed()].find((tag) => left.includes(tag));
}
/** Pins a tab, or lets it go again; an affixed one is as it is. */
export const pinned = (tags: readonly Tag[], key: string): readonly Tag[] => sorted(tags.map((tag) => (tag.key !== key || tag.stays === 'affix' ? tag : { ...tag, stays: tag.stays === null ? 'pinned' : null })));
/** Moves a tab to the place of another, within those that stay alike. */
export function moved(tags: readonly Tag[], key: string, to: number): readonly Tag[] {
  const from = tags.findIndex((tag) => tag.key === key);
  const goal = tags[to];
  if (from < 0 || goal === undefined || goal.key === key || rank(goal) !== rank(tags[from]!)) return tags;
  return tags.toSpliced(from, 1).toSpliced(to, 0, tags[from]!);
}

const PATH = /^(?=.{2,200}$)(\/[\w%.~:-]+)+$/;
/** What is kept of the tabs: paths alone, `!` before those that are pinned; queries and titles may hold names. */
export const toKept = (tags: readonly Tag[]): string[] => tags.filter(({ stays }) => stays !== 'affix').map(({ href, stays }) => `${stays === 'pinned' ? '!' : ''}${href.split('?')[0]!}`);
/** The tabs of what was kept, as far as it is sound: `keyOf` gives the key of a path that may be opened, else null. */
export function fromKept(kept: unknown, affix: readonly string[], keyOf: (path: string) => string | null): readonly Tag[] {
  const tags: Tag[] = affix.map((path) => ({ key: path, href: path, stays: 'affix' }));
  for (const text of Array.isArray(kept) ? kept.slice(0, MOST_TAGS) : []) {
    if (typeof text !== 'string') continue;
    const path = text.replace(/^!/, '');
    const key = PATH.test(path) ? keyOf(path) : null;
    if (key !== null && !tags.some((tag) => tag.key === key)) tags.push({ key, href: key, stays: path === text ? null : 'pinned' });
  }
  return sorted(tags);
}
