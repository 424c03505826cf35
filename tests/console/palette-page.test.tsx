import { msg } from '@lingui/core/macro';
import { act, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_KEYS } from '../../src/areas/account/key.ts';
import { BOOK_KEYS } from '../../src/areas/book/key.ts';
import { DEPARTMENT_KEYS } from '../../src/areas/department/key.ts';
import { DICTIONARY_KEYS } from '../../src/areas/dictionary/key.ts';
import type { KeyEntry } from '../../src/kernel/area.ts';
import { useKeys } from '../../src/ui/bound-key.tsx';
import { LIST_KEYS } from '../../src/ui/key-entry.ts';
import { setKeyboard } from '../../src/ui/keyboard.ts';
import { activate } from '../../src/ui/language.tsx';
import { palette } from '../../src/ui/palette/actor.ts';
import { box, enter, freshPalette, headings, ids, startPalette } from '../kit/palette.tsx';
import { press, type } from '../kit/typist.ts';

// What the page can do that has a key: the verbs of its list.
const VERBS = ['export', 'columns', 'views', 'filter', 'find', 'all', 'clear', 'print', 'jump', 'copy'] as const;
const done = vi.fn();
function Page() {
  useKeys([...VERBS.map((name) => [LIST_KEYS[name], () => void done(name, palette.getSnapshot().matches('closed'))] as const), [LIST_KEYS.down, () => void done('down')], [LIST_KEYS.unpeek, () => void done('unpeek')], [LIST_KEYS.open]]);
  return null;
}
const start = async () => {
  await startPalette();
  return render(<Page />);
};
freshPalette();
beforeEach(() => {
  done.mockReset();
});
afterEach(() => setKeyboard({ keys: {} }));
const caps = (id: string) => [...document.querySelectorAll(`[data-row="${id}"] kbd`)].map((cap) => cap.textContent).join('+');

test.each([
  ['zh-cn', '导出', 'export'], ['zh-cn', 'export', 'export'], ['zh-cn', 'daochu', 'export'], ['zh-cn', '列', 'columns'], ['zh-cn', 'columns', 'columns'], ['zh-cn', '视图', 'views'], ['zh-cn', '筛选', 'filter'], ['zh-cn', '查找', 'find'], ['zh-cn', '全选', 'all'], ['zh-cn', 'select all', 'all'],
  ['en', 'export', 'export'], ['en', 'columns', 'columns'], ['en', 'views', 'views'], ['en', 'filter', 'filter'], ['en', 'find', 'find'], ['en', 'print', 'print'], ['en', '全选', 'all'],
] as const)('in %s “%s” is done to the list, with the palette closed', async (language, text, name) => {
  await activate(language);
  await start();
  await enter(['Control+k', ...text]);
  expect(ids()[0]).toBe(LIST_KEYS[name].id);
  press('Enter');
  expect(done.mock.calls).toEqual([[name, true]]);
});
test('with the key as one has chosen it; in the scope of commands before typing; nothing that only moves', async () => {
  await start();
  await enter(['Control+k', ...'导出']);
  expect(caps('list.export')).toBe('Shift+E');
  await enter(['Escape', '>']);
  expect(ids().filter((id) => id!.startsWith('list.'))).toEqual(VERBS.map((name) => LIST_KEYS[name].id));
  expect(headings()).toContain('命令');
  press('Escape');
  press('Escape');
  setKeyboard({ keys: { 'list.export': 'Shift+X' } });
  await enter(['Control+k', ...'导出']);
  expect(caps('list.export')).toBe('Shift+X');
});
const TIDY: KeyEntry = { scope: 'page', id: 'x.tidy', keys: 'y', words: msg`整理已删除的` };
function Others({ entries }: { entries: readonly KeyEntry[] }) {
  useKeys(entries.map((entry) => [entry, () => void done(entry.id)] as const));
  return null;
}
test.each([['zh-cn', 'chongzhimima'], ['zh-cn', 'czmm'], ['zh-cn', 'reset password'], ['en', '重置密码'], ['en', 'chongzhimima']] as const)('in %s “%s” finds what a page of an area can do', async (language, text) => {
  await activate(language);
  await startPalette();
  render(<Others entries={Object.values(ACCOUNT_KEYS)} />);
  await enter(['Control+k', ...text]);
  expect(ids()[0]).toBe('account.reset');
});
test.each([ACCOUNT_KEYS.remove, DICTIONARY_KEYS.remove, DEPARTMENT_KEYS.remove, BOOK_KEYS.remove])('what deletes stands behind what else is called so: $id', async (remove) => {
  await startPalette();
  render(<Others entries={[remove, TIDY]} />);
  for (const text of ['删除', 'shanchu', '删']) {
    await enter(['Control+k', ...text]);
    const found = ids().filter((id) => id === remove.id || id === TIDY.id);
    expect([text, found]).toEqual([text, text === 'shanchu' ? [remove.id] : [TIDY.id, remove.id]]);
    type(['Escape', 'Escape']);
  }
  await enter(['Control+k', '>']);
  await waitFor(() => expect(ids().filter((id) => id === remove.id || id === TIDY.id)).toEqual([TIDY.id, remove.id]));
});
test('what is not on the page is not there', async () => {
  const { unmount } = await start();
  unmount();
  await enter(['Control+k', ...'列表']);
  expect([ids(), box().value]).toEqual([[], '列表']);
});
test('what is not possible stands under Tab with the key that one has chosen for it', async () => {
  setKeyboard({ keys: { 'order.assign': 'Shift+X' } });
  await startPalette();
  await enter(['Control+k', ...'派单']);
  act(() => palette.send({ type: 'turn' }));
  expect(caps('denied:order.assign')).toBe('Shift+X');
});
