import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { act, cleanup } from '@testing-library/react';
import type { IndexAnswer, IndexQuestion } from '../../src/kernel/found.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { keyOf, likelyNext } from '../../src/ui/palette/ahead.ts';
import { serveIndex } from '../../src/ui/palette/find-index.ts';
import { over, type FindIndex } from '../../src/ui/palette/finder.ts';
import { sameThread } from '../kit/find-index.ts';
import { box, enter, ids, LINES, noOf, page, startPalette, tick } from '../kit/palette.tsx';
import { type } from '../kit/typist.ts';

afterEach(() => {
  act(() => palette.send({ type: 'close' }));
  cleanup();
});
const rest = (): Promise<void> => new Promise((done) => void setTimeout(done));
const question = (text: string, kinds: readonly string[] | null = null): IndexQuestion => ({ text, kinds, most: 50 });
/** Orders and caregivers, whole. */
async function filled(): Promise<FindIndex> {
  const index = sameThread();
  index.feed('order', page(LINES.join('\n')));
  index.feed('caregiver', page(['HG2001', '护王丽', '', '', 0, 'active', '', '', 1].join('\t')));
  await rest();
  return index;
}
/** The answer without the time that it took; `null`: it is not at hand. */
function atHand(index: FindIndex, asked: IndexQuestion): Omit<IndexAnswer, 'ms'> | null {
  const before = index.now();
  index.ask(asked);
  const now = index.now();
  if (now === null || now === before) return null;
  const { ms: _, ...answer } = now;
  return answer;
}
/** The same of an index that has nothing at hand. */
async function asking(asked: IndexQuestion): Promise<Omit<IndexAnswer, 'ms'> | null> {
  const index = await filled();
  index.ask(asked);
  await rest();
  const { ms: _, ...answer } = index.now()!;
  return answer;
}

test('what is answered ahead is what would be answered, of any text and kind, and there before asking returns', async () => {
  const texts = fc.sample(fc.array(fc.constantFrom(...'wanglis12305 PH王丽'), { minLength: 0, maxLength: 5 }).map((signs) => signs.join('')), { numRuns: 25, seed: 6 });
  for (const text of ['', 'w', 'wang', '1', '1000', ...texts]) {
    const kinds = text.length % 2 === 0 ? null : ['order'];
    const index = await filled();
    const next = likelyNext(question(text, kinds));
    index.expect(next);
    await rest();
    for (const one of next.filter((_, i) => i % 5 === 0)) expect([one.text, atHand(index, one)]).toEqual([one.text, await asking(one)]);
  }
});

test('what is typed sign by sign, there and back, is answered as it would be without anything known of the signs before', async () => {
  // signs that are typed as several, numbers with letters, gaps within names, and signs of which one is read as two others
  const odd = [['PH26112110777', '张㎏', '0777'], ['PH26112110012', '西·安', '1210'], ['KG77', 'Kg王', '1012'], ['PH26112120012', '仙', '2001']].map(([code, name, tail], i) => [code, name, tail, `${10 + i}`, 0, 'in_service', '', '', 1].join('\t'));
  const texts = fc.sample(fc.oneof(fc.array(fc.constantFrom(...'0127'), { minLength: 2, maxLength: 6 }), fc.array(fc.constantFrom(...'xiankgz', "'"), { minLength: 2, maxLength: 6 })).map((signs) => signs.join('')), { numRuns: 25, seed: 8 });
  const index = await filled();
  index.feed('order', page(odd.join('\n')));
  await rest();
  let compared = 0;
  for (const text of ['zkg', '12100', '10777', "xi'an", ...texts])
    for (let length = 1; length <= text.length; length += 1) {
      index.expect(likelyNext(question(text.slice(0, length))));
      await rest();
      const asked = question(text.slice(0, length + 1));
      const known = atHand(index, asked);
      if (known === null) continue;
      const fresh = await filled();
      fresh.feed('order', page(odd.join('\n')));
      await rest();
      fresh.ask(asked);
      await rest();
      const { ms: _, ...answer } = fresh.now()!;
      expect([asked.text, known]).toEqual([asked.text, answer]);
      compared += 1;
    }
  expect(compared).toBeGreaterThan(60);
});
test('the signs that one begins with stay at hand, however much was typed since', async () => {
  const index = await filled();
  index.expect(likelyNext(question('')));
  await rest();
  for (let i = 0; i < 300; i += 1) {
    index.ask(question(`q${i}`));
    await rest();
  }
  expect([...'wz1'].map((sign) => atHand(index, question(sign)) !== null)).toEqual([true, true, true]);
});

test('next come the signs of the same sort, and one sign less; after hanzi nobody knows', () => {
  const next = (text: string): string[] => likelyNext(question(text)).map((one) => one.text);
  expect(next('').toSorted()).toEqual([...'0123456789abcdefghijklmnopqrstuvwxyz']);
  expect(next('12').toSorted()).toEqual(['1', ...Array.from('0123456789', (sign) => `12${sign}`)].toSorted());
  expect(next("xi'").toSorted()).toEqual(['xi', ...Array.from('abcdefghijklmnopqrstuvwxyz', (sign) => `xi'${sign}`)].toSorted());
  expect([next('王'), next('王丽')]).toEqual([[], ['王']]);
  // the likely ones first
  expect([next('z')[0], next('zha')[1], next('wa')[1], next('s').slice(0, 4)]).toEqual(['zh', 'zhan', 'wan', ['sh', 'sa', 'si', 'su']]);
  // records that are named are no answer to a text
  expect([keyOf({ ...question(''), ids: ['order:1'] }), keyOf(question('a')) === keyOf(question('a', ['order']))]).toEqual([null, false]);
});

test.each<[string, (index: FindIndex) => void]>([
  ['a page comes', (index) => index.feed('order', page(['PH26112119999', '王新', '', '', 0, 'in_service', '', '', 1].join('\t')))],
  ['a record leaves', (index) => index.feed('order', page(`-${noOf(0)}`))],
  ['other things are used', (index) => index.favour({ score: { [`order:${noOf(10)}`]: 4 }, learned: {}, pinned: [] })],
  ['all begins anew', (index) => index.feed('order', page('', { reset: true, next: '' }))],
  ['the session ends', (index) => index.drop()],
])('nothing is at hand any more when %s, and what was under way is not kept', async (_, change) => {
  const index = await filled();
  index.expect([question('w')]);
  await rest();
  expect(atHand(index, question('w'))).not.toBeNull();
  index.expect([question('l')]);
  change(index);
  expect([atHand(index, question('w')), atHand(index, question('l'))]).toEqual([null, null]);
});
test('an answer that was under way when a line came is not kept, and the next one knows the line', async () => {
  const index = await filled();
  index.ask(question('wang'));
  index.feed('order', page(['PH26112119999', '王新', '', '', 0, 'in_service', '', '', 1].join('\t')));
  await rest();
  const count = async (): Promise<number> => {
    index.ask(question('wang'));
    await rest();
    return index.now()!.total;
  };
  expect(await count()).toBe((await asking(question('wang')))!.total + 1);
  // the same favour again changes nothing
  index.favour({ score: {}, learned: {}, pinned: [] });
  await count();
  index.favour({ score: {}, learned: {}, pinned: [] });
  expect(atHand(index, question('wang'))).not.toBeNull();
});
test('what was answered ahead before a line came, and is heard of after it, is not kept', async () => {
  const whole = (await asking(question('wang')))!.total + 1;
  for (let turns = 0; turns < 8; turns += 1) {
    const index = await filled();
    index.expect([question('wang'), question('w')]);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    index.feed('order', page(['PH26112119999', '王新', '', '', 0, 'in_service', '', '', 1].join('\t')));
    await rest();
    index.ask(question('wang'));
    await rest();
    expect([turns, index.now()!.total]).toEqual([turns, whole]);
  }
});
test('no more is kept than there is room for: what was asked last, and not what was asked first', async () => {
  const index = await filled();
  const texts = Array.from({ length: 300 }, (_, i) => `q${i}`);
  for (const text of texts) {
    index.ask(question(text));
    await rest();
  }
  expect([atHand(index, question('q299')) !== null, atHand(index, question('q0'))]).toEqual([true, null]);
});
test('a question at hand takes the word of one that is still under way', async () => {
  const index = await filled();
  index.expect([question('w')]);
  await rest();
  const heard = vi.fn<() => void>();
  index.subscribe(heard);
  index.ask(question('li'));
  expect(atHand(index, question('w'))).not.toBeNull();
  await rest();
  expect([index.now()!.text, heard.mock.calls.length]).toEqual(['w', 1]);
});

test('in the palette a key draws its rows before anything else happens, in the first sign as in the next', async () => {
  await startPalette();
  await enter(['Control+k']);
  for (const [key, text] of [['w', 'w'], ['a', 'wa'], ['n', 'wan']] as const) {
    type([key]);
    expect([box().value, document.querySelector('[data-q]')!.getAttribute('data-q'), document.querySelector('[data-fresh]')!.getAttribute('data-fresh')]).toEqual([text, text, 'true']);
    expect(ids()).toContain(`order:${noOf(0)}`);
    await tick();
  }
});

test('what was likely before a key is not answered any more once one has come: until the next is expected the index rests', async () => {
  for (const [typed, more] of [['z', 'an answer at hand'], ['wang', 'one that is not']] as const) {
    const posted: string[] = [];
    const work: (() => void)[] = [];
    const index = over((heard) => {
      const take = serveIndex((reply) => (posted.push(reply.type), heard(reply)), (next) => void work.push(next));
      return { post: take, close: () => {} };
    });
    const run = (times: number): void => void Array.from({ length: times }, () => work.shift()?.());
    index.feed('order', page(LINES.join('\n')));
    while (work.length > 0) run(1);
    index.expect(likelyNext(question('')));
    run(8);
    index.ask(question(typed));
    while (work.length > 0) run(1);
    const [kept, all] = [posted.filter((type) => type === 'ahead').length, Math.ceil(likelyNext(question('')).length / 6)];
    expect([more, index.now()?.text, kept < all]).toEqual([more, typed, true]);
  }
});

test('a key that goes down hushes what is answered ahead; what was answered by then is at hand', async () => {
  const work: (() => void)[] = [];
  const index = over((heard) => ({ post: serveIndex(heard, (next) => void work.push(next)), close: () => {} }));
  const run = (): void => work.shift()?.();
  index.feed('order', page(LINES.join('\n')));
  while (work.length > 0) run();
  const next = likelyNext(question(''));
  index.expect(next);
  for (let i = 0; i < 4; i += 1) run();
  index.hush();
  while (work.length > 0) run();
  expect(next.slice(0, 6).map((one) => atHand(index, one) !== null)).toEqual([true, true, true, true, false, false]);
});
