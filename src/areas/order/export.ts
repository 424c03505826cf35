import type { Ask } from '../../host/answer.ts';
import type { Download } from '../../host/download.ts';
import { exportList, type Exported } from '../../host/list/export.ts';
import { wordsOf, type Worded } from '../../host/list/word.ts';
import type { Language } from '../../kernel/error.ts';
import type { order, ORDER_EXPORTED, OrderRow } from './contract.ts';
import { ORDER_LIST } from './list.ts';
import { shownOf, type ShownOrder } from './row.ts';
import { orderFiltered } from './store.ts';

type Both = readonly [zh: string, en: string];
const inWords = ([zh, en]: Both, language: Language): string => (language === 'en' ? en : zh);
const PAYMENT: Record<OrderRow['paymentState'], Both> = { unpaid: ['未付', 'Unpaid'], partial: ['部分付', 'Partly paid'], paid: ['已付清', 'Paid'], refund_due: ['应退', 'Refund due'] };
const HALF: Record<OrderRow['startHalf'], Both> = { AM: ['上午', 'AM'], PM: ['下午', 'PM'] };
/** Yuan, as a number that a spreadsheet adds up. */
const yuan = (fen: number): number => fen / 100;
/** When, on the clocks of the hospitals. */
const local = (instant: string): string => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const place = (row: ShownOrder): string => [row.hospitalName, row.departmentName, row.wardName, row.bedNo].filter((part) => part !== null && part !== '').join(' · ');

/** The columns of a sheet of orders. */
const columnsOf = (word: Worded): Record<(typeof ORDER_EXPORTED)[number], Exported<ShownOrder>> => ({
  no: { heading: ['订单号', 'Order no.'], cell: (row) => row.orderNo },
  patient: { heading: ['患者', 'Patient'], width: 12, cell: (row) => row.patientName },
  status: { heading: ['状态', 'Status'], width: 12, cell: (row) => word('order_status', row.status) },
  place: { heading: ['医院与床位', 'Hospital and bed'], width: 40, cell: place },
  hospital: { heading: ['医院', 'Hospital'], width: 24, cell: (row) => row.hospitalName },
  department: { heading: ['科室', 'Department'], cell: (row) => row.departmentName },
  ward: { heading: ['病区', 'Ward'], cell: (row) => row.wardName },
  bed: { heading: ['床号', 'Bed'], width: 8, cell: (row) => row.bedNo },
  service: { heading: ['服务', 'Service'], width: 24, cell: (row) => row.serviceName },
  days: { heading: ['起止', 'Dates'], width: 24, cell: (row) => `${row.plannedStart} – ${row.plannedEnd}` },
  start: { heading: ['开始', 'Start'], cell: (row, language) => `${row.plannedStart} ${inWords(HALF[row.startHalf], language)}` },
  end: { heading: ['结束', 'End'], cell: (row, language) => `${row.plannedEnd} ${inWords(HALF[row.endHalf], language)}` },
  caregiver: { heading: ['护工', 'Caregiver'], width: 12, cell: (row) => row.caregiverName },
  caregiverNo: { heading: ['护工工号', 'Staff number'], cell: (row) => row.caregiverNo },
  waiting: { heading: ['等待自', 'Waiting since'], width: 18, cell: (row) => local(row.waitingSince) },
  payable: { heading: ['应收（元）', 'Amount due (CNY)'], width: 12, cell: (row) => yuan(row.payableFen) },
  balance: { heading: ['待收（元）', 'Balance (CNY)'], width: 12, cell: (row) => yuan(row.balanceFen) },
  payment: { heading: ['付款', 'Payment'], width: 10, cell: (row, language) => inWords(PAYMENT[row.paymentState], language) },
  created: { heading: ['下单时间', 'Ordered'], width: 18, cell: (row) => local(row.createdAt) },
});

/** The chosen orders as a sheet, in the reader's language. */
export async function exportOrders(ask: Ask<typeof order.export>): Promise<Download> {
  const { reach, body, from } = ask;
  const columns = columnsOf(await wordsOf(reach, ['order_status'], from.language));
  return exportList(ask, { list: ORDER_LIST, filter: orderFiltered(body.selection.filter), columns, title: ['订单', 'orders'], entity: 'order', rowsOf: (ids) => shownOf(reach, ids) }, body);
}
