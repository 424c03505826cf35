import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'dashboard', beside: ['rows', 'order'] } as const;
/** The keys of the first page: a line each, in their order. Its rows are those of LIST_KEYS. */
export const DASHBOARD_KEYS = {
  assign: { ...page, id: 'dashboard.assign', keys: '1', words: msg`待派单` },
  start: { ...page, id: 'dashboard.start', keys: '2', words: msg`今天开始` },
  end: { ...page, id: 'dashboard.end', keys: '3', words: msg`今天结束` },
  settle: { ...page, id: 'dashboard.settle', keys: '4', words: msg`待结清` },
  certificate: { ...page, id: 'dashboard.certificate', keys: '5', words: msg`30 天内证件到期` },
  long: { ...page, id: 'dashboard.long', keys: '6', words: msg`待派单超过 4 小时` },
  mine: { ...page, id: 'dashboard.mine', keys: '7', words: msg`交给我的订单` },
  overdue: { ...page, id: 'dashboard.overdue', keys: '8', words: msg`过期未办` },
} as const satisfies Record<string, KeyEntry>;
