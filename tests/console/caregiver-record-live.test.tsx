// The parts of a caregiver's record follow the orders that they serve, which move no version of theirs.
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import EvaluationsPage from '../../src/areas/caregiver/caregiver.$no.evaluations.page.tsx';
import PayPage from '../../src/areas/caregiver/caregiver.$no.pay.page.tsx';
import WorkPage from '../../src/areas/caregiver/caregiver.$no.work.page.tsx';
import type { CaregiverDetail, EvaluationRow, WorkRow } from '../../src/areas/caregiver/contract.ts';
import type { Change } from '../../src/areas/live/contract.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { navigate } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { remember } from '../../src/ui/known.ts';
import { answerBy, enter, never } from '../kit/console.ts';

/** What the stream tells; the stream itself has tests of its own. */
const streams = new Map<string, (change: Change) => void>();
const say = (change: Change, of = '/live/caregivers'): void => streams.get(of)!(change);
vi.mock('../../src/ui/live.ts', () => ({ useLive: ({ path }: { path: string }, heard: (change: Change) => void) => void streams.set(path, heard), hear: () => () => {} }));

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

test('pay follows a month that is closed or marked as paid elsewhere, which is told of the orders of its hospital', async () => {
  let paid = false;
  const asked: string[] = [];
  answerBy(({ path }) => {
    asked.push(path);
    if (path.endsWith('/pay')) return [{ month: '2026-10', days: 1, holidays: 0, amountFen: 18_200, aheadFen: 0, paidFen: paid ? 18_200 : 0 }];
    if (path.endsWith('/pay/2026-10')) return [{ day: '2026-10-01', orderNo: 'PH1', patientName: '李四', hospital: '第一医院', days: 1, multiplierBp: 10_000, shared: false, ahead: false, payFen: 18_200, period: paid ? { from: '2026-10-01', to: '2026-10-31', paid } : null }];
    return path.endsWith(NO) ? ({ staffNo: NO, name: '陈桂英', version: 3, can: [], cannot: {} } as unknown as CaregiverDetail) : never;
  });
  leave = await enter(VIEWER, VIEWER.allowed);
  navigate(`/caregiver/${NO}/pay?month=2026-10`);
  const { unmount } = render(<LocaleProvider><PayPage params={{ no: NO }} /></LocaleProvider>);
  await screen.findByText('未结算');
  paid = true;
  const before = asked.length;
  act(() => say({ no: 'PH2', version: 2 }, '/live'));
  await act(async () => void (await new Promise((done) => setTimeout(done, 600))));
  expect(asked.length).toBe(before);
  // what many changes are told by, an import or a stream that is opened again, is each a line of the audit if it is read
  for (let i = 0; i < 3; i++) await act(async () => say(null, '/live'));
  await screen.findByText(/31.* 已发$/, {}, { timeout: 10_000 });
  await act(async () => say(null, '/live'));
  expect(asked.slice(before).filter((path) => path.includes('/pay'))).toHaveLength(2);
  await waitFor(() => expect([...screen.getByRole('rowheader', { name: '2026年10月' }).parentElement!.children].slice(-2).map(({ textContent }) => textContent)).toEqual(['¥182.00', '¥0.00']));
  unmount();
});
