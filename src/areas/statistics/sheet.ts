import type { Ask } from '../../host/answer.ts';
import { today } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import { wordsOf } from '../../host/list/word.ts';
import type { Cell, Column } from '../../host/sheet/cell.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import type { Language } from '../../kernel/error.ts';
import type { Band } from '../order/contract.ts';
import type { Group, statistics, Values } from './contract.ts';
import { readGroups } from './group.ts';
import { readBands, readHeat } from './heat.ts';
import { measureOf, type Measure } from './measure.ts';
import { chosen } from './raw.ts';
import { readMeasures } from './store.ts';

type Both = readonly [zh: string, en: string];
/** What a sheet's column is called; money in yuan, rates in percent. */
const HEADINGS: Record<Measure, Both> = {
  made: ['新增订单', 'Orders made'], started: ['开始单数', 'Started'], ended: ['完成单数', 'Completed'], cancelled: ['取消单数', 'Cancelled'],
  serviceDays: ['服务天数', 'Service days'], serviceDaysNormal: ['平日天数', 'Normal days'], serviceDaysHoliday: ['节假日天数', 'Holiday days'], coveredBedDays: ['陪护床日', 'Covered bed-days'], bedDays: ['开放床日', 'Bed-days'], bedCover: ['床位覆盖率（%）', 'Bed cover (%)'],
  receivable: ['应收（元）', 'Receivable (CNY)'], received: ['实收（元）', 'Received (CNY)'], refunded: ['退款（元）', 'Refunded (CNY)'], outstanding: ['待收（元）', 'Outstanding (CNY)'], utilisation: ['护工利用率（%）', 'Caregiver utilisation (%)'],
  replaced: ['更换次数', 'Replacements'], replacedRate: ['更换率（%）', 'Replacement rate (%)'], extended: ['延长次数', 'Extensions'], extendedRate: ['延长率（%）', 'Extension rate (%)'], endedEarly: ['提前结束', 'Ended early'], endedEarlyRate: ['提前结束率（%）', 'Early-end rate (%)'],
  assigned: ['派单数', 'Assigned'], waitHalf: ['派单等待中位数（分钟）', 'Wait until assigned, median (min)'], waitMost: ['派单等待 90 分位（分钟）', 'Wait until assigned, p90 (min)'],
  satisfaction: ['满意度', 'Satisfaction'], evaluations: ['评价数', 'Evaluations'], complaints: ['投诉', 'Complaints'], complaintRate: ['千日投诉', 'Complaints per 1,000 days'], certificatesEnding: ['30 天内证件到期', 'Certificates ending within 30 days'],
};
const GROUPED: Record<Group, Both> = {
  hospital: ['医院', 'Hospital'], department: ['科室', 'Department'], service: ['服务', 'Service'], method: ['付款方式', 'Payment method'], caregiver: ['护工', 'Caregiver'],
  'replaced-reason': ['更换原因', 'Reason for replacement'], 'extended-reason': ['延长原因', 'Reason for extension'], 'ended-early-reason': ['提前结束原因', 'Reason for early end'], 'cancelled-reason': ['取消原因', 'Reason for cancellation'],
};
const BANDED: Record<Band, Both> = { ahead: ['未到期', 'Not yet due'], d7: ['0–7 天', '0–7 days'], d30: ['8–30 天', '8–30 days'], d90: ['31–90 天', '31–90 days'], older: ['90 天以上', 'Over 90 days'] };
const WORDS = { title: ['统计', 'statistics'], day: ['日期', 'Date'], total: ['合计', 'Total'], before: ['上一期', 'Previous period'], rest: ['其余', 'Others'], none: ['未写明', 'Not given'], age: ['账龄', 'Age'], orders: ['订单', 'Orders'], staff: ['工号', 'Staff number'] } as const;

/** A figure as a spreadsheet counts with it: yuan, percent, stars. */
export function cellOf(measure: Measure, value: number | null | undefined): Cell {
  if (value === null || value === undefined) return null;
  const { unit } = measureOf(measure);
  return unit === 'fen' || unit === 'bp' || unit === 'stars' || unit === 'per1000' ? value / 100 : value;
}
interface Sheet {
  columns: Column[];
  rows: Cell[][];
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
      columns: [heading(WORDS.day), ...measured(measures)],
      rows: [...found.series.map(({ at, values }) => [at, ...cells(values, measures)]), [word(WORDS.total), ...cells(found.totals, measures)], [`${word(WORDS.before)} ${found.previous.from} – ${found.previous.to}`, ...cells(found.before, measures)]],
    };
  }
  if ('group' in query) {
    const { group } = query;
    const found = await readGroups({ reach, query, from });
    const measures = chosen(Object.keys(found.totals) as Measure[]);
    const methods = group === 'method' ? await wordsOf(reach, ['pay_method'], from.language as Language) : null;
    const numbered = group === 'caregiver';
    const name = (text: string): string => (text === '' ? word(WORDS.none) : (methods?.('pay_method', text) ?? text));
    const line = (title: string, no: string, values: Values): Cell[] => [title, ...(numbered ? [no] : []), ...cells(values, measures)];
    return {
      columns: [heading(GROUPED[group], 28), ...(numbered ? [heading(WORDS.staff)] : []), ...measured(measures)],
      rows: [...found.rows.map(({ id, name: title, values }) => line(name(title), id, values)), ...(found.rest === null ? [] : [line(word(WORDS.rest), '', found.rest.values)]), line(word(WORDS.total), '', found.totals)],
    };
  }
  if ('measure' in query) {
    const { measure } = query;
    const found = await readHeat({ reach, query, from });
    return { columns: [heading(GROUPED.hospital, 28), ...found.days.map((day) => ({ heading: day, width: 12 }))], rows: found.rows.map(({ name, values }) => [name, ...values.map((value) => cellOf(measure, value))]) };
  }
  const found = await readBands(reach, query);
  return { columns: [heading(WORDS.age), heading(WORDS.orders), heading(HEADINGS.outstanding)], rows: [...found.rows.map(({ band, orders, fen }) => [word(BANDED[band]), orders, fen / 100]), [word(WORDS.total), found.orders, found.fen / 100]] };
}

/** What a page shows as a sheet, in the reader's language; its audit row before a byte leaves. */
export async function exportStatistics(ask: Ask<typeof statistics.export>): Promise<Download> {
  const { body, from, write } = ask;
  const { columns, rows } = await sheetOf(ask);
  await write(async () => ({ result: null, entity: 'statistics', entityId: 'export', after: { rows: rows.length, what: body.what, type: body.type } }));
  return sheetFile({ title: `${WORDS.title[from.language === 'en' ? 1 : 0]}-${today()}`, type: body.type, columns, rows });
}
