import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Heat, type Cell } from '../../ui/chart/heat.tsx';
import { useRead } from '../../ui/read.ts';
import { statistics } from './contract.ts';
import { useFigures } from './figure-words.ts';
import type { Figured } from './measure.ts';
import { listOf } from './opening.ts';
import { daysAt, heatStep, type Question } from './question.ts';
import { failed, type Seen } from './seen.ts';
import { cutOf, LESS, useStepHeads, useStepWords } from './seen-time.tsx';
import { useOpening } from './use-opening.ts';
import { usePlace } from './use-place.ts';

/** Hospitals that are drawn; the sheet has all of them. */
const MOST_ROWS = 40;

/** A measure by hospital and day, the hospital with the most first. `title`: of the measure. */
export function useSeenHeat({ days: asked, step: wanted, measure, narrowed, view }: Question, title: string): Seen {
  const { t, i18n } = useLingui();
  const { say } = useFigures();
  const wordsOf = useStepWords();
  const headsOf = useStepHeads();
  const opening = useOpening();
  const days = asked ?? { from: '', to: '' };
  const step = heatStep(days, wanted);
  const { department, service, hospital, method, caregiver } = narrowed;
  const query = { ...days, by: step, measure, hospital, department, service };
  const { data, failure, again } = useRead(statistics.heat, { query }, { asks: asked !== null && view === 'heat' });
  const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, one) => all + (one ?? 0), 0);
  const all = data?.rows ?? [];
  const rows = all.slice(0, MOST_ROWS);
  const [line, setLine] = usePlace(rows.map(({ id }) => id));
  const of = `${days.from} ${days.to} ${step}`;
  const [held, setHeld] = useState<{ of: string; column: number } | null>(null);
  // the newest, until somebody reads another
  const at: Cell = { row: line, column: held?.of === of ? held.column : (data?.days.length ?? 1) - 1 };
  const setAt = (to: Cell): void => {
    setLine(to.row);
    setHeld({ of, column: to.column });
  };
  const places = (data?.days ?? []).map((one) => wordsOf({ at: one, days: daysAt(one, step, days) }, step));
  const signs = { cut: cutOf(places), less: i18n._(LESS) };
  const place = { department, service };
  const cellAt = (row: number, nth: number): [number | null, Figured] => [rows[row]!.values[nth] ?? null, { ...place, hospital: rows[row]!.id, ...places[nth]!.days }];
  const words = (value: number | null): string => say(measure, value);
  const notes = [step !== wanted ? t`区间较长，这里的间隔放宽了。` : null, method !== undefined || caregiver !== undefined ? t`热力图不按支付方式和护工筛选。` : null].filter((one) => one !== null);
  const label = { day: t`${title}：各医院每天`, week: t`${title}：各医院每周`, month: t`${title}：各医院每月` }[step];
  return {
    title: label, busy: data === undefined, ...failed(failure, data !== undefined), again, none: rows.every(({ values }) => values.every((value) => value === null)),
    picture: <Heat label={label} lead={t`医院`} rows={rows.map(({ id, name }) => ({ key: id, name }))} columns={places.map(({ at: key, words: full, mark }) => ({ key, words: full, mark }))} values={rows.map(({ values }) => values)} {...signs} say={words} at={at} onMove={setAt} onOpen={(to) => opening(measure, ...cellAt(to.row, to.column))} />,
    twin: { heads: [t`医院`, ...headsOf(places, step, false)], rows: rows.map(({ id, name, values }) => ({ key: id, cells: [name, ...values.map(words)] })), at: at.row, onMove: setLine, to: (row, column) => listOf(measure, ...cellAt(row, column - 1)), onOpen: (row, before) => !before && rows[row] !== undefined && opening(measure, rows[row].values.some((value) => value !== null) ? sum(rows[row].values) : null, { ...place, hospital: rows[row].id, ...days }) },
    image: data === undefined ? null : { kind: 'heat', rows: rows.map(({ name }) => name), marks: places.map(({ mark }) => mark), values: rows.map(({ values }) => values), say: words, ...signs },
    sheet: { what: 'heat', query }, lacks: all.length > rows.length ? t`只画了最多的 ${rows.length} 家医院，表格文件里有全部 ${all.length} 家。` : null, note: notes.length === 0 ? null : notes.join(' '),
  };
}
