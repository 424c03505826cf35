import { useMemo } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { addressOf } from './caregiver-list.tsx';
import type { CaregiverRow } from './contract.ts';
import { DAY_KINDS, type DayKind, type RosterDay, type Stint } from './roster-day.ts';
import style from './roster.module.css';
import { CAREGIVER_STATUS_WORDS, WORK_WORDS } from './words.ts';

/** What the kinds of days are called; `idle` by the status that is the reason. */
export function useDayWords(): (kind: DayKind, status?: CaregiverRow['status']) => string {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const words: Record<DayKind, string> = { stint: t`有单`, several: t`多单`, elsewhere: t`范围外有单`, leave: t({ context: '某一天', message: '请假' }), idle: t`停派或待审核`, lapsed: t`无健康证`, unposted: t`未驻点`, free: t`空闲` };
    return (kind, status) => (kind === 'idle' && status !== undefined ? i18n._(CAREGIVER_STATUS_WORDS[status]) : words[kind]);
  }, [t, i18n]);
}
/** The part of a day that a stint takes on `day`: its coverage, or the half in which it begins or ends. */
export function useShift(): (stint: Stint, day: string) => string {
  const { t } = useLingui();
  const { label: coverageOf } = useDictionary('coverage');
  return ({ coverage, from, to, begins, ends }, day) => (day === from && begins === 'PM' ? t`下午起` : day === to && ends === 'AM' ? t`上午止` : coverageOf(coverage ?? ''));
}
/** The address of an order. */
export const orderAddress = ({ orderNo }: Stint): string => href('/order/:no', { no: orderNo! });

/** What a caregiver has on a day, in two short lines. */
export function DayCell({ day, on, status }: { day: string; on: RosterDay; status: CaregiverRow['status'] }) {
  const { t, i18n } = useLingui();
  const wordsOf = useDayWords();
  const shiftOf = useShift();
  const [first] = on.stints;
  const clash = on.clash !== null && <span className={style.clash}>{on.clash === 'leave' ? t`⚠ 请假` : t`⚠ 无健康证`}</span>;
  if (first === undefined) return <span className={style.cell} data-kind={on.kind} title={wordsOf(on.kind, status)}><span>{wordsOf(on.kind, status)}</span>{clash}</span>;
  const all = on.stints.map((stint) => `${stint.patientName} ${shiftOf(stint, day)} ${i18n._(WORK_WORDS[stint.status])}`).join(' · ');
  return (
    <span className={style.cell} data-kind={on.kind} title={all}>
      <span><a href={`#${orderAddress(first)}`} tabIndex={-1}>{first.patientName}</a>{on.count > 1 && ` +${on.count - 1}`}</span>
      {clash || <span className={style.quiet}>{on.count > 1 ? t`${on.count} 单` : shiftOf(first, day)}</span>}
    </span>
  );
}
/** Whose row it is. */
export function Who({ row }: { row: CaregiverRow }) {
  const { i18n } = useLingui();
  return <span className={style.who} title={`${row.name} ${row.staffNo} ${row.hospitals.join(' · ')}`}><span><a href={`#${addressOf(row)}`} tabIndex={-1}>{row.name}</a></span><small>{row.staffNo}{row.status === 'active' ? '' : ` · ${i18n._(CAREGIVER_STATUS_WORDS[row.status])}`}</small></span>;
}
/** The head of a day: weekday and date, today by name. */
export function DayHead({ day, today }: { day: string; today: boolean }) {
  const { weekday, dayRange } = useFormat();
  return <span className={style.day}><span>{dayRange(day, day)}</span><small>{today ? <Trans>今天</Trans> : weekday(day)}</small></span>;
}
/** What the cells mean; folded away where there is little room. */
export function Legend({ folded }: { folded: boolean }) {
  const { t } = useLingui();
  const wordsOf = useDayWords();
  const list = (
    <ul className={style.legend} aria-label={t`图例`}>
      {DAY_KINDS.map((kind) => <li key={kind}><span className={style.cell} data-kind={kind}>{wordsOf(kind)}</span></li>)}
      <li><span className={style.clash} aria-hidden="true">⚠</span> <Trans>有单，但请假或无健康证</Trans></li>
    </ul>
  );
  return folded ? <details className={style.folded}><summary><Trans>图例</Trans></summary>{list}</details> : list;
}
