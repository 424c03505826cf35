import { matchKeybindingPress } from 'tinykeys';
import type { KeyScope, Words } from '../kernel/area.ts';
import { keysOf, type Keyed } from './keyboard.ts';
import { composing, dialogOpen, readings, sequencesOf, typing, type Press } from './key.ts';

/** What listens: an entry of the registry or a command, and what it does. */
export interface Bound {
  entry: Keyed & { scope: KeyScope; typing?: boolean | undefined; words?: Words; acts?: true; moves?: true };
  /** `nth`: which of several keys it was. Returns false when there was nothing to do with it: the next one outside is asked. Absent: what has the focus answers by itself. */
  run?: ((event: KeyboardEvent, nth: number) => boolean | void) | undefined;
  /** False: it is not heard at all now, not even its beginning. */
  here?: () => boolean;
  /** Heard before all others: what it does is what was offered last. */
  first?: boolean;
  /** It only says why it does nothing: heard after all others, and not where its key begins another's. */
  last?: boolean;
}
type Group = { readonly current: readonly Bound[] };
type Sequence = ReturnType<typeof sequencesOf>[number];
interface Candidate {
  bound: Bound;
  presses: Sequence;
  nth: number;
}

/** Milliseconds that a begun chord waits for its next key, in use and while it is recorded. */
export const PATIENCE = 3000;
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];
/** The innermost first. */
const DEPTH: Record<KeyScope, number> = { dialog: 0, palette: 1, list: 2, page: 3, global: 4 };
const groups = new Set<Group>();

const turn = ({ first, last }: Bound): number => (first === true ? 0 : last === true ? 2 : 1);
/** What listens now, the innermost first; inside a scope in the order in which it came. */
export const boundNow = (): Bound[] => [...groups].flatMap(({ current }) => current).sort((a, b) => turn(a) - turn(b) || DEPTH[a.entry.scope] - DEPTH[b.entry.scope]);
/** What may hear a key at this place: a dialog hears its own alone. */
function candidates(event: Press & { target: EventTarget | null }): Candidate[] {
  const inDialog = dialogOpen();
  const text = typing(event.target);
  return boundNow().flatMap((bound) => {
    const { scope } = bound.entry;
    if ((scope === 'dialog' || scope === 'palette') !== inDialog || (text && bound.entry.typing !== true) || bound.here?.() === false) return [];
    const keys = keysOf(bound.entry);
    return keys === undefined ? [] : sequencesOf(keys).map((presses, nth) => ({ bound, presses, nth }));
  });
}

const used = new Set<(id: string) => void>();
/** Tells which keys are used. */
export function onKeyUsed(listener: (id: string) => void): () => void {
  used.add(listener);
  return () => void used.delete(listener);
}
/** The key that did something last, until another is pressed. */
let held = '';
/** What Enter or Space was pressed on. */
let pressedOn: EventTarget | null = null;
function does({ bound, nth }: Candidate, event: KeyboardEvent): boolean {
  if (bound.run === undefined) return false;
  // held down it is done once: it may change something, or lead to where the same key does something else
  if (event.repeat && bound.entry.moves !== true) return true;
  if (bound.run(event, nth) === false) return false;
  held = event.code;
  for (const listener of used) listener(bound.entry.id);
  return true;
}

// the chord is followed here, because tinykeys' own handler keeps half-typed chords after one was completed and drops a key that breaks one and begins another
let begun: Candidate[] = [];
let step = 0;
let since = 0;
function forget(): void {
  begun = [];
  step = 0;
}
const ignored = (event: KeyboardEvent): boolean => !event.key || MODIFIERS.includes(event.key);
/** Those of these that the key is, or goes on with; by its likeliest reading first. */
const fitting = (from: readonly Candidate[], event: KeyboardEvent, at: number): Candidate[] =>
  [...new Set(readings(event).flatMap((reading) => from.filter(({ presses }) => presses[at] !== undefined && matchKeybindingPress(reading, presses[at]))))];
const same = (one: Candidate, other: Candidate): boolean => one.nth === other.nth && one.bound.entry.id === other.bound.entry.id && one.bound.entry.scope === other.bound.entry.scope;
/** Before anything on the page: what goes on with a chord is no key of what has the focus. */
function capture(event: KeyboardEvent): void {
  if (!event.repeat) held = '';
  // nor is one that is still held down text of the field that it led to
  else if (event.code === held && typing(event.target)) return event.preventDefault();
  if (event.key === 'Enter' || event.key === ' ') {
    if (!event.repeat) pressedOn = event.target;
    // nor does it press what the focus has gone to meanwhile, such as the button of a form that nobody has read
    else if (event.target !== pressedOn) {
      event.preventDefault();
      return event.stopPropagation();
    }
  }
  if (begun.length === 0 || ignored(event) || event.repeat) return;
  const open = event.timeStamp - since <= PATIENCE && !composing(event) ? candidates(event) : [];
  // by name: what listens may have been made anew since the chord began
  const next = fitting(open.filter((now) => begun.some((before) => same(now, before))), event, step);
  if (next.length === 0) {
    // a sign that goes on with nothing ends the chord, may begin another, and is else no key of its own: who meant a page, which a role may not have, does nothing to a row
    const begins = fitting(open, event, 0).some(({ presses }) => presses.length > 1);
    if (open.length > 0 && !begins && !typing(event.target) && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
    }
    return forget();
  }
  event.preventDefault();
  event.stopPropagation();
  const done = next.filter(({ presses }) => presses.length === step + 1);
  begun = next;
  step += 1;
  since = event.timeStamp;
  if (done.length === 0) return;
  forget();
  done.some((candidate) => does(candidate, event));
}
/** What nobody inside took. */
function bubble(event: KeyboardEvent): void {
  if (ignored(event)) return;
  if (event.defaultPrevented || composing(event)) return forget();
  const heard = fitting(candidates(event), event, 0);
  const begins = heard.some(({ bound, presses }) => presses.length > 1 && bound.last !== true);
  for (const candidate of heard) {
    if (candidate.presses.length > 1 || (begins && candidate.bound.last === true) || !does(candidate, event)) continue;
    event.preventDefault();
    return forget();
  }
  if (event.repeat) return;
  begun = heard.filter(({ presses }) => presses.length > 1);
  step = begun.length === 0 ? 0 : 1;
  since = event.timeStamp;
}

// an Escape that belongs to an input method is no request to close: a browser would ask every dialog, or close it without asking
if (typeof document !== 'undefined') addEventListener('keydown', (event) => void (event.key === 'Escape' && composing(event) && event.preventDefault()), { capture: true });

/** Listens with these until what is returned is called: the one place of the console where keys of pages, lists and commands are heard. */
export function listen(group: Group): () => void {
  if (groups.size === 0) {
    addEventListener('keydown', capture, { capture: true });
    addEventListener('keydown', bubble);
  }
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size > 0) return;
    removeEventListener('keydown', capture, { capture: true });
    removeEventListener('keydown', bubble);
    forget();
  };
}
