import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { areas } from '../../src/areas.gen.ts';
import { find } from '../../src/areas/order/record.ts';
import type { Viewer } from '../../src/kernel/area.ts';
import { Announcer } from '../../src/ui/announce.tsx';
import { barredCommands } from '../../src/ui/command.ts';
import { useShortcuts } from '../../src/ui/shortcut.ts';
import { useHere } from '../../src/ui/here.ts';
import { palette } from '../../src/ui/palette/actor.ts';
import { useHelp, toggleHelp } from '../../src/ui/help-state.ts';
import { pressTier } from '../../src/ui/palette/match.ts';
import { ROW } from '../kit/shown-order.ts';
import { box, chips, enter, freshPalette, headings, ids, marked, noOf, records, startPalette, tick } from '../kit/palette.tsx';
import { input, press, type } from '../kit/typist.ts';

// What is found, in which order, and what is said where nothing is or where it cannot be done.
freshPalette();
const foot = (): string => document.querySelector('dialog footer')!.textContent!;
const said = (): string => [...document.querySelectorAll('dialog p')].map((one) => one.textContent).join();

test.each<[string, string, 0 | 1 | 3 | null]>([
  ['ctrl z', '$mod+z', 0], ['Ctrl+Z', '$mod+z', 0], ['ctrl', '$mod+z', 1], ['z', '$mod+z', 3], ['del', 'Delete', 0], ['delete', 'Delete', 0], ['del', 'Alt+Delete', 3], ['g o', 'g o', 0], ['go', 'g o', null],
  ['o', 'g o', 3], ['d', 'Delete', null], ['shift v', 'Shift+V', 0], ['⇧v', 'Shift+V', 0], ['esc', 'ArrowDown|Escape', 0], ['↓', 'ArrowDown|Escape', 0], ['?', '[Shift]+?', 0], ['', 'x', null],
])('“%s” names %s: %s', (typed, keys, tier) => expect(pressTier(typed, keys)).toBe(tier));

test.each([['?g o', 'order.open'], ['?ctrl z', 'key:toast.undo'], ['?Ctrl+Z', 'key:toast.undo'], ['?全选', 'key:list.all'], ['?ctrl enter', 'key:form.send'], ['?快捷键一览', 'help'], ['?/', 'key:list.find'], ['?.', 'key:command.repeat'], ['?[', 'key:list.previous']])('among keys %s finds %s first', async (typed, id) => {
  await startPalette();
  press('Control+k');
  input(typed);
  await tick();
  await waitFor(() => expect(ids()[0]).toBe(id));
});
test.each([['?daochu', 'list.export'], ['?dc', 'list.export'], ['?shaixuan', 'list.filter'], ['?export', 'list.export'], ['?go to', 'list.jump']])('among keys %s, which stands in no words that are shown, finds %s', async (typed, id) => {
  await startPalette();
  press('Control+k');
  input(typed);
  await tick();
  await waitFor(() => expect(ids()).toContain(`key:${id}`));
});
test('in help a sign is looked up as well: its key, or the scope that it begins, which Enter opens', async () => {
  await startPalette();
  await enter(['Control+k', '?', '？']);
  await waitFor(() => expect([chips(), ids()[0]]).toEqual([['帮助'], 'help']));
  input('＃');
  await tick();
  expect([chips(), ids()]).toEqual([['帮助'], ['scope:order']]);
  press('Enter');
  expect([chips(), box().value]).toEqual([['订单'], '']);
});
test.each(['仁爱医院 · 骨科 · 3床', '仁爱医院·骨科·3床'])('the second line of a row, %s, finds who lies there and nobody else', async (text) => {
  await startPalette();
  await enter(['Control+k', ...text]);
  expect(records()).toEqual([`order:${noOf(2)}`]);
});
test('a key of the list is told, not done: Enter shows all keys', async () => {
  await startPalette();
  press('Control+k');
  input('?全选');
  await waitFor(() => expect(screen.getByRole('option').textContent).toBe('列表：全选，不论有没有取到CtrlA'));
  await tick();
  expect(foot()).toContain('全部按键');
  const shown = renderHook(() => useHelp());
  press('Enter');
  await waitFor(() => expect(shown.result.current).toBe(true));
  act(toggleHelp);
});

test('a refused command says why before on what, is marked as such, and Enter promises no more than that', async () => {
  await startPalette();
  const row = { id: '1', no: 'PH1', name: '张三 PH1', can: [], cannot: {} };
  renderHook(() => useHere({ on: 'order', row: () => row, selection: () => [], act: () => {} }));
  await enter(['Control+k', ...'派单']);
  const option = screen.getAllByRole('option').find(({ dataset }) => dataset.row === 'order.assign')!;
  expect(option.getAttribute('aria-disabled')).toBe('true');
  expect(option.textContent).toMatch(/^派单[^张]+ · 张三 PH1/);
  expect(foot()).toContain('看原因');
  expect(foot()).not.toContain('执行');
});
test('what is not possible is counted by itself, not with the records that the text finds', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'1']);
  await s.settle();
  act(() => palette.send({ type: 'turn' }));
  expect([ids(), said(), foot()]).toEqual([[], expect.not.stringMatching(/\d/), expect.not.stringContaining('共')]);
});
test('where a command of that name cannot be done here, that is said, and Tab shows why; a scope says what it looks for', async () => {
  const s = await startPalette();
  await enter(['Control+k', ...'派单']);
  await s.settle();
  await waitFor(() => expect(said()).toMatch(/^\d 条命令现在不能做：Tab 看原因$/));
  act(() => palette.send({ type: 'turn' }));
  expect(ids()[0]).toBe('denied:order.assign');
  press('Escape');
  input('#六安');
  await tick();
  await s.last('order').answer([]);
  await waitFor(() => expect(said()).toBe('没有找到“六安”。这里可以输入：订单号的任意一段、姓名、拼音、手机尾号或床号。'));
});

test('how the console looks stands below a person who answers as well, and above where nobody does', async () => {
  await startPalette();
  await enter(['Control+k', ...'lv']);
  expect(records().length).toBeGreaterThan(0);
  expect(ids()[0]).toMatch(/^order:/);
  expect(ids().indexOf('colour.green')).toBeGreaterThan(0);
  input('qianse');
  await tick();
  expect(ids()[0]).toBe('theme.light');
});
test('one heading stands once', async () => {
  const s = await startPalette();
  press('Control+k');
  for (const text of ['zs', 's', 'zhu', '单', 'd']) {
    input(text);
    await tick();
    await s.settle();
    const all = headings().map((heading) => heading!.split(' · ')[0]);
    expect(all.filter((heading, i) => heading === all[i - 1])).toEqual([]);
  }
});

test('Enter hard upon the name of a command does it', async () => {
  await startPalette();
  press('Control+k');
  await tick();
  type([...'订单管理', 'Enter']);
  expect(palette.getSnapshot().value).toBe('closed');
  expect(location.hash).toBe('#/order/index');
});

test('a mobile number as it is shown is found by what is shown of it', async () => {
  const s = await startPalette();
  await enter(['Control+k']);
  input('138****1003');
  await tick();
  expect(records()[0]).toBe(`order:${noOf(3)}`);
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('手机尾号 1003');
  expect(s.asked.map(({ q }) => q)).toContain('1003');
});
test('the key of what one has no right to says so, where its records are; not where there are none', () => {
  const assign = areas.flatMap(({ commands = [] }) => commands).find(({ id }) => id === 'order.assign')!;
  const person = { userId: '4', username: 'hospital', nickname: '', avatar: null, role: 4, roles: [], perms: [], paths: ['/order/index'] } as unknown as Viewer;
  const barred = barredCommands(areas, person);
  expect(barred.map(({ command }) => command.id)).toContain('order.assign');
  expect(barredCommands(areas, { ...person, paths: [] }).filter(({ command }) => command.on !== undefined)).toEqual([]);
  const here = renderHook(() => useHere({ on: 'order', row: () => undefined, selection: () => [], act: () => {} }));
  renderHook(() => useShortcuts([], barred));
  render(<Announcer />);
  press(assign.keys!);
  expect(document.body.textContent).toContain(`你的角色没有这项权限（${assign.may!}）`);
  here.unmount();
});
test('a name of which but some signs are typed is marked by those, and said to be such', async () => {
  await startPalette();
  await enter(['Control+k', ...'欧修']);
  press('w', { altKey: true, code: 'KeyW' });
  expect(marked(records()[0]!)).toEqual(['欧', '修']);
  expect([...document.querySelectorAll('dialog output')].map(({ textContent }) => textContent).join()).toContain('排在最前：姓名 · 依次有这些字，中间隔着别的');
});
test('the space behind the sign of a scope is no part of the text', async () => {
  await startPalette();
  await enter(['Control+k', '>', ' ', ...'性能']);
  expect([chips(), box().value]).toEqual([['命令'], '性能']);
  await enter([' ']);
  expect(box().value).toBe('性能 ');
});
test('orders of several numbers come as they were asked for, whatever their age', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(url));
    return new Response(JSON.stringify({ success: true, code: 200, message: '', result: [noOf(9), noOf(3)].map((orderNo) => ({ ...ROW, orderNo })), timestamp: 0 }), { headers: { 'content-type': 'application/json' } });
  });
  const rows = await find(`${noOf(3)} PH20010100001 ${noOf(9)}`, new AbortController().signal);
  vi.unstubAllGlobals();
  expect([asked.map((url) => url.replace(/.*\/orders/, '/orders')), rows.map(({ id }) => id)]).toEqual([[`/orders/rows?nos=${noOf(3)},PH20010100001,${noOf(9)}`], [`order:${noOf(3)}`, `order:${noOf(9)}`]]);
});
