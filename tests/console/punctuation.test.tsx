// What is put together from parts has the marks of the language it is read in.
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CaregiverEvaluationsPage from '../../src/areas/caregiver/caregiver.$no.evaluations.page.tsx';
import type { EvaluationRow } from '../../src/areas/caregiver/contract.ts';
import { Sheet } from '../../src/areas/order/sheet.tsx';
import { Evaluations } from '../../src/areas/order/standing.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { useClauseWords } from '../../src/ui/list/clause-words.ts';
import { navigate } from '../../src/ui/location.ts';
import { answerBy, enter, never } from '../kit/console.ts';
import { DETAIL } from '../kit/shown-order.ts';

vi.mock('../../src/ui/live.ts', () => ({ useLive: () => {} }));
const FULL_WIDTH = /[\u3001\u3002\uFF08\uFF09\uFF0C\uFF1A\uFF1B]/;
const stint = { caregiverNo: 'HG1', caregiverName: 'Li Min', status: 'serving', from: '2026-11-21', to: '2026-11-23', fromHalf: 'AM', toHalf: 'PM' };
const EVALUATION: EvaluationRow = { id: '1', overall: 5, skill: 4, attitude: null, discipline: null, tags: ['勤快', 'own words'], content: null, source: 'family', by: 'ops', at: '2026-11-21T01:00:00Z', patientName: 'Wang', hospital: 'First', orderNo: 'PH1' } as EvaluationRow;
let leave = async (): Promise<void> => {};
beforeEach(async () => {
  answerBy(({ path }) => {
    if (path.includes('/live')) return never;
    if (path.endsWith('/evaluations')) return { list: [EVALUATION], total: 1, pageNum: 1, pageSize: 100 };
    return { dictCode: 'x', version: 1, items: [] };
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 1, roles: ['ROOT'], perms: [] }, { paths: [], redirects: {}, cached: [] });
  await act(() => activate('en'));
});
afterEach(async () => {
  await act(() => activate('zh-cn'));
  await leave();
});

test('several values of a condition', () => {
  function Said() {
    const say = useClauseWords([{ name: 'status', label: 'Status', type: 'choice', options: [{ value: 'a', label: 'In service' }, { value: 'b', label: 'To start' }] }]);
    return <p>{say({ field: 'status', operator: 'in', values: ['a', 'b'] })}</p>;
  }
  render(<LocaleProvider><Said /></LocaleProvider>);
  expect(document.body.textContent).toBe('Status · In service, To start');
});
test('an order on paper', () => {
  render(<LocaleProvider><Sheet detail={{ ...DETAIL, stints: [stint, { ...stint, caregiverNo: 'HG2', caregiverName: 'Zhao Yan' }] as unknown as typeof DETAIL.stints, patientName: 'Wang', hospitalName: 'First', departmentName: 'A', bedNo: '12', serviceName: 'One' }} /></LocaleProvider>);
  expect(screen.getByText(/Li Min \(HG1\) .*; Zhao Yan \(HG2\)/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(FULL_WIDTH);
});
test('tags of an evaluation, where they are read as where they were chosen; what nobody offered stays as it was written', async () => {
  const { unmount } = render(<LocaleProvider><Evaluations evaluations={[{ ...EVALUATION, caregiverNo: 'HG1', caregiverName: 'Li Min' }] as unknown as typeof DETAIL.evaluations} /></LocaleProvider>);
  expect(document.body.textContent).toContain('Skills 4 · Hard-working · own words');
  unmount();
  navigate('/caregiver/HG1/evaluations');
  render(<LocaleProvider><CaregiverEvaluationsPage params={{ no: 'HG1' }} /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('[role=grid]')!.textContent).toContain('Hard-working · own words'));
});
