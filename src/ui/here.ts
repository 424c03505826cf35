import { useEffect, useRef } from 'react';
import type { Command, Here, Thing } from '../kernel/area.ts';
import { mayPass, refusal } from '../kernel/offered.ts';
import { refusalWords } from '../kernel/refusal.ts';
import { announce } from './announce.tsx';
import { currentLanguage } from './language.tsx';

/** What a page tells of the records that commands act on: asked at the moment of the key. */
export interface Place<T extends Thing> {
  /** The area of the records. */
  on: string;
  row: () => T | undefined;
  selection: () => readonly T[];
  /** How many are selected, where not all of them are at hand; null while nobody has counted. */
  count?: () => number | null;
  /** The selection as its area knows it, where not all of them are at hand. */
  whole?: () => unknown;
  /** Selects these of its records, by their numbers, and no others. */
  select?: (nos: readonly string[]) => void;
  /** Does a command to one record, or to several that are selected. True: it has only opened a form, and whoever sends that tells `wasDone` (ui/palette/last.ts); null: it was not done, and why was said. */
  act: (command: Command, on: T | readonly T[]) => boolean | null | void;
}
type Known = { readonly current: Place<Thing> };
/** The pages that are shown; the last one that came counts. */
const places = new Set<Known>();
const watchers = new Set<() => void>();
/** Calls back whenever a page has drawn its records anew. */
export function onHere(listener: () => void): () => void {
  watchers.add(listener);
  return () => void watchers.delete(listener);
}
const now = (): Place<Thing> | null => [...places].at(-1)?.current ?? null;

/** Says what commands act on while this page is shown. */
export function useHere<T extends Thing>(place: Place<T>): void {
  const latest = useRef(place);
  useEffect(() => {
    latest.current = place;
    for (const watcher of watchers) watcher();
  });
  useEffect(() => {
    const known = latest as unknown as Known;
    places.add(known);
    return () => void places.delete(known);
  }, []);
}
/** Whether commands on records of this area have something to act on. */
export const isHere = (on: string): boolean => now()?.on === on;
/** What has the focus and what is selected now; null where there are no records. */
export function here(): Here | null {
  const place = now();
  return place === null ? null : { on: place.on, row: place.row() ?? null, selection: place.selection(), count: place.count?.() ?? place.selection().length, whole: place.whole?.() };
}
/** Where several were done and some are left, those are what is selected now; where something else is selected meanwhile, that stays. */
export function keepSelected({ on, whole, was, now: left }: { on: string | undefined; whole: unknown; was: readonly Thing[]; now: readonly Thing[] }): void {
  const at = here();
  if (at === null || at.on !== on || JSON.stringify(at.whole) !== JSON.stringify(whole)) return;
  const nos = new Set(was.map(({ no }) => no));
  if (whole === undefined && (at.selection.length === 0 || !at.selection.every(({ no }) => nos.has(no)))) return;
  now()?.select?.(left.flatMap(({ no }) => no ?? []));
}
interface Acted {
  to: readonly Thing[];
  count: number;
  form: boolean;
}
const nosOf = (rows: readonly Thing[]): string => rows.map(({ no, name }) => no ?? name).sort().join('\n');
/** Whether a command would act on these records: on the one that has the focus, or on exactly those that are selected. Rows shift, also under an open palette. */
export function isStill({ on, rows, several, whole }: { on: string | undefined; rows: readonly Thing[]; several: boolean; whole: unknown }): boolean {
  const at = here();
  if (at === null || at.on !== on) return false;
  if (!several) return at.row !== null && nosOf([at.row]) === nosOf(rows);
  // of a selection that is not at hand any row may stand for the others
  return JSON.stringify(at.whole) === JSON.stringify(whole) && (whole !== undefined || nosOf(at.selection) === nosOf(rows));
}
/**
 * Does a command to the focused record, or to the selected ones. Says why when the record refuses it for good.
 * @returns what it was done to, how many they are where not all are at hand, and whether a form was opened for it; null when nothing was done
 */
export function actHere(command: Command, several: boolean = command.several === true && (now()?.selection().length ?? 0) > 0): Acted | null {
  const place = now();
  if (place === null || place.on !== command.on) return null;
  if (several) {
    const to = place.selection();
    const count = place.count?.() ?? to.length;
    return { to, count, form: place.act(command, to) === true };
  }
  const row = place.row();
  if (row === undefined) return null;
  const why = refusal(command, row);
  if (why === null || mayPass(why)) {
    const form = place.act(command, row);
    return form === null ? null : { to: [row], count: 1, form: form === true };
  }
  announce(refusalWords(why, currentLanguage()));
  return null;
}
