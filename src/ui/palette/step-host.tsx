import { msg } from '@lingui/core/macro';
import type { Area, AreaSteps, Choice, Command, StepAt, StepRest, StepTrial, Thing } from '../../kernel/area.ts';
import { announce } from '../announce.tsx';
import { CallFailure } from '../call.ts';
import { formatOf } from '../format.ts';
import { keepSelected } from '../here.ts';
import { currentLanguage } from '../language.tsx';
import { onSignedOut } from '../session.ts';
import { palette } from './actor.ts';
import { setMode } from './mode.ts';
import { directTrial } from './step-direct.ts';
import { steps } from './step-actor.ts';
import { modeOf, say, type Shown } from './step-mode.tsx';
import { carryOut, dropped, failureOf, forgetKeys, progressNow, stopNow, tellPart } from './step-run.ts';
import { forgetTexts, noteText, setText, textOf } from './step-text.ts';

/** A command to be asked about, and what it acts on. `wanted`: values that are known already, by their steps. */
export interface Begin {
  command: Command;
  rows: readonly Thing[];
  several?: boolean;
  whole?: unknown;
  /** How many are meant, where not all are at hand. */
  count?: number;
  wanted?: Readonly<Record<string, string>>;
}
interface About extends Required<Omit<Begin, 'wanted'>> {
  wanted: Record<string, string>;
  /** Where its steps come from; undefined: it has none. */
  load: (() => Promise<AreaSteps>) | undefined;
  /** What it acts on, in words. */
  on: string;
}
let about: About | null = null;
let kinds: AreaSteps | null = null;
let shown: Shown | null = null;
/** A value of the address that cannot be taken, and why: said as long as nothing else is typed in that step. */
let unfit: { step: string; raw: string; words: string } | null = null;
let asked: { at: number; text: string; stop: AbortController } | null = null;
let trial: StepTrial | null = null;
/** Each that failed in the last run, and why. */
let failed: readonly string[] = [];
/** The record was found to be another than it is shown as. */
let old = false;
let checking: AbortController | null = null;
onSignedOut(() => void (failed = [], about = kinds = shown = trial = unfit = null));

const isOpen = (): boolean => !palette.getSnapshot().matches('closed');

const manyWords = (count: number): string => say(msg`${formatOf(currentLanguage()).number(count)} 条`);
/** What is asked for now, in the open palette or in what is being sent: another command would take its place. Null: nothing. */
export const underWay = (): string | null => (about === null || steps.getSnapshot().matches('idle') ? null : say(about.command.title));
/** Begins a command: its steps stand in the place of the palette's rows, which is open. Not while another one is being sent. */
export function beginStep(areas: readonly Area[], { command, rows, several = false, whole = undefined, count = rows.length, wanted = {} }: Begin): void {
  if (steps.getSnapshot().matches('sending')) return announce(say(msg`上一条还在办理`));
  const load = command.asks === undefined ? undefined : areas.find(({ id }) => id === command.on)?.steps?.load;
  about = { command, rows, several, whole, count, wanted: { ...wanted }, load, on: several ? manyWords(count) : (rows[0]?.name ?? '') };
  kinds = trial = shown = unfit = null;
  failed = [];
  old = false;
  forgetKeys();
  forgetTexts();
  stopAsking();
  stopChecking();
  steps.send({ type: 'begin', command: command.id, asks: load === undefined ? [] : command.asks! });
}
/** What the last command begun was about, in words; null: it is over. */
export const aboutNow = (): { command: Command; on: string } | null => about;
const atNow = (): StepAt => {
  const { command, rows, several, whole, count } = about!;
  const { asks, values } = steps.getSnapshot().context.under!;
  return { command, rows, several, whole, count, values: Object.fromEntries(values.map((value, i) => [asks[i]!, value])) };
};
/** It is being sent while one does something else. */
const isAway = (): boolean => steps.getSnapshot().matches({ sending: 'away' });
const depth = (): number => isAway() ? 0 : 1 + (steps.getSnapshot().context.under?.values.length ?? -1);
/** The text of this step: until the palette knows of it, what it holds was typed for the one before. */
const text = (): string => {
  const now = palette.getSnapshot().context;
  return now.steps === depth() ? now.text : '';
};
function stopAsking(): void {
  asked?.stop.abort();
  asked = null;
}
function stopChecking(): void {
  checking?.abort();
  checking = null;
}
/** Takes a value for the step that it was shown for. */
function choose(step: string, { value, label }: Choice, fixed?: true): void {
  // words that are the value stand there again where one comes back to them
  if (kinds?.steps[step]?.read?.(textOf(step), atNow())?.value !== value) setText(step, '');
  steps.send({ type: 'choose', step, value: { value, label, fixed } });
}

/** Has the steps of this command; those that come late are of another one. */
async function fetchKinds(signal: AbortSignal): Promise<void> {
  const came = await about!.load!();
  if (!signal.aborted) kinds = came;
}
/** Asks for what a step has to choose from, for the text of now. What needs no asking, or was known before, is taken. */
function ask(step: string): void {
  const [at, query] = [depth(), text()];
  if (asked?.at === at && asked.text === query) return;
  stopAsking();
  const own = { at, text: query, stop: new AbortController() };
  asked = own;
  const kind = kinds?.steps[step];
  const fixed = kind?.fixed?.(atNow()) ?? null;
  if (fixed !== null) return choose(step, fixed, true);
  const read = kind?.read?.(query, atNow()) ?? null;
  const before = shown?.step === step ? shown : { step, text: '', rows: [], failure: null };
  shown = read === null ? { ...before, pending: true, failure: null } : { step, text: query, rows: [read], pending: false, failure: null };
  if (read === null) void fetchChoices(step, own);
}
async function fetchChoices(step: string, { text: query, stop: { signal } }: NonNullable<typeof asked>): Promise<void> {
  const { wanted } = about!;
  try {
    if (kinds === null) await fetchKinds(signal);
    if (signal.aborted) return;
    const kind = kinds!.steps[step]!;
    const fixed = kind.fixed?.(atNow()) ?? null;
    if (fixed !== null) return choose(step, fixed, true);
    const raw = wanted[step];
    // its own text may be heard before the answer comes, and is asked for anew; another one is what the person wants instead
    if (raw !== undefined && query !== '' && query !== raw) delete wanted[step];
    else if (raw !== undefined) {
      setText(step, raw);
      const offered = kind.read?.(raw, atNow()) ?? (await kind.options(atNow(), raw, signal));
      const found = 'value' in offered ? offered : (offered.find(({ value }) => value === raw) ?? (kind.typed && offered.length === 1 ? offered[0] : undefined));
      if (signal.aborted) return;
      delete wanted[step];
      if (found !== undefined && found.refused === undefined) return choose(step, found);
      const { label = raw, refused } = found ?? {};
      unfit = { step, raw, words: refused === undefined ? say(msg`不能选“${raw}”`) : say(msg`${label}：${refused}`) };
    }
    const failure = unfit?.step === step && (query === '' || query === unfit.raw) ? unfit.words : null;
    const rows = await kind.options(atNow(), query, signal);
    if (signal.aborted) return;
    shown = { step, text: query, rows, pending: false, failure };
  } catch (error) {
    if (signal.aborted || dropped(error)) return;
    // it stays asked: the palette tells of everything, and would ask for it again and again
    shown = { step, text: query, rows: [], pending: false, failure: failureOf(error) };
  }
  draw();
}

/** Asks once more for what could not be had. */
function again(): void {
  asked = null;
  follow();
}
/** The dry run. */
async function check(): Promise<void> {
  const own = new AbortController();
  checking = own;
  trial = null;
  const { command, load } = about!;
  try {
    if (load !== undefined && kinds === null) await fetchKinds(own.signal);
    if (old && load !== undefined && !own.signal.aborted) await renew(own.signal);
    if (own.signal.aborted) return;
    const found = load === undefined ? await directTrial(atNow(), own.signal) : await kinds!.runs[command.id]!(atNow(), own.signal);
    if (own.signal.aborted) return;
    trial = found;
    checking = null;
    steps.send({ type: 'checked', fits: found.fits });
  } catch (error) {
    if (own.signal.aborted) return;
    checking = null;
    steps.send(dropped(error) ? { type: 'leave' } : { type: 'refused', words: failureOf(error) });
  }
}
/** The one record as it is now: what is tried and said of it is of that. @throws CallFailure where it is gone */
async function renew(signal: AbortSignal): Promise<void> {
  const { rows, several } = about!;
  if (several) return;
  const [one] = await kinds!.things(rows.flatMap(({ no }) => no ?? []));
  if (signal.aborted) return;
  const name = rows[0]!.name;
  if (one === undefined) throw new CallFailure(0, 0, say(msg`没有 ${name}，或不在你的范围内`));
  about = { ...about!, rows: [one], on: one.name };
  old = false;
}
/** Some of several is not done: from here on it is about those alone, also in the list. */
function keepLeft({ rows, words, failed: why }: StepRest): void {
  keepSelected({ on: about!.command.on, whole: about!.whole, was: about!.rows, now: rows });
  about = { ...about!, rows, whole: undefined, count: rows.length, on: manyWords(rows.length) };
  if (trial !== null) trial = { ...trial, fits: rows.length, all: rows.length, whys: [], words };
  failed = why;
}
/** Enter on the last step. */
function confirm(): void {
  const ready = steps.getSnapshot().matches({ confirming: 'ready' });
  if (text() !== '') return;
  failed = [];
  steps.send({ type: 'send' });
  if (!ready || !steps.getSnapshot().matches('sending')) return;
  old = true;
  const { command, rows, load } = about!;
  void carryOut({ command, rows, values: Object.fromEntries(Object.entries(atNow().values).map(([step, { value }]) => [step, value])), trial: trial!, opens: load === undefined, draw, left: keepLeft });
}

/** Goes along with what happened to the palette or to the steps. */
function follow(): void {
  const now = steps.getSnapshot();
  const { under } = now.context;
  // what was forgotten names nobody any more
  if (now.context.kept === null) about = shown = trial = null;
  if (now.matches('asking') && failed.length > 0) failed = [];
  if (!isOpen()) tellPart();
  if (under !== null && !isOpen() && !isAway()) return steps.send({ type: 'leave' });
  const open = palette.getSnapshot();
  const step = now.matches('asking') ? under!.asks[under!.values.length]! : null;
  if (open.matches('open') && open.context.steps !== depth()) palette.send({ type: 'steps', count: depth(), text: step === null ? '' : textOf(step) });
  else if (open.matches('open') && step !== null) noteText(step, depth(), open.context.text);
  if (step !== null) ask(step);
  else stopAsking();
  if (!now.matches({ confirming: 'checking' })) stopChecking();
  else if (checking === null) void check();
  draw();
}
/** What was drawn last: the palette tells of much that changes nothing here. */
let drawn: readonly unknown[] = [null];
function draw(): void {
  const now = steps.getSnapshot();
  const is = now.context.under !== null && about !== null && isOpen() && !isAway();
  const progress = progressNow();
  const stop = stopNow();
  const next = is ? [now, kinds, shown, trial, progress, text(), failed, stop === undefined] : [null];
  if (next.every((part, i) => part === drawn[i])) return;
  drawn = next;
  setMode(is ? modeOf({ about: about!, now, kind: shown === null ? undefined : kinds?.steps[shown.step], shown, trial, failed, progress, stop, at: atNow(), text: text(), choose, confirm, again }) : null);
}
steps.subscribe(follow);
palette.subscribe(follow);
palette.on('back', () => {
  // what is being sent is not taken back: it goes on by itself
  if (steps.getSnapshot().matches('sending')) palette.send({ type: 'close' });
  else steps.send({ type: 'back' });
});
