// The parts of a caregiver's record follow the orders that they serve, which move no version of theirs.
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import EvaluationsPage from '../../src/areas/caregiver/caregiver.$no.evaluations.page.tsx';
import WorkPage from '../../src/areas/caregiver/caregiver.$no.work.page.tsx';
import type { CaregiverDetail, EvaluationRow, WorkRow } from '../../src/areas/caregiver/contract.ts';
import type { Change } from '../../src/areas/live/contract.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import type { SignedIn } from '../../src/ui/session.ts';
import { remember } from '../../src/ui/known.ts';
import { answerBy, enter, never } from '../kit/console.ts';

/** What the stream tells; the stream itself has tests of its own. */
let say: (change: Change) => void = () => {};
vi.mock('../../src/ui/live.ts', () => ({ useLive: (_: unknown, heard: (change: Change) => void) => void (say = heard), hear: () => () => {} }));

const NO = 'PY100007';
const VIEWER: SignedIn = { userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 1, roles: ['ROOT'], perms: [], allowed: { paths: [], redirects: {}, cached: [] }, paths: [] };
const work = (id: string, patientName: string): WorkRow => ({ id, orderNo: `PH${id}`, patientName, hospital: '第一医院', department: '骨科', service: '一对一', from: '2026-11-01T00:00:00Z', to: '2026-11-03T00:00:00Z', status: 'serving', days: 2 }) as WorkRow;
const said = (id: string, content: string): EvaluationRow => ({ id, orderNo: `PH${id}`, patientName: '张三', hospital: '第一医院', overall: 5, skill: null, attitude: null, discipline: null, tags: [], content, source: 'family', by: null, at: '2026-11-03T00:00:00Z' }) as EvaluationRow;
let leave = async (): Promise<void> => {};
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
afterEach(() => leave());

test.each([['work', WorkPage, work], ['evaluations', EvaluationsPage, said]] as const)('%s', async (part, Page, row) => {
  let rows: unknown[] = [row('1', '李四')];
  let asked = 0;
  answerBy(({ path }) => {
    if (path.endsWith(`/${part}`)) return (asked++, { list: rows, total: rows.length, pageNum: 1, pageSize: 100 });
    if (path.endsWith('/rating')) return { average: null, count: 0, marks: [0, 0, 0, 0, 0] };
    return path.endsWith(NO) ? ({ staffNo: NO, name: '陈桂英', version: 3, can: [], cannot: {} } as unknown as CaregiverDetail) : never;
  });
  leave = await enter(VIEWER, VIEWER.allowed);
  remember('caregiver', NO, { staffNo: NO, name: '陈桂英', status: 'active', hospitals: ['第一医院'] });
  const { unmount } = render(<LocaleProvider><Page params={{ no: NO }} /></LocaleProvider>);
  await screen.findByText('李四');
  // who it is stands over every part alike, with the way back to the list
  await waitFor(() => expect(document.querySelector('header')!.textContent).toContain(`在岗第一医院${NO}`));
  expect([document.querySelectorAll('h1').length, document.querySelector('h1')!.firstChild!.textContent, screen.getByRole('link', { name: /护工管理/ }).getAttribute('href')]).toEqual([1, '陈桂英', '#/caregiver/index']);
  rows = [row('2', '王五'), ...rows];
  const before = asked;
  act(() => say({ no: 'PY999999', version: null }));
  await act(async () => void (await new Promise((done) => setTimeout(done, 600))));
  expect(asked).toBe(before);
  act(() => say({ no: NO, version: null }));
  await waitFor(() => expect(screen.getByText('王五')).toBeTruthy(), { timeout: 3_000 });
  unmount();
});
