import { assign, setup } from 'xstate';

/** What was chosen for one step. */
export interface StepValue {
  value: string;
  label: string;
  /** It needed no asking: going back passes over it. */
  fixed?: true | undefined;
}
/** A command under way: what it asks for, and what was chosen so far, in that order. */
export interface UnderWay {
  command: string;
  asks: readonly string[];
  values: readonly StepValue[];
}
/** What the steps can be told. */
export type StepEvent =
  | { type: 'begin'; command: string; asks: readonly string[] }
  /** `step`: the name of the one that it answers; an answer to another one is late, and nothing. */
  | { type: 'choose'; step: string; value: StepValue }
  | { type: 'back' }
  /** The palette closed under it. What is being sent goes on, and stands in nobody's way. */
  | { type: 'leave' }
  | { type: 'resume' }
  /** What was left waits no longer; nor does what is being sent concern who is here. */
  | { type: 'forget' }
  /** The dry run: how many it would reach. */
  | { type: 'checked'; fits: number }
  /** It could not be tried, or was not done: why. `anew`: what was tried is no longer so, and is tried again before anything else. */
  | { type: 'refused'; words: string; anew?: boolean }
  /** Enter on the last step. */
  | { type: 'send' }
  | { type: 'done' };

interface Context {
  under: UnderWay | null;
  /** The farthest it came since it was begun: what is gone on with after leaving. */
  kept: UnderWay | null;
  /** Why it was refused, until something else is done. */
  words: string | null;
  fits: number;
}
const whole = (under: UnderWay | null): boolean => under !== null && under.values.length >= under.asks.length;
/** What stands after one step back; null: nothing, it is left. */
export function before({ values, ...rest }: UnderWay): UnderWay | null {
  const last = values.findLastIndex(({ fixed }) => fixed !== true);
  return last < 0 ? null : { ...rest, values: values.slice(0, last) };
}
const asked = ({ under }: Context, step: string): boolean => under !== null && under.asks[under.values.length] === step;

/**
 * The life of a command that asks for something first: its steps one after the other, a dry run, Enter, and the sending, which nothing
 * takes back. What was left is kept until it is forgotten; how long that is, the clock outside says.
 */
export const stepMachine = setup({
  types: { context: {} as Context, events: {} as StepEvent },
  guards: {
    whole: ({ context }) => whole(context.under),
    keptWhole: ({ context }) => whole(context.kept),
    kept: ({ context }) => context.kept !== null,
    nothing: ({ event }) => event.type === 'begin' && event.asks.length === 0,
    asked: ({ context, event }) => event.type === 'choose' && asked(context, event.step),
    last: ({ context, event }) => event.type === 'choose' && asked(context, event.step) && context.under!.values.length + 1 === context.under!.asks.length,
    hasBack: ({ context }) => context.under !== null && before(context.under) !== null,
    fits: ({ context }) => context.fits > 0,
    anew: ({ event }) => event.type === 'refused' && event.anew === true,
  },
  actions: {
    begin: assign(({ event }) => {
      if (event.type !== 'begin') return {};
      const under = { command: event.command, asks: event.asks, values: [] };
      return { under, kept: under, words: null, fits: 0 };
    }),
    push: assign(({ context, event }) => {
      if (event.type !== 'choose') return {};
      const under = { ...context.under!, values: [...context.under!.values, event.value] };
      return { under, kept: under, words: null, fits: 0 };
    }),
    pop: assign(({ context }) => ({ under: before(context.under!), words: null, fits: 0 })),
    leave: assign({ under: null, words: null, fits: 0 }),
    resume: assign(({ context }) => ({ under: context.kept, words: null, fits: 0 })),
    forget: assign({ kept: null }),
    end: assign({ under: null, kept: null, words: null, fits: 0 }),
    know: assign(({ event }) => (event.type === 'checked' ? { fits: event.fits } : {})),
    say: assign(({ event }) => (event.type === 'refused' ? { words: event.words } : {})),
    unsay: assign({ words: null }),
  },
}).createMachine({
  id: 'step',
  context: { under: null, kept: null, words: null, fits: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        begin: [{ guard: 'nothing', target: 'confirming', actions: 'begin' }, { target: 'asking', actions: 'begin' }],
        resume: [{ guard: 'keptWhole', target: 'confirming', actions: 'resume' }, { guard: 'kept', target: 'asking', actions: 'resume' }],
        forget: { actions: 'forget' },
      },
    },
    asking: {
      on: {
        begin: [{ guard: 'nothing', target: 'confirming', actions: 'begin' }, { target: 'asking', actions: 'begin' }],
        choose: [{ guard: 'last', target: 'confirming', actions: 'push' }, { guard: 'asked', target: 'asking', actions: 'push', reenter: true }],
        back: [{ guard: 'hasBack', actions: 'pop' }, { target: 'idle', actions: 'leave' }],
        leave: { target: 'idle', actions: 'leave' },
      },
    },
    confirming: {
      initial: 'checking',
      on: {
        begin: [{ guard: 'nothing', target: 'confirming', actions: 'begin', reenter: true }, { target: 'asking', actions: 'begin' }],
        back: [{ guard: 'hasBack', target: 'asking', actions: 'pop' }, { target: 'idle', actions: 'leave' }],
        leave: { target: 'idle', actions: 'leave' },
      },
      states: {
        checking: { on: { checked: { target: 'ready', actions: 'know' }, refused: { target: 'blocked', actions: 'say' } } },
        ready: { on: { send: { guard: 'fits', target: '#step.sending', actions: 'unsay' } } },
        /** The dry run itself failed: Enter tries it again. */
        blocked: { on: { send: { target: 'checking', actions: 'unsay' } } },
      },
    },
    /** It goes on when the palette closes, and can be looked at again. What was refused is tried again from where it stood, or waits like all that was left. */
    sending: {
      initial: 'shown',
      on: { done: { target: 'idle', actions: 'end' }, forget: { target: 'idle', actions: 'end' } },
      states: {
        shown: { on: { leave: 'away', refused: [{ guard: 'anew', target: '#step.confirming.checking', actions: 'say' }, { target: '#step.confirming.ready', actions: 'say' }] } },
        away: { on: { resume: 'shown', refused: { target: '#step.idle', actions: 'leave' } } },
      },
    },
  },
});
