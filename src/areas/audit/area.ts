import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** The audit: from the palette only (domain.md). */
export const area: Area = {
  id: 'audit',
  path: '/system/audit',
  title: msg`审计日志`,
  icon: 'audit',
  order: 9,
  menu: false,
  commands: [
    { id: 'audit.open', title: msg`审计日志`, keywords: ['审计日志', 'shen ji ri zhi', 'audit log', '操作记录', 'cao zuo ji lu', 'history'], may: 'sys:audit:list', goes: '/system/audit', group: 'go' },
  ],
};
