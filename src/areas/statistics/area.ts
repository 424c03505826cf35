import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Figures of all hospitals. */
export const area: Area = {
  id: 'statistics',
  path: '/statistics/index',
  title: msg`数据统计`,
  icon: 'statistics',
  order: 4,
  menu: true,
  commands: [
    { id: 'statistics.open', title: msg`数据统计`, keywords: ['数据统计', 'shu ju tong ji', 'statistics', '报表', 'bao biao', 'figures'], keys: 'g s', goes: '/statistics/index', group: 'go' },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).STATISTICS_KEYS) },
};
