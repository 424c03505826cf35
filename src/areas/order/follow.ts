import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { AROUND, useBatches as useChanges, type Heard } from '../../ui/batches.ts';
import { call } from '../../ui/call.ts';
import { recall } from '../../ui/known.ts';
import type { Selection } from '../../ui/list/selection.ts';
import { heldRow } from '../../ui/list/source.ts';
import type { WindowStore } from '../../ui/list/window-store.ts';
import { useNoticeTotal } from '../../ui/notice/state.ts';
import { outdated } from '../../ui/read.ts';
import { live } from '../live/contract.ts';
import { forgetOrder, showRows } from './acted.ts';
import { order, type OrderRow } from './contract.ts';

/** Orders asked for at once; more than these, and the whole list is read again. */
const MOST = 200;

/** Hears of orders in batches while the page is shown. */
export const useBatches = (take: (heard: Heard) => Promise<void>, how?: Parameters<typeof useChanges>[2]): void => useChanges(live.orders, take, how);

const isOrder = (no: string) => (row: OrderRow): boolean => row.orderNo === no;
/** Brings what is shown of these orders up to date; what `shows` them already, such as one's own deed, is not asked for. What came, and the numbers of those that are gone. */
async function renew(changes: Heard['changes'], shows: (no: string) => number | undefined): Promise<{ rows: OrderRow[]; gone: string[] }> {
  const old = [...changes].flatMap(([no, version]) => {
    const shown = shows(no) ?? heldRow<OrderRow>('order', isOrder(no))?.version;
    return shown === undefined || (version !== null && shown >= version) ? [] : [no];
  });
  if (old.length === 0) return { rows: [], gone: [] };
  const rows = await rowsOf(old);
  showRows(rows);
  // gone, or out of reach: its page says so
  const gone = old.filter((no) => !rows.some(isOrder(no)));
  gone.forEach(forgetOrder);
  return { rows, gone };
}

/** Keeps an order's page as the order is. `version`: of what it shows. */
export function useFollowOrder(no: string, version: number | undefined): void {
  useBatches(async ({ changes, all }) => {
    if (all) forgetOrder(no);
    await renew(changes, (one) => (one === no ? Math.max(version ?? 0, recall<OrderRow>('order', no)?.version ?? 0) : undefined));
  }, { mine: no });
}

const ended = ({ status }: OrderRow): number => (status === 'closed' || status === 'cancelled' ? 1 : 0);
const byId = (a: OrderRow, b: OrderRow): number => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
/** Below 0 when `a` stands before `b`, as the server sorts. */
const newest = (a: OrderRow, b: OrderRow): number => byId(b, a);
const FACTS: Readonly<Record<string, (row: OrderRow) => string | number>> = { orderNo: (row) => row.orderNo, plannedStart: (row) => row.plannedStart, plannedEnd: (row) => row.plannedEnd, createdAt: (row) => row.createdAt, payable: (row) => row.payableFen, balance: (row) => row.balanceFen };
/** How two rows stand under this sort; null where rows do not tell. */
function comparing(sort: string | undefined): ((a: OrderRow, b: OrderRow) => number) | null {
  if (sort === undefined) return newest;
  if (sort === 'waiting') return longest;
  const [field = '', way] = sort.split(':');
  const fact = sort.includes(',') ? undefined : FACTS[field];
  if (fact === undefined) return null;
  return (a, b) => (fact(a) === fact(b) ? byId(a, b) : fact(a) < fact(b) ? -1 : 1) * (way === 'desc' ? -1 : 1);
}
const longest = (a: OrderRow, b: OrderRow): number => ended(a) - ended(b) || Date.parse(a.waitingSince) - Date.parse(b.waitingSince) || byId(a, b);

/** These orders as they are now, of those that are asked for. @throws CallFailure */
export async function rowsOf(nos: readonly string[], chosen: Record<string, string> = {}): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (let at = 0; at < nos.length; at += MOST) rows.push(...(await call(order.rows, { query: { ...chosen, nos: nos.slice(at, at + MOST).join(',') } })));
  return rows;
}
/**
 * Keeps a list of orders as they are without moving what one reads: rows change in their places, also those that the filters would
 * now leave out, and the selection with them. Returns how many belong into the list that are not in it; asking for them begins anew.
 */
export function useFollowList(store: WindowStore<OrderRow>, chosen: Record<string, string>, selection: Selection<OrderRow>): number {
  const [fresh, setFresh] = useState<{ store: WindowStore<OrderRow>; nos: ReadonlySet<string> }>({ store, nos: new Set() });
  /** Of the orders that were `asked` about, those that are `fitting` are new in the list. */
  const offer = (asked: readonly string[], fitting: readonly OrderRow[]): void => {
    const compare = comparing(chosen['sort']);
    // an order that only the server knows: nobody can say what is new in it
    const come = compare === null ? [] : fitting.filter((row) => store.amid((there) => compare(there, row) < 0)).map(({ orderNo }) => orderNo);
    setFresh((was) => ({ store, nos: new Set([...(was.store === store ? was.nos : []), ...come].filter((no) => come.includes(no) || !asked.includes(no))) }));
  };
  const selected = useRef(selection);
  useEffect(() => void (selected.current = selection));
  useBatches(async ({ changes, all }) => {
    if (all || changes.size > MOST) return store.refresh();
    const { rows, gone } = await renew(changes, (no) => selected.current.rows.get(no)?.version);
    const { rows: held, all: others, set } = selected.current;
    if (rows.some((row) => held.has(row.orderNo))) set(new Map([...held].map(([no, row]) => [no, rows.find(isOrder(no)) ?? row])), others);

    if (gone.some((no) => store.indexWhere(isOrder(no)) >= 0)) store.refresh();
  });
  // what stands around the rows is asked for seldomer than they are
  useBatches(async ({ changes }) => {
    outdated([order.counts]);
    const others = [...changes.keys()].filter((no) => store.indexWhere(isOrder(no)) < 0);
    const fitting = await rowsOf(others, chosen);
    if (others.length > 0) offer(others, fitting);
  }, { pace: AROUND });
  // an order that has waited for long is in the list by time alone, of which nobody tells but the notices
  const total = useNoticeTotal(chosen['due'] ?? '');
  const before = useRef({ store, total });
  useEffect(() => {
    const was = before.current;
    before.current = { store, total };
    if (was.store !== store || was.total === undefined || !(total! > was.total)) return;
    void call(order.list, { query: { ...(chosen as object), pageNum: '1', pageSize: String(MOST), count: '0' }, background: true }).then(({ list }) => {
      const come = list.filter(({ orderNo }) => store.indexWhere(isOrder(orderNo)) < 0);
      offer(come.map(({ orderNo }) => orderNo), come);
    }, () => {});
    // what was chosen is what the store stands for
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, total]);
  const waiting = (): number => (fresh.store !== store ? 0 : [...fresh.nos].filter((no) => store.indexWhere(isOrder(no)) < 0).length);
  return useSyncExternalStore(store.subscribe, waiting, () => 0);
}
