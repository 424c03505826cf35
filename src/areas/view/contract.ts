import * as z from 'zod/mini';
import { ROLES } from '../../kernel/access.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { layout } from '../../kernel/list-shape.ts';
import { LISTS, type ListName } from '../../kernel/list.ts';
import { id, most, text, version } from '../../kernel/shape.ts';

const list = z.enum(Object.keys(LISTS) as [ListName, ...ListName[]]);
/** Whom a view is shared with beside its owner: everyone of a role, or everyone who works for a hospital; null: nobody. */
const shared = z.nullable(z.union([z.strictObject({ role: z.union(ROLES.map((role) => z.literal(role))) }), z.strictObject({ hospitalId: id })]));
/** `query`: the search part of the list's address, without `?`. `layout`: null leaves the columns as each has them. `place`: order in the palette and under the number keys. */
const view = { name: text(40), query: z.string().check(most(4_000)), layout: z.nullable(layout), shared, place: z.int().check(z.minimum(0), z.maximum(1_000)) };
/** A view as its reader has it, with how its name is typed; only its owner changes it. */
const viewRow = z.strictObject({ id, list, ...view, keywords: z.array(z.string()), own: z.boolean(), owner: z.string(), version: z.int() });
export type ViewRow = z.output<typeof viewRow>;

/** Saved views and layouts of lists. Views per person and list: `VIEWS_MOST`. */
export const VIEWS_MOST = 50;
export const views = {
  /** One's own by place and name, then what is shared with oneself; of the lists that one may see. */
  list: endpoint('GET /views', { may: 'signed-in', summary: '列表视图', query: z.strictObject({ list: z.optional(list) }), reply: z.array(viewRow) }),
  create: endpoint('POST /views', { may: 'signed-in', audit: 'view.add', summary: '保存视图', body: z.strictObject({ list, ...view }), reply: viewRow }),
  update: endpoint('PUT /views/:id', { may: 'signed-in', audit: 'view.edit', summary: '修改视图', body: z.strictObject({ ...view, version }), reply: viewRow }),
  remove: endpoint('DELETE /views/:id', { may: 'signed-in', audit: 'view.delete', summary: '删除视图', reply: z.null() }),
};
/** How one has arranged each list, the same on every computer. `:key`: a name of `LISTS`. */
export const preference = {
  /** null until something was arranged. */
  read: endpoint('GET /preferences/:key', { may: 'signed-in', summary: '列表布局', reply: z.nullable(layout) }),
  keep: endpoint('PUT /preferences/:key', { may: 'signed-in', summary: '保存列表布局', body: layout, reply: layout }),
  drop: endpoint('DELETE /preferences/:key', { may: 'signed-in', summary: '恢复列表原来的布局', reply: z.null() }),
};
