import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { thingOf } from '../../src/ui/order-thing.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { refuse, type Sent } from '../kit/console.ts';
import { begin, box, chips, desk, keys, later, ROW, rows, said, settle, show, signIn, titles, freshDesk } from '../kit/step.tsx';
import { input, press, type } from '../kit/typist.ts';

// What was typed, what was done and what is being sent: none of it is lost by leaving, and none of it is in the way.
freshDesk();
const REASON = '家属要求转院，' + '原因很长'.repeat(40);
const plain = '订单号、姓名、拼音、手机尾号、床号，或命令';
const failures = () => [...document.querySelectorAll('[data-scroll] li')].map(({ textContent }) => textContent);
const goOn = () => keys('Control+k', 'Enter');
const close = () => act(async () => palette.send({ type: 'close' }));
const row = (call: Sent) => ({ row: { ...ROW, orderNo: call.path.split('/')[2], version: 5, can: ['undo'] } });

test('a reason that is being typed outlives a press on the shade, Escape in the text, and a way back and forth', async () => {
  await show();
  await begin('取消订单');
  input(REASON);
  await settle();
  await close();
  await goOn();
  expect([chips(), box().value, titles()]).toEqual([['取消订单 · 王秀英 PH1'], REASON, [REASON]]);
  await keys('Escape');
  expect(box().value).toBe('');
  await keys('Escape', 'Escape');
  expect(screen.queryByRole('combobox')).toBeNull();
  await goOn();
  expect(box().value).toBe(REASON);
  await keys('Enter');
  expect(chips()[1]).toBe(REASON);
  await keys('Backspace');
  expect([chips().length, box().value]).toEqual([1, REASON]);
  // what is emptied by hand stays empty
  input('');
  await settle();
  await close();
  await goOn();
  expect(chips()[1]).toBe(REASON);
});

test('a text that only looked for a row is not there again; another command begins without any', async () => {
  await show();
  await begin();
  type(['赵']);
  await keys('Enter', 'Backspace');
  expect([chips().length, box().value, titles()]).toEqual([1, '', ['李护', '赵护', '周护']]);
  await keys('Escape', 'Escape');
  await begin('取消订单');
  expect(box().value).toBe('');
  input('错了');
  await settle();
  await keys('Escape', 'Escape', 'Escape');
  await begin('取消订单');
  expect(box().value).toBe('');
});

test('what was left does not leave the rows while one looks at them; half a minute after closing it has', async () => {
  await show();
  await begin();
  await keys('Enter');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => palette.send({ type: 'close' }));
  act(() => vi.advanceTimersByTime(29_000));
  press('Control+k');
  act(() => vi.advanceTimersByTime(31_000));
  vi.useRealTimers();
  await settle();
  expect(titles()[0]).toBe('继续派单');
  await keys('Enter');
  expect(chips()[1]).toBe('李护');
});

test('several, some of which fail: the audit is told of those that were done, and leaving offers the way back for them', async () => {
  desk.place.selection = rows.map(thingOf);
  desk.answer = (call) => (call.path.includes('PH3') ? refuse({ status: 422, code: 42200, message: '护工刚被占用' }) : row(call));
  await show();
  await begin();
  await keys('Enter', 'Enter');
  expect([screen.getByRole('alert').textContent, failures()]).toEqual(['1 张已完成，1 张没有成功', ['王秀英 PH3：护工刚被占用']]);
  expect([desk.ran, screen.queryByRole('button', { name: /撤销/ })]).toEqual([[{ id: 'order.assign', on: ['PH1'], count: 1 }], null]);
  await close();
  await settle();
  expect(said()).toContain('1 张');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /撤销/ })));
  await waitFor(() => expect(desk.sent.slice(2).map(({ path }) => path)).toEqual(['/orders/PH1/undo']));
});

test('of several one that has changed meanwhile says what happened and goes on the newest version; what was refused is never named as done', async () => {
  desk.place.selection = rows.map(thingOf);
  desk.answer = (call) => (call.path.includes('PH3') ? refuse({ status: 409, code: 40900, message: '内容已被他人修改' }) : row(call));
  await show();
  await begin();
  await keys('Enter');
  desk.versionOf = () => 6;
  desk.refusalOf = () => null;
  desk.place.selection = [];
  await keys('Enter');
  expect([screen.getByRole('alert').textContent, failures()]).toEqual(['1 张已完成，1 张没有成功', ['王秀英 PH3：刚变了（修改患者 小刘）']]);
  desk.answer = row;
  await keys('Enter');
  expect(desk.sent.map(({ path, body }) => [path, body['version']])).toEqual([['/orders/PH1/assign', 4], ['/orders/PH3/assign', 4], ['/orders/PH3/assign', 6]]);
  expect(desk.sent[1]!.key).not.toBe(desk.sent[2]!.key);
  expect(desk.ran).toEqual([{ id: 'order.assign', on: ['PH1'], count: 1 }, { id: 'order.assign', on: ['PH3'], count: 1 }]);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /撤销/ })));
  await waitFor(() => expect(desk.sent.slice(3).map(({ path }) => path)).toEqual(['/orders/PH1/undo', '/orders/PH3/undo']));
});

test.each(['Escape', 'Backspace'])('%s leaves what is being sent: the palette searches as ever, stays open when it is done, and nothing else begins under it', async (key) => {
  const answer = later<unknown>();
  desk.answer = () => answer.came;
  await show();
  await begin();
  await keys('Enter', 'Enter');
  expect(screen.getByText('正在办理')).toBeTruthy();
  await keys(key);
  expect(screen.queryByRole('combobox')).toBeNull();
  await keys('Control+k');
  expect([chips(), box().placeholder]).toEqual([[], plain]);
  input('派单');
  await settle();
  await keys('Enter');
  expect([said(), chips(), desk.acted, screen.queryByRole('combobox') !== null]).toEqual([expect.stringContaining('上一条还在办理'), [], [], true]);
  await answer.come({ row: { ...ROW, version: 5, can: ['undo'] } });
  await settle();
  expect([chips(), box().value, desk.ran]).toEqual([[], '派单', [{ id: 'order.assign', on: ['PH1'], count: 1 }]]);
  expect(said()).toContain('派单 · 王秀英');
});

test('what fails while one does something else is said, takes no place of what is looked at, and can be gone on with', async () => {
  const answer = later<unknown>();
  desk.answer = () => answer.came;
  await show();
  await begin();
  await keys('Enter', 'Enter', 'Escape', 'Control+k');
  input('订单');
  await settle();
  await answer.come(refuse({ status: 422, code: 42200, message: '护工刚被占用' }));
  await settle();
  expect([chips(), box().value, said()]).toEqual([[], '订单', expect.stringContaining('护工刚被占用')]);
  await keys('Escape');
  expect(titles()[0]).toBe('继续派单');
  await keys('Enter');
  expect(chips()[1]).toBe('李护');
});

test('who signs in next is in nobody’s way: nothing is being sent, nothing is to be gone on with, nothing of the other comes late', async () => {
  const answer = later<unknown>();
  desk.answer = () => answer.came;
  await show();
  await begin();
  await keys('Enter', 'Enter');
  await desk.leave();
  await signIn();
  await show();
  await keys('Control+k');
  expect([chips(), titles().includes('继续派单')]).toEqual([[], false]);
  await keys('Escape');
  await begin();
  expect([chips(), said().includes('上一条还在办理')]).toEqual([['派单 · 王秀英 PH1'], false]);
  const own = later<unknown>();
  desk.answer = () => own.came;
  await keys('Enter', 'Enter');
  await answer.come({ row: { ...ROW, version: 5, can: ['undo'] } });
  await settle();
  expect([screen.getByText('正在办理') !== null, desk.ran]).toEqual([true, []]);
  await own.come({ row: { ...ROW, version: 5, can: ['undo'] } });
  await settle();
  expect(desk.ran.length).toBe(1);
});

test('a screen reader hears whom and what: the chips describe the text, and the region that speaks is there before its words', async () => {
  await show();
  await begin();
  const region = [...document.querySelectorAll('dialog output')];
  const heard = () => region.map(({ textContent }) => textContent).join('\n');
  const described = () => box().getAttribute('aria-describedby')!.split(' ').map((id) => document.getElementById(id)!.textContent).join('\n');
  expect([described(), heard()]).toEqual([expect.stringContaining('派单 · 王秀英 PH1'), expect.stringContaining('派单 · 王秀英 PH1。护工的姓名、拼音或工号')]);
  expect(screen.getByRole('button', { name: '派单 · 王秀英 PH1，退回一步' })).toBeTruthy();
  await keys('Enter');
  expect([heard(), described()]).toEqual([expect.stringMatching(/李护照护王秀英 PH1/), expect.stringMatching(/李护照护王秀英 PH1/)]);
  expect(screen.getByRole('button', { name: / 上午起，退回一步$/ })).toBeTruthy();
  await keys('Escape', 'Escape');
  expect(box().hasAttribute('aria-describedby')).toBe(false);
});
