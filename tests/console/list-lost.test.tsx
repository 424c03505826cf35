// A list whose tools cannot be fetched: it says so, stays as it is, and tries anew.
import { act, fireEvent, render, screen } from '@testing-library/react';
import * as z from 'zod/mini';
import { useMemo } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoint } from '../../src/kernel/endpoint.ts';
import { announce, Announcer } from '../../src/ui/announce.tsx';
import { Boundary } from '../../src/ui/boundary.tsx';
import { activate, LocaleProvider } from '../../src/ui/language.tsx';
import { List } from '../../src/ui/list/list.tsx';
import { listMemory, setListMemory, type View } from '../../src/ui/list/memory-source.ts';
import { askViews, knownViews, withViews } from '../../src/ui/list/memory.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { navigate } from '../../src/ui/location.ts';

const exported = endpoint('POST /items/export', { may: 'signed-in', summary: '导出', body: z.any(), file: 'item', reply: z.null() });
beforeAll(() => {
  for (const [name, value] of [['offsetHeight', 640], ['offsetWidth', 1000], ['clientHeight', 640]] as const) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
beforeEach(async () => {
  // what the test before this one was told
  announce('');
  await activate('zh-cn');
  navigate('/order/index', { replace: true });
  setListMemory({ layout: async () => null, keepLayout: async () => {}, views: async () => [], addView: () => Promise.reject(new Error()), changeView: () => Promise.reject(new Error()), removeView: async () => null, exported: async () => null });
  await askViews(true);
});
const closed = vi.fn();
function Page({ asked }: { asked: boolean }) {
  const store = useMemo(() => new WindowStore<{ no: string }>(async (pageNum) => ({ list: [{ no: 'PH1' }, { no: 'PH2' }, { no: 'PH3' }], total: 3, pageNum, pageSize: 100 })), []);
  return <List path="/order/index" name="order" label="订单" hint="" store={store} columns={[{ id: 'no', header: '编号', width: 7, cell: (row) => row.no }]} keyOf={(row) => row.no} short={(row) => row.no} exports={{ endpoint: exported, columns: ['no'], asked, onClose: closed }} />;
}
async function open(asked = false) {
  render(<LocaleProvider><Boundary><Page asked={asked} /></Boundary><Announcer /></LocaleProvider>);
  await act(async () => {});
}
const press = (key: string, shiftKey = false) => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey }));

test.each([['C', '列', 'columns'], ['V', '视图', 'views'], ['E', '导出', 'export']])('Shift+%s without a network keeps rows and focus, and works the next time', async (key, name, file) => {
  const tool = `../../src/ui/list/${file}.drawer.tsx`;
  vi.doMock(tool, () => {
    throw new Error('ChunkLoadError');
  });
  await open();
  await press('j');
  await press('j');
  const row = document.activeElement;
  expect(row?.textContent).toMatch(/^PH/);
  await press(key, true);
  expect(await screen.findByText('网络不通')).toBeTruthy();
  expect([screen.queryByRole('dialog'), document.activeElement, screen.getAllByRole('row').length]).toEqual([null, row, 4]);
  vi.doUnmock(tool);
  await press(key, true);
  expect(await screen.findByRole('dialog', { name }, { timeout: 20_000 })).toBeTruthy();
});
test('views are as they are by now once a change of one was refused: it was removed, or changed, at another computer', async () => {
  const view = (id: string, version: number): View => ({ id, list: 'order', name: `视图${id}`, query: '', layout: null, shared: null, place: 0, own: true, owner: '我', version });
  let there = [view('1', 1), view('2', 1)];
  setListMemory({ ...listMemory()!, views: async () => there, removeView: () => Promise.reject(new Error('404')) });
  await askViews(true);
  there = [view('2', 2)];
  await expect(withViews((memory) => memory.removeView('1'))).rejects.toThrow('404');
  expect(knownViews()).toEqual(there);
});
test('what the address asked for and did not come is taken back', async () => {
  vi.resetModules();
  vi.doMock('../../src/ui/list/export.drawer.tsx', () => {
    throw new Error('ChunkLoadError');
  });
  await open(true);
  expect(await screen.findByText('网络不通')).toBeTruthy();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(screen.getAllByRole('row').length).toBe(4);
  vi.doUnmock('../../src/ui/list/export.drawer.tsx');
});
