// The keys that one has chosen for the next row and the one before, with whatever is held beside them, in every kind of rows.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CellGrid } from '../../src/areas/caregiver/cell-grid.tsx';
import { Rank } from '../../src/ui/chart/rank.tsx';
import { Twin } from '../../src/ui/chart/twin.tsx';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { LocaleProvider } from '../../src/ui/language.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { Rows, useCurrent } from '../../src/ui/short-rows.tsx';
import { press } from '../kit/typist.ts';

interface Item {
  no: string;
}
const ITEMS: Item[] = ['甲', '乙', '丙', '丁'].map((no) => ({ no }));
const COLUMNS = [{ id: 'no', header: '编号', width: 7, cell: ({ no }: Item) => no }];
const serve = async () => ({ list: ITEMS, total: ITEMS.length, pageNum: 1, pageSize: 100 });
const selected = vi.fn();
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640], ['offsetTop', 40]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
afterEach(() => {
  cleanup();
  selected.mockReset();
  act(() => setKeyboard({ single: true, keys: {} }));
});

function Windowed() {
  const [store] = useState(() => new WindowStore<Item>(serve));
  return <List path="/order/index" label="行" hint="" store={store} columns={COLUMNS} keyOf={({ no }) => no} short={({ no }) => no} selection={{ rows: new Map(), all: false, set: (rows) => void selected(...rows.keys()), nameOf: ({ no }) => no }} />;
}
function Short() {
  const current = useCurrent(ITEMS, ({ no }) => no);
  return <Rows label="行" heads={[{ words: '编号' }]} rows={ITEMS} keyOf={({ no }) => no} cells={({ no }) => [no]} current={current} onOpen={() => {}} />;
}
function Cells() {
  const [at, move] = useState({ row: 0, column: 0 });
  const [stores] = useState(() => [new WindowStore<never>(serve as never)]);
  return <CellGrid label="行" stores={stores} count={ITEMS.length} total={ITEMS.length} height={40} width={{ lead: 5, column: 5 }} columns={[{ key: 'a', head: '一' }]} at={at} onMove={move} onOpen={() => {}} cell={({ row }) => ITEMS[row]?.no} />;
}
function Ranked() {
  const [at, move] = useState(0);
  return <Rank label="行" heads={{ name: '名', value: '数', more: [] }} numbered={false} rows={ITEMS.map(({ no }) => ({ key: no, place: 1, name: no, title: no, value: '1', share: 1, more: [] }))} at={at} onMove={move} onOpen={() => {}} />;
}
function Table() {
  const [at, move] = useState(0);
  return <Twin label="行" heads={['名', '数']} rows={ITEMS.map(({ no }) => ({ key: no, cells: [no, '1'] }))} at={at} onMove={move} />;
}
const here = (): string => document.activeElement!.textContent!.slice(0, 1);
const CHOSEN = [['Alt+n', 'n', { altKey: true }], ['$mod+m', 'm', { ctrlKey: true }], ['Shift+N', 'N', { shiftKey: true }], ['Shift+F9', 'F9', { shiftKey: true }]] as const;

test.each([['a list', Windowed], ['short rows', Short], ['cells', Cells], ['a ranking', Ranked], ['the table of a picture', Table]])('in %s', async (_, Kind) => {
  render(<LocaleProvider><Kind /></LocaleProvider>);
  await act(async () => {});
  act(() => document.querySelector<HTMLElement>('[tabindex="0"]:is([role=row], [role=gridcell], tr)')!.focus());
  for (const [keys, key, held] of CHOSEN) {
    act(() => setKeyboard({ keys: { 'list.down': keys, 'list.up': 'Alt+u' } }));
    expect([keys, here()]).toEqual([keys, '甲']);
    expect(press(key, held)).toBe(false);
    expect([keys, here()]).toEqual([keys, '乙']);
    press('u', { altKey: true });
  }
  // what nobody has chosen is none: neither the letter alone nor an arrow with Alt
  press('n');
  press('ArrowDown', { altKey: true });
  expect([here(), selected.mock.calls]).toEqual(['甲', []]);
});
test('it selects nothing; Shift with an arrow does', async () => {
  render(<LocaleProvider><Windowed /></LocaleProvider>);
  await screen.findByText('甲');
  act(() => setKeyboard({ keys: { 'list.down': 'Shift+N' } }));
  act(() => document.querySelector<HTMLElement>('[tabindex="0"][role=row]')!.focus());
  press('N', { shiftKey: true });
  expect([here(), selected.mock.calls]).toEqual(['乙', []]);
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown', shiftKey: true });
  expect(selected).toHaveBeenLastCalledWith('乙', '丙');
});
