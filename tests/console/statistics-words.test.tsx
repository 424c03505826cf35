// How figures and days are said, in both languages.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useFigures, type Figures } from '../../src/areas/statistics/figure-words.ts';
import { MEASURES } from '../../src/areas/statistics/measure.ts';
import { HEADINGS } from '../../src/areas/statistics/sheet-words.ts';
import { useStepWords } from '../../src/areas/statistics/seen-time.tsx';
import { MEASURE_WORDS } from '../../src/areas/statistics/words.ts';
import { activate, currentI18n, LocaleProvider } from '../../src/ui/language.tsx';

const hooked = <T,>(hook: () => T): T => renderHook(hook, { wrapper: LocaleProvider }).result.current;
let change: Figures['change'];
beforeEach(() => void ({ change } = hooked(useFigures)));
afterEach(() => act(() => activate('zh-cn')));

describe('what changed', () => {
  test('of counts, days, money, minutes and complaints it is per cent of what was, more or less', () => {
    expect([change('made', 12, 10), change('made', 8, 10), change('serviceDays', 10.5, 10), change('receivable', 5_000, 10_000), change('waitHalf', 45, 30), change('complaintRate', 90, 120)]).toEqual(['+20.0%', '-20.0%', '+5.0%', '-50.0%', '+50.0%', '-25.0%']);
    expect([change('made', 10, 10), change('made', 10, 0), change('made', null, 10), change('made', 10, null), change('made', 10, undefined)]).toEqual(['0', '原为 0', '—', '—', '—']);
    // more was paid back than came in, and the other way round
    expect([change('received', -300, -200), change('received', -100, -200), change('received', 100, -200)]).toEqual(['-50.0%', '+50.0%', '+150%']);
  });
  test('of rates it is points, of stars stars, with their sign', () => {
    expect([change('utilisation', 7_250, 7_000), change('utilisation', 7_000, 7_250), change('bedCover', 5_000, 5_000)]).toEqual(['+2.5 个百分点', '-2.5 个百分点', '0.0 个百分点']);
    expect([change('satisfaction', 480, 455), change('satisfaction', 455, 480), change('satisfaction', 455, 455)]).toEqual(['+0.25', '-0.25', '0.00']);
  });
  test('of rates it is the difference of the two that stand beside it, whatever was rounded away', () => {
    const { say } = hooked(useFigures);
    expect([say('bedCover', 505), say('bedCover', 514), change('bedCover', 505, 514), change('bedCover', 514, 505), change('bedCover', 514, 516)]).toEqual(['5.1%', '5.1%', '0.0 个百分点', '0.0 个百分点', '-0.1 个百分点']);
    const shown = (value: number): number => Math.round(Number.parseFloat(say('bedCover', value)) * 10);
    for (let value = 0; value <= 12_000; value += 7) expect(Math.round(Number.parseFloat(change('bedCover', value, 505)) * 10)).toBe(shown(value) - shown(505));
  });
  test('beside almost nothing it is how many times as much, and only the way where the sign turns', () => {
    expect([change('made', 10_994, 1_000), change('made', 11, 1), change('made', 1_505, 20), change('receivable', 120_729_300, 10_000), change('made', 1_000, 99)]).toEqual(['+999%', '×11.0', '×75.3', '×12,073', '+910%']);
    expect([change('received', 120_000, -1), change('received', -120_000, 1), change('received', -2_000, -100)]).toEqual(['↑', '↓', '×20.0']);
  });
});

test('whose certificates end soon is said as it is counted: who is on leave is counted too (CERTIFICATE_ENDING)', async () => {
  const said = (): string => currentI18n()._(MEASURE_WORDS.certificatesEnding.how);
  expect(said()).toMatch(/^现在在岗和休假的护工中/);
  await act(() => activate('en'));
  expect(said()).toMatch(/active or on leave/);
});
test('a sheet calls a figure as the page does, with its unit', async () => {
  const titles = (): string[] => MEASURES.map((measure) => currentI18n()._(MEASURE_WORDS[measure].title));
  const headed = (at: 0 | 1): string[] => MEASURES.map((measure) => HEADINGS[measure][at].replace(/（(?:元|%|分钟)）$| \((?:CNY|%|min)\)$/, ''));
  expect(headed(0)).toEqual(titles());
  await act(() => activate('en'));
  expect(headed(1)).toEqual(titles());
});
describe('a step', () => {
  const days = (step: 'day' | 'week' | 'month') => ({ from: '2026-06-01', to: { day: '2026-06-01', week: '2026-06-07', month: '2026-06-30' }[step] });
  const said = (): unknown[] => {
    const words = hooked(useStepWords);
    return [words({ at: '2026-11-24', days: { from: '2026-11-24', to: '2026-11-24' } }, 'day').words, ...(['day', 'week', 'month'] as const).map((step) => words({ at: '2026-06-01', days: days(step) }, step).mark)];
  };
  test('that the range cuts is marked by its first day in the range', () => {
    const words = hooked(useStepWords);
    const of = (at: string, from: string, to: string) => { const { mark, cut } = words({ at, days: { from, to } }, 'week'); return [mark, cut]; };
    expect([of('2026-08-24', '2026-08-29', '2026-08-30'), of('2026-08-31', '2026-08-31', '2026-09-06'), of('2026-11-23', '2026-11-23', '2026-11-26')]).toEqual([['8/29', true], ['8/31', false], ['11/23', true]]);
  });
  test('has a mark that no reader takes for another day, and its weekday where the language has it', async () => {
    expect(said()).toEqual(['2026/11/24 周二', '6/1', '6/1', '26/06']);
    await act(() => activate('en'));
    expect(said()).toEqual(['Tue 24 Nov 2026', '1 Jun', '1 Jun', 'Jun ’26']);
  });
});
