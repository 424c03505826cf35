import type { Finder } from '../../kernel/area.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { formatOf } from '../../ui/format.ts';
import { remember } from '../../ui/known.ts';
import { currentI18n, currentLanguage } from '../../ui/language.tsx';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { order } from './contract.ts';
import { placeOf } from './words.ts';

/** Orders for the palette; each leaves what it knows for its page. */
export const find: Finder = async (q, signal) => {
  const found = await call(order.find, { query: { q }, signal });
  const format = formatOf(currentLanguage());
  return found.map(({ row, why }) => ({
    id: `order:${row.orderNo}`,
    title: `${row.patientName} ${row.orderNo}`,
    detail: placeOf([row.hospitalName, row.departmentName], row.bedNo, (words) => currentI18n()._(words)),
    trailing: format.dayRange(row.plannedStart, row.plannedEnd),
    status: { words: STATUS_WORDS[row.status], tone: STATUS_TONE[row.status] },
    why,
    to: href('/order/:no', { no: row.orderNo }),
    remember: () => remember('order', row.orderNo, row),
  }));
};
