import { useLingui } from '@lingui/react/macro';
import { measureOf, MEASURES, opened, type Measure } from './measure.ts';
import { groupsOf } from './question.ts';
import { BAND_HOW, GROUP_WORDS, MEASURE_WORDS, OPENS_NONE, OPENS_PARTS } from './words.ts';

interface Group {
  title: string;
  measures: { measure: Measure; title: string }[];
}
/** The measures in their order under their headings, with their titles: each heading stands before its first one. */
export function useMeasureGroups(): Group[] {
  const { t, i18n } = useLingui();
  const heads: Partial<Record<Measure, string>> = { made: t`订单`, serviceDays: t`服务与床位`, receivable: t`应收与实收`, utilisation: t`护工与变动`, assigned: t`派单等待`, satisfaction: t`评价与证件` };
  const groups: Group[] = [];
  for (const measure of MEASURES) {
    if (measure in heads) groups.push({ title: heads[measure]!, measures: [] });
    groups.at(-1)!.measures.push({ measure, title: i18n._(MEASURE_WORDS[measure].title) });
  }
  return groups;
}
const SOMEWHEN = { from: '2000-01-01', to: '2000-01-01' };
/** How a figure is computed, what it can be grouped by, and what the list that it opens has to do with it. */
export function useHow(): (measure: Measure) => string {
  const { t, i18n } = useLingui();
  const english = i18n.locale === 'en';
  return (measure) => {
    const list = opened(measure, SOMEWHEN);
    const { adds, now } = measureOf(measure);
    const ways = groupsOf(measure).map((group) => i18n._(GROUP_WORDS[group]));
    const parts = (english ? ways.map((way) => way.replace(/^./, (first) => first.toLowerCase())) : ways).join(english ? ', ' : '、');
    return [...[MEASURE_WORDS[measure].how, ...(measure === 'outstanding' ? [BAND_HOW] : []), ...(list === null ? [OPENS_NONE] : list.exact || (now && adds) ? [] : [OPENS_PARTS])].map((words) => i18n._(words)), t`分法：${parts}；没有别的。`].join(english ? ' ' : '');
  };
}
