import type { Ask } from '../../host/answer.ts';
import { parseDay } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import { wordsOf } from '../../host/list/word.ts';
import type { Cell, Column } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import type { Language } from '../../kernel/error.ts';
import type { Band } from '../order/contract.ts';
import type { statistics, Step, Values } from './contract.ts';
import { readGroups } from './group.ts';
import { readBands, readHeat } from './heat.ts';
import { measureOf, type Measure } from './measure.ts';
import { chosen } from './raw.ts';
import { stepsBeside, stepsOf, stepText, type Days } from './span.ts';
import { readMeasures } from './store.ts';
import { aboutOf } from './sheet-about.ts';
import { GROUPED, HEADINGS, type Both } from './sheet-words.ts';

const BANDED: Record<Band, Both> = { ahead: ['未到期', 'Not yet due'], d7: ['0–7 天', '0–7 days'], d30: ['8–30 天', '8–30 days'], d90: ['31–90 天', '31–90 days'], older: ['90 天以上', 'Over 90 days'] };
const WORDS = { day: ['日期', 'Date'], total: ['合计', 'Total'], before: ['上一期', 'Previous period'], none: ['未写明', 'Not given'], age: ['账龄', 'Ageing'], orders: ['订单', 'Orders'], staff: ['工号', 'Staff number'], place: ['名次', 'Place'] } as const;
const CHANGES = { points: ['变化（百分点）', 'Change (points)'], stars: ['变化', 'Change'], share: ['变化（%）', 'Change (%)'] } as const;

/** A figure as a spreadsheet counts with it: yuan, percent, stars. */
export function cellOf(measure: Measure, value: number | null | undefined): Cell {
  if (value === null || value === undefined) return null;
  const { unit } = measureOf(measure);
  return unit === 'fen' || unit === 'bp' || unit === 'stars' || unit === 'per1000' ? value / 100 : value;
}
/** How a figure has changed, as the page says it: rates in points, stars in stars, others in per cent of what was; that is nothing where there was nothing. */
function changeOf(measure: Measure, now: number | null | undefined, before: number | null | undefined): Cell {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  const { unit } = measureOf(measure);
  if (unit === 'bp' || unit === 'stars') return (now - before) / 100;
  return now === before ? 0 : before === 0 ? null : Number((((now - before) / Math.abs(before)) * 100).toFixed(1));
}
const changeHead = (measure: Measure): Both => CHANGES[measureOf(measure).unit === 'bp' ? 'points' : measureOf(measure).unit === 'stars' ? 'stars' : 'share'];
/** The places of figures that are sorted: equals share one, without a figure there is none. */
function placesOf(figures: readonly (number | null)[]): Cell[] {
  const first = new Map<number, number>();
  return figures.map((figure, i) => {
    if (figure === null) return null;
    if (!first.has(figure)) first.set(figure, i + 1);
    return first.get(figure)!;
  });
}
const daysOf = ({ from, to }: { from: string; to: string }): Days => ({ from: parseDay(from)!, to: parseDay(to)! });
/** The steps of a range in words. */
const stepsIn = (query: { by: Step; from: string; to: string }): string[] => stepsOf(query.by, daysOf(query)).map((step) => stepText(query.by, step));

interface Sheet {
  columns: Column[];
  rows: Cell[][];
  measures: readonly Measure[];
}
const cells = (values: Values, measures: readonly Measure[]): Cell[] => measures.map((measure) => cellOf(measure, values[measure]));

async function sheetOf({ reach, body, from }: Pick<Ask<typeof statistics.export>, 'reach' | 'body' | 'from'>): Promise<Sheet> {
  const word = ([zh, en]: Both): string => (from.language === 'en' ? en : zh);
  const heading = (both: Both, width?: number): Column => ({ heading: word(both), ...(width === undefined ? {} : { width }) });
  const measured = (measures: readonly Measure[]): Column[] => measures.map((measure) => heading(HEADINGS[measure]));
  const { query } = body;
  if ('by' in query && !('measure' in query)) {
    const measures = chosen(query.measures);
    const found = await readMeasures({ reach, query: { ...query, earlier: '1' }, from });
    const { previous } = found;
    const stepped = (series: typeof found.series, steps: readonly string[]): Cell[][] => steps.map((step, i) => [step, ...cells(series[i]!.values, measures)]);
    const beside = stepsBeside(query.by, daysOf(query), daysOf(previous)).map((step) => stepText(query.by, step));
    return {
      measures,
      columns: [heading(WORDS.day), ...measured(measures)],
      rows: [...stepped(found.series, stepsIn(query)), [word(WORDS.total), ...cells(found.totals, measures)], ...stepped(found.earlier!, beside), [`${word(WORDS.before)} ${previous.from} – ${previous.to}`, ...cells(found.before, measures)]],
    };
  }
  if ('group' in query) {
    const { group } = query;
    // the page's lines are some, a sheet's all
    const found = await readGroups({ reach, query: { ...query, limit: Infinity }, from });
    const measures = chosen(Object.keys(found.totals) as Measure[]);
    const methods = group === 'method' ? await wordsOf(reach, ['pay_method'], from.language as Language) : null;
    const numbered = group === 'caregiver';
    const name = (text: string): string => (text === '' ? word(WORDS.none) : (methods?.('pay_method', text) ?? text));
    // what it is ranked by has its places, equals the same, and beside it what it was
    const ranked = query.sort?.replace(/^-/, '') as Measure | undefined;
    const places = placesOf(found.rows.map(({ values }) => (ranked === undefined ? null : (values[ranked] ?? null))));
    const was = `${word(WORDS.before)} ${found.previous.from} – ${found.previous.to}`;
    const columnsOf = (measure: Measure): Column[] => [heading(HEADINGS[measure]), ...(measure === ranked ? [{ heading: `${word(HEADINGS[measure])} ${was}`, width: 28 }, heading(changeHead(measure))] : [])];
    const cellsOf = (measure: Measure, values: Values, before: Values): Cell[] => [cellOf(measure, values[measure]), ...(measure === ranked ? [cellOf(measure, before[measure]), changeOf(measure, values[measure], before[measure])] : [])];
    const line = (place: Cell, title: string, no: string, values: Values, before: Values): Cell[] => [...(ranked === undefined ? [] : [place]), title, ...(numbered ? [no] : []), ...measures.flatMap((measure) => cellsOf(measure, values, before))];
    return {
      measures,
      columns: [...(ranked === undefined ? [] : [heading(WORDS.place, 8)]), heading(GROUPED[group], 28), ...(numbered ? [heading(WORDS.staff)] : []), ...measures.flatMap(columnsOf)],
      rows: [...found.rows.map(({ id, name: title, values, before }, i) => line(places[i]!, name(title), id, values, before)), line(null, word(WORDS.total), '', found.totals, found.before)],
    };
  }
  if ('measure' in query) {
    const { measure } = query;
    const found = await readHeat({ reach, query, from });
    return { measures: [measure], columns: [heading(GROUPED.hospital, 28), ...stepsIn(query).map((step) => ({ heading: step, width: step.length > 10 ? 26 : 12 }))], rows: found.rows.map(({ name, values }) => [name, ...values.map((value) => cellOf(measure, value))]) };
  }
  const found = await readBands(reach, query);
  return { measures: [], columns: [heading(WORDS.age), heading(WORDS.orders), heading(HEADINGS.outstanding)], rows: [...found.rows.map(({ band, orders, fen }) => [word(BANDED[band]), orders, fen / 100]), [word(WORDS.total), found.orders, found.fen / 100]] };
}

/** What a page shows as a sheet, in the reader's language, and below it what it is of; its audit row before a byte leaves. */
export async function exportStatistics(ask: Ask<typeof statistics.export>): Promise<Download> {
  const { body, write } = ask;
  const { columns, rows, measures } = await sheetOf(ask);
  const { title, lines } = await aboutOf(ask, measures);
  const wide = (cells: readonly Cell[]): Cell[] => columns.map((_, i) => cells[i] ?? null);
  await write(async () => ({ result: null, entity: 'statistics', entityId: 'export', after: { rows: rows.length, what: body.what, type: body.type } }));
  return sheetFile({ title, type: body.type, columns, rows: [...rows, [], ...lines].map(wide) });
}
