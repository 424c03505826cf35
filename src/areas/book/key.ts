import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const book = { scope: 'page', on: 'system.book', beside: ['rows'] } as const;
const service = { scope: 'page', on: 'system.service', beside: ['rows'] } as const;
/** The keys of prices and holidays, and of the services. */
export const BOOK_KEYS = {
  next: { ...book, moves: true, id: 'book.next', keys: ']', words: msg`价格与节假日：下一部分`, keywords: ['下一部分', 'xia yi bu fen', 'next part'] },
  previous: { ...book, moves: true, id: 'book.previous', keys: '[', words: msg`价格与节假日：上一部分`, keywords: ['上一部分', 'shang yi bu fen', 'previous part'] },
  hospital: { ...book, id: 'book.hospital', keys: 'f', words: msg`价格与节假日：选医院`, keywords: ['选医院', 'xuan yi yuan', 'choose hospital'] },
  add: { ...book, id: 'book.new', keys: 'n', words: msg`价格与节假日：新建`, keywords: ['新建', 'xin jian', 'new'] },
  edit: { ...book, id: 'book.edit', keys: 'e', words: msg`价格与节假日：修改`, keywords: ['修改', 'xiu gai', 'edit'] },
  remove: { ...book, acts: true, id: 'book.remove', keys: 'Delete', words: msg`价格与节假日：删除`, keywords: ['删除价格与节假日', 'shan chu jia ge yu jie jia ri', 'delete prices and holidays'], grave: true },
  past: { ...book, id: 'book.past', keys: 'h', words: msg`价格与节假日：显示或收起过去的`, keywords: ['显示或收起过去的', 'xian shi huo shou qi guo qu de', 'show or hide past ones'] },
  addService: { ...service, id: 'service.new', keys: 'n', words: msg`服务项目：新建`, keywords: ['新建', 'xin jian', 'new'] },
  editService: { ...service, id: 'service.edit', keys: 'e', words: msg`服务项目：修改`, keywords: ['修改', 'xiu gai', 'edit'] },
} as const satisfies Record<string, KeyEntry>;
