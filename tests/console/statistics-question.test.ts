import { describe, expect, test } from 'vitest';
import { MEASURES, type Measure } from '../../src/areas/statistics/measure.ts';
import { rowsOf } from '../../src/areas/statistics/opening.ts';
import { beside, changed, daysAt, groupsOf, heatStep, moved, presetDays, readQuestion, stepOf, viewsOf, type Preset } from '../../src/areas/statistics/question.ts';
import { dayAfter } from '../../src/ui/parse-day.ts';
import { marksOf } from '../../src/ui/chart/mark.ts';
import { boundsOf, shadeOf, stepFor, ticksOf } from '../../src/ui/chart/tick.ts';

const today = '2026-11-22';
const read = (query: string) => readQuestion(new URLSearchParams(query), today);

describe('the range of an address', () => {
  test.each<[Preset, string, string]>([
    ['today', today, today], ['yesterday', '2026-11-21', '2026-11-21'], ['7d', '2026-11-16', today], ['30d', '2026-10-24', today], ['90d', '2026-08-25', today], ['week', '2026-11-16', today], ['last-week', '2026-11-09', '2026-11-15'],
    ['month', '2026-11-01', today], ['last-month', '2026-10-01', '2026-10-31'], ['year', '2026-01-01', today], ['last-year', '2025-01-01', '2025-12-31'],
  ])('%s', (preset, from, to) => expect(presetDays(preset, today)).toEqual({ from, to }));
  test('what they are compared with is named where the days alone could be another range', () => {
    const against = (range: Preset, day: string) => readQuestion(new URLSearchParams({ range }), day).against;
    // the first seven, thirty days of a month are no month, a first day no yesterday’s month, a January no year
    expect([against('7d', '2026-11-07'), against('30d', '2026-11-30'), against('today', '2026-11-01'), against('last-week', '2026-06-10')]).toEqual(['2026-10-25', '2026-10-02', '2026-10-31', '2026-05-25']);
    // the first days of a week with those of the week before, weekday by weekday
    expect([against('week', '2026-11-25'), against('week', '2026-11-23'), against('week', '2026-11-29')]).toEqual(['2026-11-16', '2026-11-16', '2026-11-16']);
    expect([against('month', '2026-11-01'), against('month', '2026-11-02'), against('year', '2026-01-31'), against('year', '2026-02-01'), against('last-month', today), against('last-year', today)]).toEqual(['2026-10-01', undefined, '2025-01-01', undefined, undefined, undefined]);
    expect(read('from=2026-11-01&to=2026-11-07').against).toBeUndefined();
  });
  test('days that are named win over a preset, and only days of the calendar', () => {
    expect(read('range=7d&from=2026-01-01&to=2026-01-31')).toMatchObject({ preset: null, days: { from: '2026-01-01', to: '2026-01-31' } });
    expect(read('range=7d&from=2026-02-30&to=2026-03-01')).toMatchObject({ preset: '7d' });
    expect(read('from=2026-02-01&to=2026-01-01')).toMatchObject({ days: null, wrong: 'order' });
    expect(read('from=2021-11-22&to=2026-11-22')).toMatchObject({ wrong: null });
    expect(read('from=2020-11-01&to=2026-11-22')).toMatchObject({ days: null, wrong: 'long' });
  });
  test('it moves by its own length, whole months by months', () => {
    expect(moved({ from: '2026-11-16', to: '2026-11-22' }, -1)).toEqual({ from: '2026-11-09', to: '2026-11-15' });
    expect(moved({ from: '2026-03-01', to: '2026-03-31' }, -1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(moved({ from: '2026-02-01', to: '2026-02-28' }, 1)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
    expect(moved({ from: '2025-01-01', to: '2025-12-31' }, 1)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });
  test('of a week, a month or a year that runs it is the whole one before or after; and back again it is what has been of it, on any day', () => {
    const of = (preset: Preset, day: string) => beside(presetDays(preset, day), preset, -1, day);
    expect([of('week', '2026-11-25'), of('month', '2026-12-30'), of('year', '2026-11-25')].map(({ preset, days }) => [preset, days.from, days.to])).toEqual([['last-week', '2026-11-16', '2026-11-22'], ['last-month', '2026-11-01', '2026-11-30'], ['last-year', '2025-01-01', '2025-12-31']]);
    expect([of('30d', '2026-11-25').days, of('today', '2026-11-01').days]).toEqual([{ from: '2026-09-27', to: '2026-10-26' }, { from: '2026-10-31', to: '2026-10-31' }]);
    for (const preset of ['week', 'month', 'year'] as const)
      for (let day = '2026-12-01'; day < '2027-04-03'; day = dayAfter(day, 1))
        for (const way of [1, -1] as const) {
          const days = presetDays(preset, day);
          const there = beside(days, preset, way, day);
          const back = beside(there.days, there.preset, way === 1 ? -1 : 1, day);
          expect([preset, day, way, back.days]).toEqual([preset, day, way, days]);
        }
  });
  test('steps are days, weeks or months by its length; a heat map has no more columns than can be seen', () => {
    const of = (from: string, to: string) => stepOf({ from, to });
    expect([of('2026-11-01', '2026-11-30'), of('2026-06-01', '2026-11-30'), of('2022-01-01', '2026-11-30')]).toEqual(['day', 'week', 'month']);
    expect([heatStep({ from: '2026-11-01', to: '2026-11-30' }, 'day'), heatStep({ from: '2026-06-01', to: '2026-11-30' }, 'day'), heatStep({ from: '2022-01-01', to: '2026-11-30' }, 'day'), heatStep({ from: '2026-11-01', to: '2026-11-30' }, 'month')]).toEqual(['day', 'week', 'month', 'month']);
  });
  test('a place is cut to the range', () => {
    const days = { from: '2026-11-04', to: '2026-12-10' };
    expect([daysAt('2026-11-02', 'week', days), daysAt('2026-12-01', 'month', days), daysAt('2026-11-05', 'day', days)]).toEqual([{ from: '2026-11-04', to: '2026-11-08' }, { from: '2026-12-01', to: '2026-12-10' }, { from: '2026-11-05', to: '2026-11-05' }]);
  });
});
describe('a measure', () => {
  test('every one can be seen somehow, and by hospital; what is only now has no time', () => {
    for (const measure of MEASURES) expect([measure, viewsOf(measure).length > 0, groupsOf(measure).includes('hospital')]).toEqual([measure, true, true]);
    expect(viewsOf('outstanding')).toEqual(['rank']);
    expect(viewsOf('satisfaction')).toEqual(['line', 'bar', 'rank']);
    expect(groupsOf('outstanding')[0]).toBe('age');
    expect(groupsOf('cancelled')).toContain('cancelled-reason');
    expect(groupsOf('made')).not.toContain('cancelled-reason');
    expect(read('measure=outstanding&view=line')).toMatchObject({ view: 'rank', group: 'age' });
  });
  test('of caregivers it can be ranked where an order, a day or a word is someone’s: not what was only booked, beds that stood open, nor money that came in', () => {
    const without = ['made', 'bedDays', 'bedCover', 'received', 'refunded', 'certificatesEnding'];
    expect(MEASURES.filter((measure) => !groupsOf(measure).includes('caregiver'))).toEqual(without);
  });
  test('it opens its rows under its filters', () => {
    const list = rowsOf('received', { from: '2026-11-01', to: '2026-11-02', hospital: '5', service: '7', method: 'cash' })!;
    expect(Object.fromEntries(new URLSearchParams(list.split('?')[1]))).toEqual({ did: 'received:2026-11-01:2026-11-02:cash', hospitalId: '5', 'where[0]': 'serviceItemId:is:7' });
    expect(rowsOf('bedDays', { from: today, to: today })).toBeNull();
    const carers = (measure: Measure): Record<string, string> => Object.fromEntries(new URLSearchParams(rowsOf(measure, { from: today, to: today, caregiver: 'HG1' })!.split('?')[1]));
    expect(carers('outstanding')).toEqual({ unpaid: '1', servedBy: 'HG1' });
    for (const [measure, deed] of [['started', 'started'], ['ended', 'ended'], ['cancelled', 'cancelled'], ['assigned', 'assigned'], ['coveredBedDays', 'bedded']] as const) expect(carers(measure)).toEqual({ did: `${deed}:${today}:${today}:HG1` });
    // days that nobody served are no part of it
    expect(new URLSearchParams(rowsOf('utilisation', { from: today, to: today })!.split('?')[1]).get('did')).toBe(`attended:${today}:${today}`);
  });
  test('one question has one address', () => {
    expect(Object.entries(changed(new URLSearchParams('view=bar&x=1&hospital=5&range=7d'), { hospital: null, by: 'week' }))).toEqual([['range', '7d'], ['by', 'week'], ['view', 'bar']]);
  });
});
describe('marks and shades', () => {
  test('marks are as many as there is room for, the first always', () => {
    expect([ticksOf(5, 400, 64), ticksOf(30, 300, 64), ticksOf(0, 300, 64), ticksOf(3, 10, 64)]).toEqual([[0, 1, 2, 3, 4], [0, 8, 16, 24], [], [0]]);
  });
  test('words above columns stand apart, and the last has room for all of it', () => {
    expect([marksOf(30, 40, 14), marksOf(30, 40, 100), marksOf(3, 40, 45), marksOf(1, 40, 14), marksOf(5, 40, 0)]).toEqual([[0, 4, 8, 12, 16, 20, 24], Array.from({ length: 30 }, (_, i) => i), [0, 2], [], []]);
  });
  test('shades have as many values each as can be; a single value is strong', () => {
    expect(boundsOf([null, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000])).toEqual([2, 4, 6, 8, 1000]);
    expect(boundsOf([null, 0])).toEqual([]);
    const bounds = boundsOf([1, 2, 3, 4, 5]);
    expect([null, 0, 1, 3, 5].map((value) => shadeOf(value, bounds))).toEqual([null, 0, 1, 3, 5]);
    expect([shadeOf(7, boundsOf([7, 7])), shadeOf(0, []), shadeOf(-1, [])]).toEqual([5, 0, 0]);
  });
  test('arrows stay within', () => {
    expect(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'PageDown', 'PageUp', 'Home', 'End', 'a'].map((key) => stepFor(key, 3, 6))).toEqual([4, 2, 4, 2, 5, 0, 0, 5, null]);
  });
});
