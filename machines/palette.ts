import { assign, setup } from 'xstate';

/** What the palette can be told. */
export type PaletteEvent =
  | { type: 'open' }
  /** The palette's code is here. */
  | { type: 'arrived' }
  /** It has gone with the page that held it. */
  | { type: 'gone' }
  /** The whole text of the input, also while an input method composes. */
  | { type: 'type'; text: string }
  /** Enter, while it is not yet certain which row is best. */
  | { type: 'arm' }
  /** Every answer for the present text is in. */
  | { type: 'settled' }
  | { type: 'escape' }
  | { type: 'close' };

/** The life of the palette: text may be typed and Enter pressed before its code has arrived, and before answers have. */
export const paletteMachine = setup({
  types: { context: {} as { text: string; ready: boolean }, events: {} as PaletteEvent },
  guards: {
    ready: ({ context }) => context.ready,
    empty: ({ context }) => context.text === '',
    toEmpty: ({ event }) => event.type === 'type' && event.text === '',
  },
  actions: {
    write: assign({ text: ({ context, event }) => (event.type === 'type' ? event.text : context.text) }),
    clear: assign({ text: '' }),
    know: assign({ ready: true }),
    unknow: assign({ ready: false }),
  },
}).createMachine({
  id: 'palette',
  context: { text: '', ready: false },
  initial: 'closed',
  on: { arrived: { actions: 'know' }, gone: { target: '.closed', actions: 'unknow' } },
  states: {
    closed: { entry: 'clear', on: { open: [{ guard: 'ready', target: 'open' }, { target: 'opening' }] } },
    opening: {
      initial: 'typing',
      on: {
        type: { target: '.typing', actions: 'write' },
        escape: [{ guard: 'empty', target: 'closed' }, { target: '.typing', actions: 'clear' }],
        close: 'closed',
      },
      states: {
        typing: { on: { arm: 'armed', arrived: [{ guard: 'empty', target: '#palette.open.idle', actions: 'know' }, { target: '#palette.open.searching', actions: 'know' }] } },
        armed: { on: { arrived: { target: '#palette.open.armed', actions: 'know' } } },
      },
    },
    open: {
      initial: 'idle',
      on: {
        type: [{ guard: 'toEmpty', target: '.idle', actions: 'write' }, { target: '.searching', actions: 'write' }],
        escape: [{ guard: 'empty', target: 'closed' }, { target: '.idle', actions: 'clear' }],
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
