import { may, type Bearer, type Right } from './access.ts';
import type { RefusalName } from './refusal.ts';

/** A Lingui message descriptor, as ``msg`…` `` makes it. */
export interface Words {
  id: string;
  message?: string;
}
/** A record as a palette row: plain data, made by the area that owns it. */
export interface FoundRow {
  /** Unique among all rows, such as `order:PH26…`: two patients of one name are two rows. */
  id: string;
  title: string;
  /** The quiet second fact: ward, bed, service. */
  detail: string;
  /** The fact at the right: dates. */
  trailing?: string;
  /** What of it answered: decides what is marked. */
  why?: 'number' | 'name' | 'pinyin' | 'initials' | 'phone' | 'bed' | 'staff';
  /** Status word with its dot. */
  status?: { words: Words; tone: Tone };
  to: string;
  /** Keeps what is known so that the page paints before the server answers. */
  remember?: () => void;
}
/** Colour of a status dot; never the only sign. */
export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';
/** Asks the server for records that match what was typed. */
export type Finder = (q: string, signal: AbortSignal) => Promise<FoundRow[]>;
/** What the sidebar and palette show of an area. */
export interface Area {
  /** Folder name. */
  id: string;
  /** First page; also the key under which the allowed routes name it. */
  path: string;
  title: Words;
  /** lucide icon name known to ui/icon.tsx. */
  icon: string;
  /** Position in menu and palette. */
  order: number;
  /** false: only the palette knows it. */
  menu: boolean;
  /** true: open to everyone signed in; else the allowed routes decide. */
  everyone?: boolean;
  commands?: readonly Command[];
  /** Records of this area in the palette, under this heading; loaded when the palette is. */
  records?: { title: Words; may: Right; load: () => Promise<{ find: Finder }> };
}
/** A command is plain data (architecture.md). `goes` opens an address; `calls` names an effect of ui/effect.ts. */
export interface Command {
  id: string;
  title: Words;
  /** The other language's words, pinyin and initials: found whatever the interface language is. */
  keywords: readonly string[];
  /** tinykeys notation, such as `g o` or `$mod+k`. */
  keys?: string;
  may?: Right;
  goes?: string;
  calls?: string;
  /** Argument of `calls`, such as a theme name. */
  value?: string;
  /** What it acts on, by the area's id: the record that has the focus, or those that are selected. */
  on?: string;
  /** What it does to that record: a name out of its `can`. Without one it only shows something of it. */
  event?: string;
  /** It can be done to several records at once. */
  several?: boolean;
  group: 'go' | 'setting' | 'session' | 'here';
}
/** A record as commands see it: what may be done to it travels with it, and why not. */
export interface Thing {
  /** What the record is called. */
  name: string;
  can: readonly string[];
  cannot: Readonly<Partial<Record<string, RefusalName>>>;
}
/** What has the focus and what is selected, of the area `on`. */
export interface Here {
  on: string;
  row: Thing | null;
  selection: readonly Thing[];
  /** How many are selected, where not all of them are at hand. */
  count?: number;
}
/** Paths open to this person: the static ones and those of the allowed routes. */
export interface Viewer extends Bearer {
  role: number;
  paths: readonly string[];
}
/** Who asks, and where. */
export interface Asked {
  viewer: Viewer;
  here?: Here | null;
}
/** The one question that palette, menus, buttons, shortcuts and help ask. */
export function offered(command: Command, { viewer, here = null }: Asked): boolean {
  if (command.may !== undefined && !may(viewer, command.may)) return false;
  if (command.on !== undefined) return here !== null && here.on === command.on && (here.row !== null || (command.several === true && here.selection.length > 0));
  return command.goes === undefined || viewer.paths.includes(command.goes.split('?')[0]!);
}
/** Why a command that is offered cannot be done to this record now, or null. */
export const refusal = ({ event }: Command, { can, cannot }: Thing): RefusalName | null => (event === undefined || can.includes(event) ? null : (cannot[event] ?? 'wrong_state'));
