// What of a new order the server has: one that waits there is never written over unasked, and of what it could not be told the tab asks before it closes.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BLANK, blankPerson, NEW, wrongFields } from '../../src/areas/order/new-order.ts';
import NewOrderPage from '../../src/areas/order/order.new.page.tsx';
import { keepDraft } from '../../src/ui/draft.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { connectionDoubted, connectionStands } from '../../src/ui/network.ts';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, refuse, type Sent } from '../kit/console.ts';
import { press } from '../kit/typist.ts';

let sent: Sent[];
let waiting: { value: unknown; at: string } | null;
let fails: boolean;
let unread: boolean;
let leave: () => Promise<void>;
beforeEach(async () => {
  [sent, waiting, fails, unread] = [[], null, false, false];
  answerBy((call) => {
    sent.push(call);
    if (!call.path.endsWith('/drafts/order.new')) return [];
    if (call.method === 'GET' && unread) return refuse({ status: 500, code: 50_000, message: '系统出错' });
    if (call.method === 'PUT' && fails) return refuse({ status: 500, code: 50_000, message: '系统出错' });
    return call.method === 'GET' ? waiting : call.method === 'PUT' ? { at: '2026-11-21T00:00:00Z' } : null;
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '运营', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:add', 'biz:order:list'] });
});
afterEach(() => leave());
const puts = (): Sent[] => sent.filter(({ method }) => method === 'PUT');
const tabAsks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const type = (text: string): void => act(() => void fireEvent.change(document.querySelector('[name="diagnosis"]')!, { target: { value: text } }));
async function open(): Promise<void> {
  await act(async () => void render(<LocaleProvider><NewOrderPage /></LocaleProvider>));
  await waitFor(() => expect(sent.some(({ method, path }) => method === 'GET' && path.endsWith('/drafts/order.new'))).toBe(true));
  await act(async () => {});
}
/** Types something that the server does not take. */
async function typeUntold(): Promise<void> {
  await open();
  fails = true;
  type('肺炎');
  await waitFor(() => expect(puts()).toHaveLength(1));
  await waitFor(() => expect(tabAsks()).toBe(true));
  fails = false;
}
const later = (): Promise<void> => act(async () => void (await new Promise((done) => setTimeout(done, 1_000))));

test('an order begun from a free bed offers what waits on the server, and writes nothing over it', async () => {
  waiting = { value: { ...BLANK, key: 'k'.repeat(20), diagnosis: '股骨骨折' }, at: '2026-11-20T01:00:00.000Z' };
  keepDraft('/order/new', { ...BLANK, hospital: { value: '5', label: '第一医院' }, bed: { value: '111', label: '11' } });
  await open();
  await screen.findByText(/还有一份没写完的订单/);
  type('肺炎');
  await later();
  expect([puts(), tabAsks()]).toEqual([[], true]);
  await act(async () => screen.getByRole('button', { name: '留下现在的' }).click());
  await waitFor(() => expect(puts()).toHaveLength(1));
  await waitFor(() => expect(tabAsks()).toBe(false));
});
test('neither leaving it undecided, nor sending or clearing what is here, takes what waits there', async () => {
  waiting = { value: { ...BLANK, key: 'k'.repeat(20), diagnosis: '股骨骨折' }, at: '2026-11-20T01:00:00.000Z' };
  keepDraft('/order/new', { ...BLANK, bed: { value: '111', label: '11' } });
  await open();
  await screen.findByText(/还有一份没写完的订单/);
  type('肺炎');
  cleanup();
  await open();
  await screen.findByText(/还有一份没写完的订单/);
  type('肺炎，卧床');
  await later();
  await act(async () => screen.getByRole('button', { name: /清空/ }).click());
  await later();
  expect(sent.filter(({ method }) => method === 'PUT' || method === 'DELETE')).toEqual([]);
  await act(async () => screen.getByRole('button', { name: '换成那一份' }).click());
  expect(document.querySelector<HTMLTextAreaElement>('[name="diagnosis"]')!.value).toBe('股骨骨折');
});
test('while nobody knows what waits there nothing is written over it; it is asked for once the server is back', async () => {
  waiting = { value: { ...BLANK, key: 'k'.repeat(20), diagnosis: '股骨骨折' }, at: '2026-11-20T01:00:00.000Z' };
  unread = true;
  await open();
  type('肺炎');
  await later();
  type('肺炎，卧床');
  await later();
  expect([puts(), tabAsks()]).toEqual([[], true]);
  unread = false;
  act(() => {
    connectionDoubted();
    connectionStands({ type: 'online' });
  });
  await screen.findByText(/还有一份没写完的订单/);
  expect(puts()).toEqual([]);
});
test('what could not be told is told on the next visit', async () => {
  await typeUntold();
  cleanup();
  await act(async () => void render(<LocaleProvider><NewOrderPage /></LocaleProvider>));
  await waitFor(() => expect(puts()).toHaveLength(2));
  await waitFor(() => expect(tabAsks()).toBe(false));
});
test('what is thrown away at once is there again by Ctrl+Z, on the server too, until something new is typed', async () => {
  waiting = { value: { ...BLANK, key: 'k'.repeat(20), diagnosis: '股骨骨折' }, at: '2026-11-20T01:00:00.000Z' };
  const diagnosis = (): string => document.querySelector<HTMLTextAreaElement>('[name="diagnosis"]')!.value;
  const clear = (name: RegExp) => act(async () => screen.getByRole('button', { name }).click());
  render(<LocaleProvider><Toaster /></LocaleProvider>);
  await open();
  await clear(/从头写/);
  await waitFor(() => expect(sent.at(-1)!.method).toBe('DELETE'));
  expect([diagnosis(), screen.getByText('已清空没写完的订单').textContent!.includes('撤销')]).toEqual(['', true]);
  press('Control+z');
  await waitFor(() => expect(diagnosis()).toBe('股骨骨折'));
  await waitFor(() => expect(puts().map(({ body }) => body['value'])).toEqual([waiting!.value]));
  // the key is the field's own again: what is new is not overwritten by what was thrown away
  await clear(/清空/);
  type('肺炎');
  press('Control+z');
  await later();
  expect([diagnosis(), screen.queryByText('已清空没写完的订单'), puts().at(-1)!.body['value']]).toEqual(['肺炎', null, expect.objectContaining({ diagnosis: '肺炎' })]);
});
test('someone new who was written down outlives an emptied patient field, and gets the name that is looked for next', async () => {
  await open();
  const field = (name: string): HTMLInputElement | null => document.querySelector(`[name="${name}"]`);
  const write = (name: string, value: string): void => act(() => void fireEvent.change(field(name)!, { target: { value } }));
  const make = async (name: string): Promise<void> => {
    act(() => field('patient')!.focus());
    write('patient', name);
    fireEvent.click(await screen.findByRole('option', { name: `新建患者“${name}”` }));
  };
  await make('王小名');
  write('idNo', '110101195003210012');
  await make('王小明');
  expect([field('name')!.value, field('idNo')!.value]).toEqual(['王小明', '110101195003210012']);
  write('patient', '');
  expect(field('idNo')).toBeNull();
  fireEvent.click(await screen.findByRole('option', { name: '新建患者' }));
  expect([field('patient')!.value, field('name')!.value, field('idNo')!.value]).toEqual(['新患者', '王小明', '110101195003210012']);
});
test('an order that waits is told by whom it is for now, not by who was written down before', async () => {
  const person = { ...blankPerson('王小明'), idNo: '1' };
  const named = async (patient: object | null, by: string): Promise<void> => {
    waiting = { value: { ...BLANK, patient, person, key: 'k'.repeat(20), diagnosis: '股骨骨折' }, at: '2026-11-20T01:00:00.000Z' };
    keepDraft('/order/new', { ...BLANK, bed: { value: '111', label: '11' } });
    await open();
    await screen.findByText(new RegExp(`没写完的订单：${by}，`));
    cleanup();
  };
  await named({ value: NEW, label: '新患者' }, '王小明');
  await named(null, '还没有患者');
  // nor has what was written of them a fault while it is in no field
  expect(wrongFields({ ...BLANK, person })).toEqual(wrongFields(BLANK));
});
test('a free bed alone is no order that the server is told of', async () => {
  keepDraft('/order/new', { ...BLANK, bed: { value: '111', label: '11' } });
  await open();
  await later();
  expect(puts()).toEqual([]);
  type('肺炎');
  await waitFor(() => expect(puts()).toHaveLength(1));
});
test('what the server did not take is asked about before the tab closes, and told once the server is back', async () => {
  await typeUntold();
  act(() => {
    connectionDoubted();
    connectionStands({ type: 'online' });
  });
  await waitFor(() => expect(puts()).toHaveLength(2));
  await waitFor(() => expect(tabAsks()).toBe(false));
});
