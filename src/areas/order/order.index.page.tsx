import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { STATUSES } from '../../../machines/order.ts';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { remember } from '../../ui/known.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { useChosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import { useWindows } from '../../ui/list/source.ts';
import { navigate } from '../../ui/location.ts';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { Status } from '../../ui/status.tsx';
import { hospital } from '../hospital/contract.ts';
import { order, type OrderRow } from './contract.ts';
import { Place, ShortOrder } from './line.tsx';

const PATH = '/order/index';
type Chosen = Omit<NonNullable<Parameters<typeof call<typeof order.list>>[1]>['query'] & object, 'pageNum' | 'pageSize'>;
const addressOf = (row: OrderRow): string => href('/order/:no', { no: row.orderNo });

/** The list of care orders in the database's order, newest first. */
export default function OrderIndexPage() {
  const { t, i18n } = useLingui();
  const { label: statusOf } = useDictionary('order_status');
  const format = useFormat();
  const hospitals = useRead(hospital.options).data;
  const filters: Filter[] = [
    { name: 'status', label: t`状态`, options: STATUSES.map((status) => ({ value: status, label: statusOf(status, i18n._(STATUS_WORDS[status])) })) },
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: /^[1-9]\d{0,17}$/ },
    { name: 'due', label: t`日期`, options: [{ value: 'starts_today', label: t`今天开始` }, { value: 'ends_today', label: t`今天结束` }] },
  ];
  const chosen = useChosen(filters);
  // words are wider in English, and its months are words
  const english = useLanguage() === 'en';
  const store = useWindows<OrderRow>('order', chosen, (window, signal) => call(order.list, { query: { ...(chosen as Chosen), ...window }, signal }));
  const columns = useMemo((): Column<OrderRow>[] => [
    { id: 'no', header: t`订单号`, width: 7.8, cell: (row) => <a href={`#${addressOf(row)}`} tabIndex={-1}>{row.orderNo}</a> },
    { id: 'patient', header: t`患者`, width: 4, grow: 0.7, cell: (row) => <Line text={row.patientName} strong /> },
    { id: 'status', header: t`状态`, width: english ? 6.4 : 5, cell: (row) => <Status tone={STATUS_TONE[row.status]} words={statusOf(row.status, i18n._(STATUS_WORDS[row.status]))} /> },
    { id: 'place', header: t`医院与床位`, width: english ? 10.2 : 12, grow: 3, cell: (row) => <Place row={row} /> },
    { id: 'service', header: t`服务`, width: 4, grow: 1.25, cell: (row) => <Line text={row.serviceName} /> },
    { id: 'days', header: t`起止`, width: english ? 10 : 9, cell: (row) => format.dayRange(row.plannedStart, row.plannedEnd) },
    { id: 'caregiver', header: t`护工`, width: english ? 4.8 : 4, grow: 0.7, cell: (row) => <Line text={row.caregiverName ?? '—'} /> },
    { id: 'payable', header: t`应收`, width: 5.4, number: true, cell: (row) => format.money(row.payableFen) },
    { id: 'balance', header: t`待收`, width: 5.4, number: true, cell: (row) => (row.balanceFen === 0 ? '—' : format.money(row.balanceFen)) },
  ], [t, i18n, format, english, statusOf]);
  return (
    <List
      path={PATH} label={t`订单管理`} hint={t`新建或导入的订单会出现在这里。`} filters={filters} chosen={chosen} store={store} columns={columns} keyOf={(row) => row.orderNo}
      onOpen={(row) => {
        remember('order', row.orderNo, row);
        navigate(addressOf(row));
      }}
      short={(row) => <ShortOrder row={row} />} lines={3}
    />
  );
}
