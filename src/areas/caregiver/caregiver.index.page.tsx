import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { call } from '../../ui/call.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { remember } from '../../ui/known.ts';
import { Line, type Column } from '../../ui/list/column.tsx';
import { useChosen, type Filter } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useWindows } from '../../ui/list/source.ts';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { Status } from '../../ui/status.tsx';
import { hospital } from '../hospital/contract.ts';
import { caregiver, CAREGIVER_STATUSES, type CaregiverRow } from './contract.ts';
import { Expiry } from './expiry.tsx';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS } from './words.ts';

const PATH = '/caregiver/index';
type Chosen = Omit<NonNullable<Parameters<typeof call<typeof caregiver.list>>[1]>['query'] & object, 'pageNum' | 'pageSize'>;
const addressOf = (row: CaregiverRow): string => href('/caregiver/:no', { no: row.staffNo });

/** The health certificate: none is not the same as one without an end. */
function Health({ row }: { row: CaregiverRow }) {
  const { t } = useLingui();
  return row.healthExpiresOn === null ? t`没有健康证` : <Expiry daysLeft={row.healthDaysLeft} />;
}

/** The list of caregivers. */
export default function CaregiverIndexPage() {
  const { t, i18n } = useLingui();
  const { label: levelOf } = useDictionary('caregiver_level');
  const { label: employmentOf } = useDictionary('employment');
  const format = useFormat();
  const hospitals = useRead(hospital.options).data;
  const filters: Filter[] = [
    { name: 'status', label: t`状态`, options: CAREGIVER_STATUSES.map((status) => ({ value: status, label: i18n._(CAREGIVER_STATUS_WORDS[status]) })) },
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: /^[1-9]\d{0,17}$/ },
    { name: 'certificate', label: t`证件`, options: [{ value: 'ending', label: t`30 天内到期` }] },
  ];
  const chosen = useChosen(filters);
  // words are wider in English
  const english = useLanguage() === 'en';
  const store = useWindows<CaregiverRow>('caregiver', chosen, (window, signal) => call(caregiver.list, { query: { ...(chosen as Chosen), ...window }, signal }));
  const columns = useMemo((): Column<CaregiverRow>[] => [
    { id: 'no', header: t`工号`, width: 5, cell: (row) => <a href={`#${addressOf(row)}`} tabIndex={-1}>{row.staffNo}</a> },
    { id: 'name', header: t`姓名`, width: english ? 7 : 6.5, grow: 1, cell: (row) => <Line text={row.name} also={levelOf(row.level)} strong /> },
    { id: 'status', header: t`状态`, width: english ? 6.4 : 5, cell: (row) => <Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} /> },
    { id: 'serving', header: t`服务至`, width: english ? 6.9 : 6.2, cell: (row) => (row.servingUntil === null ? '—' : format.day(row.servingUntil)) },
    { id: 'hospital', header: t`驻点医院`, width: english ? 6 : 8.5, grow: 2, cell: (row) => <Line text={row.hospitals.join(' · ') || '—'} /> },
    { id: 'health', header: t`健康证`, width: english ? 8.7 : 7.5, cell: (row) => <Health row={row} /> },
    { id: 'employment', header: t`用工`, width: english ? 6.7 : 4, cell: (row) => employmentOf(row.employment) },
    { id: 'mobile', header: t`手机`, width: 6.6, cell: (row) => row.mobile },
    { id: 'rating', header: t`评分`, width: 4.6, number: true, cell: (row) => (row.ratingAvg === null ? '—' : `${format.number(row.ratingAvg)} (${format.number(row.ratingCount)})`) },
  ], [t, i18n, format, english, levelOf, employmentOf]);
  return (
    <List
      path={PATH} label={t`护工管理`} hint={t`新建或导入的护工会出现在这里。`} filters={filters} chosen={chosen} store={store} columns={columns} keyOf={(row) => row.staffNo}
      onOpen={(row) => {
        remember('caregiver', row.staffNo, row);
        navigate(addressOf(row));
      }}
      lines={3} short={(row) => (
        <>
          <span className={listStyle.pair}><b>{row.name}</b><Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} /></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.staffNo, ...row.hospitals].join(' · ')}</span><Health row={row} /></span>
          <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[levelOf(row.level), employmentOf(row.employment), row.mobile].join(' · ')}</span><span>{row.servingUntil === null ? null : t`服务至 ${format.day(row.servingUntil)}`}</span></span>
        </>
      )}
    />
  );
}
