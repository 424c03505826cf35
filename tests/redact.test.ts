// What an erasure leaves of a story.
import { expect, test } from 'vitest';
import { OF_CAREGIVER, OF_ORDER, redacted, without } from '../src/areas/erasure/redact.ts';

test('of a story what is new and unheard of goes too; of names only the words', () => {
  expect(redacted({ event: 'pay', paidFen: 3, nickname: 'x', list: ['a', { method: 'cash', who: 'y' }], infectious: true, note: null }, OF_ORDER)).toEqual({ event: 'pay', paidFen: 3, nickname: '已抹除', list: ['已抹除', { method: 'cash', who: '已抹除' }], infectious: '已抹除', note: null });
  expect(redacted({ heightCm: 170, status: 'left', postings: [{ hospitalId: '1', words: 'w' }] }, OF_CAREGIVER)).toEqual({ heightCm: '已抹除', status: 'left', postings: [{ hospitalId: '1', words: 'w' }] });
  expect(without({ a: ['张三来了', 3], b: null }, ['张三'])).toEqual({ a: ['已抹除来了', 3], b: null });
  // another's name may begin with it, and one character is in many texts
  expect(without([{ caregiverName: '王芳芳', note: '王芳说' }, { caregiverName: '王芳' }], ['王芳'])).toEqual([{ caregiverName: '王芳芳', note: '已抹除说' }, { caregiverName: '已抹除' }]);
  expect(without({ caregiverName: '王', hospitalName: '王府医院', note: '王先生' }, ['王'])).toEqual({ caregiverName: '已抹除', hospitalName: '王府医院', note: '王先生' });
  expect(without({ status: 'planned', reason: 'planned' }, ['plan'], new Set(['reason']))).toEqual({ status: 'planned', reason: '已抹除ned' });
});
