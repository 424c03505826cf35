import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Departments, wards and beds of the hospitals: from the palette and from a hospital (issue 4, domain.md). */
export const area: Area = {
  id: 'department',
  path: '/system/department',
  title: msg`科室与床位`,
  icon: 'hospital',
  order: 8,
  menu: false,
  commands: [
    { id: 'department.open', title: msg`科室与床位`, keywords: ['科室与床位', 'ke shi yu chuang wei', 'departments and beds', '病区', 'bing qu', 'wards'], may: 'biz:hospital:list', goes: '/system/department', group: 'go' },
  ],
  records: { title: msg`床位`, may: 'biz:order:list', first: true, load: () => fetchPart(() => import(/* webpackChunkName: "palette" */ './record.ts')) },
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).DEPARTMENT_KEYS) },
};
