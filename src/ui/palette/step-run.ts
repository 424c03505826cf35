import { flushSync } from 'react-dom';
import { msg } from '@lingui/core/macro';
import type { Command, StepDone, StepRest, StepTrial, Thing } from '../../kernel/area.ts';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED, newKey } from '../call.ts';
import { currentI18n } from '../language.tsx';
import { onSignedOut } from '../session.ts';
import { toast } from '../toast.tsx';
import { setWork, workNow } from '../work.ts';
import { palette } from './actor.ts';
import { noteLast } from './last.ts';
import { tellRan } from './memory-source.ts';
import { steps } from './step-actor.ts';

/** Body code of the error catalogue: the record has moved on since. */
const CONFLICT = 40900;
/** The one that is being sent. */
let running: StepTrial | null = null;
/** What a run did before the rest of it failed: said, with its way back, once the palette is gone. */
let partly: { of: unknown; done: StepDone } | null = null;
let progress: string | null = null;
let stopping = false;
const keys = new Map<string, string>();
/** What the runs of the command under way did. */
let sum = new Map<string, unknown>();
onSignedOut(() => {
  running = partly = progress = null;
  stopping = false;
  // they hold what was to be sent, in the words of who has left
  forgetKeys();
});

/** Why something could not be had, in words. */
export const failureOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Whether nobody waits for it any more. */
export const dropped = (error: unknown): boolean => error instanceof CallFailure && error.code === DROPPED;
/** How far the sending is; null: nothing is said of it yet. */
export const progressNow = (): string | null => progress;
/** Another command: other intentions. */
export function forgetKeys(): void {
  keys.clear();
  sum = new Map();
}
const keyOf = (intention: string): string => {
  if (!keys.has(intention)) keys.set(intention, newKey());
  return keys.get(intention)!;
};
const isAway = (): boolean => steps.getSnapshot().matches({ sending: 'away' });
// beside the page stands how far it is, while one does something else
steps.subscribe(() => {
  const work = workNow();
  if (work !== null && work.away !== isAway()) setWork({ ...work, away: isAway() });
});
/** Stops what is being done to several after the one under way; undefined where there is nothing to be stopped. */
export const stopNow = (): (() => void) | undefined => (workNow() === null || stopping ? undefined : () => void workNow()?.stop());

/** Says what a run did before it failed, where the palette is gone. */
export function tellPart(): void {
  if (partly === null) return;
  // not at once: a session that ends closes the palette first, and then there is nothing to be said
  queueMicrotask(() => {
    if (partly === null || !palette.getSnapshot().matches('closed')) return;
    toast(partly.done);
    partly = null;
  });
}
/** What both did, and one way back for both. */
function together(first: StepDone | undefined, then: StepDone): StepDone {
  if (first === undefined) return then;
  const undos = [first, then].flatMap(({ undo }) => undo ?? []);
  const [one, other] = [first.words, then.words];
  return { words: currentI18n()._(msg`${one}；${other}`), back: then.back ?? first.back, undo: undos.length === 0 ? undefined : async () => { for (const undo of undos) await undo(); } };
}
/** What `carryOut` is given. `opens`: it opens a page or a form, which says by itself what was done; `draw` is told how far it is, `left` what of it is not done where some is. */
interface Carried {
  command: Command;
  rows: readonly Thing[];
  values: Readonly<Record<string, string>>;
  trial: StepTrial;
  opens: boolean;
  draw: () => void;
  left: (rest: StepRest) => void;
}
/** Does what was tried, and goes on with it when the palette closes. */
export async function carryOut({ command, rows, values, trial: mine, opens, draw, left }: Carried): Promise<void> {
  running = mine;
  stopping = false;
  /** Who began it is still here. */
  const isMine = (): boolean => running === mine;
  const note = ({ on }: StepDone): void => {
    tellRan(command.id, on ?? rows.flatMap(({ no }) => no ?? []), on?.length ?? mine.fits);
    noteLast(command, values);
  };
  let settle = (): void => {};
  const settled = new Promise<void>((done) => void (settle = done));
  const stop = (): Promise<void> => {
    stopping = true;
    draw();
    return settled;
  };
  const tell = (words: string, count: number): void => {
    if (!isMine()) return;
    progress = words;
    setWork({ words: `${currentI18n()._(command.title)} · ${words}`, left: count, away: isAway(), stop });
    draw();
  };
  /** What an earlier command did; of the same one the later run says it all. */
  const before = (): StepDone | undefined => (partly === null || partly.of === sum ? undefined : partly.done);
  const part = (done: StepDone): void => {
    if (!isMine()) return;
    partly = { of: sum, done: together(before(), done) };
    note(done);
  };
  try {
    const done = await mine.run({ keyOf, sum, tell, part, stopped: () => stopping, rest: (rest) => isMine() && left(rest) });
    if (!isMine()) return;
    const away = isAway();
    steps.send({ type: 'done' });
    // closed first, so that focus is back in the page; one who has left it may be looking for something else
    if (!away) flushSync(() => palette.send({ type: 'close' }));
    if (opens) return;
    const { words, undo, back } = together(before(), done);
    partly = null;
    toast({ words, undo, back, of: (done.on ?? rows.flatMap(({ no }) => no ?? [])).map((no) => `${command.on}:${no}`) });
    note(done);
  } catch (error) {
    if (!isMine()) return;
    if (dropped(error)) return steps.send({ type: 'done' }), tellPart();
    const away = isAway();
    steps.send({ type: 'refused', words: failureOf(error), anew: error instanceof CallFailure && error.code === CONFLICT });
    if (away) announce(failureOf(error));
    tellPart();
  } finally {
    if (isMine()) {
      setWork(null);
      // what is sent next is drawn before it says how far it is
      progress = null;
      stopping = false;
    }
    settle();
  }
}
