import { useLingui } from '@lingui/react/macro';
import { measureOf, opened, type Measure } from './measure.ts';
import { groupsOf } from './question.ts';
import { BAND_HOW, GROUP_WORDS, MEASURE_WORDS, OPENS_NONE, OPENS_PARTS } from './words.ts';

/** The measures under their headings, in the order of the table. */
const GROUPS = {
  order: ['made', 'started', 'ended', 'cancelled'],
  service: ['serviceDays', 'serviceDaysNormal', 'serviceDaysHoliday', 'coveredBedDays', 'bedDays', 'bedCover'],
  money: ['receivable', 'received', 'refunded', 'outstanding'],
  change: ['utilisation', 'replaced', 'replacedRate', 'extended', 'extendedRate', 'endedEarly', 'endedEarlyRate'],
  wait: ['assigned', 'waitHalf', 'waitMost'],
  quality: ['satisfaction', 'evaluations', 'complaints', 'complaintRate', 'certificatesEnding'],
} as const satisfies Record<string, readonly Measure[]>;

/** The measures under their headings, with their titles. */
export function useMeasureGroups(): { id: string; title: string; measures: { measure: Measure; title: string }[] }[] {
  const { t, i18n } = useLingui();
  const titles: Record<keyof typeof GROUPS, string> = { order: t`订单`, service: t`服务与床位`, money: t`应收与实收`, change: t`护工与变动`, wait: t`派单等待`, quality: t`评价与证件` };
  return Object.entries(GROUPS).map(([id, measures]) => ({ id, title: titles[id as keyof typeof GROUPS], measures: measures.map((measure) => ({ measure, title: i18n._(MEASURE_WORDS[measure].title) })) }));
}
const SOMEWHEN = { from: '2000-01-01', to: '2000-01-01' };
/** How a figure is computed, what it can be grouped by, and what the list that it opens has to do with it. */
export function useHow(): (measure: Measure) => string {
  const { t, i18n } = useLingui();
  const english = i18n.locale === 'en';
  return (measure) => {
    const list = opened(measure, SOMEWHEN);
    const { adds, now } = measureOf(measure);
    const ways = groupsOf(measure).map((group) => (group === 'age' ? t`按账龄` : i18n._(GROUP_WORDS[group])));
    const parts = (english ? ways.map((way) => way.replace(/^./, (first) => first.toLowerCase())) : ways).join(english ? ', ' : '、');
    return [...[MEASURE_WORDS[measure].how, ...(measure === 'outstanding' ? [BAND_HOW] : []), ...(list === null ? [OPENS_NONE] : list.exact || (now && adds) ? [] : [OPENS_PARTS])].map((words) => i18n._(words)), t`分法：${parts}；没有别的。`].join(english ? ' ' : '');
  };
}
