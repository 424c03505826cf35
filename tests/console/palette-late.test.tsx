import { expect, test } from 'vitest';
import { chosen, enter, freshPalette, headings, ids, noOf, old, page, records, startPalette, tick } from '../kit/palette.tsx';
import { press, type } from '../kit/typist.ts';

// An index that becomes whole while a text stands in the palette already, of which the servers alone were asked.
freshPalette();
const OLD = old('PH2001010001', '王丽 PH2001010001');
const start = async () => {
  const s = await startPalette({ ready: false });
  await enter(['Control+k', ...'王丽']);
  const whole = async (text = '') => {
    s.index.feed('order', page(text));
    await tick();
  };
  return { ...s, whole };
};

test('its rows come first, those of the servers stay below them, and nobody is asked twice', async () => {
  const s = await start();
  await s.settle([old(noOf(10), '王丽 同一张'), OLD]);
  expect([records(), chosen()]).toEqual([[`order:${noOf(10)}`, OLD.id], [`order:${noOf(10)}`]]);
  const calls = s.asked.length;
  await s.whole();
  const own = [0, 10, 20, 30, 40].map((i) => `order:${noOf(i)}`);
  expect(records().filter((id) => own.includes(id!))).toEqual(own);
  expect([records().at(-1), headings().at(-1), chosen(), s.asked.length]).toEqual([OLD.id, '更多订单', [own[0]], calls]);
  press('Enter');
  expect(location.hash).toBe(`#/order/${noOf(0)}`);
});
test('servers that answer after it come below', async () => {
  const s = await start();
  await s.whole();
  expect(records()[0]).toBe(`order:${noOf(0)}`);
  await s.settle([OLD]);
  expect(records().at(-1)).toBe(OLD.id);
});
test('who has moved in what is shown keeps it as it is', async () => {
  const s = await start();
  await s.settle([old(noOf(10), '王丽 同一张'), OLD]);
  type(['ArrowDown']);
  const before = ids();
  await s.whole();
  expect([ids(), chosen()]).toEqual([before, [OLD.id]]);
  await enter(['Backspace', '丽']);
  expect(records()[0]).toBe(`order:${noOf(0)}`);
});
test('an index that has nothing of it changes nothing', async () => {
  const s = await startPalette({ ready: false });
  await enter(['Control+k', ...'旧人']);
  await s.settle([old('PH2001010001')]);
  const before = [ids(), headings(), chosen()];
  s.index.feed('order', page(''));
  await tick();
  expect([ids(), headings(), chosen()]).toEqual(before);
});
