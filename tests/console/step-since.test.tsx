import { expect, test } from 'vitest';
import { thingOf } from '../../src/areas/order/contract.ts';
import { formatOf } from '../../src/ui/format.ts';
import { dayAfter, todayThere } from '../../src/ui/parse-day.ts';
import { begin, chips, desk, freshDesk, keys, ROW, settle, show, titles } from '../kit/step.tsx';
import { input } from '../kit/typist.ts';

// From when on: what is offered is found by its words, in pinyin and while that is composed.
freshDesk();
const day = (days: number, half: string): string => {
  const there = dayAfter(todayThere(), days);
  return `${formatOf('zh-cn').dayRange(there, there)} ${half}起`;
};
const both = (days: number): string[] => [day(days, '上午'), day(days, '下午')];
const whole = async (): Promise<void> => {
  desk.place.row = thingOf({ ...ROW, can: ['change'] });
  await show();
  await begin('更换护工');
  expect([chips().length, titles()]).toEqual([1, ['现在', ...both(1), ...both(2)]]);
};

test.each<[string, () => string[]]>([
  ['现', () => ['现在']], ['xz', () => ['现在']], ['xianzai', () => ['现在']], ["xian'z", () => ['现在']], ['现z', () => ['现在']], ['NOW', () => ['现在']],
  ["ming'tian", () => both(1)], ['mingt', () => both(1)], ['mtxw', () => [day(1, '下午')]], ["hou'tian'shang", () => [day(2, '上午')]], ['jintian', () => both(0)],
  ['明天', () => both(1)], ['tomorrow', () => both(1)], ['tomorrow p', () => [day(1, '下午')]], ['甲', () => []],
])('%s', async (text, expected) => {
  await whole();
  input(text);
  await settle();
  expect(titles()).toEqual(expected());
});
test('Enter takes what was found', async () => {
  await whole();
  input('xz');
  await settle();
  await keys('Enter');
  expect(chips()[1]).toBe('现在');
});
