import type { Status } from '../../../machines/order.ts';
import type { Feed, Finder, FoundRow } from '../../kernel/area.ts';
import { severalIn, type Told } from '../../kernel/found.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { formatOf } from '../../ui/format.ts';
import { remember } from '../../ui/known.ts';
import { currentI18n, currentLanguage } from '../../ui/language.tsx';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { live } from '../live/contract.ts';
import { order, type OrderRow } from './contract.ts';
import { placeOf } from './words.ts';

/** An order of the server; it leaves what it knows for its page. */
const rowOf = (one: OrderRow): FoundRow => ({
  id: `order:${one.orderNo}`,
  title: `${one.patientName} ${one.orderNo}`,
  detail: placeOf([one.hospitalName, one.departmentName], one.bedNo, (words) => currentI18n()._(words)),
  trailing: formatOf(currentLanguage()).dayRange(one.plannedStart, one.plannedEnd),
  status: { words: STATUS_WORDS[one.status], tone: STATUS_TONE[one.status] },
  to: href('/order/:no', { no: one.orderNo }),
  remember: () => remember('order', one.orderNo, one),
});
/** Orders for the palette; of several numbers each that there is, in their order. */
export const find: Finder = async (q, signal, spelled = q) => {
  const nos = severalIn(q);
  if (nos.length === 0) return (await call(order.find, { query: { q: spelled }, signal })).map(({ row: one, why, marks }) => ({ ...rowOf(one), why, marks }));
  const rows = await call(order.rows, { query: { nos: nos.join(',') }, signal });
  return nos.flatMap((no) => rows.filter(({ orderNo }) => orderNo === no).map(rowOf));
};
/** Those that have ended too. */
export const read = async (nos: readonly string[]): Promise<FoundRow[]> => (await call(order.rows, { query: { nos: nos.join(',') }, background: true })).map(rowOf);

/** What a line of the index says of an order: its page shows it until more is known. */
export type OrderLine = Pick<Told, 'name' | 'place' | 'bed' | 'from' | 'to'> & { status: Status };
/** An order of the index; it leaves what it knows for its page. */
export const row = ({ id, code, name, place, bed, status, from, to, why }: Told): FoundRow => ({
  id,
  title: `${name} ${code}`,
  detail: placeOf([place], bed === '' ? null : bed, (words) => currentI18n()._(words)),
  trailing: formatOf(currentLanguage()).dayRange(from, to),
  status: { words: STATUS_WORDS[status as Status], tone: STATUS_TONE[status as Status] },
  why,
  to: href('/order/:no', { no: code }),
  remember: () => remember('order.line', code, { name, place, bed, from, to, status: status as Status } satisfies OrderLine),
});
/** What the index of orders is read by. */
export const feed: Feed = {
  page: ({ nos, stamp, ...asked }, signal) =>
    nos === undefined ? call(order.index, { query: { ...asked, stamp }, signal, background: true }) : call(order.lines, { query: { nos: nos.join(','), stamp }, signal, background: true }),
  live: live.orders,
};
