import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { Line, type Column } from '../../ui/list/column.tsx';
import listStyle from '../../ui/list/list.module.css';
import { Status } from '../../ui/status.tsx';
import type { CaregiverRow } from './contract.ts';
import { Expiry } from './expiry.tsx';
import { CAREGIVER_STATUS_TONE, CAREGIVER_STATUS_WORDS, expiryTone } from './words.ts';

/** The address of a caregiver. */
export const addressOf = (row: Pick<CaregiverRow, 'staffNo'>): string => href('/caregiver/:no', { no: row.staffNo });

/** The health certificate: none is not the same as one without an end. */
function Health({ row }: { row: CaregiverRow }) {
  const { t } = useLingui();
  return row.healthDaysLeft === null ? t`没有健康证` : <Expiry daysLeft={row.healthDaysLeft} />;
}
/** Other certificates that end soon or have ended, most urgent first; the first is told, the others are counted. */
function Others({ row }: { row: CaregiverRow }) {
  const { t } = useLingui();
  const { label: kindOf } = useDictionary('certificate_kind');
  const [first, ...rest] = row.certificates;
  if (first === undefined) return '—';
  const said = (days: number): string => (days < 0 ? t`已过期 ${-days} 天` : days === 0 ? t`今天到期` : t`还有 ${days} 天`);
  const all = row.certificates.map(({ kind, daysLeft }) => `${kindOf(kind)} ${said(daysLeft)}`).join(' · ');
  return <span title={all}><Status tone={expiryTone(first.daysLeft)} words={`${kindOf(first.kind)} ${said(first.daysLeft)}${rest.length > 0 ? ` +${rest.length}` : ''}`} /></span>;
}

/** The columns of the caregivers. */
export function useCaregiverColumns(): Column<CaregiverRow>[] {
  const { t, i18n } = useLingui();
  const { label: genderOf } = useDictionary('gender');
  const { label: levelOf } = useDictionary('caregiver_level');
  const { label: employmentOf } = useDictionary('employment');
  const format = useFormat();
  // words are wider in English
  const english = useLanguage() === 'en';
  return useMemo((): Column<CaregiverRow>[] => {
    const day = (value: string | null): string => (value === null ? '—' : format.day(value));
    return [
      { id: 'no', header: t`工号`, width: 5, sort: 'staffNo', cell: (row) => <a href={`#${addressOf(row)}`} tabIndex={-1}>{row.staffNo}</a> },
      { id: 'name', header: t`姓名`, width: english ? 5 : 4.5, grow: 1, sort: 'name', cell: (row) => <Line text={row.name} strong /> },
      { id: 'level', header: t`等级`, width: english ? 4.8 : 3, sort: 'level', cell: (row) => levelOf(row.level) },
      { id: 'status', header: t`状态`, width: english ? 6.4 : 5, sort: 'status', cell: (row) => <Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} /> },
      { id: 'serving', header: t`服务至`, width: english ? 6.9 : 6.2, sort: 'servingUntil', cell: (row) => day(row.servingUntil) },
      { id: 'nextFree', header: t`最早空闲`, width: english ? 6.9 : 6.2, cell: (row) => day(row.nextFree) },
      { id: 'hospital', header: t`驻点医院`, width: english ? 6 : 8, grow: 2, cell: (row) => <Line text={row.hospitals.join(' · ') || '—'} /> },
      { id: 'health', header: t`健康证`, width: english ? 8.7 : 7.5, sort: 'healthExpiresOn', cell: (row) => <Health row={row} /> },
      { id: 'certificates', header: t`其他证件`, width: english ? 9 : 8, grow: 1, cell: (row) => <Others row={row} /> },
      { id: 'employment', header: t`用工`, width: english ? 6.7 : 4, aside: true, sort: 'employment', cell: (row) => employmentOf(row.employment) },
      { id: 'mobile', header: t`手机`, width: 6.6, aside: true, cell: (row) => row.mobile },
      { id: 'gender', header: t`性别`, width: english ? 4.4 : 3, aside: true, cell: (row) => genderOf(String(row.gender)) },
      { id: 'age', header: t`年龄`, width: 3.4, aside: true, number: true, cell: (row) => (row.age === null ? '—' : format.number(row.age)) },
      { id: 'rating', header: t`评分`, width: 4.6, number: true, sort: 'ratingAvg', cell: (row) => (row.ratingAvg === null ? '—' : `${format.number(row.ratingAvg)} (${format.number(row.ratingCount)})`) },
    ];
  }, [t, i18n, format, english, genderOf, levelOf, employmentOf]);
}
/** A caregiver on a narrow screen: three lines. */
export function ShortCaregiver({ row }: { row: CaregiverRow }) {
  const { t, i18n } = useLingui();
  const { label: levelOf } = useDictionary('caregiver_level');
  const { label: employmentOf } = useDictionary('employment');
  const format = useFormat();
  return (
    <>
      <span className={listStyle.pair}><b>{row.name}</b><Status tone={CAREGIVER_STATUS_TONE[row.status]} words={i18n._(CAREGIVER_STATUS_WORDS[row.status])} /></span>
      <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[row.staffNo, ...row.hospitals].join(' · ')}</span><Health row={row} /></span>
      <span className={`${listStyle.pair} ${listStyle.second}`}><span>{[levelOf(row.level), employmentOf(row.employment), row.mobile].join(' · ')}</span><span>{row.servingUntil !== null ? t`服务至 ${format.day(row.servingUntil)}` : row.nextFree !== null ? t`${format.day(row.nextFree)} 空闲` : null}</span></span>
    </>
  );
}
