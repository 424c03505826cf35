import { useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { navigate } from '../../ui/location.ts';
import { DIMENSIONS, measureOf, type Dimension, type Figured, type Measure } from './measure.ts';
import { rowsOf } from './opening.ts';
import { useHow } from './said.ts';
import { MEASURE_WORDS } from './words.ts';

/** Says by which filters a figure is not told; null: by all that are asked. */
export function useUntold(): (measure: Measure, asked: Partial<Record<Dimension, unknown>>) => string | null {
  const { t, i18n } = useLingui();
  const english = i18n.locale === 'en';
  const labels: Record<Dimension, string> = { department: t`科室`, service: t`服务`, method: t`支付方式`, caregiver: t`护工` };
  return (measure, asked) => {
    const title = i18n._(MEASURE_WORDS[measure].title);
    const names = DIMENSIONS.filter((dimension) => asked[dimension] !== undefined && !measureOf(measure).by.includes(dimension)).map((dimension) => (english ? labels[dimension].toLowerCase() : labels[dimension])).toReversed().join(english ? ', ' : '、');
    return names === '' ? null : t`${title}不分${names}，这样筛选没有此数。`;
  };
}
/** Opens the rows of a figure, or says why there are none: it has no list, or it is null, as it cannot be told of what was asked. `value` undefined: on its way. `before`: it is of the period before. */
export function useOpening(): (measure: Measure, value: number | null | undefined, asked: Figured, before?: boolean) => void {
  const { t, i18n } = useLingui();
  const how = useHow();
  const untold = useUntold();
  return (measure, value, asked, before = false) => {
    const title = i18n._(MEASURE_WORDS[measure].title);
    const to = rowsOf(measure, asked);
    if (before && measureOf(measure).now === true) announce(t`${title}只有现在的数，没有上期。`);
    else if (value === null) announce(untold(measure, asked) ?? t`${title}没有可算的记录，没有明细。`);
    else if (to === null) announce(how(measure));
    else navigate(to);
  };
}
