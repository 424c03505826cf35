import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_KEYS } from '../../src/areas/account/key.ts';
import { own } from '../../src/areas/own/contract.ts';
import { ROW_ID } from '../../src/kernel/favour.ts';
import { useKeys } from '../../src/ui/bound-key.tsx';
import { LIST_KEYS } from '../../src/ui/key-entry.ts';
import { setOwnMemory, type Ran } from '../../src/ui/palette/memory-source.ts';
import { enter, freshPalette, startPalette } from '../kit/palette.tsx';
import { press } from '../kit/typist.ts';

// What a page does at once, chosen in the palette, is a line of the audit as any command is.
freshPalette();
let ran: Ran[];
let does: boolean;
beforeEach(async () => {
  [ran, does] = [[], true];
  await startPalette();
  setOwnMemory({ load: async () => ({ ids: [], texts: [] }), keep: async (changes) => changes, ran: async (told) => void ran.push(told) });
  renderHook(() => useKeys([LIST_KEYS.copy, LIST_KEYS.print, LIST_KEYS.filter, LIST_KEYS.columns, LIST_KEYS.next, ACCOUNT_KEYS.add, ACCOUNT_KEYS.status].map((entry) => [entry, () => does] as const)));
});
afterEach(() => setOwnMemory(null));
async function run(words: string): Promise<Ran[]> {
  await enter(['Control+k', ...words]);
  act(() => void press('Enter'));
  return ran.splice(0);
}

test.each([['复制成表格', 'list.copy'], ['打印', 'list.print'], ['启用或停用账号', 'account.status']])('%s is told by its name, which the server takes', async (words, id) => {
  expect(await run(words)).toEqual([{ id, on: [], count: 0 }]);
  expect([ROW_ID.test(id), own.ran.audit]).toEqual([true, 'command.run']);
});
test.each(['筛选', '选择列', '下一个状态', '新建账号'])('%s only opens something or leads to it: nothing is told', async (words) => {
  expect(await run(words)).toEqual([]);
});
test('nor is what had nothing to do', async () => {
  does = false;
  expect(await run('复制成表格')).toEqual([]);
});
