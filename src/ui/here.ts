import { useEffect, useRef } from 'react';
import { refusal, type Command, type Here, type Thing } from '../kernel/area.ts';
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
  /** Does a command to one record, or to several that are selected. */
  act: (command: Command, on: T | readonly T[]) => void;
}
type Known = { readonly current: Place<Thing> };
/** The pages that are shown; the last one that came counts. */
const places = new Set<Known>();
const now = (): Place<Thing> | null => [...places].at(-1)?.current ?? null;

/** Says what commands act on while this page is shown. */
export function useHere<T extends Thing>(place: Place<T>): void {
  const latest = useRef(place);
  useEffect(() => void (latest.current = place));
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
  return place === null ? null : { on: place.on, row: place.row() ?? null, selection: place.selection(), count: place.count?.() ?? place.selection().length };
}
/**
 * Does a command to the focused record, or to the selected ones. Says why when the record refuses it.
 * @returns false when there is nothing here that it could act on
 */
export function actHere(command: Command, several: boolean = command.several === true && (now()?.selection().length ?? 0) > 0): boolean {
  const place = now();
  if (place === null || place.on !== command.on) return false;
  if (several) {
    place.act(command, place.selection());
    return true;
  }
  const row = place.row();
  if (row === undefined) return false;
  const why = refusal(command, row);
  if (why === null) place.act(command, row);
  else announce(refusalWords(why, currentLanguage()));
  return true;
}
