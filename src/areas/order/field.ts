import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { Words } from '../../kernel/area.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { SERVICE_WORDS } from '../../ui/order-status.ts';
import { useRecorded } from '../../ui/recorded.ts';
import type { TimelineRow } from './contract.ts';
import { EVALUATION_WORDS, SOURCE_WORDS } from './words.ts';

type Kind = 'text' | 'money' | 'day' | 'instant' | 'half' | 'yes' | 'gender' | 'level' | 'rank' | 'relation' | 'evaluation' | 'source' | 'method' | 'state' | 'number';
/** What a change of an order is called, and how its value is said; by the names of `orderDetail` and of the bodies of its events. */
const FIELDS: Record<string, readonly [Words, Kind]> = {
  serviceState: [msg`进度`, 'state'],
  hospitalName: [msg`医院`, 'text'],
  departmentName: [msg`科室`, 'text'],
  wardName: [msg`病区`, 'text'],
  bedNo: [msg`床位`, 'text'],
  serviceName: [msg`项目`, 'text'],
  patientName: [msg`姓名`, 'text'],
  patientIdNo: [msg`身份证号`, 'text'],
  patientMobile: [msg`手机`, 'text'],
  patientGender: [msg`性别`, 'gender'],
  patientBirthday: [msg`出生日期`, 'day'],
  contactName: [msg`联系人`, 'text'],
  contactRelation: [msg`关系`, 'relation'],
  contactMobile: [msg`联系电话`, 'text'],
  inpatientNo: [msg`住院号`, 'text'],
  diagnosis: [msg`诊断`, 'text'],
  careLevel: [msg`护理级别`, 'level'],
  infectious: [msg`传染病`, 'yes'],
  note: [msg`备注`, 'text'],
  prefGender: [msg`护工性别`, 'gender'],
  prefLevel: [msg`护工等级`, 'rank'],
  prefLanguage: [msg`护工语言`, 'text'],
  requirements: [msg`要求`, 'text'],
  plannedStart: [msg`开始`, 'day'],
  startHalf: [msg`开始的半天`, 'half'],
  plannedEnd: [msg`结束`, 'day'],
  endHalf: [msg`结束的半天`, 'half'],
  actualStartAt: [msg`实际开始`, 'instant'],
  actualEndAt: [msg`实际结束`, 'instant'],
  caregiverName: [msg`护工`, 'text'],
  caregiverNo: [msg`工号`, 'text'],
  since: [msg`生效时间`, 'instant'],
  days: [msg`天数`, 'number'],
  unitPriceFen: [msg`单价`, 'money'],
  payableFen: [msg`应收`, 'money'],
  paidFen: [msg`已收`, 'money'],
  refundedFen: [msg`已退`, 'money'],
  balanceFen: [msg`待收`, 'money'],
  adjustedFen: [msg`调整`, 'money'],
  amountFen: [msg`金额`, 'money'],
  refundFen: [msg`退款`, 'money'],
  method: [msg`方式`, 'method'],
  proofNo: [msg`凭证号`, 'text'],
  payer: [msg`付款人`, 'text'],
  evaluationState: [msg`评价`, 'evaluation'],
  source: [msg`谁的评价`, 'source'],
  overall: [msg`总评`, 'number'],
  endReason: [msg`结束原因`, 'text'],
  cancelReason: [msg`取消原因`, 'text'],
  renewedFrom: [msg`续自`, 'text'],
  renewedBy: [msg`续单`, 'text'],
};
/** What values that the code itself knows are called. */
const VALUES: Partial<Record<Kind, Record<string, Words>>> = { evaluation: EVALUATION_WORDS, source: SOURCE_WORDS, state: SERVICE_WORDS };
/** One field of an event: what it was and what it became; null where there was or is nothing. */
export interface FieldChange {
  name: string;
  label: string;
  before: string | null;
  after: string | null;
}

/** How the changes of an event are said; names that are no field of an order (internal ids) are left out. */
export function useChanges(): (line: Pick<TimelineRow, 'before' | 'after'>) => FieldChange[] {
  const { i18n } = useLingui();
  const format = useFormat();
  const recorded = useRecorded();
  const { label: levelOf } = useDictionary('care_level');
  const { label: rankOf } = useDictionary('caregiver_level');
  const { label: relationOf } = useDictionary('relation');
  const { label: genderOf } = useDictionary('gender');
  const { label: methodOf } = useDictionary('pay_method');
  const say = (kind: Kind, value: string | number | boolean | null | undefined): string | null => {
    if (value === null || value === undefined || value === '') return null;
    if (kind === 'yes') return i18n._(value === true ? msg`有` : msg`无`);
    if (typeof value === 'number' && kind === 'money') return format.money(value);
    const text = String(value);
    if (kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? format.day(text) : text;
    if (kind === 'instant') return Number.isNaN(Date.parse(text)) ? text : format.instant(text);
    if (kind === 'half') return i18n._(text === 'AM' ? msg`上午` : msg`下午`);
    if (kind === 'gender') return genderOf(text);
    if (kind === 'level') return levelOf(text);
    if (kind === 'rank') return rankOf(text);
    if (kind === 'relation') return relationOf(text);
    if (kind === 'method') return methodOf(text);
    const known = VALUES[kind];
    return known !== undefined && Object.hasOwn(known, text) ? i18n._(known[text]!) : recorded(text);
  };
  return ({ before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
      const field = FIELDS[name];
      if (field === undefined) return [];
      const [was, is] = [say(field[1], before[name]), say(field[1], after[name])];
      return was === is ? [] : [{ name, label: i18n._(field[0]), before: was, after: is }];
    });
}
