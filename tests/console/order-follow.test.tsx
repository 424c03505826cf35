// What a list of orders tells to be new in it: what was heard, whatever else was heard beside it.
import { useEffect } from 'react';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OrderRow } from '../../src/areas/order/contract.ts';
import { useFollowList, useFollowOrder } from '../../src/areas/order/follow.ts';
import { heldRow, useWindows } from '../../src/ui/list/source.ts';
import { setNoticeSource } from '../../src/ui/notice/source.ts';
import { readAgain } from '../../src/ui/notice/state.ts';
import { WindowStore } from '../../src/ui/list/window-store.ts';
import { answerBy, enter } from '../kit/console.ts';
import { ROW } from '../kit/shown-order.ts';

const order = (n: number): OrderRow => ({ ...ROW, id: String(n), orderNo: `PH${n}` });
let selected: { rows: ReadonlyMap<string, OrderRow>; all: boolean };
const SELECTION = { get rows() { return selected.rows; }, get all() { return selected.all; }, set: (rows: ReadonlyMap<string, OrderRow>, all = false) => void (selected = { rows, all }) };
let chosen: Record<string, string> = {};
let say: (message: unknown) => void;
let asked: string[][];
let late: number[];
let leave: () => Promise<void>;
let store: WindowStore<OrderRow>;
function Shown() {
  return <output>{useFollowList(store, chosen, SELECTION)}</output>;
}
beforeEach(async () => {
  asked = [];
  late = [];
  chosen = {};
  selected = { rows: new Map(), all: false };
  say = () => {
    throw new Error('nobody listens yet');
  };
  answerBy(({ path, query }) => {
    if (path.startsWith('/live')) return new Response(new ReadableStream<Uint8Array>({ start: (hand) => void (say = (message) => hand.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`))) }), { headers: { 'content-type': 'text/event-stream' } });
    if (path === '/orders') return { list: late.map(order), total: null, pageNum: 1, pageSize: 200 };
    if (path !== '/orders/rows') return {};
    const nos = new URLSearchParams(query).get('nos')!.split(',');
    asked.push(nos);
    return nos.map((no) => order(Number(no.slice(2))));
  });
  leave = await enter({ userId: '7', username: 'ops', nickname: '小周', avatar: null, role: 2, roles: ['operation'], perms: ['biz:order:list'] });
  // the reader stands in rows that do not change: what is new is above them
  store = new WindowStore<OrderRow>(async (pageNum) => ({ list: Array.from({ length: 100 }, (_, i) => order(900 - (pageNum - 1) * 100 - i)), total: 900, pageNum, pageSize: 100 }));
  store.begin();
  render(<Shown />);
  await waitFor(() => expect(() => say({ of: '/live', said: { no: 'PH900', version: 1 } })).not.toThrow(), { timeout: 5_000 });
});
afterEach(() => leave());

test.each([
  ['alone', []],
  ['with word that some may have been missed', [null]],
  ['with more than are asked for at once', Array.from({ length: 260 }, (_, i) => ({ of: '/live', said: { no: `PH${i + 1_001}`, version: 1 } }))],
])('an order that was heard of %s is new', async (_, beside) => {
  await act(async () => [...beside, { of: '/live', said: { no: 'PH1000', version: 1 } }].forEach(say));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(String(1 + beside.filter((one) => one !== null).length)), { timeout: 10_000 });
  expect(asked.flat()).toContain('PH1000');
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(200);
});
test.each([[true, 'all but one'], [false, 'that one']])('where one of the rows that are named changes, what is selected stays (all: %s) %s', async (all) => {
  selected = { rows: new Map([['PH900', { ...order(900), version: -1 }]]), all };
  await act(async () => say({ of: '/live', said: { no: 'PH900', version: 999 } }));
  await waitFor(() => expect(selected.rows.get('PH900')!.version).toBe(ROW.version));
  expect([selected.all, [...selected.rows.keys()]]).toEqual([all, ['PH900']]);
});
test('of more rows at hand than are asked for at once the page of an order asks in parts', async () => {
  cleanup();
  function Page() {
    const list = useWindows<OrderRow>('order', {}, async ({ pageNum }) => ({ list: Array.from({ length: 100 }, (_, i) => order(900 - (Number(pageNum) - 1) * 100 - i)), total: 900, pageNum: Number(pageNum), pageSize: 100 }));
    useEffect(() => {
      list.begin();
      list.want(0, 299);
    }, [list]);
    useFollowOrder('PH900', 1);
    return null;
  }
  render(<Page />);
  await waitFor(() => expect([heldRow<OrderRow>('order', ({ orderNo }) => orderNo === 'PH601')]).not.toEqual([undefined]));
  await act(async () => Array.from({ length: 260 }, (_, i) => ({ of: '/live', said: { no: `PH${900 - i}`, version: 999 } })).forEach(say));
  await waitFor(() => expect(new Set(asked.flat()).size).toBe(260), { timeout: 5_000 });
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(200);
});
test('under a sort that goes up, of two that are alike the newer one stands behind, where nothing is held yet', async () => {
  cleanup();
  chosen = { sort: 'plannedStart' };
  store = new WindowStore<OrderRow>(async (pageNum) => ({ list: Array.from({ length: 100 }, (_, i) => order((pageNum - 1) * 100 + i + 1)), total: 900, pageNum, pageSize: 100 }));
  store.begin();
  render(<Shown />);
  await waitFor(() => expect(store.at(0)).toBeDefined());
  await act(async () => say({ of: '/live', said: { no: 'PH1000', version: 1 } }));
  await waitFor(() => expect(asked.flat()).toContain('PH1000'), { timeout: 5_000 });
  await act(async () => void (await new Promise((done) => setTimeout(done, 50))));
  expect(screen.getByRole('status').textContent).toBe('0');
});
test('an order that has waited too long by time alone is new in the list of those, once the bell counts it', async () => {
  cleanup();
  chosen = { due: 'waits_long' };
  let total = 2;
  setNoticeSource({ kinds: () => [], follow: () => () => {}, seen: async () => ({ at: '', of: {} }), read: async () => ({ at: '', of: { waits_long: { total, unread: 0, names: [] } } }) });
  onTestFinished(() => setNoticeSource(null));
  store = new WindowStore<OrderRow>(async (pageNum) => ({ list: [order(5), order(3)], total: 2, pageNum, pageSize: 100 }));
  store.begin();
  await readAgain();
  render(<Shown />);
  await waitFor(() => expect(store.at(0)).toBeDefined());
  [total, late] = [3, [5, 4, 3]];
  await act(readAgain);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'));
  expect([store.at(0)?.orderNo, store.at(1)?.orderNo]).toEqual(['PH5', 'PH3']);
});
