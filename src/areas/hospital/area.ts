import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Hospitals. */
export const area: Area = {
  id: 'hospital',
  path: '/system/hospital',
  title: msg`医院管理`,
  icon: 'hospital',
  order: 6,
  menu: true,
  commands: [
    { id: 'hospital.open', title: msg`医院管理`, keywords: ['医院管理', 'yi yuan guan li', 'hospitals'], keys: 'g h', goes: '/system/hospital', group: 'go' },
  ],
};
