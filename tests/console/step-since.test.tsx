import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CaregiverRow } from '../../src/areas/caregiver/contract.ts';
import { thingOf as carerThing } from '../../src/areas/caregiver/here.ts';
import { thingOf } from '../../src/ui/order-thing.ts';
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
test('days of a leave are found by their sound too, also while it is composed; one that is too early says so', async () => {
  desk.place.on = 'caregiver';
  desk.place.row = carerThing({ staffNo: 'HG1', name: '李护', can: ['leave'], cannot: {}, version: 1 } as unknown as CaregiverRow);
  await show();
  await begin('请假');
  const at = (days: number) => formatOf('zh-cn').day(dayAfter(todayThere(), days));
  const shown = async (text: string) => {
    input(text);
    await settle();
    return titles();
  };
  for (const [text, days] of [["ming't", [1]], ['mt', [1]], ['houtian', [2]], ['jin', [0]], ['甲', []]] as const) expect([text, await shown(text)]).toEqual([text, days.map(at)]);
  await shown('mt');
  await keys('Enter');
  expect([chips()[1], await shown('jintian')]).toEqual([at(1), [at(0)]]);
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('最早是 ');
  await keys('Enter');
  expect(chips().length).toBe(2);
});
test('Enter takes what was found', async () => {
  await whole();
  input('xz');
  await settle();
  await keys('Enter');
  expect(chips()[1]).toBe('现在');
});
