import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MEASURES, statistics, type Values } from '../src/areas/statistics/contract.ts';

const answer = (values: unknown): unknown => ({ from: '2026-01-01', to: '2026-01-01', previous: { from: '2025-12-31', to: '2025-12-31' }, totals: {}, before: {}, series: [{ at: '2026-01-01', values }], recounting: false, at: '2026-01-02T00:00:00Z' });
const told = (values: unknown): Values => z.parse(statistics.measures.reply, answer(values)).series[0]!.values;

test('an answer holds figures alone: measures that there are, with numbers or nothing', () => {
  const whole = Object.fromEntries(MEASURES.map((name, i) => [name, i % 3 === 0 ? null : i / 2]));
  for (const right of [{}, { made: 1 }, { made: null }, { made: undefined }, whole]) expect(told(right)).toEqual(right);
  for (const wrong of [null, [], 1, { made: '1' }, { made: NaN }, { made: Infinity }, { made: {} }, { made: 1, patient: '张三' }, { toString: 1 }, { ...whole, more: null }]) expect(() => told(wrong), JSON.stringify(wrong)).toThrow();
});
