import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { fieldsOf, type Field } from '../../ui/list/condition.ts';
import { useRead } from '../../ui/read.ts';
import { hospital } from '../hospital/contract.ts';
import { CAREGIVER_FIELDS, CAREGIVER_STATUSES } from './contract.ts';
import { CAREGIVER_STATUS_WORDS } from './words.ts';

/** What the caregivers can be asked and sorted by, in words of both languages. */
export function useCaregiverFields(): readonly Field[] {
  const { t, i18n } = useLingui();
  const hospitals = useRead(hospital.options).data;
  const { options: levels } = useDictionary('caregiver_level');
  const { options: employments } = useDictionary('employment');
  const { options: genders } = useDictionary('gender');
  return useMemo(() => fieldsOf(CAREGIVER_FIELDS, {
    status: { label: t`状态`, also: ['状态', 'status', 'zhuang tai'], options: CAREGIVER_STATUSES.map((status) => ({ value: status, label: i18n._(CAREGIVER_STATUS_WORDS[status]), also: [status.replaceAll('_', ' ')] })), param: 'status' },
    hospitalId: { label: t`医院`, also: ['医院', 'hospital', 'yi yuan'], options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), param: 'hospitalId' },
    level: { label: t`等级`, also: ['等级', 'level', 'deng ji'], options: levels },
    name: { label: t`姓名`, also: ['姓名', 'name', 'xing ming'] },
    servingUntil: { label: t`服务至`, also: ['服务至', 'serving until', 'fu wu zhi'] },
    healthExpiresOn: { label: t`健康证到期`, also: ['健康证到期', 'health certificate', 'jian kang zheng dao qi'] },
    ratingAvg: { label: t`评分`, also: ['评分', 'rating', 'ping fen'] },
    ratingCount: { label: t`评价数`, also: ['评价数', 'ratings', 'ping jia shu'] },
    employment: { label: t`用工`, also: ['用工', 'employment', 'yong gong'], options: employments },
    gender: { label: t`性别`, also: ['性别', 'gender', 'xing bie'], options: genders.filter(({ value }) => value !== '0') },
    mobile: { label: t`手机`, also: ['手机', 'mobile', 'phone', 'shou ji'] },
    origin: { label: t`籍贯`, also: ['籍贯', 'origin', 'ji guan'] },
    staffNo: { label: t`工号`, also: ['工号', 'staff number', 'gong hao'] },
    hiredOn: { label: t`入职`, also: ['入职', 'hired', 'ru zhi'] },
    createdAt: { label: t`登记时间`, also: ['登记时间', 'created', 'deng ji shi jian'] },
  }), [t, i18n, hospitals, levels, employments, genders]);
}
