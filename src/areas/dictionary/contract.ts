import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { createTime, listBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { codeOf, id, pageOf, text, version } from '../../kernel/shape.ts';

/** A dictionary's code: what the paths name it by. The first segments of every call below /sys are reserved (domain.md). */
export const dictCode = z.string().check(z.regex(/^[a-z][a-z0-9_]{1,49}$/));
const status = z.union([z.literal(0), z.literal(1)]);
/** Colour of an item's label. */
export const TAGS = ['primary', 'success', 'warning', 'danger', 'info'] as const;
const STATUS_VALUES = ['1', '0'];
/** What the two lists can be asked and sorted by (kernel/list.ts). `sort`: the items' own order. */
export const DICT_FIELDS = { code: { type: 'text', sort: true }, name: { type: 'text', sort: true }, remark: { type: 'text', nullable: true }, status: { type: 'choice', values: STATUS_VALUES, sort: true } } as const satisfies ListFields;
export const ITEM_FIELDS = { value: { type: 'text', sort: true }, label: { type: 'text', sort: true }, labelEn: { type: 'text', nullable: true, sort: true }, status: { type: 'choice', values: STATUS_VALUES, sort: true }, sort: { type: 'number', sort: true }, remark: { type: 'text', nullable: true } } as const satisfies ListFields;
const filter = { keywords: z.optional(text(64)), status: z.optional(codeOf('0', '1')) };

export const dictRow = z.strictObject({ id, code: z.string(), name: z.string(), status: z.int(), remark: z.nullable(z.string()), items: z.int(), /** The product itself asks for it: it is not removed, switched off or given another code. */ needed: z.boolean(), version: z.int() });
export type DictRow = z.output<typeof dictRow>;
// what an edit leaves out stays as it is
const dictEdit = { code: dictCode, name: text(50), status: z.optional(status), remark: z.optional(z.nullable(text(200))) };
export const itemRow = z.strictObject({ id, dictCode: z.string(), value: z.string(), label: z.string(), labelEn: z.nullable(z.string()), tag: z.nullable(z.enum(TAGS)), status: z.int(), sort: z.int(), remark: z.nullable(z.string()), version: z.int() });
export type ItemRow = z.output<typeof itemRow>;
const place = z.int().check(z.minimum(0), z.maximum(100_000));
const itemEdit = { value: text(64), label: text(64), labelEn: z.optional(z.nullable(text(64))), tag: z.optional(z.nullable(z.enum(TAGS))), status: z.optional(status), /** Absent for a new one: after all others. */ sort: z.optional(place), remark: z.optional(z.nullable(text(200))) };
/** What forms and lists need of an item; switched-off items are told too, so that old rows keep their label. */
const option = z.strictObject({ value: z.string(), label: z.string(), labelEn: z.nullable(z.string()), tag: z.nullable(z.enum(TAGS)), status: z.int() });

export const dictionary = {
  page: endpoint('GET /sys/page', { may: 'sys:dict:list', summary: '字典分页', query: z.strictObject({ ...listBy(DICT_FIELDS), ...filter, createTime }), reply: pageOf(dictRow) }),
  add: endpoint('POST /sys', { may: 'sys:dict:add', audit: 'dict.add', summary: '新建字典', body: z.strictObject({ ...dictEdit, status: z._default(status, 1) }), reply: dictRow }),
  edit: endpoint('PUT /sys/:id', { may: 'sys:dict:edit', audit: 'dict.edit', summary: '修改字典', body: z.strictObject({ ...dictEdit, version, ...z.partial(z.pick(dictRow, { id: true, items: true, needed: true })).shape }), reply: dictRow }),
  itemPage: endpoint('GET /sys/:dictCode/items/page', { may: 'sys:dict:list', summary: '字典项分页', query: z.strictObject({ ...listBy(ITEM_FIELDS), ...filter }), reply: pageOf(itemRow) }),
  /** `version` is another with every change of the dictionary or its items, and never comes again: the key of the client's cache. */
  items: endpoint('GET /sys/:dictCode/items', { may: 'signed-in', summary: '字典项', reply: z.strictObject({ dictCode: z.string(), version: z.int(), items: z.array(option) }) }),
  addItem: endpoint('POST /sys/:dictCode/items', { may: 'sys:dict:edit', audit: 'dict.item.add', summary: '新建字典项', body: z.strictObject({ ...itemEdit, status: z._default(status, 1) }), reply: itemRow }),
  itemForm: endpoint('GET /sys/:dictCode/items/:itemId/form', { may: 'sys:dict:edit', summary: '字典项表单', reply: itemRow }),
  editItem: endpoint('PUT /sys/:dictCode/items/:itemId', { may: 'sys:dict:edit', audit: 'dict.item.edit', summary: '修改字典项', body: z.strictObject({ ...itemEdit, version, ...z.partial(z.pick(itemRow, { id: true, dictCode: true })).shape }), reply: itemRow }),
  removeItems: endpoint('DELETE /sys/:dictCode/items/:itemIds', { may: 'sys:dict:edit', audit: 'dict.item.delete', summary: '删除字典项，全部或一个也不', reply: z.null() }),
};
