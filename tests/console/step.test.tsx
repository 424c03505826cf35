import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { thingOf } from '../../src/ui/order-thing.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { refuse } from '../kit/console.ts';
import { begin, box, candidate, chips, desk, keys, ROW, rows, settle, show, titles, freshDesk, wait } from '../kit/step.tsx';
import { input, press, type } from '../kit/typist.ts';

const { sent, asked, ran, acted } = desk;
const failures = () => [...document.querySelectorAll('[data-scroll] li')].map(({ textContent }) => textContent);
freshDesk();

test('派单 asks for the caregiver, shows from when and what it will do, and is sent by Enter alone; the audit is told, undo is offered', async () => {
  await show();
  await begin();
  expect([chips(), titles(), box().value, box().placeholder]).toEqual([['派单 · 王秀英 PH1'], ['李护', '赵护', '周护'], '', '护工的姓名、拼音或工号']);
  type(['赵']);
  await settle();
  expect(titles()).toEqual(['赵护']);
  await keys('Enter');
  expect([chips().slice(0, 2), chips().length, titles(), sent.length]).toEqual([['派单 · 王秀英 PH1', '赵护'], 3, [], 0]);
  expect(screen.getByText(/^赵护照护王秀英 PH1/)).toBeTruthy();
  expect(asked.some((one) => one.startsWith('/orders/PH1/candidates?event=assign&q=赵'))).toBe(true);
  await keys('Enter');
  expect(sent.map(({ path, body }) => [path, body])).toEqual([['/orders/PH1/assign', { caregiverNo: 'HG2', version: 4 }]]);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect([document.activeElement?.textContent, ran]).toEqual(['page', [{ id: 'order.assign', on: ['PH1'], count: 1 }]]);
  expect(screen.getByText(/派单 · 王秀英/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /撤销/ })).toBeTruthy();
});

test('who is looked for is asked while the input method composes, and its keys are its own', async () => {
  await show();
  await begin();
  input("li'hu", { isComposing: true });
  await settle();
  expect(asked.at(-1)?.startsWith("/orders/PH1/candidates?event=assign&q=li'hu")).toBe(true);
  expect(press('Enter', { isComposing: true })).toBe(true);
  await settle();
  expect([chips().length, box().value]).toEqual([1, "li'hu"]);
});

test('keys without a pause: the best answers what was typed; two Enters in one moment and a held one confirm nothing', async () => {
  await show();
  await begin();
  type([...'赵', 'Enter', 'Enter']);
  press('Enter', { repeat: true });
  await settle();
  press('Enter', { repeat: true });
  await settle();
  expect([chips()[1], sent]).toEqual(['赵护', []]);
  desk.answer = () => new Promise((done) => setTimeout(() => done({ row: { ...ROW, version: 5 } }), 5));
  type(['Enter', 'Enter']);
  await settle();
  expect(sent.length).toBe(1);
});

test('Backspace goes back one step, over what needed no asking; one who cannot be taken says why', async () => {
  await show();
  await begin();
  await keys('ArrowDown', 'ArrowDown', 'Enter');
  expect([chips().length, screen.getAllByText('这些日子休假').length > 0]).toEqual([1, true]);
  await keys('ArrowUp', 'Enter');
  expect(chips().length).toBe(3);
  await keys('Backspace');
  expect([chips(), titles()]).toEqual([['派单 · 王秀英 PH1'], ['李护', '赵护', '周护']]);
  press('Backspace', { repeat: true });
  expect(chips().length).toBe(1);
  await keys('Backspace');
  expect([chips(), box().placeholder]).toEqual([[], '订单号、姓名、拼音、手机尾号、床号，或命令']);
});

test('Escape climbs down: text, step, command, palette; for half a minute the first row goes on where it was', async () => {
  await show();
  await begin();
  await keys('Enter');
  expect(chips()[1]).toBe('李护');
  type(['x']);
  await keys('Escape', 'Escape');
  expect(chips()).toEqual(['派单 · 王秀英 PH1']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  press('Escape');
  press('Escape');
  expect(screen.queryByRole('combobox')).toBeNull();
  act(() => vi.advanceTimersByTime(29_000));
  vi.useRealTimers();
  await keys('Control+k');
  expect([titles()[0], screen.getAllByRole('option')[0]!.textContent]).toEqual(['继续派单', expect.stringContaining('王秀英 PH1 · 李护')]);
  await keys('Enter');
  expect([chips()[1], chips().length]).toEqual(['李护', 3]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => palette.send({ type: 'close' }));
  act(() => vi.advanceTimersByTime(31_000));
  vi.useRealTimers();
  await keys('Control+k');
  expect(titles()).not.toContain('继续派单');
});

test('a conflict is shown and nothing is sent again by itself; what was chosen stays, and one more Enter goes on the newest version with another key', async () => {
  await show();
  await begin();
  desk.answer = () => refuse({ status: 409, code: 40900, message: '内容已被他人修改' });
  await keys('Enter');
  desk.versionOf = () => 6;
  await keys('Enter');
  expect([chips()[1], sent.length, screen.getByRole('alert').textContent]).toEqual(['李护', 1, '订单刚变了：修改患者 小刘。看过再按 Enter，就按最新情况办理']);
  // what it would do was tried anew: the next Enter is for what is said now
  expect([desk.asked.filter((one) => one.startsWith('/orders/check')).length, desk.asked.some((one) => one.startsWith('/orders/rows'))]).toEqual([2, true]);
  desk.answer = () => { throw new TypeError('lost'); };
  await keys('Enter');
  expect(screen.getByRole('alert').textContent).toBe('网络不通');
  desk.answer = () => ({ row: { ...ROW, version: 7 } });
  await keys('Enter');
  expect(sent.map(({ body }) => body['version'])).toEqual([4, 6, 6]);
  expect([sent[0]!.key === sent[1]!.key, sent[1]!.key === sent[2]!.key]).toEqual([false, true]);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('what could not be asked for is asked once, says why, and is asked for again by Enter', async () => {
  const calls = () => asked.filter((one) => one.includes('/candidates')).length;
  desk.candidates = () => refuse({ status: 409, code: 40901, message: '更换的时间不在剩余的服务时间内' });
  await show();
  await begin();
  await wait(200);
  expect([calls(), screen.getByRole('alert').textContent]).toEqual([1, expect.stringContaining('更换的时间不在剩余的服务时间内')]);
  await keys('ArrowDown', 'ArrowUp');
  await wait(100);
  expect(calls()).toBe(1);
  await keys('Enter');
  await wait(100);
  expect([calls(), chips().length]).toEqual([2, 1]);
  type(['赵']);
  await wait(200);
  expect(calls()).toBe(3);
  desk.candidates = (text) => [candidate('HG2', `${text}护`)];
  await keys('Enter');
  expect([calls(), titles()]).toEqual([4, ['赵护']]);
});

test('several of which none fits: said, and tried again by Enter', async () => {
  desk.place.selection = rows.map(thingOf);
  desk.refusalOf = () => 'wrong_state';
  await show();
  await begin();
  await wait(100);
  const checks = () => asked.filter((one) => one.startsWith('/orders/check')).length;
  expect([checks(), screen.getByRole('alert').textContent]).toEqual([1, expect.stringContaining('选中的订单都不能派单')]);
  desk.refusalOf = () => null;
  await keys('Enter');
  await wait(100);
  expect([checks(), titles()]).toEqual([2, ['李护', '赵护', '周护']]);
});

test('several: the dry run says how many it reaches and why not the others; those alone are sent, a failure is named and tried again with its own key', async () => {
  desk.place.selection = rows.map(thingOf);
  await show();
  await begin();
  expect(chips()).toEqual(['派单 · 3 条']);
  await keys('Enter');
  expect([chips()[2], screen.getByText('将影响 2 张，另有 1 张不符合条件') !== null, document.querySelector('ul')!.textContent]).toEqual(['各从开始那天起', true, expect.stringMatching(/：1 张$/)]);
  desk.answer = (call) => (call.path.includes('PH3') ? refuse({ status: 422, code: 42200, message: '护工刚被占用' }) : { row: { ...ROW, version: 5, can: ['undo'] } });
  await keys('Enter');
  // from here on it is about the one that is left, in words, chips, foot and list
  expect([screen.getByRole('alert').textContent, failures(), chips()[0], document.querySelector('footer')!.textContent]).toEqual(['1 张已完成，1 张没有成功', ['王秀英 PH3：护工刚被占用'], '派单 · 1 条', expect.stringMatching(/Enter\s*派单(?! 2)/)]);
  expect([screen.queryByText(/将影响 2 张/), screen.queryByText('将影响 1 张') !== null, desk.selected]).toEqual([null, true, [['PH3']]]);
  desk.answer = () => ({ row: { ...ROW, orderNo: 'PH3', version: 5, can: ['undo'] } });
  await keys('Enter');
  expect(sent.map(({ path }) => path)).toEqual(['/orders/PH1/assign', '/orders/PH3/assign', '/orders/PH3/assign']);
  expect(sent[1]!.key).toBe(sent[2]!.key);
  expect(ran).toEqual(['PH1', 'PH3'].map((no) => ({ id: 'order.assign', on: [no], count: 1 })));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /撤销/ })));
  await waitFor(() => expect(sent.slice(3).map(({ path }) => path)).toEqual(['/orders/PH1/undo', '/orders/PH3/undo']));
});

test('of a selection that is not at hand the filter goes to the server, never the rows', async () => {
  desk.place.selection = [thingOf(ROW)];
  desk.place.whole = { mode: 'exclude', ids: ['7'], filter: { status: 'pending_assign' } };
  await show();
  const bodies: unknown[] = [];
  const before = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => (String(url).includes('/orders/check') && bodies.push(JSON.parse(String(init.body))), before(url, init)));
  await begin();
  await keys('Enter');
  expect(bodies).toEqual([{ event: 'assign', selection: desk.place.whole }, { event: 'assign', caregiverNo: 'HG1', selection: desk.place.whole }]);
  await keys('Enter');
  expect(sent.map(({ path }) => path)).toEqual(['/orders/PH1/assign', '/orders/PH3/assign']);
});

test('. does the last command to another record, after saying what; never a payment, never to another kind of record', async () => {
  await show();
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent).join('');
  await keys('.');
  expect(said()).toContain('还没有能重复的命令');
  await begin();
  await keys('ArrowDown', 'Enter', 'Enter');
  expect(sent.length).toBe(1);
  desk.place.row = thingOf({ ...ROW, orderNo: 'PH9', patientName: '钱七' });
  await keys('.');
  expect([chips().slice(0, 2), sent.length]).toEqual([['派单 · 钱七 PH9', '赵护'], 1]);
  expect(screen.getByText(/^赵护照护钱七 PH9/)).toBeTruthy();
  await keys('Enter');
  expect(sent.at(-1)!.path).toBe('/orders/PH9/assign');
  desk.place.on = 'caregiver';
  await keys('.');
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('上一条是“派单”，这里没有它能做的记录'), null]);
  desk.place.on = 'order';
  await begin('收款');
  expect(acted).toEqual([{ command: 'order.pay', on: 'PH9' }]);
  await keys('.');
  expect([said(), screen.queryByRole('combobox')]).toEqual([expect.stringContaining('“收款”不能重复'), null]);
});

test('a command without steps opens its form as ever; . says what it will do first', async () => {
  desk.place.row = thingOf({ ...ROW, can: ['extend'] });
  await show();
  await begin('延长服务');
  expect([acted, screen.queryByRole('combobox')]).toEqual([[{ command: 'order.extend', on: 'PH1' }], null]);
  await keys('.');
  expect([acted.length, chips(), screen.getByText('对 王秀英 PH1 做“延长服务”') !== null]).toEqual([1, ['延长服务 · 王秀英 PH1'], true]);
  await keys('Enter');
  expect([acted.length, screen.queryByRole('combobox'), ran.map(({ id }) => id)]).toEqual([2, null, ['order.extend', 'order.extend']]);
});
