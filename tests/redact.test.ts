// What an erasure leaves of a story.
import { expect, test } from 'vitest';
import { Blot, Judge, LEAVE } from '../src/areas/erasure/blot.ts';
import { OF_CAREGIVER, OF_ORDER, redacted, without } from '../src/areas/erasure/redact.ts';

const blot = (...words: string[]) => new Blot(words, [], new Judge(LEAVE));
const left = (value: unknown, words: string[], only?: ReadonlySet<string>) => without(value, blot(...words), words, 'x', only);

test('of a story what is new and unheard of goes too; of names only the words', () => {
  expect(redacted({ event: 'pay', paidFen: 3, nickname: 'x', list: ['a', { method: 'cash', who: 'y' }], infectious: true, note: null }, OF_ORDER)).toEqual({ event: 'pay', paidFen: 3, nickname: '已抹除', list: ['已抹除', { method: 'cash', who: '已抹除' }], infectious: '已抹除', note: null });
  expect(redacted({ heightCm: 170, status: 'left', postings: [{ hospitalId: '1', words: 'w' }] }, OF_CAREGIVER)).toEqual({ heightCm: '已抹除', status: 'left', postings: [{ hospitalId: '1', words: 'w' }] });
  expect(left({ a: ['张三的', 3], b: null }, ['张三'])).toEqual({ a: ['已抹除的', 3], b: null });
  // another's name may begin with it, and one character is in many texts
  expect(left([{ caregiverName: '王芳芳', note: '王芳说' }, { caregiverName: '王芳' }], ['王芳'])).toEqual([{ caregiverName: '王芳芳', note: '已抹除说' }, { caregiverName: '已抹除' }]);
  expect(left({ caregiverName: '王', hospitalName: '王府医院', note: '王先生' }, ['王'])).toEqual({ caregiverName: '已抹除', hospitalName: '王府医院', note: '王先生' });
  expect(left({ status: 'plan', reason: 'plan, planned' }, ['plan'], new Set(['reason']))).toEqual({ status: 'plan', reason: '已抹除, planned' });
});
