import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Caregivers. */
export const area: Area = {
  id: 'caregiver',
  path: '/caregiver/index',
  title: msg`护工管理`,
  icon: 'caregiver',
  order: 3,
  menu: true,
  commands: [
    { id: 'caregiver.open', title: msg`护工管理`, keywords: ['护工管理', 'hu gong guan li', 'caregivers', '护理员'], keys: 'g c', goes: '/caregiver/index', group: 'go' },
  ],
  records: { title: msg`护工`, may: 'biz:caregiver:list', load: () => import(/* webpackChunkName: "record-caregiver" */ './record.ts') },
};
