// A list keeps every filter that a figure's link names: what it does not know of an address it leaves out, and would list more.
import { act, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useOrderFields } from '../../src/areas/order/order-field.ts';
import { useOrderFilters } from '../../src/areas/order/order-list.tsx';
import { MEASURES, opened } from '../../src/areas/statistics/measure.ts';
import { narrowsTo, rowsOf } from '../../src/areas/statistics/opening.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { clausesOf } from '../../src/ui/list/condition.ts';
import { useClauseWords } from '../../src/ui/list/clause-words.ts';
import { useChosen } from '../../src/ui/list/filter.tsx';
import { navigate } from '../../src/ui/location.ts';
import { begin, from, today } from '../kit/statistics.tsx';

let leave: () => Promise<void>;
beforeEach(async () => void (leave = await begin()));
afterEach(() => leave());
let kept: Record<string, string>;
let said: string[];
function List() {
  const fields = useOrderFields('5');
  kept = useChosen(useOrderFilters(fields.find(({ name }) => name === 'departmentId')!.options!), fields);
  said = clausesOf(kept, fields).map(useClauseWords(fields));
  return null;
}

test('of every figure, however it is narrowed and by whatever it is ranked', async () => {
  render(<LocaleProvider><List /></LocaleProvider>);
  const days = { from, to: today };
  const narrowed = [{}, { hospital: '5' }, { hospital: '5', department: '51' }, { service: '7' }, { hospital: '5', service: '7', caregiver: 'HG1' }, { method: 'cash' }, ...(['hospital', 'department', 'service', 'caregiver'] as const).map((group) => narrowsTo(group, '51')), { ...narrowsTo('cancelled-reason', '转院') }];
  let links = 0;
  for (const measure of MEASURES) {
    for (const of of narrowed) {
      if (opened(measure, { ...days, ...of })?.path !== '/order/index' || ('reason' in of && measure !== 'cancelled')) continue;
      const to = rowsOf(measure, { ...days, ...of })!;
      act(() => navigate(to));
      links += 1;
      expect([to, kept]).toEqual([to, Object.fromEntries(new URLSearchParams(to.split('?')[1]))]);
    }
  }
  expect(links).toBeGreaterThan(200);
});
test('a service is called by its name once that is known', async () => {
  render(<LocaleProvider><List /></LocaleProvider>);
  act(() => navigate(rowsOf('ended', { from, to: today, service: '7' })!));
  expect(said).toEqual(['服务 · 7']);
  await waitFor(() => expect(said).toEqual(['服务 · 全天一对一']));
});
