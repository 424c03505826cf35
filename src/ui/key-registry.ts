import { createContext } from 'react';
import type { Area, Command, KeyEntry, Viewer } from '../kernel/area.ts';
import { allCommands, boundCommands } from './command.ts';
import { ownEntries } from './key-entry.ts';

/** What the key of a command is: what acts on a record is a key of its list. */
const entryOf = ({ id, keys, on, title }: Command): KeyEntry[] =>
  keys === undefined ? [] : [on === undefined ? { id, scope: 'global', keys, words: title } : { id, scope: 'list', on, beside: ['rows', 'list'], keys, words: title }];
const open = (area: Area, viewer: Viewer): boolean => area.everyone === true || viewer.paths.includes(area.path);
/** Every key of the console: its own, those of the commands and those of the areas' pages; for a person only those of what they may open. */
export async function keyEntries(areas: readonly Area[], viewer: Viewer | null = null): Promise<readonly KeyEntry[]> {
  const commands = viewer === null ? allCommands(areas) : boundCommands(areas, viewer);
  const pages = await Promise.all(areas.filter((area) => viewer === null || open(area, viewer)).map((area) => area.keys?.load() ?? []));
  return [...ownEntries(), ...commands.flatMap(entryOf), ...pages.flat()];
}
/** How the person at this page gets at their keys; the frame gives it. */
export const KeyRegistry = createContext<() => Promise<readonly KeyEntry[]>>(async () => []);
