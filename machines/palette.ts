import { assign, emit, setup } from 'xstate';

/** What the search is narrowed to: commands, orders, people, hospitals, settings, help. */
export type Scope = 'command' | 'order' | 'person' | 'hospital' | 'setting' | 'help';
/** The sign that begins each scope. */
export const SCOPE_SIGNS: Readonly<Record<Scope, string>> = { command: '>', order: '#', person: '@', hospital: '%', setting: ':', help: '?' };
/** As a keyboard types them, and as a Chinese input method does. `、` has none: it stays text. */
const SCOPES: ReadonlyMap<string, Scope> = new Map((Object.keys(SCOPE_SIGNS) as Scope[]).flatMap((scope) => [...`${SCOPE_SIGNS[scope]}${{ command: '＞》', order: '＃', person: '＠', hospital: '％', setting: '：', help: '？' }[scope]}`].map((sign) => [sign, scope] as const)));
/** The scope that a text of one sign begins. */
export const scopeOf = (sign: string): Scope | undefined => SCOPES.get(sign);

/** What the palette can be told. */
export type PaletteEvent =
  | { type: 'open' }
  /** The palette's code is here. */
  | { type: 'arrived' }
  /** It has gone with the page that held it. */
  | { type: 'gone' }
  /** The whole text of the input. `composed`: an input method is still composing it, so its first sign is no scope yet. */
  | { type: 'type'; text: string; composed?: boolean }
  /** A scope was chosen among the rows. */
  | { type: 'scope'; scope: Scope }
  /** So many steps of a command stand before the text; with another number of them it is `text`, or empty; with none what stood there before. */
  | { type: 'steps'; count: number; text?: string }
  /** Enter, while it is not yet certain which row is best. */
  | { type: 'arm' }
  /** Every answer for the present text is in. */
  | { type: 'settled' }
  /** Tab: what is not possible, or back to what is. */
  | { type: 'turn' }
  /** Backspace before the first sign: takes the last chip away. */
  | { type: 'back' }
  | { type: 'escape' }
  | { type: 'close' };
/** What it asks of the steps that stand before the text: to go back by one. And what Escape took out of the text. */
export type PaletteEmitted = { type: 'back' } | { type: 'cleared'; text: string };

interface Context {
  text: string;
  scope: Scope | null;
  /** Steps of a command that stand before the text. */
  steps: number;
  /** What is not possible is shown, and why. */
  denied: boolean;
  ready: boolean;
  /** What stood there before the first step, for Backspace. */
  root: Pick<Context, 'text' | 'scope'>;
}
const NOTHING = { text: '', scope: null } as const;
/** The text without the sign of a scope that it begins with. In a step it is a value, whatever it begins with. */
function read({ text: before, scope, steps }: Context, text: string, composed: boolean): Pick<Context, 'text' | 'scope'> {
  // among settings a colour begins with the sign of orders, and in help a sign is a key that is looked up
  const named = composed || steps > 0 || scope === 'help' || (scope === 'setting' && /^[#＃]/.test(text)) ? undefined : SCOPES.get(text.slice(0, 1));
  // the space that one types after the sign of a scope is no part of what is looked for
  if (named === undefined && !composed && scope !== null && before === '') return { text: text.trimStart(), scope };
  return named === undefined ? { text, scope } : { text: text.slice(1).trimStart(), scope: named };
}

/**
 * The life of the palette: text may be typed and Enter pressed before its code has arrived, and before answers have. Escape climbs
 * down, one thing at a time: what is not possible, the text, the last chip, the palette.
 */
export const paletteMachine = setup({
  types: { context: {} as Context, events: {} as PaletteEvent, emitted: {} as PaletteEmitted },
  guards: {
    ready: ({ context }) => context.ready,
    asks: ({ context }) => context.text !== '',
    denied: ({ context }) => context.denied,
    stepped: ({ context }) => context.steps > 0,
    free: ({ context }) => context.steps === 0,
    scoped: ({ context }) => context.scope !== null,
    refills: ({ context, event }) => event.type === 'steps' && event.count !== context.steps && (event.count === 0 ? context.root.text : (event.text ?? '')) !== '',
    toEmpty: ({ context, event }) => event.type === 'type' && read(context, event.text, event.composed === true).text === '',
  },
  actions: {
    write: assign(({ context, event }) => (event.type === 'type' ? { ...read(context, event.text, event.composed === true), denied: false } : {})),
    narrow: assign(({ event }) => (event.type === 'scope' ? { scope: event.scope, text: '', denied: false } : {})),
    step: assign(({ context: { steps, text, scope, root }, event }) => {
      if (event.type !== 'steps' || event.count === steps) return {};
      if (event.count === 0) return { steps: 0, ...root, root: NOTHING, denied: false };
      return { steps: event.count, text: event.text ?? '', scope: null, root: steps === 0 ? { text, scope } : root, denied: false };
    }),
    leaveRoot: assign(({ context }) => (context.steps === 1 ? { root: NOTHING } : {})),
    turn: assign({ denied: ({ context }) => !context.denied }),
    unturn: assign({ denied: false }),
    widen: assign({ scope: null }),
    clear: assign({ text: '' }),
    empty: assign({ ...NOTHING, steps: 0, denied: false, root: NOTHING }),
    know: assign({ ready: true }),
    unknow: assign({ ready: false }),
    stepBack: emit({ type: 'back' }),
    tellCleared: emit(({ context }) => ({ type: 'cleared' as const, text: context.text })),
  },
}).createMachine({
  id: 'palette',
  context: { ...NOTHING, steps: 0, denied: false, ready: false, root: NOTHING },
  initial: 'closed',
  on: { arrived: { actions: 'know' }, gone: { target: '.closed', actions: 'unknow' } },
  states: {
    closed: { entry: 'empty', on: { open: [{ guard: 'ready', target: 'open' }, { target: 'opening' }] } },
    opening: {
      initial: 'typing',
      on: {
        type: { target: '.typing', actions: 'write' },
        back: { guard: 'scoped', target: '.typing', actions: 'widen' },
        escape: [{ guard: 'asks', target: '.typing', actions: 'clear' }, { guard: 'scoped', target: '.typing', actions: 'widen' }, { target: 'closed' }],
        close: 'closed',
      },
      states: {
        typing: { on: { arm: 'armed', arrived: [{ guard: 'asks', target: '#palette.open.searching', actions: 'know' }, { target: '#palette.open.idle', actions: 'know' }] } },
        armed: { on: { arrived: { target: '#palette.open.armed', actions: 'know' } } },
      },
    },
    open: {
      initial: 'idle',
      on: {
        type: [{ guard: 'toEmpty', target: '.idle', actions: 'write' }, { target: '.searching', actions: 'write' }],
        scope: { guard: 'free', target: '.idle', actions: 'narrow' },
        steps: [{ guard: 'refills', target: '.searching', actions: 'step' }, { target: '.idle', actions: 'step' }],
        turn: { guard: 'free', actions: 'turn' },
        back: [{ guard: 'stepped', actions: 'stepBack' }, { guard: 'scoped', target: '.searching', actions: ['widen', 'unturn'] }],
        escape: [
          { guard: 'denied', actions: 'unturn' },
          { guard: 'asks', target: '.idle', actions: ['tellCleared', 'clear'] },
          { guard: 'stepped', actions: ['leaveRoot', 'stepBack'] },
          { guard: 'scoped', target: '.idle', actions: 'widen' },
          { target: 'closed' },
        ],
        close: 'closed',
      },
      states: {
        idle: {},
        searching: { on: { arm: 'armed', settled: 'idle' } },
        /** Enter was pressed: the best row opens as soon as it is known; typing on takes that back. */
        armed: { on: { settled: 'idle' } },
      },
    },
  },
});
