import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'system.dict', beside: ['rows', 'list'] } as const;
/** The keys of the dictionaries and of their items. */
export const DICTIONARY_KEYS = {
  add: { ...page, id: 'dictionary.new', keys: 'n', words: msg`字典：新建`, keywords: ['新建', 'xin jian', 'new'] },
  edit: { ...page, id: 'dictionary.edit', keys: 'e', words: msg`字典：修改`, keywords: ['修改', 'xiu gai', 'edit'] },
  remove: { ...page, id: 'dictionary.remove', keys: 'Delete', words: msg`字典：删除`, keywords: ['删除字典', 'shan chu zi dian', 'delete dictionary'], grave: true },
} as const satisfies Record<string, KeyEntry>;
