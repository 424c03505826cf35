import { useEffect, useMemo, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { STATUSES } from '../../../machines/order.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { fieldsOf, type Field, type FieldOption, type FieldWords } from '../../ui/list/condition.ts';
import { STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { hospital } from '../hospital/contract.ts';
import { order, ORDER_FIELDS, PAYMENT_STATES } from './contract.ts';
import { PAYMENT_WORDS } from './words.ts';

/** ms: rows come first. */
const REST = 500;

/** Departments and services by name: one name may be a department of several hospitals. The departments of `chosen` alone where a hospital is chosen. */
function useNames(chosen: string | undefined): { departments: readonly FieldOption[]; services: readonly FieldOption[] } {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST);
    return () => clearTimeout(timer);
  }, []);
  const all = useRead(order.names, {}, { asks: rested }).data;
  const theirs = useRead(order.names, { query: { hospitalId: chosen } }, { asks: rested && chosen !== undefined }).data;
  const known = chosen === undefined ? all : theirs;
  return useMemo(() => ({
    departments: (known?.departments ?? []).map(({ name, ids }) => ({ value: ids.join('|'), label: name })),
    services: (all?.services ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }), [known, all]);
}

/** What the orders can be asked and sorted by, in words of both languages. `hospitalId`: the chosen one. */
export function useOrderFields(hospitalId: string | undefined): readonly Field[] {
  const { t, i18n } = useLingui();
  const hospitals = useRead(hospital.options).data;
  const { departments, services } = useNames(hospitalId);
  const { label: statusOf } = useDictionary('order_status');
  const { options: modes } = useDictionary('care_mode');
  const { options: coverages } = useDictionary('coverage');
  return useMemo(() => {
    const words: Partial<Record<keyof typeof ORDER_FIELDS, FieldWords>> = {
      status: { label: t`状态`, also: ['状态', 'status', 'zhuang tai'], options: STATUSES.map((status) => ({ value: status, label: statusOf(status, i18n._(STATUS_WORDS[status])), also: [status.replaceAll('_', ' ')] })), param: 'status' },
      hospitalId: { label: t`医院`, also: ['医院', 'hospital', 'yi yuan'], options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), param: 'hospitalId' },
      departmentId: { label: t`科室`, also: ['科室', 'department', 'ke shi'], options: departments, param: 'departmentId' },
      patientName: { label: t`患者`, also: ['患者', 'patient', 'huan zhe'] },
      plannedStart: { label: t`开始`, also: ['开始', 'start', 'kai shi'] },
      plannedEnd: { label: t`结束`, also: ['结束', 'end', 'jie shu'] },
      caregiverName: { label: t`护工`, also: ['护工', 'caregiver', 'hu gong'] },
      balance: { label: t`待收`, also: ['待收', 'balance', 'dai shou', 'due'] },
      payable: { label: t`应收`, also: ['应收', 'payable', 'amount', 'ying shou'] },
      paymentState: { label: t`付款`, also: ['付款', 'payment', 'fu kuan'], options: PAYMENT_STATES.map((state) => ({ value: state, label: i18n._(PAYMENT_WORDS[state]), also: [state.replaceAll('_', ' ')] })) },
      bedNo: { label: t`床号`, also: ['床号', 'bed', 'chuang hao'] },
      careMode: { label: t`服务方式`, also: ['服务方式', 'care mode', 'fu wu fang shi'], options: modes },
      coverage: { label: t`时段`, also: ['时段', 'coverage', 'shi duan'], options: coverages },
      infectious: { label: t`传染病`, also: ['传染病', 'infectious', 'chuan ran bing'], options: [{ value: 'true', label: t`有`, also: ['yes', '是'] }, { value: 'false', label: t`无`, also: ['no', '否'] }] },
      actualStart: { label: t`实际开始`, also: ['实际开始', 'actual start', 'shi ji kai shi'] },
      actualEnd: { label: t`实际结束`, also: ['实际结束', 'actual end', 'shi ji jie shu'] },
      createdAt: { label: t`下单时间`, also: ['下单时间', 'created', 'ordered', 'xia dan shi jian'] },
      orderNo: { label: t`订单号`, also: ['订单号', 'order number', 'number', 'ding dan hao'] },
      caregiverNo: { label: t`护工工号`, also: ['护工工号', 'staff number', 'hu gong gong hao'], param: 'caregiverNo' },
      serviceItemId: { label: t`服务`, also: ['服务', 'service', 'fu wu'], options: services },
      waiting: { label: t`等待`, also: ['等待', 'waiting', 'deng dai'] },
    };
    return fieldsOf(ORDER_FIELDS, words as Record<string, FieldWords>);
  }, [t, i18n, hospitals, departments, services, statusOf, modes, coverages]);
}
