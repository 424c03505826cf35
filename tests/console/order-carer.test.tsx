// Nobody is given an order whom one does not see: what is chosen in the list of candidates goes with what is typed, and with the list.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import AssignForm from '../../src/areas/order/assign.form.tsx';
import { acted } from '../../src/areas/order/acted.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { Toaster } from '../../src/ui/toast.tsx';
import { answerBy, enter, type Sent } from '../kit/console.ts';
import { DETAIL, ROW } from '../kit/shown-order.ts';
import { candidate, later, wait } from '../kit/step.tsx';
import { press, type } from '../kit/typist.ts';

let sent: Sent[];
/** What the list of candidates waits for. */
let until: Promise<unknown> | null;
let leave: () => Promise<void>;
beforeEach(async () => {
  sent = [];
  until = null;
  answerBy(async (call) => {
    if (call.method === 'POST') return (sent.push(call), { row: ROW });
    await until;
    const q = new URLSearchParams(call.query).get('q') ?? '';
    return call.path.endsWith('/candidates') ? [candidate('HG1', '王桂芳'), candidate('HG2', '李秀英'), candidate('HG3', '李红')].filter(({ name }) => name.startsWith(q)) : [];
  });
  leave = await enter({ userId: '2', username: 'ops', nickname: '', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:assign'] });
  const none = (): void => {};
  render(<LocaleProvider><AssignForm detail={DETAIL} version={4} why={null} leave={none} done={none} touch={none} /><Toaster /></LocaleProvider>);
  await screen.findByRole('option', { name: /王桂芳/ });
  act(() => document.querySelector<HTMLInputElement>('[name=caregiver]')!.focus());
});
afterEach(() => leave());
const chosen = (): string[] => screen.getAllByRole('option').filter((one) => one.getAttribute('aria-selected') === 'true').map((one) => one.querySelector('b')!.textContent);
const send = (): Promise<void> => act(async () => void fireEvent.keyDown(document.querySelector('form')!, { key: 'Enter', ctrlKey: true }));
const shown = (many: number) => waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(many));

test('who is chosen is so no longer once another is typed: nothing is sent before somebody in sight is chosen', async () => {
  press('ArrowDown');
  expect(chosen()).toEqual(['王桂芳']);
  type('李');
  await send();
  expect(sent).toEqual([]);
  await shown(2);
  expect(chosen()).toEqual([]);
  press('ArrowDown');
  expect(chosen()).toEqual(['李秀英']);
  await send();
  expect(sent.map(({ body }) => body)).toEqual([{ version: 4, caregiverNo: 'HG2' }]);
});
test('one chosen from a list that was on its way out goes with it, one who stays in it stays chosen', async () => {
  type('李');
  press('ArrowDown');
  expect(chosen()).toEqual(['王桂芳']);
  await shown(2);
  await send();
  expect([sent, chosen()]).toEqual([[], []]);
  press('Backspace');
  press('ArrowDown');
  await shown(3);
  expect(chosen()).toEqual(['李秀英']);
});
test('Enter before the list of what was typed has come waits for it: sent at once nobody is assigned, and then the best of those in sight', async () => {
  const answer = later<null>();
  until = answer.came;
  type('李');
  press('Enter');
  await send();
  await wait(170);
  await send();
  expect(sent).toEqual([]);
  await answer.come(null);
  await waitFor(() => expect(chosen()).toEqual(['李秀英']));
  await send();
  expect(sent.map(({ body }) => body)).toEqual([{ version: 4, caregiverNo: 'HG2' }]);
});
test('one marked in the list that is on its way out is not assigned before it is in the new one', async () => {
  type('王');
  press('ArrowDown');
  await send();
  expect([sent, chosen()]).toEqual([[], ['王桂芳']]);
  await shown(1);
  await send();
  expect(sent.map(({ body }) => body)).toEqual([{ version: 4, caregiverNo: 'HG1' }]);
});
test('what is said of an assignment names whom it was given to', async () => {
  act(() => acted('assign', { row: { ...ROW, caregiverName: '李秀英' } }));
  expect(await screen.findByText('派单 · 王秀英 · 李秀英')).toBeTruthy();
});
