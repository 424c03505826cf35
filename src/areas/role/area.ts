import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Roles and rights, to read: from the palette only. */
export const area: Area = {
  id: 'role',
  path: '/system/role',
  title: msg`角色与权限`,
  icon: 'role',
  order: 8,
  menu: false,
  commands: [
    { id: 'role.open', title: msg`角色与权限`, keywords: ['角色与权限', 'jue se yu quan xian', 'jiao se yu quan xian', 'roles and rights', 'permissions', '权限矩阵', 'quan xian ju zhen'], goes: '/system/role', group: 'go' },
  ],
};
