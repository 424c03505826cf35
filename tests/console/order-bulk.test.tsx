import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Bulk, type BulkEvent } from '../../src/areas/order/bulk.tsx';
import type { OrderRow, TimelineRow } from '../../src/areas/order/contract.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, type Sent } from '../kit/console.ts';
import { line } from '../kit/shown-order.ts';
import { candidate } from '../kit/step.tsx';

const rows = ['PH1', 'PH2', 'PH3'].map((orderNo, i) => ({ orderNo, patientName: `患者${i + 1}` })) as OrderRow[];
const whole: OrderRow = {
  id: '1', orderNo: 'PH1', version: 4, status: 'in_service', serviceState: 'in_service', paymentState: 'unpaid', patientName: '患者1', patientGender: 1, hospitalId: '1', hospitalName: '第一医院', departmentName: '骨科', wardName: null, bedNo: null,
  serviceName: '一对一', plannedStart: '2026-11-01', startHalf: 'AM', plannedEnd: '2026-11-03', endHalf: 'PM', caregiverName: null, caregiverNo: null, payableFen: 1, balanceFen: 1, createdAt: '2026-11-01T00:00:00Z', waitingSince: '2026-11-01T00:00:00Z', can: [], cannot: {},
};
const sent: { path: string; body: Record<string, unknown>; key: string | null }[] = [];
let refuse: readonly string[] = [];
/** The version that each order has by now. */
let version = 3;
/** The dry run's answer waits for it. */
let held: Promise<void> | null = null;
/** So does what is done to the first order, and to the last one. */
let first: Promise<void> | null = null;
let last: Promise<void> | null = null;
/** What others did to the last order meanwhile. */
let changes: TimelineRow[] = [];
beforeEach(() => {
  sent.length = 0;
  refuse = [];
  version = 3;
  changes = [];
  held = first = last = null;
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : String(url), 'http://localhost/'), init);
    const path = new URL(request.url).pathname.replace('/admin-api', '');
    const checked = rows.map(({ orderNo, patientName }, i) => ({ id: String(i + 1), orderNo, patientName, version, refusal: orderNo === 'PH2' ? 'day_confirmed' : null }));
    const answer = (status: number, code: number, message: string, result: unknown) => new Response(JSON.stringify({ success: code === 0, code, message, result }), { status, headers: { 'content-type': 'application/json' } });
    if (path === '/orders/check') await held;
    if (path === '/orders/check') return answer(200, 0, '', checked);
    if (path.endsWith('/changes')) return answer(200, 0, '', changes);
    sent.push({ path, body: (await request.json()) as Record<string, unknown>, key: request.headers.get('idempotency-key') });
    if (path.includes('PH1')) await first;
    if (path.includes('PH3')) await last;
    return refuse.includes(path) ? answer(409, 40900, '内容已被他人修改', null) : answer(200, 0, '', { row: whole });
  });
});
const onClose = vi.fn();
const onChanged = vi.fn();
async function open(event: BulkEvent): Promise<void> {
  onClose.mockReset();
  onChanged.mockReset();
  render(<LocaleProvider><Bulk event={event} rows={rows} onChanged={onChanged} onClose={onClose} /></LocaleProvider>);
  await screen.findByText('2 张可以，1 张不可以');
}
const send = () => act(async () => void fireEvent.keyDown(document.querySelector('form')!, { key: 'Enter', ctrlKey: true }));

test('a dry run says how many qualify and why the others do not; nothing is written by it', async () => {
  await open('start');
  expect(screen.getByText('已有确认过的服务日')).toBeTruthy();
  expect([sent.length, screen.getByRole('button', { name: /开始服务 2 张/ }).textContent]).toEqual([0, '开始服务 2 张 Ctrl Enter']);
});
test('the way out is called otherwise than what is done, for one may cancel orders', async () => {
  await open('cancel');
  const [send, out] = [...document.querySelector('form')!.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect([send, out]).toEqual(['取消订单 2 张 Ctrl Enter', '返回']);
  fireEvent.click(screen.getByRole('button', { name: '返回' }));
  expect(onClose).toHaveBeenCalledOnce();
});
test('a cancellation wants a reason, then each that qualifies is cancelled with it', async () => {
  await open('cancel');
  await send();
  expect([sent.length, screen.queryByText('写明原因') !== null]).toEqual([0, true]);
  fireEvent.change(screen.getByLabelText('取消的原因'), { target: { value: '重复下单' } });
  await send();
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/orders/PH1/cancel', '/orders/PH3/cancel']));
  expect(sent.map(({ body }) => body)).toEqual([{ version: 3, reason: '重复下单' }, { version: 3, reason: '重复下单' }]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});
test('each has its result; a retry tries the failures with their own keys, and they are the new selection', async () => {
  refuse = ['/orders/PH3/start'];
  await open('start');
  await send();
  await screen.findByText('1 张已完成，1 张没有成功');
  expect([onChanged.mock.calls.length, screen.getAllByText('内容已被他人修改').length]).toEqual([1, 1]);
  fireEvent.click(screen.getByRole('button', { name: /重试没有成功的 1 张/ }));
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/orders/PH1/start', '/orders/PH3/start', '/orders/PH3/start']));
  expect(sent[1]!.key).toBe(sent[2]!.key);
  await screen.findByText('1 张已完成，1 张没有成功');
  fireEvent.click(screen.getByRole('button', { name: '关闭，选中没有成功的' }));
  expect(onClose).toHaveBeenCalledWith(new Set(['PH3']));
});
/** Closes the drawer as a person does, though it asks, and takes it away as its page does. */
async function shut(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  const sure = screen.queryByRole('button', { name: '停止并关闭' });
  if (sure !== null) fireEvent.click(sure);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  cleanup();
}
test('closed while it runs: what was not tried stays selected', async () => {
  let release = (): void => {};
  last = new Promise((done) => (release = done));
  await open('start');
  await send();
  await waitFor(() => expect([sent.length, screen.queryByText('完成') !== null]).toEqual([2, true]));
  await shut('返回');
  expect(onClose).toHaveBeenCalledWith(new Set(['PH3']));
  await act(async () => release());
  last = null;
});
test('closed while those that failed are tried anew: nothing more is done to them', async () => {
  refuse = ['/orders/PH1/start', '/orders/PH3/start'];
  await open('start');
  await send();
  await screen.findByText('0 张已完成，2 张没有成功');
  let release = (): void => {};
  first = new Promise((done) => (release = done));
  fireEvent.click(screen.getByRole('button', { name: /重试没有成功的 2 张/ }));
  await waitFor(() => expect(sent).toHaveLength(3));
  await shut('返回');
  expect(onClose).toHaveBeenCalledWith(new Set(['PH1', 'PH3']));
  await act(async () => (release(), void (await new Promise((done) => setTimeout(done, 30)))));
  expect(sent).toHaveLength(3);
});
test('the cursor is in what is asked, and what was typed is not thrown away unasked', async () => {
  await open('cancel');
  expect(document.activeElement).toBe(screen.getByLabelText('取消的原因'));
  fireEvent.change(screen.getByLabelText('取消的原因'), { target: { value: '重复' } });
  await act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect([onClose.mock.calls.length, screen.queryByText('放弃填写的内容？') !== null]).toEqual([0, true]);
});
test('a run that is under way is asked about as such, not as something typed', async () => {
  await open('start');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await send();
  await act(async () => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect([onClose.mock.calls.length, screen.queryByRole('alertdialog', { name: '停止处理？' }) !== null]).toEqual([0, true]);
});
test('how far a dry run has come is not spoken, what came out is', async () => {
  let release = (): void => {};
  held = new Promise((done) => (release = done));
  render(<LocaleProvider><Bulk event="start" rows={rows} onChanged={onChanged} onClose={onClose} /></LocaleProvider>);
  const said = screen.getByText('正在试算');
  expect(said.getAttribute('aria-live')).toBe('off');
  await act(async () => release());
  held = null;
  await waitFor(() => expect([said.textContent, said.getAttribute('aria-live')]).toEqual(['2 张可以，1 张不可以', 'polite']));
});
test('who loses is told who did what, and tries again on the version that was told, which is another intention', async () => {
  refuse = ['/orders/PH3/start'];
  changes = [line(4, 'edit', { actor: '小刘' }), line(5, 'change', { actor: '小刘' })];
  await open('start');
  await send();
  await screen.findByText('1 张已完成，1 张没有成功');
  expect(screen.getByText('刚变了（修改患者 小刘 · 更换护工 小刘）')).toBeTruthy();
  // somebody does more before it is tried again, and that is told as well
  version = 6;
  changes = [line(6, 'adjust', { actor: '小陈' })];
  await send();
  await screen.findByText('刚变了（调整金额 小陈）');
  refuse = [];
  await send();
  await screen.findByText('2 张已完成，0 张没有成功');
  expect(sent.map(({ path, body }) => [path, body['version']])).toEqual([['/orders/PH1/start', 3], ['/orders/PH3/start', 3], ['/orders/PH3/start', 5], ['/orders/PH3/start', 6]]);
  expect(new Set(sent.slice(1).map(({ key }) => key)).size).toBe(3);
});
test('what failed for want of a reason can be given one', async () => {
  refuse = ['/orders/PH3/complete'];
  await open('complete');
  await send();
  await screen.findByText('1 张已完成，1 张没有成功');
  fireEvent.change(screen.getByLabelText('原因（提前完成时须写明）'), { target: { value: '患者出院' } });
  refuse = [];
  await send();
  await screen.findByText('2 张已完成，0 张没有成功');
  expect(sent.map(({ body }) => body)).toEqual([{ version: 3 }, { version: 3 }, { version: 3, reason: '患者出院' }]);
  expect(screen.queryByLabelText('原因（提前完成时须写明）')).toBeNull();
});
test('whom a piece of the dry run has booked is told to the next one, so that nobody has room twice', async () => {
  const asked: Sent['body'][] = [];
  answerBy(({ path, body }) => {
    if (path.endsWith('/candidates')) return [candidate('HG1', '李敏')];
    if (path !== '/orders/check') return [];
    asked.push(body);
    return (body['nos'] as string[]).map((orderNo) => ({ id: orderNo.slice(2), orderNo, patientName: orderNo, version: 3, refusal: ['PH0', 'PH7'].includes(orderNo) || body['caregiverNo'] === undefined ? null : 'booked' }));
  });
  render(<LocaleProvider><Bulk event="assign" rows={Array.from({ length: 501 }, (_, i) => ({ orderNo: `PH${i}`, patientName: '' }) as OrderRow)} onChanged={onChanged} onClose={onClose} /></LocaleProvider>);
  await waitFor(() => expect(document.querySelector('[role=option]')).toBeTruthy());
  fireEvent.keyDown(document.querySelector('[name=caregiver]')!, { key: 'ArrowDown' });
  await screen.findByText('2 张可以，499 张不可以');
  expect(asked.map(({ caregiverNo, nos, booked }) => [caregiverNo, (nos as string[]).length, booked])).toEqual([[undefined, 500, undefined], [undefined, 1, undefined], ['HG1', 500, undefined], ['HG1', 1, ['PH0', 'PH7']]]);
});
