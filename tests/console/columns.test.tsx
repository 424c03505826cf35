// The columns of a list by their keys: they are the registry's, shown as one has chosen them.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownEntries } from '../../src/ui/key-entry.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import ColumnsDrawer from '../../src/ui/list/columns.drawer.tsx';
import { keepLayout } from '../../src/ui/list/memory.ts';
import { setListMemory, type ListMemory } from '../../src/ui/list/memory-source.ts';
import { press } from '../kit/typist.ts';

const COLUMNS = [{ id: 'no', header: '编号', width: 7, sort: 'no', cell: () => null }, { id: 'name', header: '姓名', width: 5, cell: () => null }];
const ENTRIES = COLUMNS.map(({ id }) => ({ id, shown: true, pinned: false, width: null }));
const [changed, sorted] = [vi.fn(), vi.fn()];
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name });
beforeEach(async () => {
  await activate('zh-cn');
  render(<LocaleProvider><ColumnsDrawer columns={COLUMNS} entries={ENTRIES} sort={[]} onChange={changed} onSort={sorted} onClose={() => {}} /></LocaleProvider>);
  act(() => box('编号').focus());
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  act(() => setKeyboard({ single: true, keys: {} }));
});
/** What of the first column was changed last. */
const first = (): unknown => changed.mock.lastCall?.[0].find(({ id }: { id: string }) => id === 'no');

test('each key does what its button does, also where single characters are no shortcuts: they are heard on a column alone', () => {
  for (const single of [true, false]) {
    act(() => setKeyboard({ single }));
    press('p');
    expect(first()).toMatchObject({ pinned: true });
    press('s');
    press('S', { shiftKey: true });
    expect(sorted.mock.calls).toEqual([['no', false], ['no', true]]);
    sorted.mockClear();
    press('ArrowRight', { altKey: true });
    expect(first()).toMatchObject({ width: 8 });
    press('0');
    expect(first()).toMatchObject({ width: null });
    press('ArrowDown', { altKey: true });
    expect(changed.mock.lastCall![0].map(({ id }: { id: string }) => id)).toEqual(['name', 'no']);
    changed.mockClear();
  }
  press('ArrowDown');
  expect(document.activeElement).toBe(box('姓名'));
  // no field to sort by; and a key of an input method is none
  press('s');
  press('p', { isComposing: true });
  expect([sorted.mock.calls, changed.mock.calls]).toEqual([[], []]);
});
test('they are in the registry, on the buttons and in the hint, as one has chosen them', () => {
  const hint = (): string => document.querySelector('dialog p')!.textContent!;
  const said = (name: string): string | null => screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts');
  expect(ownEntries().filter(({ id }) => id.startsWith('column.')).map(({ keys }) => keys)).toEqual(['Alt+ArrowUp|Alt+ArrowDown', 'Alt+ArrowLeft|Alt+ArrowRight', '0', 'p', 's', 'Shift+S']);
  expect([said('固定 编号'), said('按 编号 排序'), said('编号 宽一些'), said('编号 前移'), hint()]).toEqual(['p', 's', 'Alt+ArrowRight', 'Alt+ArrowUp', expect.stringMatching(/P 固定在左边.*S 排序/)]);
  act(() => setKeyboard({ keys: { 'column.pin': 'Alt+q', 'column.sort': null } }));
  press('p');
  press('s');
  expect([changed.mock.calls, sorted.mock.calls]).toEqual([[], []]);
  press('q', { altKey: true });
  expect(first()).toMatchObject({ pinned: true });
  expect([said('固定 编号'), said('按 编号 排序'), hint()]).toEqual(['Alt+q', null, expect.not.stringMatching(/P 固定|S 排序/)]);
});

test('what was arranged is sent once it rests, or at once when the page goes, and once in all', () => {
  vi.useFakeTimers();
  const kept = vi.fn(async () => null);
  setListMemory({ keepLayout: kept } as unknown as ListMemory);
  const layout = { columns: [], sort: 'no' };
  keepLayout('order', { columns: [], sort: null });
  keepLayout('order', layout);
  expect(kept).not.toHaveBeenCalled();
  dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(5_000);
  expect(kept.mock.calls).toEqual([['order', layout, true]]);
  keepLayout('order', null);
  vi.advanceTimersByTime(5_000);
  expect(kept.mock.calls.slice(1)).toEqual([['order', null, false]]);
  vi.useRealTimers();
});
