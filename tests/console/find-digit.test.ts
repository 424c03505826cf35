import { describe, expect, test } from 'vitest';
import { ask, found, indexOf, page, sameThread } from '../kit/find-index.ts';

describe('digits that a date in a number has too', () => {
  const index = indexOf({ code: 'PH26102400017', name: '甲' }, { code: 'PH26102432435', name: '乙' }, { code: 'PH26111210249', name: '丙' });
  test('three or four alone find no day, and nothing inside: a number that ends so may only be known to the servers', async () => {
    expect([await found(index, '1024'), await found(index, '102'), await found(index, '2610')]).toEqual([[], [], []]);
  });
  test('nor what has them inside, which older numbers that end so would stand below; a short number, and more digits, are found so too', async () => {
    const both = sameThread();
    both.feed('order', page([{ code: 'PH26110248775', name: '甲' }, { code: 'PH26112110241', name: '乙' }, { code: 'PH26112101024', name: '丙' }, { code: 'PH26112100001', name: '丁', tails: '1024' }]));
    both.feed('caregiver', page([{ code: 'HG10245', name: '戊' }]));
    expect([await found(both, '1024'), await found(both, '024')]).toEqual([['PH26112101024', 'PH26112100001', 'HG10245'], ['PH26112101024', 'HG10245']]);
    expect([await found(both, '10248'), await found(both, '乙 1024')]).toEqual([['PH26110248775'], ['PH26112110241']]);
  });
  test('of a hundred short numbers that have them inside there are ten: below them stands what the servers know', async () => {
    const both = sameThread();
    both.feed('order', page([{ code: 'PH26112110241', name: '乙' }]));
    both.feed('caregiver', page([...Array.from({ length: 100 }, (_, i) => ({ code: `PY${102_499 - i}`, name: '戊' })), { code: 'PY101024', name: '己' }]));
    expect([await found(both, '1024'), (await ask(both, '1024')).total]).toEqual([['PY101024', ...Array.from({ length: 10 }, (_, i) => `PY${102_499 - i}`)], 11]);
    expect([(await ask(both, 'PY1024')).total, (await ask(both, '10247')).total, (await ask(both, '戊 1024')).total]).toEqual([100, 10, 100]);
  });
  test('what ends so stands first, and a day of more digits or beside a name last', async () => {
    index.feed('order', page([{ code: 'PH26102461024', name: '丁' }]));
    expect(await found(index, '1024')).toEqual(['PH26102461024']);
    expect(await found(index, '61024')).toEqual(['PH26102461024', 'PH26102400017', 'PH26102432435']);
    expect(await ask(index, '乙 1024')).toMatchObject({ hits: [{ code: 'PH26102432435', tier: 0, why: 'name' }] });
    expect((await ask(index, '61024')).hits.map(({ tier, why, marks }) => [tier, why, marks])).toEqual([[2, 'number', [8, 9, 10, 11, 12]], [3, 'number', [3, 4, 5, 6, 7]], [3, 'number', [3, 4, 5, 6, 7]]]);
  });
});

test('who has no status answers none, whatever is asked', async () => {
  const both = sameThread();
  both.feed('hospital', page([{ code: 'b', name: '江城医院', status: '' }]));
  both.feed('order', page([{ code: 'PH26112100001', name: '彭德' }]));
  expect([await found(both, 'pd'), await found(both, 'in_service 彭'), await found(both, '江城')]).toEqual([['PH26112100001'], ['PH26112100001'], ['b']]);
});
