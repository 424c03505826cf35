import { useEffect, useMemo, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { STATUSES } from '../../../machines/order.ts';
import { may } from '../../kernel/access.ts';
import { call, CallFailure } from '../../ui/call.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { fieldsOf, type Field, type FieldOption, type FieldWords } from '../../ui/list/condition.ts';
import { STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { book } from '../book/contract.ts';
import { hospital } from '../hospital/contract.ts';
import { ORDER_FIELDS, PAYMENT_STATES } from './contract.ts';
import { PAYMENT_WORDS } from './words.ts';

/** Hospitals whose departments are asked for; with more, those of the chosen one. */
const MOST = 40;
/** ms: rows come first. */
const REST = 500;
const NONE: readonly FieldOption[] = [];

/** The departments by name: one name may be a department of several hospitals. Those of `chosen` alone where a hospital is chosen. */
function useDepartments(hospitals: readonly { id: string }[] | undefined, chosen: string | undefined): readonly FieldOption[] {
  const [found, setFound] = useState<{ asked: string; options: readonly FieldOption[] }>({ asked: '', options: NONE });
  const ids = chosen !== undefined ? [chosen] : (hospitals ?? []).length > MOST ? [] : (hospitals ?? []).map(({ id }) => id);
  const asked = ids.join();
  useEffect(() => {
    if (asked === '') return;
    const over = new AbortController();
    const timer = setTimeout(() => {
      Promise.all(asked.split(',').map((id) => call(hospital.departments, { params: { id }, signal: over.signal }))).then(
        (all) => {
          const names = new Map<string, string[]>();
          for (const { id, name } of all.flat()) names.set(name, [...(names.get(name) ?? []), id]);
          setFound({ asked, options: [...names].map(([label, own]) => ({ value: own.join('|'), label })) });
        },
        (error: unknown) => {
          // without them the other fields still work
          if (!(error instanceof CallFailure)) throw error;
        },
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [asked]);
  return found.asked === asked ? found.options : NONE;
}
/** The services by name, for who may read them; others see their numbers. */
function useServices(): readonly FieldOption[] {
  const viewer = useViewer();
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useRead(book.services, {}, { asks: rested && viewer !== null && may(viewer, 'biz:hospital:list') });
  return useMemo(() => (data ?? []).map(({ id, name }) => ({ value: id, label: name })), [data]);
}

/** What the orders can be asked and sorted by, in words of both languages. `hospitalId`: the chosen one. */
export function useOrderFields(hospitalId: string | undefined): readonly Field[] {
  const { t, i18n } = useLingui();
  const hospitals = useRead(hospital.options).data;
  const departments = useDepartments(hospitals, hospitalId);
  const services = useServices();
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
