import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import CaregiverPayPage from '../../src/areas/caregiver/caregiver.$no.pay.page.tsx';
import ImportCaregivers from '../../src/areas/caregiver/import.dialog.tsx';
import { RecordTabs } from '../../src/areas/caregiver/record-part.tsx';
import type { PayDay, PayMonth } from '../../src/areas/caregiver/contract.ts';
import { rightsOf } from '../../src/kernel/access.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { currentHref, navigate, useQuery } from '../../src/ui/location.ts';
import type { SignedIn } from '../../src/ui/session.ts';
import { answerBy, enter, never, refuse, type Refusal } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

const NO = 'PY100007';
const viewer = (role: number): SignedIn => ({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role, roles: [], perms: [...rightsOf(role)], allowed: { paths: [], redirects: {}, cached: [] }, paths: [] });
const MONTHS: PayMonth[] = [{ month: '2026-11', days: 3, holidays: 0, amountFen: 54_601, paidFen: 0, aheadFen: 18_200 }, { month: '2026-10', days: 1.5, holidays: 1, amountFen: 45_500, paidFen: 45_500, aheadFen: 0 }];
const day = (on: string, more: Partial<PayDay> = {}): PayDay => ({ day: on, orderNo: 'PH26110100001', patientName: '李四', hospital: '第一医院', days: 1, multiplierBp: 10_000, shared: false, ahead: false, payFen: 18_200, period: null, ...more });
let months: PayMonth[] | Refusal;
let asked: string[];
let leave = async (): Promise<void> => {};
async function as(role: number): Promise<void> {
  await leave();
  answerBy(({ path }) => {
    asked.push(path);
    if (path.includes('/live')) return never;
    if (path.endsWith('/pay/2026-10')) return [day('2026-10-01', { multiplierBp: 20_000, payFen: 36_400, period: { from: '2026-10-01', to: '2026-10-31', paid: true } }), day('2026-10-02', { days: 0.5, shared: true, payFen: 9_100 })];
    if (path.endsWith('/pay')) return 'status' in months ? refuse(months) : months;
    return never;
  });
  leave = await enter(viewer(role), viewer(role).allowed);
}
beforeEach(async () => {
  asked = [];
  months = MONTHS;
  await as(2);
});
afterEach(() => leave());
function Pay() {
  useQuery();
  return <LocaleProvider><CaregiverPayPage params={{ no: NO }} /></LocaleProvider>;
}
async function open(address = ''): Promise<void> {
  navigate(`/caregiver/${NO}/pay${address}`);
  render(<Pay />);
  await waitFor(() => expect(document.querySelector('article')!.getAttribute('aria-busy')).toBe('false'));
}
const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('button[data-month]')];

test('months by keyboard: one tab stop, arrows between them, Enter opens one to its days under an address of its own', async () => {
  await open();
  expect(buttons().map(({ textContent, tabIndex }) => [textContent, tabIndex])).toEqual([['2026年11月', 0], ['2026年10月', -1]]);
  expect(document.activeElement).toBe(buttons()[0]);
  expect(screen.getByText('含未到的 ¥182.00')).toBeTruthy();
  act(() => void fireEvent.keyDown(buttons()[0]!, { key: 'ArrowDown' }));
  await waitFor(() => expect(document.activeElement).toBe(buttons()[1]));
  expect(buttons().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  await act(async () => void fireEvent.click(buttons()[1]!));
  expect(currentHref()).toContain('month=2026-10');
  await waitFor(() => expect(document.querySelector('tfoot')).toBeTruthy());
  expect([...document.querySelectorAll('tfoot th, tfoot td')].map((cell) => cell.textContent)).toEqual(['合计', '1.5', '¥455.00', '已发 ¥364.00']);
  expect(screen.getByText('半天，中午交接')).toBeTruthy();
  expect(screen.getByText('×2')).toBeTruthy();
  await act(async () => void press('E', { shiftKey: true }));
  expect(asked.some((path) => path.includes('/pay/2026-10/export'))).toBe(true);
  await act(async () => void fireEvent.click(buttons()[1]!));
  expect(document.querySelector('tfoot')).toBeNull();
});
test('an address opens its month', async () => {
  await open('?month=2026-10');
  await waitFor(() => expect(document.querySelector('tfoot')).toBeTruthy());
  expect(document.activeElement).toBe(buttons()[1]);
});
test('who has not earned yet', async () => {
  months = [];
  await open();
  expect(screen.getByText('还没有工资')).toBeTruthy();
});
test('a failure is said, with a way on', async () => {
  months = { status: 503, code: 50300, message: '数据库暂不可用，稍后再试' };
  await open();
  expect(screen.getByText('数据库暂不可用，稍后再试')).toBeTruthy();
  months = MONTHS;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '重试' })));
  await waitFor(() => expect(buttons()).toHaveLength(2));
});
test('tabs: pay is shown to whom the server shows it, and each has its key', async () => {
  const tabs = () => [...document.querySelectorAll('nav a')].map((link) => [link.textContent, link.getAttribute('aria-current')]);
  const { unmount } = render(<LocaleProvider><RecordTabs no={NO} part="work" /></LocaleProvider>);
  expect(tabs()).toEqual([['资料 Esc', null], ['服务记录 ', 'page'], ['评价 M', null], ['工资 Y', null]]);
  unmount();
  await as(3);
  render(<LocaleProvider><RecordTabs no={NO} part={null} /></LocaleProvider>);
  expect(tabs()).toEqual([['资料 ', 'page'], ['服务记录 W', null], ['评价 M', null]]);
});
test('a pasted block is tried at once: what is new and what is known is told, and what is written is counted', async () => {
  const report = { rows: 3, created: 2, unchanged: 1, dryRun: true, faults: [], faultCount: 0 };
  let imported = 0;
  answerBy(({ path, query }) => (path.endsWith('/caregivers/import') ? { ...report, dryRun: query === 'dryRun=true' } : never));
  render(<LocaleProvider><ImportCaregivers given={new File(['工号,姓名'], '粘贴的表格.csv')} onImported={() => imported++} onClose={() => {}} /></LocaleProvider>);
  expect(await screen.findByText('2 行可以导入，另有 1 行已经在系统里。还没有写入。')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^导入 2 名护工/ })).toBe(document.activeElement);
  expect(imported).toBe(0);
});
