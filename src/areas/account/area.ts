import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Accounts, and one's own. */
export const area: Area = {
  id: 'account',
  path: '/system/user',
  title: msg`账号管理`,
  icon: 'user',
  order: 5,
  menu: true,
  group: { path: '/system', title: msg`系统管理` },
  commands: [
    { id: 'user.open', title: msg`账号管理`, keywords: ['账号管理', 'zhang hao guan li', 'accounts', '用户', 'yong hu', 'users'], keys: 'g u', goes: '/system/user', group: 'go' },
    { id: 'user.new', title: msg`新建账号`, keywords: ['新建账号', 'xin jian zhang hao', 'new account', '新增账号', 'xin zeng zhang hao', '新建用户', 'xin jian yong hu', 'add user'], may: 'sys:user:add', goes: '/system/user?new=1', group: 'go' },
    { id: 'user.import', title: msg`导入账号`, keywords: ['导入账号', 'dao ru zhang hao', 'import accounts', '批量新建', 'pi liang xin jian', 'upload users'], may: 'sys:user:import', goes: '/system/user?import=1', group: 'go' },
    { id: 'user.export', title: msg`导出账号`, keywords: ['导出账号', 'dao chu zhang hao', 'export accounts', '下载账号', 'xia zai zhang hao', 'download users'], may: 'sys:user:export', goes: '/system/user?export=1', group: 'go' },
    { id: 'profile.open', title: msg`个人中心`, keywords: ['个人中心', 'ge ren zhong xin', 'profile', '个人资料', 'ge ren zi liao', 'my account', '修改密码', 'xiu gai mi ma', 'change password'], goes: '/profile', group: 'go' },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).ACCOUNT_KEYS) },
};
