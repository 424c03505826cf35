import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'system.department', beside: ['rows', 'list'] } as const;
/** The keys of departments, wards and beds: the same in each of the three lists. */
export const DEPARTMENT_KEYS = {
  add: { ...page, id: 'department.new', keys: 'n', words: msg`科室与床位：新建`, keywords: ['新建', 'xin jian', 'new'] },
  edit: { ...page, id: 'department.edit', keys: 'e', words: msg`科室与床位：修改`, keywords: ['修改', 'xiu gai', 'edit'] },
  status: { ...page, acts: true, id: 'department.status', keys: 't', words: msg`科室与床位：启用或停用`, keywords: ['启用或停用', 'qi yong huo ting yong', 'enable or disable'] },
  map: { ...page, id: 'department.map', keys: 'm', words: msg`看病区的床位图`, keywords: ['床位图', 'chuang wei tu', 'bed map'] },
  remove: { ...page, id: 'department.remove', keys: 'Delete', words: msg`科室与床位：删除`, keywords: ['删除科室与床位', 'shan chu ke shi yu chuang wei', 'delete departments and beds'], grave: true },
} as const satisfies Record<string, KeyEntry>;
