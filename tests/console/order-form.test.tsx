import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import AdjustForm from '../../src/areas/order/adjust.form.tsx';
import AssignForm from '../../src/areas/order/assign.form.tsx';
import ComplainForm from '../../src/areas/order/complain.form.tsx';
import ChangeForm from '../../src/areas/order/change.form.tsx';
import type { Candidate, OrderDetail } from '../../src/areas/order/contract.ts';
import EvaluateForm from '../../src/areas/order/evaluate.form.tsx';
import PayForm from '../../src/areas/order/pay.form.tsx';
import RefundRequestForm from '../../src/areas/order/refund-request.form.tsx';
import SettleForm from '../../src/areas/order/settle.form.tsx';
import StartForm from '../../src/areas/order/start.form.tsx';
import type { VerbProps } from '../../src/areas/order/verb.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';

const candidate = (caregiverNo: string, name: string, more: Partial<Candidate> = {}): Candidate => ({ caregiverNo, name, gender: 2, age: 45, level: 'senior', languages: [], ratingAvg: 4.8, ratingCount: 12, patientsNow: 0, fits: ['posted', 'free'], blocks: [], blockedBy: null, certificateEndsOn: null, ...more });
const stint = (caregiverNo: string, caregiverName: string, status = 'ended') => ({ id: caregiverNo, caregiverNo, caregiverName, from: '2026-11-01T00:00:00Z', to: '2026-11-03T00:00:00Z', exclusive: true, status, reason: null });
const detail = (more: object = {}): OrderDetail => ({ orderNo: 'PH26112100001', version: 4, payableFen: 30_000, paidFen: 10_000, refundedFen: 0, balanceFen: 20_000, stints: [], evaluations: [], refunds: [], ...more }) as unknown as OrderDetail;
const sent: { path: string; body: Record<string, unknown>; key: string | null }[] = [];
const CANDIDATES = [candidate('YG001', '王桂芳', { fits: ['posted', 'knows_patient'] }), candidate('YG002', '李秀英', { certificateEndsOn: '2026-11-30' }), candidate('YG003', '张红', { blocks: ['on_leave'], blockedBy: null })];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : String(url), 'http://localhost/'), init);
    const path = new URL(request.url).pathname.replace('/admin-api', '');
    if (request.method === 'POST') sent.push({ path, body: (await request.json()) as Record<string, unknown>, key: request.headers.get('idempotency-key') });
    const result = path.endsWith('/candidates') ? CANDIDATES : path.includes('/sys/') ? [] : null;
    return new Response(JSON.stringify({ success: true, code: 0, message: '', result }), { headers: { 'content-type': 'application/json' } });
  });
});
/** Opens a form; the answer gives it another state of the order, as the live channel does. */
async function open(Form: ComponentType<VerbProps>, given: OrderDetail = detail()): Promise<(then: OrderDetail) => void> {
  const drawn = (of: OrderDetail) => <LocaleProvider><Suspense><Form detail={of} version={given.version} leave={() => {}} done={() => {}} touch={() => {}} why={null} /></Suspense></LocaleProvider>;
  const { rerender } = render(drawn(given));
  await act(async () => {});
  return (then) => rerender(drawn(then));
}
const form = (): HTMLFormElement => document.querySelector('form')!;
const field = (name: string): HTMLInputElement => form().elements.namedItem(name) as HTMLInputElement;
const type = (name: string, value: string): void => void fireEvent.input(field(name), { target: { value } });
const press = (key: string, more: KeyboardEventInit = {}) => act(async () => void fireEvent.keyDown(document.activeElement!, { key, ...more }));
const send = () => act(async () => void fireEvent.keyDown(form(), { key: 'Enter', ctrlKey: true }));

test('candidates stand in their order with why, the blocked one too; an arrow chooses, a blocked one cannot be sent', async () => {
  await open(AssignForm);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  await waitFor(() => expect(document.activeElement).toBe(field('caregiver')));
  const shown = screen.getAllByRole('option').map((one) => one.textContent!);
  for (const [i, words] of ['照护过这位患者', '到期，在服务期内', '这些日子休假'].entries()) expect(shown[i]).toContain(words);
  await send();
  expect(sent).toEqual([]);
  expect(screen.getByText('选一位可以派的护工')).toBeTruthy();
  for (const at of [0, 1, 2]) {
    await press('ArrowDown');
    expect([at, screen.getAllByRole('option').map((one) => one.getAttribute('aria-selected'))]).toEqual([at, [0, 1, 2].map((one) => String(one === at && at < 2))]);
  }
  await send();
  expect(sent).toEqual([]);
  await press('ArrowUp');
  await send();
  expect(sent).toMatchObject([{ path: '/orders/PH26112100001/assign', body: { version: 4, caregiverNo: 'YG002' } }]);
  expect(sent[0]!.key).toMatch(/.{16,}/);
});
test('a change names a reason, and from when', async () => {
  await open(ChangeForm);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(5));
  fireEvent.change(field('when'), { target: { value: 'later' } });
  await act(async () => field('caregiver').focus());
  await press('ArrowDown');
  await send();
  expect(document.activeElement).toBe(field('day'));
  fireEvent.change(field('day'), { target: { value: '2026-12-25' } });
  await send();
  expect(document.activeElement).toBe(field('reason'));
  type('reason', '家属要求');
  await send();
  expect(sent).toMatchObject([{ path: '/orders/PH26112100001/change', body: { version: 4, caregiverNo: 'YG001', reason: '家属要求', since: { day: '2026-12-25', half: 'AM' } } }]);
});
test('yuan are typed, fen are sent; nothing is no amount', async () => {
  await open(PayForm);
  await send();
  expect([sent.length, document.activeElement]).toEqual([0, field('amount')]);
  fireEvent.change(field('amount'), { target: { value: '120.5' } });
  type('payer', ' 王先生 ');
  await send();
  expect(sent).toMatchObject([{ path: '/orders/PH26112100001/pay', body: { version: 4, amountFen: 12_050, payer: '王先生' } }]);
  expect(sent[0]!.body).not.toHaveProperty('note');
});
test.each([PayForm, AdjustForm])('more than can be taken at once is said at the field, as what is no amount is, and nothing is sent', async (Form) => {
  await open(Form);
  for (const [typed, said] of [['1000000.01', '最多 1,000,000 元'], ['200,000,000', '最多 1,000,000 元'], ['12o', '金额写成 120 或 120.50']] as const) {
    fireEvent.change(field('amount'), { target: { value: typed } });
    await send();
    expect([sent.length, document.activeElement, field('amount').getAttribute('aria-invalid'), screen.queryByText(said) !== null]).toEqual([0, field('amount'), 'true', true]);
  }
});
test('settling sends no amount: the server takes exactly what is owed', async () => {
  await open(SettleForm);
  expect(screen.getByRole('button', { name: /200\.00 结清/ })).toBeTruthy();
  await send();
  expect(Object.keys(sent[0]!.body).sort()).toEqual(['method', 'version']);
});
test('a discount is negative, a surcharge positive, a correction what was typed', async () => {
  await open(AdjustForm);
  for (const [kind, typed, fen] of [['discount', '12.34', -1234], ['surcharge', '5', 500], ['correction', '-7', -700]] as const) {
    fireEvent.change(field('kind'), { target: { value: kind } });
    fireEvent.change(field('amount'), { target: { value: typed } });
    type('reason', '协商');
    await send();
    expect(sent.at(-1)!.body).toEqual({ version: 4, kind, amountFen: fen, reason: '协商' });
  }
  fireEvent.change(field('kind'), { target: { value: 'discount' } });
  await send();
  expect(sent).toHaveLength(3);
});
test('a refund is computed, never typed: all that is due goes back, and nothing when nothing is due', async () => {
  await open(RefundRequestForm, detail({ balanceFen: -5_000 }));
  expect([document.activeElement, field('amount')]).toEqual([field('reason'), null]);
  expect(form().textContent).toContain('应退¥50.00');
  await send();
  expect([sent.length, document.activeElement]).toEqual([0, field('reason')]);
  type('reason', '提前出院');
  await send();
  expect(sent).toMatchObject([{ body: { version: 4, amountFen: 5_000, reason: '提前出院' } }]);
  cleanup();
  await open(RefundRequestForm, detail({ balanceFen: 0 }));
  type('reason', '提前出院');
  await send();
  expect([sent.length, screen.getByText('没有应退款') !== null]).toEqual([1, true]);
});
test('number keys mark, each axis by itself; whoever was evaluated is not asked for again', async () => {
  const served = { stints: [stint('YG001', '王桂芳'), stint('YG002', '李秀英'), stint('YG003', '张红', 'planned')], evaluations: [{ caregiverNo: 'YG001', source: 'family' }] };
  await open(EvaluateForm, detail(served));
  expect(form().textContent).toContain('李秀英');
  expect(form().textContent).not.toContain('张红');
  await send();
  expect([sent.length, screen.queryByText('按 1 至 5 给出总体评分') !== null]).toEqual([0, true]);
  expect((document.activeElement as HTMLInputElement).name).toBe('overall');
  await press('6');
  await press('4');
  act(() => within(form()).getAllByRole<HTMLInputElement>('radio').find(({ name }) => name === 'attitude')!.focus());
  await press('5');
  fireEvent.click(screen.getByLabelText('专业'));
  fireEvent.change(form().querySelector('[name=content]')!, { target: { value: '很好' } });
  await send();
  expect(sent).toMatchObject([{ path: '/orders/PH26112100001/evaluate', body: { version: 4, caregiverNo: 'YG002', source: 'family', overall: 4, attitude: 5, tags: ['专业'], content: '很好' } }]);
});
test.each([
  ['the caregiver', { stints: [stint('YG001', '王桂芳'), stint('YG002', '李秀英')], evaluations: [] }, [{ caregiverNo: 'YG001', source: 'family' }]],
  ['the source', { stints: [stint('YG001', '王桂芳')], evaluations: [] }, [{ caregiverNo: 'YG001', source: 'family' }]],
])('marks are never those of another whom a colleague leaves over: %s', async (_, order, evaluations) => {
  const live = await open(EvaluateForm, detail(order));
  await press('1');
  live(detail({ ...order, evaluations }));
  await send();
  expect([sent, form().textContent!.includes('已经评价过')]).toEqual([[], true]);
  // whose they are instead is chosen by hand
  const [select, value] = evaluations.length < order.stints.length ? (['carer', 'YG002'] as const) : (['source', 'provider'] as const);
  fireEvent.change(field(select), { target: { value } });
  await send();
  expect(sent).toMatchObject([{ body: { overall: 1, [select === 'carer' ? 'caregiverNo' : 'source']: value } }]);
});
test.each([['tags', () => fireEvent.click(screen.getByLabelText('专业'))], ['words', () => fireEvent.change(form().querySelector('[name=content]')!, { target: { value: '很好' } })]])('%s stay with their caregiver too when the source is changed', async (_, write) => {
  await open(EvaluateForm, detail({ stints: [stint('YG001', '王桂芳'), stint('YG002', '李秀英')], evaluations: [{ caregiverNo: 'YG001', source: 'provider' }] }));
  write();
  fireEvent.change(field('source'), { target: { value: 'provider' } });
  expect([field('carer').value, form().textContent!.includes('已经评价过')]).toEqual(['YG001', true]);
});
test('where nobody else can be chosen, that the caregiver has been evaluated gets the cursor', async () => {
  const order = { stints: [stint('YG001', '王桂芳')], evaluations: [{ caregiverNo: 'YG001', source: 'provider' }] };
  const live = await open(EvaluateForm, detail(order));
  await press('1');
  live(detail({ ...order, evaluations: [...order.evaluations, { caregiverNo: 'YG001', source: 'family' }] }));
  await send();
  expect([sent.length, document.activeElement!.textContent]).toEqual([0, screen.getByText(/已经评价过/).textContent]);
});
test('a number key takes the cursor to the mark it gave: Tab leaves a group of radios only from the one that is checked', async () => {
  await open(EvaluateForm, detail({ stints: [stint('YG001', '王桂芳')] }));
  const at = (): string[] => [(document.activeElement as HTMLInputElement).name, (document.activeElement as HTMLInputElement).value];
  await press('5');
  expect(at()).toEqual(['overall', '5']);
  act(() => form().querySelector<HTMLInputElement>('[name=skill]')!.focus());
  await press('4');
  expect(at()).toEqual(['skill', '4']);
  expect([...form().querySelectorAll<HTMLInputElement>(':checked')].map(({ name, value }) => `${name} ${value}`)).toEqual(expect.arrayContaining(['overall 5', 'skill 4']));
});
test('number keys give marks also where single characters are no shortcuts: they are heard only on the marks (WCAG 2.1.4), and the form says so', async () => {
  act(() => setKeyboard({ single: false }));
  await open(EvaluateForm, detail({ stints: [stint('YG001', '王桂芳')] }));
  expect(screen.getByText(/按 1 至 5 打分/)).toBeTruthy();
  await act(async () => document.querySelector<HTMLInputElement>('[name=overall]')!.focus());
  await press('4');
  expect(document.querySelector<HTMLInputElement>('[name=overall]:checked')?.value).toBe('4');
  act(() => setKeyboard({ single: true }));
});
test('a complaint is about who is there now, unless somebody else is named, also who did not come; without words it is not sent', async () => {
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const stints = [{ ...stint('YG001', '王桂芳'), from: at(-9), to: at(-3) }, { ...stint('YG002', '李秀英', 'serving'), from: at(-3), to: at(2) }, { ...stint('YG003', '张红', 'planned'), from: at(2), to: at(4) }, { ...stint('YG004', '赵敏', 'void'), from: at(-1), to: at(1) }];
  await open(ComplainForm, detail({ stints }));
  expect(document.activeElement).toBe(field('kind'));
  const carer = field('carer') as unknown as HTMLSelectElement;
  expect([carer.value, [...carer.options].map(({ value }) => value)]).toEqual(['YG002', ['YG001', 'YG002', 'YG003', 'YG004', '0']]);
  await send();
  expect([sent.length, document.activeElement, screen.queryByText('写明发生了什么') !== null]).toEqual([0, field('content'), true]);
  fireEvent.change(field('content'), { target: { value: ' 迟到半小时 ' } });
  fireEvent.change(field('severity'), { target: { value: '3' } });
  await send();
  expect(sent).toMatchObject([{ path: '/orders/PH26112100001/complain', body: { kind: 'complaint', severity: 3, caregiverNo: 'YG002', content: '迟到半小时' } }]);
  expect(sent[0]!.key).toMatch(/.{16,}/);
  cleanup();
  // an order that has ended: who was there last; one that nobody was given: nobody
  for (const [given, who] of [[[stint('YG001', '王桂芳')], 'YG001'], [[], '0']] as const) {
    await open(ComplainForm, detail({ stints: given }));
    expect(field('carer').value).toBe(who);
    cleanup();
  }
  await open(ComplainForm);
  fireEvent.change(field('kind'), { target: { value: 'incident' } });
  fireEvent.change(field('content'), { target: { value: '滑倒' } });
  await send();
  expect(sent.at(-1)!.body).toEqual({ kind: 'incident', severity: 2, caregiverNo: null, content: '滑倒' });
});
test('what was given back is not there for a beginning: less than is to be prepaid wants a reason', async () => {
  const short = { caregiverName: '李敏', prepayFen: 60_000, paidFen: 60_000, refundedFen: 50_000 };
  const live = await open(StartForm, detail(short));
  expect(form().textContent).toContain('应预付 ¥600.00，已收 ¥600.00，已退 ¥500.00。');
  await send();
  expect(sent).toEqual([]);
  type('reason', '家属在路上');
  // a colleague takes the rest, and that is undone: the words are there again
  live(detail({ ...short, paidFen: 120_000 }));
  live(detail(short));
  await send();
  expect(sent).toMatchObject([{ body: { version: 4, reason: '家属在路上' } }]);
});
test.each([['settling', SettleForm, 20_000, '待收¥200.00'], ['a refund', RefundRequestForm, -5_000, '应退¥50.00']] as const)('%s says what was received and what was refunded, as page and paper do', async (_, Form, balanceFen, rest) => {
  await open(Form, detail({ paidFen: 40_000, refundedFen: 30_000, balanceFen }));
  expect(form().querySelector('dl')!.textContent).toBe(`应收¥300.00已收¥400.00已退¥300.00${rest}`);
});
