import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const book = { scope: 'page', on: 'system.book', beside: ['rows'] } as const;
const service = { scope: 'page', on: 'system.service', beside: ['rows'] } as const;
/** The keys of prices and holidays, and of the services. */
export const BOOK_KEYS = {
  next: { ...book, id: 'book.next', keys: ']', words: msg`价格与节假日：下一部分` },
  previous: { ...book, id: 'book.previous', keys: '[', words: msg`价格与节假日：上一部分` },
  hospital: { ...book, id: 'book.hospital', keys: 'f', words: msg`价格与节假日：选医院` },
  add: { ...book, id: 'book.new', keys: 'n', words: msg`价格与节假日：新建` },
  edit: { ...book, id: 'book.edit', keys: 'e', words: msg`价格与节假日：修改` },
  remove: { ...book, id: 'book.remove', keys: 'Delete', words: msg`价格与节假日：删除` },
  past: { ...book, id: 'book.past', keys: 'h', words: msg`价格与节假日：显示或收起过去的` },
  addService: { ...service, id: 'service.new', keys: 'n', words: msg`服务项目：新建` },
  editService: { ...service, id: 'service.edit', keys: 'e', words: msg`服务项目：修改` },
} as const satisfies Record<string, KeyEntry>;
