import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Signing in and out. */
export const area: Area = {
  id: 'session',
  path: '/login',
  title: msg`登录`,
  icon: 'profile',
  order: 9,
  menu: false,
  commands: [
    { id: 'session.sign-out', title: msg`退出登录`, keywords: ['退出登录', 'tui chu deng lu', 'sign out', 'log out', 'logout', '注销', 'zhu xiao', '登出', 'deng chu'], calls: 'sign-out', group: 'session' },
  ],
};
