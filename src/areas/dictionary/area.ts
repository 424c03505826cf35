import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Dictionaries: from the palette only (domain.md). */
export const area: Area = {
  id: 'dictionary',
  path: '/system/dict',
  title: msg`字典管理`,
  icon: 'dictionary',
  order: 7,
  menu: false,
  commands: [
    { id: 'dict.open', title: msg`字典管理`, keywords: ['字典管理', 'zi dian guan li', 'dictionaries', '选项', 'xuan xiang', 'labels'], may: 'sys:dict:list', goes: '/system/dict', group: 'go' },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).DICTIONARY_KEYS) },
};
