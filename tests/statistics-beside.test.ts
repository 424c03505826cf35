// The period before stands beside a range step by step: cut where the range is cut, so that each step has the days of the one it is compared with.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statistics } from '../src/areas/statistics/contract.ts';
import { measureOf, MEASURES } from '../src/areas/statistics/measure.ts';
import { previousOf, stepsBeside, stepsOf, type Days } from '../src/areas/statistics/span.ts';
import { dayOf, dayText, parseDay } from '../src/host/calendar.ts';
import { foldStatistics } from '../src/host/stat-count.ts';
import { dayFromNow, door } from './kit/care.ts';
import { closingKit } from './kit/closing.ts';
import { startLife, type Life } from './kit/life.ts';

const length = ({ from, to }: Days): number => to - from + 1;
const texts = (from: string, to: string, by: 'week' | 'month'): string[] => {
  const now = { from: parseDay(from)!, to: parseDay(to)! };
  return stepsBeside(by, now, previousOf(now)).map(({ days }) => `${dayText(days.from)} ${length(days)}`);
};

describe('steps beside those of a range', () => {
  test('90 days by week begin and end with as many days; months that are compared as months are whole', () => {
    const now = { from: parseDay('2026-08-29')!, to: parseDay('2026-11-26')! };
    expect(stepsBeside('week', now, previousOf(now)).map(({ days }) => length(days))).toEqual(stepsOf('week', now).map(({ days }) => length(days)));
    expect(texts('2026-08-29', '2026-09-09', 'week')).toEqual(['2026-08-17 2', '2026-08-19 7', '2026-08-26 3']);
    expect(texts('2026-01-01', '2026-03-31', 'month')).toEqual(['2025-01-01 31', '2025-02-01 28', '2025-03-01 31']);
    expect(texts('2026-08-29', '2026-10-02', 'month')).toEqual(['2026-07-25 3', '2026-07-28 30', '2026-08-27 2']);
    // a month that is longer has a step more, not a last one that is longer
    expect(texts('2026-11-01', '2026-11-30', 'week').at(-1)).toBe('2026-10-31 1');
    expect(texts('2026-03-01', '2026-03-31', 'week').at(-1)).toBe('2026-02-23 6');
  });
  test('whatever the range, they are the period before without a gap, and as long as those of the range while it lasts', () => {
    const first = dayOf(2023, 1, 1)!;
    fc.assert(fc.property(fc.integer({ min: 0, max: 1_200 }), fc.integer({ min: 0, max: 800 }), fc.constantFrom('day' as const, 'week' as const, 'month' as const), fc.boolean(), (at, more, by, whole) => {
      const begin = whole ? parseDay(`${dayText(first + at).slice(0, 7)}-01`)! : first + at;
      const now = { from: begin, to: begin + more };
      const before = previousOf(now);
      const steps = stepsBeside(by, now, before).map(({ days }) => days);
      expect([steps[0]!.from, steps.at(-1)!.to]).toEqual([before.from, before.to]);
      expect(steps.slice(1).every((days, i) => days.from === steps[i]!.to + 1)).toBe(true);
      if (by === 'month' && before.from === parseDay(`${dayText(before.from).slice(0, 7)}-01`) && now.from === parseDay(`${dayText(now.from).slice(0, 7)}-01`)) return;
      const own = stepsOf(by, now).map(({ days }) => length(days));
      const sure = length(before) < length(now) ? steps.length - 1 : own.length;
      expect(steps.slice(0, sure).map(length)).toEqual(own.slice(0, sure));
    }), { numRuns: 2_000 });
  });
});

describe('its figures', () => {
  let life: Life;
  let no: string;
  beforeAll(async () => {
    life = await startLife();
    const kit = closingKit(life);
    const carers = await Promise.all(['孙一', '周二'].map((name) => life.carer(name)));
    no = carers[0]!.no;
    for (const [i, back] of [70, 61, 50, 44, 33, 20, 9].entries()) await kit.served(dayFromNow(-back), dayFromNow(-back + 3 + i), carers[i % 2]!);
    for (let i = 0; i < 3; i++) await life.done(await life.made(), 'assign', { caregiverNo: (await life.carer(`吴${i}`)).no });
  }, 120_000);
  afterAll(() => life.api.close());

  test.each(['with what is not folded yet', 'folded'])('%s: each step is what those days come to alone, and all together what the period comes to', async (folded) => {
    if (folded === 'folded') await foldStatistics(life.api.database.db);
    const ask = door(life.api.database, 'all');
    for (const [from, to] of [[-40, -2], [-33, 5], [3, 20]] as const) for (const by of ['day', 'week', 'month']) for (const more of [{}, { caregiver: no }, { hospital: life.place.hospitalId }]) {
      const query = { from: dayFromNow(from), to: dayFromNow(to), by, ...more };
      expect(await ask(statistics.measures, query)).not.toHaveProperty('earlier');
      const { previous, before, earlier } = await ask(statistics.measures, { ...query, earlier: '1' });
      for (const measure of MEASURES.filter((one) => measureOf(one).adds && before[one] !== null)) expect([measure, earlier!.reduce((sum, { values }) => sum + values[measure]!, 0)]).toEqual([measure, before[measure]]);
      for (const [i, { at, values }] of earlier!.entries()) {
        if (by === 'day' && i % 9 > 0) continue;
        const until = earlier![i + 1] === undefined ? previous.to : dayText(parseDay(earlier![i + 1]!.at)! - 1);
        const { totals } = await ask(statistics.measures, { from: at, to: until, by: 'month', ...more });
        expect([query, at, values]).toEqual([query, at, { ...totals, outstanding: null, certificatesEnding: null }]);
      }
    }
  });
});
