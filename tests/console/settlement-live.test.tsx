// A month page that stays open: it follows what changes, but not what is being signed; and paper says when it was printed.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import MonthPage from '../../src/areas/settlement/statistics.month.page.tsx';
import { keepDraft, keptDraft } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { setListMemory } from '../../src/ui/list/memory-source.ts';
import { navigate } from '../../src/ui/location.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, never, refuse } from '../kit/console.ts';

const MONTH = '2026-03';
const SUMS = { orders: 2, days: 12.5, holidayDays: 1, amountFen: 325_000, payFen: 227_500, feeFen: 16_250, adjustedFen: 0, receivedFen: 0, refundedFen: 0 };
const HOSPITAL = { hospitalId: '5', name: '第一医院', whole: true, state: 'open', version: 0, hindrances: 0, pay: null, ...SUMS, can: ['close'], cannot: {} };
let asked: string[];
let state: string;
/** Keys of the writes; what becomes of each. */
let keys: (string | null)[];
let taken: () => unknown;
let tell: (said: unknown) => void;
let leave: () => Promise<void>;
beforeEach(async () => {
  [asked, state, tell] = [[], 'open', () => { throw new Error('nobody listens'); }];
  keys = [];
  const statement = () => ({ ...HOSPITAL, state, can: [state === 'open' ? 'close' : 'reopen'], month: MONTH, uncovered: 0, hindering: [], closedBy: null, closedAt: null, reopenedBy: null, reopenedAt: null, reopenReason: null, paidBy: null, paidAt: null });
  taken = statement;
  answerBy(({ method, path, key }) => {
    asked.push(path);
    if (method === 'POST') return keys.push(key), taken();
    if (path === '/live/all') return new Response(new ReadableStream({ start: (hand) => void (tell = (said) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ of: '/live', said })}\n\n`))) }));
    if (path === '/settlements') return { list: [HOSPITAL], total: SUMS };
    if (path === '/settlements/orders') return { list: [], total: 0 };
    if (path === '/settlements/hospital') return statement();
    return never;
  });
  leave = await enter({ userId: '1', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:stat:statement', 'biz:stat:close', 'biz:order:list'] });
});
afterEach(() => leave());
async function open(query = ''): Promise<() => void> {
  navigate(`/statistics/month?month=${MONTH}${query}`);
  const { unmount } = render(<LocaleProvider><MonthPage /><Toaster /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  return unmount;
}
/** An order changes; whether the page asks again then. */
async function renews(): Promise<boolean> {
  await waitFor(() => expect(() => tell({ no: 'PH26000000099', version: 5 })).not.toThrow(), { timeout: 5_000 });
  const before = asked.length;
  await act(() => new Promise((done) => setTimeout(done, 2_000)));
  return asked.length > before;
}

test('it follows orders, at a pace', async () => {
  await open();
  expect(await renews()).toBe(true);
  // the next one waits for its turn
  expect(await renews()).toBe(false);
});
test.each([['open', '&does=close', false], ['closed', '', false], ['open', '', true]] as const)('%s%s: a statement follows them: not under a form, nor where nothing changes', async (stands, does, follows) => {
  state = stands;
  await open(`&hospital=5${does}`);
  await screen.findByText(stands === 'closed' ? '已月结' : '未月结');
  expect([screen.queryByRole('dialog') !== null, await renews()]).toEqual([does !== '', follows]);
});
test('that something may have been missed takes no form away, as one’s own closing before its answer: it is read when the form has gone', async () => {
  await open('&hospital=5&does=close');
  await screen.findByRole('dialog');
  state = 'closed';
  await waitFor(() => expect(() => tell(null)).not.toThrow(), { timeout: 5_000 });
  await act(() => new Promise((done) => setTimeout(done, 1_000)));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  act(() => navigate(`/statistics/month?month=${MONTH}&hospital=5`));
  await screen.findByText('已月结');
});
/** The network comes back, and every page reads anew. */
const back = async (): Promise<void> => {
  const before = asked.length;
  await act(async () => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(asked.slice(before)).toContain('/settlements/hospital'));
  await act(async () => {});
};
test.each([['close', true], ['reopen', true], ['close', false]] as const)('%s: one’s own whose answer was lost is done when the network is back, not refused as done already (waited for: %s)', async (does, known) => {
  state = does === 'close' ? 'open' : 'closed';
  setListMemory({ exported: async () => (known ? { rows: 3, total: 4 } : null) } as unknown as Parameters<typeof setListMemory>[0]);
  await open(`&hospital=5&does=${does}`);
  const dialog = await screen.findByRole('dialog');
  if (does === 'reopen') fireEvent.change(within(dialog).getByLabelText('重开原因'), { target: { value: '漏了一天' } });
  const answer = taken;
  taken = () => {
    state = does === 'close' ? 'closed' : 'open';
    throw new TypeError('lost');
  };
  const send = async (): Promise<void> => act(async () => void fireEvent.submit(dialog.querySelector('form')!));
  await send();
  await screen.findByText(known ? /连接断了/ : /不确定有没有办成/);
  await back();
  expect([screen.queryByRole('dialog'), keys.length]).toEqual([dialog, 1]);
  taken = answer;
  if (!known) await send();
  expect(await screen.findByText(`第一医院 2026年3月${does === 'close' ? '已月结' : '已重开'}`, {}, { timeout: 20_000 })).toBeTruthy();
  expect([screen.queryByRole('dialog'), screen.queryByRole('alert'), keys.length, new Set(keys).size]).toEqual([null, null, 2, 1]);
});
test('one that is refused is shown as the month is now', async () => {
  await open('&hospital=5&does=close');
  await screen.findByRole('dialog');
  taken = () => {
    state = 'closed';
    return refuse({ status: 409, code: 40900, message: '内容已被他人修改，刷新后再试' });
  };
  await act(async () => void fireEvent.submit(screen.getByRole('dialog').querySelector('form')!));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('已月结')).toBeTruthy();
});
test('who opens a month again is told who reads the reason', async () => {
  state = 'closed';
  await open('&hospital=5&does=reopen');
  expect((await screen.findByRole('dialog')).textContent).toContain('原因写在对账单上，医院也看得到');
});
test('a reason outlives the end of the session, and not the form that was closed', async () => {
  state = 'closed';
  const field = (): HTMLTextAreaElement => screen.getByLabelText<HTMLTextAreaElement>('重开原因');
  const page = `settlement reopen 5 ${MONTH}`;
  const close = await open('&hospital=5&does=reopen');
  fireEvent.change(field(), { target: { value: '漏了一天' } });
  const kept = structuredClone(keptDraft(page)!);
  close();
  expect(keptDraft(page)).toBeNull();
  keepDraft(page, kept);
  await open('&hospital=5&does=reopen');
  expect(field().value).toBe('漏了一天');
});
test('paper says when it was printed, not when the page was opened', async () => {
  await open();
  const words = (): string => screen.getByText(/^打印于/).textContent!;
  const opened = words();
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  dispatchEvent(new Event('beforeprint'));
  expect(words()).not.toBe(opened);
  vi.useRealTimers();
});
