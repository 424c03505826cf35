import { expect, test } from 'vitest';
import { createActor, transition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { paletteMachine, type PaletteEvent } from '../../machines/palette.ts';

const EVENTS: PaletteEvent[] = [{ type: 'open' }, { type: 'arrived' }, { type: 'gone' }, { type: 'type', text: 'a' }, { type: 'type', text: '' }, { type: 'arm' }, { type: 'settled' }, { type: 'escape' }, { type: 'close' }];
const paths = getShortestPaths(paletteMachine, { events: EVENTS });
const name = (value: unknown) => JSON.stringify(value).replaceAll(/["{}]/g, '');
const after = (...events: PaletteEvent[]) => {
  const actor = createActor(paletteMachine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
};

test('every state is reached', () => {
  expect([...new Set(paths.map((p) => name(p.state.value)))].sort()).toEqual(['closed', 'open:armed', 'open:idle', 'open:searching', 'opening:armed', 'opening:typing']);
});

test('from every state two Escapes close, the first of them clearing the text', () => {
  for (const { state } of paths) {
    const [once] = transition(paletteMachine, state, { type: 'escape' });
    expect(once.context.text).toBe('');
    if (state.context.text !== '' && state.value !== 'closed') expect(once.value).not.toBe('closed');
    expect(transition(paletteMachine, once, { type: 'escape' })[0].value).toBe('closed');
  }
});

test('text is kept when the code arrives, an early Enter too; closing empties it', () => {
  for (const { state } of paths) {
    const [arrived] = transition(paletteMachine, state, { type: 'arrived' });
    expect(arrived.context).toEqual({ text: state.context.text, ready: true });
    expect(name(arrived.value).includes('armed')).toBe(name(state.value).includes('armed'));
    expect(name(arrived.value)).not.toContain('opening');
    expect(transition(paletteMachine, state, { type: 'close' })[0].value).toBe('closed');
  }
  expect(after({ type: 'open' }, { type: 'type', text: 'a' }, { type: 'close' }).context.text).toBe('');
  expect(after({ type: 'arrived' }, { type: 'open' }, { type: 'gone' }, { type: 'open' }).value).toEqual({ opening: 'typing' });
});

test('Enter waits only while something is under way, and typing on takes it back', () => {
  const [ready, open, a, arm] = [{ type: 'arrived' }, { type: 'open' }, { type: 'type', text: 'a' }, { type: 'arm' }] as const;
  expect(after(ready, open, arm).value).toEqual({ open: 'idle' });
  expect(after(ready, open, a, arm).value).toEqual({ open: 'armed' });
  expect(after(ready, open, a, arm, { type: 'settled' }).value).toEqual({ open: 'idle' });
  expect(after(ready, open, a, arm, { type: 'type', text: 'ab' }).value).toEqual({ open: 'searching' });
  expect(after(open, a, arm, ready).value).toEqual({ open: 'armed' });
});
