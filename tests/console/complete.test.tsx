// Service ends with the half day that was shown and priced, also when noon or midnight passes before it is sent.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acted } from '../../src/areas/order/acted.ts';
import CompleteForm from '../../src/areas/order/complete.form.tsx';
import type { OrderDetail } from '../../src/areas/order/contract.ts';
import { VerbDrawer } from '../../src/areas/order/verb-drawer.tsx';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { answerBy, enter, type Sent } from '../kit/console.ts';
import { DETAIL, ROW } from '../kit/shown-order.ts';
import { press } from '../kit/typist.ts';

let sent: Sent[];
let leave: () => Promise<void>;
beforeEach(async () => {
  sent = [];
  answerBy((call) => (call.method === 'POST' && sent.push(call), { row: {}, days: [], payableFen: 0, beforeFen: 0 }));
  vi.useFakeTimers({ toFake: ['Date'] });
  leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:complete'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await leave();
});
const at = (time: string): void => void vi.setSystemTime(new Date(`${time}+08:00`));
const detail: OrderDetail = { ...DETAIL, status: 'in_service', serviceState: 'in_service', plannedStart: '2026-11-20', startHalf: 'AM', plannedEnd: '2026-11-30', endHalf: 'PM' };

test.each([
  ['2026-11-24T11:55', '2026-11-24T11:58', undefined], ['2026-11-24T11:55', '2026-11-24T12:01', { day: '2026-11-24', half: 'AM' }],
  ['2026-11-24T23:55', '2026-11-25T00:01', { day: '2026-11-24', half: 'PM' }], ['2026-11-24T13:00', '2026-11-24T18:00', undefined],
])('opened at %s and sent at %s', async (opened, sentAt, end) => {
  at(opened);
  const none = (): void => {};
  await act(async () => void render(<LocaleProvider><CompleteForm detail={detail} version={4} why={null} leave={none} done={none} touch={none} /></LocaleProvider>));
  act(() => void fireEvent.input(document.querySelector('[name=reason]')!, { target: { value: '患者出院' } }));
  at(sentAt);
  act(() => void fireEvent.submit(document.querySelector('form')!));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toEqual({ version: 4, reason: '患者出院', ...(end === undefined ? {} : { end }) });
});
test('served until noon is served in the morning, and early', async () => {
  at('2026-11-30T13:00');
  const none = (): void => {};
  await act(async () => void render(<LocaleProvider><CompleteForm detail={detail} version={4} why={null} leave={none} done={none} touch={none} /></LocaleProvider>));
  expect(document.querySelector('[name=reason]')).toBeNull();
  act(() => void fireEvent.input(document.querySelector('[name=end]')!, { target: { value: '今天中午' } }));
  act(() => void fireEvent.input(document.querySelector('[name=reason]')!, { target: { value: '患者出院' } }));
  press('Control+Enter');
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ version: 4, reason: '患者出院', end: { day: '2026-11-30', half: 'AM' } }]));
});
test('the reason stays while the day is typed anew, and is sent only with an early one', async () => {
  at('2026-11-24T13:00');
  const none = (): void => {};
  await act(async () => void render(<LocaleProvider><CompleteForm detail={detail} version={4} why={null} leave={none} done={none} touch={none} /></LocaleProvider>));
  const reason = (): string | undefined => document.querySelector<HTMLTextAreaElement>('[name=reason]')?.value;
  const end = (value: string): void => act(() => void fireEvent.input(document.querySelector('[name=end]')!, { target: { value } }));
  act(() => void fireEvent.input(document.querySelector('[name=reason]')!, { target: { value: '家属要求提前出院' } }));
  act(() => document.querySelector<HTMLElement>('[name=end]')!.focus());
  end('z');
  expect(reason()).toBe('家属要求提前出院');
  end('2026-11-30');
  expect(reason()).toBeUndefined();
  end('昨天');
  expect(reason()).toBe('家属要求提前出院');
  press('Control+Enter');
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ reason: '家属要求提前出院', end: { day: '2026-11-23' } }]));
});
test.each([['complete', 'end'], ['change', 'day']] as const)('a day that arrows have set is not thrown away unasked: %s', async (verb, name) => {
  at('2026-11-24T09:00');
  const gone = vi.fn();
  await act(async () => void render(<LocaleProvider><VerbDrawer verb={verb} detail={{ ...detail, can: [verb] }} onLeave={gone} onDone={() => {}} /></LocaleProvider>));
  if (verb === 'change') fireEvent.change(await screen.findByLabelText('从什么时候起'), { target: { value: 'later' } });
  await waitFor(() => expect(document.querySelector(`[name=${name}]`)).toBeTruthy());
  act(() => document.querySelector<HTMLInputElement>(`[name=${name}]`)!.focus());
  press('ArrowDown');
  act(() => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect([gone.mock.calls.length, screen.queryByText('放弃填写的内容？') !== null]).toEqual([0, true]);
});
test.each([['complete', 'reason'], ['cancel', 'reason']] as const)('once it is done nothing is asked about it any more, though the drawer has yet to go: %s', async (verb, name) => {
  at('2026-11-24T09:00');
  const asked: string[] = [];
  answerBy(({ method, path }) => (asked.push(`${method} ${path}`), method === 'POST' ? { row: ROW } : { days: [], payableFen: 0, beforeFen: 0 }));
  await act(async () => void render(<LocaleProvider><VerbDrawer verb={verb} detail={{ ...detail, can: [verb] }} onLeave={() => {}} onDone={(done) => acted(verb, done)} /></LocaleProvider>));
  await waitFor(() => expect(asked.filter((one) => one.endsWith('/preview'))).toHaveLength(1));
  act(() => void fireEvent.input(document.querySelector(`[name=${name}]`)!, { target: { value: '患者出院' } }));
  press('Control+Enter');
  await waitFor(() => expect(asked.at(-1)).toMatch(/POST/));
  await act(async () => new Promise((done) => void setTimeout(done, 50)));
  expect(asked.at(-1)).toBe(`POST /orders/${DETAIL.orderNo}/${verb}`);
});
