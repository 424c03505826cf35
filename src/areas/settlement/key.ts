import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'statistics.month', beside: ['rows', 'settlement'] } as const;
/** The keys of statements, beside those of closing and reopening (area.ts). */
export const SETTLEMENT_KEYS = {
  previous: { ...page, id: 'month.previous', keys: '[', words: msg`月结与对账：上个月` },
  next: { ...page, id: 'month.next', keys: ']', words: msg`月结与对账：下个月` },
  month: { ...page, id: 'month.choose', keys: 'f', words: msg`月结与对账：选月份` },
  part: { ...page, id: 'month.part', keys: 'v', words: msg`月结与对账：按医院或按护工` },
  export: { ...page, id: 'month.export', keys: 'Shift+E', words: msg`月结与对账：导出 Excel` },
  print: { ...page, id: 'month.print', keys: 'p', words: msg`月结与对账：打印` },
} as const satisfies Record<string, KeyEntry>;
