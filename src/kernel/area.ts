import type { Bearer, Right } from './access.ts';
import type { Endpoint } from './endpoint.ts';
import type { FeedQuestion, IndexPage, Reason, Told } from './found.ts';
import type { RefusalName } from './refusal.ts';

/** A Lingui message descriptor, as ``msg`…` `` makes it. */
export interface Words { id: string; message?: string }
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
  why?: Reason;
  /** Where its title has what the sound of it answered, as the server that found it says. */
  marks?: readonly number[];
  /** Status word with its dot. */
  status?: { words: Words; tone: Tone };
  to: string;
  /** Keeps what is known so that the page paints before the server answers. */
  remember?: () => void;
}
/** Colour of a status dot; never the only sign. */
export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';
/** Asks the server for records that match what was typed. `spelled`: the same with the borders of an input method (`xi'an`), for servers that spell. */
export type Finder = (q: string, signal: AbortSignal, spelled?: string) => Promise<FoundRow[]>;
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
  /** A group of the menu that its page stands in, by its path: the words of it. */
  group?: { path: string; title: Words };
  commands?: readonly Command[];
  /** Records of this area in the palette, under this heading; loaded when the palette is. `first`: what servers find of them stands above what they find of others. */
  records?: { title: Words; may: Right; first?: true; load: () => Promise<Records> };
  /** Keys of its pages, beside those of its commands; loaded where all of them are looked at. */
  keys?: { load: () => Promise<readonly KeyEntry[]> };
  /** What its commands ask for, step by step, and how they are carried out; loaded when one is begun. */
  steps?: { load: () => Promise<AreaSteps> };
}
/** Where a key is heard; the innermost that has something to do with it takes it: dialog, palette, list, page, global. */
export type KeyScope = 'global' | 'page' | 'list' | 'palette' | 'dialog';
/** One key of the console: what binds it, shows it and lists it looks it up here. */
export interface KeyEntry {
  /** Area and what it does: `book.new`. One's own keys are kept under it. */
  id: string;
  scope: KeyScope;
  /** The place it is heard at: the kind of record, or a page; absent: everywhere in its scope. */
  on?: string;
  /** Places that are heard with it: a page that shows a list of orders is beside `list` and `order`. */
  beside?: readonly string[];
  /** tinykeys notation; several of which each does it with `|` between. */
  keys: string;
  /** What the help sheet calls it. */
  words: Words;
  /** By what else the palette finds it, as it finds a command (`Command.keywords`); what moves or cannot be chosen needs none. */
  keywords?: readonly string[];
  /** It cannot be taken back, or hardly, as of a command. */
  grave?: true;
  /** It cannot be chosen: arrows, Enter, Escape, digits. */
  fixed?: true;
  /** The key may also be another's: who has nothing to do with it leaves it to the next one outside. */
  shares?: true;
  /** Heard in a text field too. */
  typing?: true;
  /** It does here what the browser's own would do. */
  instead?: true;
  /** It is done by the key alone and changes something or takes it out of the console: run from the palette it is told to the audit. */
  acts?: true;
  /** One press, never a chord: what has the focus asks for it itself (`pressed` of ui/key.ts). */
  press?: true;
  /** Heard only where the control has the focus that it is of: it is heard too where single characters are no shortcuts (WCAG 2.1.4). */
  focused?: true;
  /** It moves, and goes on while it is held: any other key is done once. */ moves?: true;
}
/** How the palette knows the records of an area. */
export interface Records {
  find: Finder;
  /** A line of the index as a row; with `feed` only. */
  row?: (hit: Told) => FoundRow;
  /** Where the index comes from. */
  feed?: Feed;
  /** These records, by their codes, as far as this person sees them: of those that the index holds no longer. With `feed` only. */
  read?: (codes: readonly string[]) => Promise<FoundRow[]>;
}
/** Where the lines of an index come from, and what tells that they changed. */
export interface Feed {
  /** Throws as ui/call.ts does. */
  page: (asked: FeedQuestion, signal: AbortSignal) => Promise<IndexPage>;
  /** A stream of `{ no, version }`. */
  live: Endpoint;
  /** Whether what it told changes a line; absent: always. */
  heeds?: (message: { version: number | null }) => boolean;
}
/** A value of a step, as a row of the palette. */
export interface Choice {
  value: string;
  label: string;
  detail?: string;
  /** Why it cannot be taken. */
  refused?: string;
}
/** A command under way: on which records, with what chosen so far. */
export interface StepAt {
  command: Command;
  rows: readonly Thing[];
  /** It is done to each of the rows, or of `whole`, with a result for each. */
  several: boolean;
  /** The list's selection where it is not all at hand. */
  whole: unknown;
  /** How many are meant, where not all are at hand. */
  count: number;
  values: Readonly<Record<string, Choice>>;
}
/** One thing that a command asks for. */
export interface StepKind {
  title: Words;
  /** What needs no asking. */
  fixed?: (at: StepAt) => Choice | null;
  /** What is asked for, as the input says it. */
  asks: Words;
  options: (at: StepAt, text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** What the rows are of, where that is less than all: said beside their heading once they are here. */
  of?: (at: StepAt) => string | null;
  /** Words that are themselves the value: a day, a reason. `typed`: an address may say it as one types it, where that leaves one choice alone. */
  read?: (text: string, at: StepAt) => Choice | null;
  typed?: true;
}
/** A dry run: how many of all it would reach, what it will do in words, and why not to the others. */
export interface StepChecked {
  fits: number;
  all: number;
  whys: readonly string[];
  words: string;
}
/** What of a run is left to be done: it alone is tried again. */
export interface StepRest {
  rows: readonly Thing[];
  /** What another Enter will do. */
  words: string;
  /** Each that failed, and why. */
  failed: readonly string[];
}
/** What a run is given: `keyOf` has one idempotency key for each intention, the same however often it is tried; `tell` says how far it is and how many are left. */
export interface StepHand {
  keyOf: (intention: string) => string;
  /** What earlier runs of this command did, by number: the run adds to it, and says all of it. */
  sum: Map<string, unknown>;
  tell: (words: string, left: number) => void;
  /** No more than the one under way is to be done: the run then ends as if the others had failed. */
  stopped: () => boolean;
  /** Told what is left where some was done and some was not, before it throws. */
  rest: (rest: StepRest) => void;
  /** Told what was done where the rest failed, before it throws: it can be taken back, whatever becomes of the rest. */
  part: (done: StepDone) => void;
}
/** What came of it, and the way back. */
export interface StepDone {
  words: string;
  undo?: (() => Promise<void>) | undefined;
  /** The way back of several, as a command: what it is called, and until when (ms since 1970) it can be gone. */
  back?: { title: string; until: number } | undefined;
  /** Numbers of those that it was done to this time; absent: of all that were meant. */
  on?: readonly string[];
}
/** A dry run, and what it was about: what is sent is what was looked at. */
export interface StepTrial extends StepChecked {
  /** Throws as ui/call.ts does. After what failed it may be called again: what is done is not done twice. */
  run: (hand: StepHand) => Promise<StepDone>;
}
/** What a command does once all is chosen. Writes nothing; throws as ui/call.ts does. */
export type StepRun = (at: StepAt, signal: AbortSignal) => Promise<StepTrial>;
/** Steps by name, runs by command id, and the records of an address by their numbers. */
export interface AreaSteps {
  steps: Readonly<Record<string, StepKind>>;
  runs: Readonly<Record<string, StepRun>>;
  things: (nos: readonly string[]) => Promise<readonly Thing[]>;
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
  /** It cannot be taken back, or hardly: never the first of what was found because its name only begins like the text. */
  grave?: true;
  /** Money moves by it, it takes something back, or which way it goes is by the record: it is never done once more by the key that repeats. */
  once?: true;
  /** Steps it asks for before it is carried out, in this order: names out of its area's `steps`. */
  asks?: readonly string[];
}
/** A record as commands see it: what may be done to it travels with it, and why not; `stands`: why not what `cannot` does not name. */
export interface Thing {
  /** What the record is called. */
  name: string;
  /** Its business number: what the audit is told of it, which takes no names. */
  no?: string;
  can: readonly string[];
  cannot: Readonly<Partial<Record<string, RefusalName>>>;
  stands?: RefusalName;
}
/** What has the focus and what is selected, of the area `on`. */
export interface Here {
  on: string;
  row: Thing | null;
  selection: readonly Thing[];
  /** How many are selected, where not all of them are at hand. */
  count?: number;
  /** The selection as its area knows it, where not all of them are at hand. */
  whole?: unknown;
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
