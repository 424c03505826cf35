import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'statistics.month', beside: ['rows', 'settlement'] } as const;
/** The keys of statements, beside those of what is done to a month (area.ts). */
export const SETTLEMENT_KEYS = {
  previous: { ...page, moves: true, id: 'month.previous', keys: '[', words: msg`月结与对账：上个月`, keywords: ['上个月', 'shang ge yue', 'previous month'] },
  next: { ...page, moves: true, id: 'month.next', keys: ']', words: msg`月结与对账：下个月`, keywords: ['下个月', 'xia ge yue', 'next month'] },
  month: { ...page, id: 'month.choose', keys: 'f', words: msg`月结与对账：选月份`, keywords: ['选月份', 'xuan yue fen', 'choose a month'] },
  part: { ...page, id: 'month.part', keys: 'v', words: msg`月结与对账：按医院或按护工`, keywords: ['按医院', 'an yi yuan', 'by hospital'] },
  export: { ...page, acts: true, id: 'month.export', keys: 'Shift+E', words: msg`月结与对账：导出 Excel`, keywords: ['导出', 'dao chu', 'export'] },
  print: { ...page, acts: true, id: 'month.print', keys: 'p', words: msg`月结与对账：打印`, keywords: ['打印', 'da yin', 'print'] },
} as const satisfies Record<string, KeyEntry>;
