import type { Ask } from '../../host/answer.ts';
import type { Download } from '../../host/download.ts';
import { wordsOf } from '../../host/list/word.ts';
import type { Cell, Column } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import type { Language } from '../../kernel/error.ts';
import type { Band } from '../order/contract.ts';
import type { statistics, Values } from './contract.ts';
import { readGroups } from './group.ts';
import { readBands, readHeat } from './heat.ts';
import { measureOf, type Measure } from './measure.ts';
import { chosen } from './raw.ts';
import { readMeasures } from './store.ts';
import { aboutOf } from './sheet-about.ts';
import { GROUPED, HEADINGS, type Both } from './sheet-words.ts';

const BANDED: Record<Band, Both> = { ahead: ['未到期', 'Not yet due'], d7: ['0–7 天', '0–7 days'], d30: ['8–30 天', '8–30 days'], d90: ['31–90 天', '31–90 days'], older: ['90 天以上', 'Over 90 days'] };
const WORDS = { day: ['日期', 'Date'], total: ['合计', 'Total'], before: ['上一期', 'Previous period'], none: ['未写明', 'Not given'], age: ['账龄', 'Age'], orders: ['订单', 'Orders'], staff: ['工号', 'Staff number'] } as const;

/** A figure as a spreadsheet counts with it: yuan, percent, stars. */
export function cellOf(measure: Measure, value: number | null | undefined): Cell {
  if (value === null || value === undefined) return null;
  const { unit } = measureOf(measure);
  return unit === 'fen' || unit === 'bp' || unit === 'stars' || unit === 'per1000' ? value / 100 : value;
}
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
    const found = await readMeasures({ reach, query, from });
    return {
      measures,
      columns: [heading(WORDS.day), ...measured(measures)],
      rows: [...found.series.map(({ at, values }) => [at, ...cells(values, measures)]), [word(WORDS.total), ...cells(found.totals, measures)], [`${word(WORDS.before)} ${found.previous.from} – ${found.previous.to}`, ...cells(found.before, measures)]],
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
    const line = (title: string, no: string, values: Values): Cell[] => [title, ...(numbered ? [no] : []), ...cells(values, measures)];
    return {
      measures,
      columns: [heading(GROUPED[group], 28), ...(numbered ? [heading(WORDS.staff)] : []), ...measured(measures)],
      rows: [...found.rows.map(({ id, name: title, values }) => line(name(title), id, values)), line(word(WORDS.total), '', found.totals)],
    };
  }
  if ('measure' in query) {
    const { measure } = query;
    const found = await readHeat({ reach, query, from });
    return { measures: [measure], columns: [heading(GROUPED.hospital, 28), ...found.days.map((day) => ({ heading: day, width: 12 }))], rows: found.rows.map(({ name, values }) => [name, ...values.map((value) => cellOf(measure, value))]) };
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
