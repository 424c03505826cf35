import { flushSync } from 'react-dom';
import type { Command, StepDone, StepTrial, Thing } from '../../kernel/area.ts';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED, newKey } from '../call.ts';
import { onSignedOut } from '../session.ts';
import { toast } from '../toast.tsx';
import { palette } from './actor.ts';
import { noteLast } from './last.ts';
import { tellRan } from './memory-source.ts';
import { steps } from './step-actor.ts';

/** The one that is being sent. */
let running: StepTrial | null = null;
/** What a run did before the rest of it failed: said, with its way back, once the palette is gone. */
let partly: { of: StepTrial; done: StepDone } | null = null;
let progress: string | null = null;
const keys = new Map<string, string>();
onSignedOut(() => {
  running = partly = progress = null;
  // they hold what was to be sent, in the words of who has left
  keys.clear();
});

/** Why something could not be had, in words. */
export const failureOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Whether nobody waits for it any more. */
export const dropped = (error: unknown): boolean => error instanceof CallFailure && error.code === DROPPED;
/** How far the sending is; null: nothing is said of it yet. */
export const progressNow = (): string | null => progress;
/** Another command: other intentions. */
export const forgetKeys = (): void => keys.clear();
const keyOf = (intention: string): string => {
  if (!keys.has(intention)) keys.set(intention, newKey());
  return keys.get(intention)!;
};
const isAway = (): boolean => steps.getSnapshot().matches({ sending: 'away' });

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
  return { words: `${first.words}；${then.words}`, undo: undos.length === 0 ? undefined : async () => { for (const undo of undos) await undo(); } };
}
/** Does what was tried, and goes on with it when the palette closes. `opens`: it opens a page or a form, which says by itself what was done; `draw` is told how far it is. */
export async function carryOut({ command, rows, values, trial: mine, opens, draw }: { command: Command; rows: readonly Thing[]; values: Readonly<Record<string, string>>; trial: StepTrial; opens: boolean; draw: () => void }): Promise<void> {
  running = mine;
  progress = null;
  /** Who began it is still here. */
  const isMine = (): boolean => running === mine;
  const note = ({ on }: StepDone): void => {
    tellRan(command.id, on ?? rows.flatMap(({ no }) => no ?? []), on?.length ?? mine.fits);
    noteLast(command, values);
  };
  const tell = (words: string): void => {
    if (!isMine()) return;
    progress = words;
    draw();
  };
  /** What an earlier run did; of the same trial the later one says it all. */
  const before = (): StepDone | undefined => (partly === null || partly.of === mine ? undefined : partly.done);
  const part = (done: StepDone): void => {
    if (!isMine()) return;
    partly = { of: mine, done: together(before(), done) };
    note(done);
  };
  try {
    const done = await mine.run({ keyOf, tell, part });
    if (!isMine()) return;
    const away = isAway();
    steps.send({ type: 'done' });
    // closed first, so that focus is back in the page; one who has left it may be looking for something else
    if (!away) flushSync(() => palette.send({ type: 'close' }));
    if (opens) return;
    const { words, undo } = together(before(), done);
    partly = null;
    toast({ words, undo });
    note(done);
  } catch (error) {
    if (!isMine()) return;
    if (dropped(error)) return steps.send({ type: 'done' });
    const away = isAway();
    steps.send({ type: 'refused', words: failureOf(error) });
    if (away) announce(failureOf(error));
    tellPart();
  }
}
