import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** What hospitals charge and when: from the palette only (domain.md). */
export const area: Area = {
  id: 'book',
  path: '/system/book',
  title: msg`价格与节假日`,
  icon: 'price',
  order: 8,
  menu: false,
  commands: [
    { id: 'book.open', title: msg`价格与节假日`, keywords: ['价格与节假日', 'jia ge yu jie jia ri', 'prices and holidays', '服务价格', 'fu wu jia ge', '班次', 'ban ci', 'shifts'], may: 'biz:hospital:list', keys: 'g p', goes: '/system/book', group: 'go' },
    { id: 'service.open', title: msg({ context: '标题', message: '服务项目' }), keywords: ['服务项目', 'fu wu xiang mu', 'services', 'service catalogue'], may: 'biz:hospital:list', goes: '/system/service', group: 'go' },
  ],
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).BOOK_KEYS) },
};
