import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'dashboard', beside: ['rows', 'order'] } as const;
/** The keys of the first page: a line each, in their order. Its rows are those of LIST_KEYS. */
export const DASHBOARD_KEYS = {
  assign: { ...page, id: 'dashboard.assign', keys: '1', words: msg`待派单`, keywords: ['待派单', 'dai pai dan', 'to assign'] },
  start: { ...page, id: 'dashboard.start', keys: '2', words: msg`今天开始`, keywords: ['今天开始', 'jin tian kai shi', 'starting today'] },
  end: { ...page, id: 'dashboard.end', keys: '3', words: msg`今天结束`, keywords: ['今天结束', 'jin tian jie shu', 'ending today'] },
  settle: { ...page, id: 'dashboard.settle', keys: '4', words: msg`待结清`, keywords: ['待结清', 'dai jie qing', 'to settle'] },
  certificate: { ...page, id: 'dashboard.certificate', keys: '5', words: msg`30 天内证件到期`, keywords: ['证件到期', 'zheng jian dao qi', 'certificates expiring'] },
  long: { ...page, id: 'dashboard.long', keys: '6', words: msg`待派单超过 4 小时`, keywords: ['待派单超过', 'dai pai dan chao guo', 'unassigned'] },
  mine: { ...page, id: 'dashboard.mine', keys: '7', words: msg`交给我的订单`, keywords: ['交给我的订单', 'jiao gei wo de ding dan', 'orders handed to me'] },
  overdue: { ...page, id: 'dashboard.overdue', keys: '8', words: msg`过期未办`, keywords: ['过期未办', 'guo qi wei ban', 'overdue'] },
} as const satisfies Record<string, KeyEntry>;
