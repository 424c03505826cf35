import { may, type Bearer, type Right } from './access.ts';

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
  group: 'go' | 'setting' | 'session';
}
/** Paths open to this person: the static ones and those of the allowed routes. */
export interface Viewer extends Bearer {
  role: number;
  paths: readonly string[];
}
/** The one question that palette, menus, buttons, shortcuts and help ask. */
export function offered(command: Command, viewer: Viewer): boolean {
  if (command.may !== undefined && !may(viewer, command.may)) return false;
  return command.goes === undefined || viewer.paths.includes(command.goes.split('?')[0]!);
}
