import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { thingOf } from '../../src/ui/order-thing.ts';
import { runCommand } from '../../src/ui/effect.ts';
import { navigate } from '../../src/ui/location.ts';
import { currentViewer } from '../../src/ui/session.ts';
import { refuse, type Sent } from '../kit/console.ts';
import { begin, chips, desk, keys, later, ROW, rows, said, settle, show, titles, freshDesk } from '../kit/step.tsx';
import { press } from '../kit/typist.ts';

// What is done to several goes on by itself: it can be stopped, is not cut in half unasked, and can be taken back from anywhere.
freshDesk();
const row = (call: Sent) => ({ row: { ...ROW, orderNo: call.path.split('/')[2], version: 5, can: ['undo'] } });
const paths = () => desk.sent.map(({ path }) => path);
const foot = () => document.querySelector('dialog footer')!.textContent;
const signOut = () => act(async () => runCommand({ id: 'session.sign-out', title: { id: 'x' }, keywords: [], calls: 'sign-out', group: 'session' }));
/** Three are being sent; each is answered when the test says so. */
async function sending(): Promise<(() => Promise<void>)[]> {
  desk.place.selection = rows.map(thingOf);
  desk.refusalOf = () => null;
  const answers: ReturnType<typeof later<unknown>>[] = [];
  desk.answer = (call) => {
    const one = later<unknown>();
    answers.push({ ...one, come: () => one.come(row(call)) });
    return one.came;
  };
  await show();
  await begin();
  await keys('Enter', 'Enter');
  return [0, 1, 2].map((n) => async () => {
    await answers[n]!.come(null);
    await settle();
  });
}

test('the foot says what Escape does; a key stops it after the one being done, and what is left is gone on with', async () => {
  const [first] = await sending();
  expect([foot()!.includes('在后台继续'), foot()!.includes('退一步'), foot()!.includes('做完这一张就停下')]).toEqual([true, false, true]);
  press('s', { altKey: true });
  await settle();
  await first!();
  expect([paths(), screen.getByRole('alert').textContent, chips()[0], desk.selected]).toEqual([['/orders/PH1/assign'], '已停下：1 张已完成，2 张没有办', '派单 · 2 条', [['PH2', 'PH3']]]);
  desk.answer = row;
  await keys('Escape', 'Escape', 'Escape', 'Control+k');
  expect(titles()[0]).toBe('继续派单');
  await keys('Enter', 'Enter');
  expect(paths()).toEqual(['PH1', 'PH2', 'PH3'].map((no) => `/orders/${no}/assign`));
});

test('while one is away it says how far it is, and the way back leads to it', async () => {
  const [first, second, third] = await sending();
  await keys('Escape');
  await first!();
  expect(document.body.textContent).toContain('派单 · 已办理 1 张，共 3 张');
  await keys('Control+k');
  expect(titles()[0]).toBe('正在派单：看进度');
  await keys('Enter');
  expect([chips()[0], foot()!.includes('在后台继续')]).toEqual(['派单 · 3 条', true]);
  await second!();
  await third!();
  expect([screen.queryByRole('combobox'), said()]).toEqual([null, expect.stringContaining('派单 · 3 张')]);
});

test('signing out asks first; the page too; going on loses nothing, stopping does the one under way and no more', async () => {
  const leaves = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const [first, second] = await sending();
  await keys('Escape');
  expect(leaves()).toBe(true);
  await signOut();
  expect([screen.getByRole('alertdialog').textContent!.includes('还有 3 张没有办完'), currentViewer() !== null]).toEqual([true, true]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '继续办完' })));
  await first!();
  expect([paths().length, screen.queryByRole('alertdialog')]).toEqual([2, null]);
  await signOut();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '停下并退出' })));
  expect(currentViewer()).not.toBeNull();
  await second!();
  await waitFor(() => expect(currentViewer()).toBeNull());
  expect([paths().length, leaves()]).toEqual([2, false]);
});

test('the way back of several goes along to other pages, and is a command after its toast', async () => {
  desk.place.selection = rows.map(thingOf);
  await show();
  await begin();
  await keys('Enter', 'Enter');
  await act(async () => void (await new Promise((r) => setTimeout(r, 600))));
  act(() => navigate('/caregiver/index'));
  expect(screen.getByRole('button', { name: /撤销/ })).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '关闭' })));
  desk.answer = (call) => (call.path.includes('PH3') ? refuse({ status: 422, code: 42200, message: '已有后续' }) : row(call));
  await begin('撤销刚才的');
  await waitFor(() => expect(paths().slice(2)).toEqual(['/orders/PH1/undo', '/orders/PH3/undo']));
  await settle();
  expect(said()).toContain('已撤销 1 张，1 张没有成功。王秀英 PH3：已有后续');
  desk.answer = row;
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /撤销/ })));
  await settle();
  expect([paths().slice(4), said()]).toEqual([['/orders/PH3/undo'], expect.stringContaining('已撤销 1 张')]);
});

test('several: the list of caregivers says for whom it stands', async () => {
  desk.place.selection = rows.map(thingOf);
  await show();
  await begin();
  expect(screen.getByText('护工 · 按 王秀英 PH1 的情况排列')).toBeTruthy();
});
test('the next command says nothing of how far the one before was, nor that it stops', async () => {
  for (const one of await sending()) await one();
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  Object.assign(desk.place, { selection: [], row: thingOf({ ...ROW, orderNo: 'PH4' }) });
  act(desk.redraw);
  desk.answer = () => later<unknown>().came;
  await begin();
  await keys('Enter', 'Enter');
  expect([paths().at(-1), document.querySelector('dialog output')!.textContent]).toEqual(['/orders/PH4/assign', '正在办理']);
});
