import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import type { Group, Row } from './rank.ts';

/** What stands in the place of the chosen row when that has left: it names nobody, and Enter says no more than this. */
const GONE = msg`选中的那一条已经不在这里`;
/** The id of such a row. */
const GONE_ID = 'gone';

/** Keeps the place of the chosen row: when it leaves while one looks at the same list, nothing else comes under Enter until one moves. */
export function rowHolder(say: (words: Words) => string) {
  let held: { shown: string; id: string; group: Group; below: number; at: number } | null = null;
  let drawn: { from: readonly Group[]; groups: readonly Group[] } | null = null;
  return {
    /** The rows of this list, with the place of one that has left. `moved`: the row that one has moved to in it. */
    in(shown: string, groups: readonly Group[], moved: string | undefined): readonly Group[] {
      if (held === null || held.shown !== shown) return groups;
      const { id, group, below, at } = held;
      // where nothing is left, nothing comes under Enter
      if (groups.every(({ rows }) => rows.length === 0) || groups.some(({ rows }) => rows.some((row) => row.id === id || row.id === moved))) return groups;
      if (drawn?.from === groups) return drawn.groups;
      const gone: Row = { id: GONE_ID, title: say(GONE), marks: [], kind: 'gone' };
      const into = groups.findIndex((one) => one.id === group.id);
      const own = groups[into];
      drawn = { from: groups, groups: own === undefined ? groups.toSpliced(below, 0, { ...group, rows: [gone], pending: false }) : groups.with(into, { ...own, rows: own.rows.toSpliced(at, 0, gone) }) };
      return drawn.groups;
    },
    /** The row that was chosen last in this list, or what stands in its place. */
    row: (shown: string, rows: readonly Row[]): Row | undefined => (held?.shown !== shown ? undefined : rows.find(({ id, kind }) => id === held!.id || kind === 'gone')),
    /** Tells which row is chosen, where Enter would take it or one has moved to it. */
    note(shown: string, groups: readonly Group[], chosen: Row | undefined): void {
      if (chosen?.kind === 'gone') return;
      const below = groups.findIndex(({ rows }) => chosen !== undefined && rows.includes(chosen));
      if (below < 0) held = held?.shown === shown ? held : null;
      else held = { shown, id: chosen!.id, group: groups[below]!, below, at: groups[below]!.rows.indexOf(chosen!) };
      drawn = null;
    },
  };
}
