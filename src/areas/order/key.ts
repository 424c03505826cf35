import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const step = { fixed: true, shares: true } as const;
const bed = { scope: 'page', on: 'order.bed', beside: ['order'] } as const;
/** The keys of the bed map and of the printed order, beside those of an order (area.ts). */
export const ORDER_KEYS = {
  move: { ...bed, ...step, id: 'bed.move', keys: 'ArrowUp|ArrowDown|ArrowLeft|ArrowRight', words: msg`床位图：到旁边的床` },
  open: { ...bed, ...step, id: 'bed.open', keys: 'Enter', words: msg`床位图：打开这张床的订单` },
  add: { ...bed, id: 'bed.new', keys: 'n', words: msg`床位图：给这张床新建订单`, keywords: ['新建订单', 'xin jian ding dan', 'new order'] },
  assign: { ...bed, moves: true, id: 'bed.assign', keys: 'q', words: msg`床位图：下一个待派单`, keywords: ['下一个待派单', 'xia yi ge dai pai dan', 'next to assign'] },
  pay: { ...bed, moves: true, id: 'bed.pay', keys: 'y', words: msg`床位图：下一个待收款`, keywords: ['下一个待收款', 'xia yi ge dai shou kuan', 'next with a balance', 'owing'] },
  due: { ...bed, moves: true, id: 'bed.due', keys: 'z', words: msg`床位图：下一个今天到期`, keywords: ['下一个今天到期', 'xia yi ge jin tian dao qi', 'next due today'] },
  free: { ...bed, moves: true, id: 'bed.free', keys: 'o', words: msg`床位图：下一张空床`, keywords: ['下一张空床', 'xia yi zhang kong chuang', 'next free bed'] },
  number: { ...bed, fixed: true, id: 'bed.number', keys: '0|1|2|3|4|5|6|7|8|9', words: msg`床位图：按床号跳到床` },
  next: { ...bed, moves: true, id: 'bed.next', keys: ']', words: msg`床位图：下一个病区`, keywords: ['下一个病区', 'xia yi ge bing qu', 'next ward'] },
  previous: { ...bed, moves: true, id: 'bed.previous', keys: '[', words: msg`床位图：上一个病区`, keywords: ['上一个病区', 'shang yi ge bing qu', 'previous ward'] },
  hospital: { ...bed, id: 'bed.hospital', keys: 'f', words: msg`床位图：选医院`, keywords: ['选医院', 'xuan yi yuan', 'choose hospital'] },
  print: { scope: 'page', on: 'order.print', acts: true, id: 'print.page', keys: 'p', words: msg`打印`, keywords: ['打印', 'da yin', 'print'] },
} as const satisfies Record<string, KeyEntry>;
