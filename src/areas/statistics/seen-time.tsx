import { useMemo, useState } from 'react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import type { Drawn } from '../../ui/chart/plot.ts';
import { TimePicture, type Place } from '../../ui/chart/time-picture.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRead } from '../../ui/read.ts';
import { PERCENTILE_DAYS, statistics, type Step, type Values } from './contract.ts';
import { LEAST, MOST, scaled, useFigures } from './figure-words.ts';
import { measureOf, type Figured } from './measure.ts';
import { listOf } from './opening.ts';
import { dayAfter, daysBetween } from '../../ui/parse-day.ts';
import { daysAt, type Days, type Question } from './question.ts';
import { failed, type Seen } from './seen.ts';
import { useOpening } from './use-opening.ts';

/** A step, by the first day of the whole of it and by those of its days that are meant. */
export interface StepDays {
  at: string;
  days: Days;
}
/** A step in words and, for an axis, in a few signs. */
export function useStepWords(): (of: StepDays, step: Step) => StepDays & { words: string; mark: string; cut?: boolean } {
  const format = useFormat();
  const english = useLanguage() === 'en';
  return (of, step) => {
    const { at, days: { from, to } } = of;
    // of a month `26/11`, in English `Nov ’26`
    const mark = step !== 'month' ? format.shortDay(from) : english ? format.day(at).replace(/^1 (.+) 20/, '$1 ’') : at.slice(2, 7).replace('-', '/');
    if (step === 'day') return { ...of, words: english ? `${format.weekday(from)} ${format.day(from)}` : `${format.day(from)} ${format.weekday(from)}`, mark };
    const range = format.dayRange(from, to);
    // of a step that the range cuts: how many days it has, or it reads as a fall
    const cut = from !== at || daysAt(at, step, { from: at, to: '9999-12-31' }).to !== to;
    return { ...of, words: cut ? `${range} · ${format.lasting((daysBetween(from, to) + 1) * 86_400_000)}` : step === 'month' ? format.month(at.slice(0, 7)) : range, mark, cut };
  };
}
/** Which steps the range cuts: they have a sign in a picture. */
export const cutOf = (steps: readonly { cut?: boolean }[]): number[] => steps.flatMap(({ cut }, i) => (cut ? [i] : []));
/** What the sign means. */
export const LESS = msg`天数不足`;
/** Steps as the lines or the heads of a table. Of days the year stands once, and again where it turns: each would else take three lines of a small screen. */
export function useStepHeads(): (steps: readonly StepDays[], step: Step, weekdays: boolean) => string[] {
  const format = useFormat();
  const english = useLanguage() === 'en';
  const wordsOf = useStepWords();
  return (steps, step, weekdays) => steps.map((one, i) => {
    if (step !== 'day') return wordsOf(one, step).words;
    const { at } = one;
    // the year may stand below, the day not below its number
    const day = steps[i - 1]?.at.slice(0, 4) === at.slice(0, 4) ? format.shortDay(at) : format.day(at).replace(' ', '\u00A0');
    if (!weekdays) return day;
    return english ? `${format.weekday(at)} ${day}` : `${day} ${format.weekday(at)}`;
  });
}
const NO_DAYS: Days = { from: '', to: '' };
/** A measure over time beside the period before, place by place. */
export function useSeenTime({ days: asked, against, step, measure, narrowed, view }: Question, title: string): Omit<Seen, 'title'> {
  const { t, i18n } = useLingui();
  const { say, axis } = useFigures();
  const { dayRange } = useFormat();
  const opening = useOpening();
  const wordsOf = useStepWords();
  const headsOf = useStepHeads();
  const days = asked ?? NO_DAYS;
  const asks = asked !== null && (view === 'line' || view === 'bar');
  const query = { ...days, by: step, ...narrowed, against };
  const { data, failure, again } = useRead(statistics.measures, { query: { ...query, measures: measure, earlier: '1' } }, { asks });
  const earlier = data?.previous;
  const [place, setPlace] = useState<{ of: string; at: number } | null>(null);
  const busy = data === undefined;
  const { unit } = measureOf(measure);
  const [points, past] = useMemo(() => {
    const told = ({ at, values }: { at: string; values: Values }, own: Days) => ({ value: values[measure] ?? null, ...wordsOf({ at, days: own }, step) });
    const all = data?.earlier ?? [];
    return [(data?.series ?? []).map((one) => told(one, daysAt(one.at, step, days))), all.map((one, i) => told(one, { from: one.at, to: i + 1 < all.length ? dayAfter(all[i + 1]!.at, -1) : data!.previous.to }))];
  }, [data, measure, step, wordsOf, days]);
  const cut = cutOf(points);
  const drawn: Drawn = {
    kind: view === 'bar' ? 'bar' : 'line', marks: points.map(({ mark }) => mark), values: points.map(({ value }) => scaled(measure, value)), before: points.map((_, i) => scaled(measure, past[i]?.value)),
    axis: (value) => axis(measure, value), least: LEAST[unit], most: MOST[unit], legend: earlier === undefined ? [] : [`${t`本期`} ${dayRange(days.from, days.to)}`, `${t`上期`} ${dayRange(earlier.from, earlier.to)}`, ...(cut.length > 0 ? [`○ ${i18n._(LESS)}`] : [])], cut,
  };
  const told = (one: { words: string; value: number | null } | undefined) => (one === undefined ? null : { words: one.words, value: say(measure, one.value) });
  const places: Place[] = points.map((point, i) => ({ key: point.at, ...told(point)!, before: told(past[i]) }));
  const of = `${days.from} ${days.to} ${step}`;
  const headsNow = headsOf(points, step, true);
  const headsBefore = headsOf(past, step, true);
  // a period before that is longer: its last steps stand beside none of this one
  const left = past.slice(points.length);
  const stepAt = (at: number, isBefore: boolean): [number | null, Figured] | null => {
    const there = (isBefore ? past : points)[at];
    return there === undefined ? null : [there.value, { ...narrowed, ...there.days }];
  };
  const open = (at: number, wanted: boolean): void => {
    const isBefore = wanted || at >= points.length;
    const one = stepAt(at, isBefore);
    if (one === null) return;
    if (gone && one[0] === null) announce(tooLong);
    else opening(measure, ...one, isBefore);
  };
  const to = (at: number, column: number): string | null => {
    const one = column === 2 ? null : stepAt(at, column === 3);
    return one && listOf(measure, ...one);
  };
  const tooLong = t`区间太长，这个指标不能这样看。`;
  const gone = unit === 'minutes' && step !== 'month' && daysBetween(days.from, days.to) >= PERCENTILE_DAYS;
  return {
    busy, ...failed(failure, !busy), again,
    none: [...points, ...past].every(({ value }) => value === null),
    picture: <TimePicture label={t`${title}：走势`} drawn={drawn} places={places} at={place?.of === of ? place.at : null} onMove={(at) => setPlace({ of, at })} onOpen={open} />,
    twin: {
      at: place?.of === of ? place.at : points.length - 1, onMove: (at) => setPlace({ of, at }), onOpen: open, to,
      heads: [t`时间`, title, t`上期`, t`上期的数`], rows: [...points, ...left].map((_, i) => ({ key: `${i}`, cells: [headsNow[i] ?? '—', say(measure, points[i]?.value), headsBefore[i] ?? '—', say(measure, past[i]?.value)] })),
    },
    image: busy ? null : { kind: 'time', drawn }, sheet: { what: 'measures', query: { ...query, measures: measure } },
    byMonth: gone, note: gone ? tooLong : null,
    lacks: left.length > 0 && !gone ? t`上期更长：${dayRange(left[0]!.at, earlier!.to)} 在图上没有位置，列在表的最后。` : null,
  };
}
