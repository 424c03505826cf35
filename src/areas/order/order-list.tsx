import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Status as OrderStatus } from '../../../machines/order.ts';
import { readDid } from '../../kernel/did.ts';
import { href } from '../../kernel/href.ts';
import { NEW_UNDONE } from '../../kernel/recorded.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useQuery } from '../../ui/location.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import type { Filter } from '../../ui/list/filter.tsx';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { Status } from '../../ui/status.tsx';
import { hospital } from '../hospital/contract.ts';
import { BAND_NAMES, DID, type Deed, type OrderRow } from './contract.ts';
import { Place } from './line.tsx';
import { DEED_WORDS, OWED_WORDS, PAYMENT_WORDS } from './words.ts';

/** The tabs, as an order goes through them: what waits for someone first. */
const TABS: readonly OrderStatus[] = ['pending_assign', 'pending_service', 'in_service', 'pending_payment', 'pending_evaluation', 'refunding', 'closed', 'cancelled'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
// 0 too, which is none (domain.md)
const ID = /^\d{1,18}$/;
/** A reason as a chip has room for it. */
const shortened = (text: string): string => text.replace(/^(.{24}).+/su, '$1…');
/** The address of an order. */
export const addressOf = (row: Pick<OrderRow, 'orderNo'>): string => href('/order/:no', { no: row.orderNo });

/** The named filters of the orders, as tabs, dashboards and older links have them; what is typed are its fields (order-field.ts). */
export function useOrderFilters(departments: readonly { value: string; label: string }[]): Filter[] {
  const { t, i18n } = useLingui();
  const { label: statusOf } = useDictionary('order_status');
  const { label: methodOf } = useDictionary('pay_method');
  const hospitals = useRead(hospital.options).data;
  const me = useViewer()?.userId;
  const { dayRange } = useFormat();
  const did = useQuery().get('did') ?? undefined;
  const said = (text: string): string => {
    const read = readDid<Deed>(text, DID);
    if (read === null) return text;
    const { deed, from, to, key, reason } = read;
    const named = deed === 'cancelled' && reason === NEW_UNDONE ? t`撤销新建` : reason;
    const why = named === undefined ? [] : [named === '' ? t`没有写明原因` : t`原因：${shortened(named)}`];
    return [i18n._(DEED_WORDS[deed]), dayRange(from, to), ...(key === undefined ? [] : [methodOf(key, key)]), ...why].join(' ');
  };
  return [
    { name: 'status', label: t`状态`, tab: true, options: TABS.map((status) => ({ value: status, label: statusOf(status, i18n._(STATUS_WORDS[status])) })) },
    { name: 'patientId', label: t`同一患者`, options: [], accepts: ID, more: true },
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: ID },
    { name: 'departmentId', label: t`科室`, options: departments, accepts: ID },
    { name: 'due', label: t`日期`, more: true, daily: true, options: [{ value: 'starts_today', label: t`今天开始` }, { value: 'ends_today', label: t`今天结束` }, { value: 'overdue', label: t`过期未办` }, { value: 'waits_long', label: t`待派单超过 4 小时` }] },
    { name: 'keeperId', label: t`经办`, more: true, options: me === undefined ? [] : [{ value: me, label: t`我` }], accepts: ID },
    { name: 'from', label: t`从`, options: [], accepts: DAY, typed: 'date' as const, more: true },
    { name: 'to', label: t`到`, options: [], accepts: DAY, typed: 'date' as const, more: true },
    { name: 'caregiverNo', label: t`护工工号`, options: [], accepts: /^[\w-]{1,32}$/, typed: 'search' as const, more: true },
    { name: 'servedBy', label: t`在服务或最后服务的护工`, options: [], accepts: /^[\w-]{1,32}$/, more: true },
    { name: 'unpaid', label: t`待收`, more: true, options: [{ value: '1', label: t`有欠款` }] },
    { name: 'owed', label: t`账龄`, more: true, daily: true, options: BAND_NAMES.map((band) => ({ value: band, label: i18n._(OWED_WORDS[band]) })) },
    // it comes from a figure alone: nobody chooses one here
    ...(did === undefined || !DID.test(did) ? [] : [{ name: 'did', label: t`期间`, options: [{ value: did, label: said(did) }], accepts: DID, more: true }]),
  ];
}

/** The columns of the orders; how long one waits shows where that is the order of the list. */
export function useOrderColumns(waiting: boolean): Column<OrderRow>[] {
  const { t, i18n } = useLingui();
  const { label: statusOf } = useDictionary('order_status');
  const format = useFormat();
  // words are wider in English, and its months are words
  const english = useLanguage() === 'en';
  return useMemo((): Column<OrderRow>[] => [
    { id: 'no', header: t`订单号`, width: 7.5, sort: 'orderNo', cell: (row) => <a href={`#${addressOf(row)}`} tabIndex={-1}>{row.orderNo}</a> },
    { id: 'patient', header: t`患者`, width: 4, grow: 0.7, sort: 'patientName', cell: (row) => <Line text={row.patientName} strong /> },
    { id: 'status', header: t`状态`, width: english ? 6.4 : 5, sort: 'status', cell: (row) => <Status tone={STATUS_TONE[row.status]} words={statusOf(row.status, i18n._(STATUS_WORDS[row.status]))} /> },
    { id: 'place', header: t`医院与床位`, width: english ? 11.3 : 12, grow: 3, sort: 'hospitalId', cell: (row) => <Place row={row} /> },
    { id: 'service', header: t`服务`, width: english ? 5 : 5.4, grow: 1.25, sort: 'serviceItemId', cell: (row) => <Line text={row.serviceName} /> },
    { id: 'days', header: t`起止`, width: english ? 9.1 : 9, sort: 'plannedStart', cell: (row) => format.dayRange(row.plannedStart, row.plannedEnd) },
    { id: 'caregiver', header: t`护工`, width: english ? 4.8 : 4, grow: 0.7, cell: (row) => <Line text={row.caregiverName ?? '—'} /> },
    { id: 'waiting', header: t`等待`, width: 6, sort: 'waiting', ...(waiting ? {} : { aside: true as const }), cell: (row) => format.lasting(Date.now() - Date.parse(row.waitingSince)) },
    { id: 'payable', header: t`应收`, width: 5.4, number: true, sort: 'payable', cell: (row) => format.money(row.payableFen) },
    { id: 'balance', header: t`待收`, width: 5.4, number: true, sort: 'balance', cell: (row) => (row.balanceFen === 0 ? '—' : format.money(row.balanceFen)) },
    { id: 'hospital', header: t`医院`, width: 9, aside: true, cell: (row) => <Line text={row.hospitalName} /> },
    { id: 'department', header: t`科室`, width: 6, aside: true, sort: 'departmentId', cell: (row) => <Line text={row.departmentName} /> },
    { id: 'ward', header: t`病区`, width: 6, aside: true, cell: (row) => <Line text={row.wardName ?? '—'} /> },
    { id: 'bed', header: t`床号`, width: 4, aside: true, cell: (row) => row.bedNo ?? '—' },
    { id: 'start', header: t`开始`, width: 7, aside: true, sort: 'plannedStart', cell: (row) => format.day(row.plannedStart) },
    { id: 'end', header: t`结束`, width: 7, aside: true, sort: 'plannedEnd', cell: (row) => format.day(row.plannedEnd) },
    { id: 'caregiverNo', header: t`护工工号`, width: 6, aside: true, cell: (row) => row.caregiverNo ?? '—' },
    { id: 'payment', header: t`付款`, width: 5, aside: true, cell: (row) => i18n._(PAYMENT_WORDS[row.paymentState]) },
    { id: 'created', header: t`下单时间`, width: 10, aside: true, sort: 'createdAt', cell: (row) => format.instant(row.createdAt) },
  ], [t, i18n, format, english, statusOf, waiting]);
}
