import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Today's counts. */
export const area: Area = {
  id: 'dashboard',
  path: '/dashboard',
  title: msg`首页`,
  icon: 'dashboard',
  order: 1,
  menu: true,
  everyone: true,
  commands: [
    { id: 'dashboard.open', title: msg`首页`, keywords: ['首页', 'shou ye', 'home', 'dashboard', '今日概览', 'jin ri gai lan'], keys: 'g d', goes: '/dashboard', group: 'go' },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).DASHBOARD_KEYS) },
};
