import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Accounts, and one's own. */
export const area: Area = {
  id: 'account',
  path: '/system/user',
  title: msg`账号管理`,
  icon: 'user',
  order: 5,
  menu: true,
  commands: [
    { id: 'user.open', title: msg`账号管理`, keywords: ['账号管理', 'zhang hao guan li', 'accounts', '用户', 'users'], keys: 'g u', goes: '/system/user', group: 'go' },
    { id: 'profile.open', title: msg`个人中心`, keywords: ['个人中心', 'ge ren zhong xin', 'profile', '个人资料', 'my account'], goes: '/profile', group: 'go' },
  ],
};
