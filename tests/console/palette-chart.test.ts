import { expect, test } from 'vitest';
import { createActor, transition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { paletteMachine, SCOPE_SIGNS, type PaletteEvent, type Scope } from '../../machines/palette.ts';

const EVENTS: PaletteEvent[] = [{ type: 'open' }, { type: 'arrived' }, { type: 'gone' }, { type: 'type', text: 'a' }, { type: 'type', text: '' }, { type: 'type', text: '#' }, { type: 'scope', scope: 'person' }, { type: 'steps', count: 1 }, { type: 'steps', count: 0 }, { type: 'arm' }, { type: 'settled' }, { type: 'turn' }, { type: 'back' }, { type: 'escape' }, { type: 'close' }];
const paths = getShortestPaths(paletteMachine, { events: EVENTS });
const name = (value: unknown) => JSON.stringify(value).replaceAll(/["{}]/g, '');
const after = (...events: PaletteEvent[]) => {
  const actor = createActor(paletteMachine).start();
  const backs: number[] = [];
  actor.on('back', () => backs.push(backs.length));
  for (const event of events) actor.send(event);
  return { ...actor.getSnapshot().context, value: actor.getSnapshot().value, backs: backs.length };
};
const typed = (text: string, composed = false): PaletteEvent => ({ type: 'type', text, composed });
const [ready, open, a, arm, escape, back] = [{ type: 'arrived' }, { type: 'open' }, { type: 'type', text: 'a' }, { type: 'arm' }, { type: 'escape' }, { type: 'back' }] as const;

test('every state is reached', () => {
  expect([...new Set(paths.map((p) => name(p.state.value)))].sort()).toEqual(['closed', 'open:armed', 'open:idle', 'open:searching', 'opening:armed', 'opening:typing']);
});

test('from every state Escape climbs down one thing at a time: what is not possible, text, step, scope, palette', () => {
  for (const { state } of paths) {
    let now = state;
    const left = (): number => (now.value === 'closed' ? 0 : 1 + Number(now.context.denied) + Number(now.context.text !== '') + now.context.steps + Number(now.context.scope !== null));
    while (left() > 0) {
      const before = left();
      const { text, scope } = now.context;
      const stepped = now.context.steps > 0 && text === '' && !now.context.denied;
      [now] = transition(paletteMachine, now, escape);
      // the steps themselves go back, and tell
      if (stepped) [now] = transition(paletteMachine, now, { type: 'steps', count: now.context.steps - 1 });
      expect(left()).toBe(before - 1);
      if (now.value !== 'closed' && text !== '' && now.context.text !== '') expect(now.context.scope).toBe(scope);
    }
  }
});

test('text and scope are kept when the code arrives, an early Enter too; closing empties all', () => {
  for (const { state } of paths) {
    const [arrived] = transition(paletteMachine, state, { type: 'arrived' });
    expect(arrived.context).toEqual({ ...state.context, ready: true });
    expect(name(arrived.value).includes('armed')).toBe(name(state.value).includes('armed'));
    expect(name(arrived.value)).not.toContain('opening');
    const [closed] = transition(paletteMachine, state, { type: 'close' });
    expect([closed.value, closed.context.text, closed.context.scope, closed.context.steps, closed.context.denied]).toEqual(['closed', '', null, 0, false]);
  }
  expect(after({ type: 'arrived' }, { type: 'open' }, { type: 'gone' }, { type: 'open' }).value).toEqual({ opening: 'typing' });
});

test('Enter waits only while something is under way, and typing on takes it back', () => {
  expect(after(ready, open, arm).value).toEqual({ open: 'idle' });
  expect(after(ready, open, a, arm).value).toEqual({ open: 'armed' });
  expect(after(ready, open, a, arm, { type: 'settled' }).value).toEqual({ open: 'idle' });
  expect(after(ready, open, a, arm, { type: 'type', text: 'ab' }).value).toEqual({ open: 'searching' });
  expect(after(open, a, arm, ready).value).toEqual({ open: 'armed' });
});

const FULL: Record<Scope, string> = { command: '＞》', order: '＃', person: '＠', hospital: '％', setting: '：', help: '？' };
test.each((Object.keys(SCOPE_SIGNS) as Scope[]).flatMap((scope) => [...SCOPE_SIGNS[scope], ...FULL[scope]].map((sign) => [sign, scope] as const)))('%s begins the scope %s: at the first place only, and not while it is composed', (sign, scope) => {
  for (const early of [[open], [ready, open]] as const) {
    expect(after(...early, typed(sign))).toMatchObject({ scope, text: '' });
    expect(after(...early, typed(`${sign}1024`))).toMatchObject({ scope, text: '1024' });
    expect(after(...early, typed(`${sign} 张`))).toMatchObject({ scope, text: '张' });
    expect(after(...early, typed(`a${sign}`))).toMatchObject({ scope: null, text: `a${sign}` });
    expect(after(...early, typed(sign, true))).toMatchObject({ scope: null, text: sign });
    expect(after(...early, typed(sign, true), typed(sign))).toMatchObject({ scope, text: '' });
  }
});

test('、 is text; another sign is another scope; one Backspace takes a scope away and leaves the text', () => {
  expect(after(ready, open, typed('、'))).toMatchObject({ scope: null, text: '、' });
  expect(after(ready, open, typed('#'), typed('>'))).toMatchObject({ scope: 'command', text: '' });
  // in help it is what is looked up
  for (const sign of '?#＃@>》') for (const early of [[open], [ready, open]] as const) expect(after(...early, typed('?'), typed(sign))).toMatchObject({ scope: 'help', text: sign });
  expect(after(ready, open, typed('?'), back, typed('#'))).toMatchObject({ scope: 'order', text: '' });
  for (const early of [[open], [ready, open]] as const) expect(after(...early, typed('#12'), back)).toMatchObject({ scope: null, text: '12', backs: 0 });
  expect(after(ready, open, typed('12'), back)).toMatchObject({ scope: null, text: '12', backs: 0 });
});

test('in a step the text is a value whatever it begins with; Backspace and Escape ask the steps to go back', () => {
  const steps = (count: number): PaletteEvent => ({ type: 'steps', count });
  expect(after(ready, open, typed('>派单'), steps(1))).toMatchObject({ scope: null, text: '', steps: 1 });
  expect(after(ready, open, steps(1), typed('#1 床'))).toMatchObject({ scope: null, text: '#1 床' });
  expect(after(ready, open, steps(1), typed('x'), steps(1))).toMatchObject({ text: 'x' });
  expect(after(ready, open, steps(2), back)).toMatchObject({ steps: 2, backs: 1, value: { open: 'idle' } });
  expect(after(ready, open, steps(2), a, escape)).toMatchObject({ text: '', backs: 0 });
  // a text that is put back is asked for like one that is typed, once
  expect(after(ready, open, { type: 'steps', count: 1, text: '原因' })).toMatchObject({ text: '原因', steps: 1, value: { open: 'searching' } });
  expect(after(ready, open, { type: 'steps', count: 1, text: '原因' }, escape, { type: 'steps', count: 1, text: '原因' })).toMatchObject({ text: '', value: { open: 'idle' } });
  expect(after(ready, open, steps(2), a, escape, escape)).toMatchObject({ backs: 1, value: { open: 'idle' } });
});

test('Tab shows what is not possible, and what is; typing on shows what is', () => {
  const turn = { type: 'turn' } as const;
  expect(after(ready, open, turn).denied).toBe(true);
  expect(after(ready, open, turn, turn).denied).toBe(false);
  expect(after(ready, open, a, turn, { type: 'type', text: 'ab' })).toMatchObject({ denied: false, text: 'ab' });
  expect(after(ready, open, a, turn, escape)).toMatchObject({ denied: false, text: 'a' });
  expect(after(open, turn).denied).toBe(false);
});
