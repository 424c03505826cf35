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
    { id: 'user.new', title: msg`新建账号`, keywords: ['新建账号', 'xin jian zhang hao', 'new account', '新建用户', 'add user'], may: 'sys:user:add', goes: '/system/user?new=1', group: 'go' },
    { id: 'profile.open', title: msg`个人中心`, keywords: ['个人中心', 'ge ren zhong xin', 'profile', '个人资料', 'my account'], goes: '/profile', group: 'go' },
  ],
};
