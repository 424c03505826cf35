import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { before, stepMachine, type StepEvent, type StepValue } from '../../machines/step.ts';

const ASKS = ['caregiver', 'since', 'reason'];
const value = (text: string, fixed?: true): StepValue => ({ value: text, label: text, fixed });
const begin = (asks: readonly string[] = ASKS): StepEvent => ({ type: 'begin', command: 'order.change', asks });
const choose = (step: string, text = 'x', fixed?: true): StepEvent => ({ type: 'choose', step, value: value(text, fixed) });
const PLAIN = (['back', 'leave', 'resume', 'forget', 'send', 'done'] as const).map((type) => ({ type }) as StepEvent);
const anyEvent: fc.Arbitrary<StepEvent> = fc.oneof(
  fc.constantFrom(...PLAIN),
  fc.constantFrom(begin(), begin([]), begin(['reason'])),
  fc.record({ step: fc.constantFrom(...ASKS), text: fc.string({ minLength: 1, maxLength: 3 }), fixed: fc.boolean() }).map(({ step, text, fixed }) => choose(step, text, fixed ? true : undefined)),
  fc.integer({ min: 0, max: 3 }).map((fits): StepEvent => ({ type: 'checked', fits })),
  fc.constant<StepEvent>({ type: 'refused', words: '已被占用' }),
);
const start = (...events: StepEvent[]) => {
  const actor = createActor(stepMachine).start();
  for (const event of events) actor.send(event);
  return actor;
};
const labels = (values: readonly StepValue[] | undefined) => values?.map(({ label }) => label);

test('every state is reached', () => {
  const events: StepEvent[] = [begin(['reason']), choose('reason'), ...PLAIN, { type: 'checked', fits: 1 }, { type: 'refused', words: 'no' }];
  const found = new Set(getShortestPaths(stepMachine, { events }).map(({ state }) => JSON.stringify(state.value)));
  expect([...found].sort()).toEqual(['"asking"', '"idle"', '{"confirming":"blocked"}', '{"confirming":"checking"}', '{"confirming":"ready"}', '{"sending":"away"}', '{"sending":"shown"}']);
});

test('in any order of events it asks while something is missing, confirms when nothing is, and sends only what was tried', () => {
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
    const actor = start();
    for (const event of events) {
      const was = actor.getSnapshot();
      actor.send(event);
      const now = actor.getSnapshot();
      const { under, kept, words } = now.context;
      const whole = under !== null && under.values.length === under.asks.length;
      expect([now.matches('idle'), now.matches('asking'), now.matches('confirming') || now.matches('sending')]).toEqual([under === null, under !== null && !whole, whole]);
      if (under !== null) expect(kept!.command).toBe(under.command);
      // nothing is sent but by Enter after a dry run that fits something
      if (now.matches('sending') && !was.matches('sending')) expect([event.type, was.matches({ confirming: 'ready' }), was.context.fits > 0]).toEqual(['send', true, true]);
      // what is being sent is left only by what came of it
      if (was.matches('sending') && !now.matches('sending')) expect(['done', 'refused', 'forget']).toContain(event.type);
      // and who left it is not led back to it
      if (was.matches({ sending: 'away' }) && !now.matches('sending')) expect(now.value).toBe('idle');
      // a refusal loses nothing that was chosen: it stands, or is kept where one has left
      if (event.type === 'refused') expect(was.matches({ sending: 'away' }) ? kept : under).toBe(was.context.under);
      if (words !== null) expect(now.matches('confirming')).toBe(true);
    }
  }), { numRuns: 500, examples: [[[begin([]), { type: 'checked', fits: 1 }, { type: 'send' }, { type: 'leave' }, { type: 'refused', words: '已被占用' }]]] });
});

test('going back takes away the last that was asked for, with what needed no asking after it, and comes to its end', () => {
  fc.assert(fc.property(fc.array(fc.boolean(), { maxLength: 3 }), (fixed) => {
    const actor = start(begin(), ...fixed.map((is, i) => choose(ASKS[i]!, ASKS[i], is || undefined)));
    for (let left = fixed.filter((is) => !is).length; left >= 0; left -= 1) {
      const { under } = actor.getSnapshot().context;
      expect(under!.values.filter(({ fixed: is }) => !is).length).toBe(left);
      actor.send({ type: 'back' });
      expect(actor.getSnapshot().context.under).toEqual(before(under!));
    }
    expect(actor.getSnapshot().value).toBe('idle');
  }));
});

test('what was left goes on where it was farthest, however it was left; forgotten it is gone, and done it leaves nothing', () => {
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 40 }), fc.constantFrom<StepEvent['type']>('back', 'leave'), (events, way) => {
    const actor = start();
    let farthest: string[] | null = null;
    for (const event of events) {
      const was = actor.getSnapshot();
      actor.send(event);
      const now = actor.getSnapshot();
      const took = now.context.under !== was.context.under && (event.type === 'begin' || event.type === 'choose');
      if (took) farthest = labels(now.context.under!.values)!;
      if (now.context.kept === null) farthest = null;
      expect(labels(now.context.kept?.values) ?? null).toEqual(farthest);
    }
    for (let n = 0; n < 4 && !actor.getSnapshot().matches('idle'); n += 1) actor.send({ type: way } as StepEvent);
    if (!actor.getSnapshot().matches('idle')) {
      expect(actor.getSnapshot().matches('sending')).toBe(true);
      return;
    }
    actor.send({ type: 'resume' });
    expect(labels(actor.getSnapshot().context.under?.values) ?? null).toEqual(farthest);
  }), { numRuns: 500 });
  expect(start(begin(), choose('caregiver'), { type: 'leave' }, { type: 'forget' }, { type: 'resume' }).getSnapshot().value).toBe('idle');
  expect(start(begin([]), { type: 'checked', fits: 1 }, { type: 'send' }, { type: 'done' }, { type: 'resume' }).getSnapshot().value).toBe('idle');
});

test('an answer to another step is late, and a dry run that failed is tried again by Enter', () => {
  expect(start(begin(), choose('since')).getSnapshot().context.under!.values).toEqual([]);
  const actor = start(begin(['reason']), choose('reason'), { type: 'refused', words: '网络不通' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.words]).toEqual([{ confirming: 'blocked' }, '网络不通']);
  actor.send({ type: 'send' });
  expect(actor.getSnapshot().value).toEqual({ confirming: 'checking' });
  actor.send({ type: 'checked', fits: 0 });
  actor.send({ type: 'send' });
  expect(actor.getSnapshot().value).toEqual({ confirming: 'ready' });
});
