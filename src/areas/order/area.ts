import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';

/** Care orders. */
export const area: Area = {
  id: 'order',
  path: '/order/index',
  title: msg`订单管理`,
  icon: 'order',
  order: 2,
  menu: true,
  commands: [
    { id: 'order.open', title: msg`订单管理`, keywords: ['订单管理', 'ding dan guan li', 'orders'], keys: 'g o', goes: '/order/index', group: 'go' },
  ],
  records: { title: msg`订单`, may: 'biz:order:list', load: () => import(/* webpackChunkName: "record-order" */ './record.ts') },
};
