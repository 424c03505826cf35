import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Written } from '../../host/answer.ts';
import { literal } from '../../host/find.ts';
import { asKept } from '../../host/kept.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import { listWindow, openList } from '../../host/list/list.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import { DICT_FIELDS, ITEM_FIELDS, type dictionary, type DictRow, type ItemRow } from './contract.ts';
import { RESERVED } from './reserved.ts';
import { DICTIONARIES, DICTIONARY, ITEM, ITEMS, NEEDED } from './tables.ts';

type Body<K extends keyof typeof dictionary> = z.output<NonNullable<(typeof dictionary)[K]['body']>>;
type Query = z.output<NonNullable<typeof dictionary.page.query>>;
type Options = Reply<typeof dictionary.items>['items'];

const containing = (columns: readonly SQL[], words: string | undefined): SQL | undefined =>
  words === undefined ? undefined : sql`(${sql.join(columns.map((column) => sql`${column} ilike ${`%${literal(words)}%`}`), sql` or `)})`;

/** The rows of these ids, in their order. */
async function inOrder<T extends { id: string }>(ids: readonly string[], rows: Promise<T[]>): Promise<T[]> {
  const known = new Map((await rows).map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
const idIn = (column: SQL, ids: readonly string[]): SQL => sql`${column} = any(${sql.param(ids)}::bigint[])`;
/** The dictionaries as a list, by code. */
const DICT_LIST: Listed = {
  fields: DICT_FIELDS, columns: { code: { value: sql`d.dict_code` }, name: { value: sql`d.name` }, remark: { value: sql`d.remark` }, status: { value: sql`d.status`, type: 'smallint' } } satisfies Record<keyof typeof DICT_FIELDS, FieldSql>,
  source: DICTIONARIES, id: sql`d.id`, keys: [{ sql: sql`d.dict_code`, type: 'text', desc: false }], made: sql`d.created_at`, always: [], tables: ['sys_dict'], find: (q) => [containing([sql`d.dict_code`, sql`d.name`], q)!],
};
/** A window of the dictionaries. */
export function listDictionaries(reach: Reach, { pageNum, pageSize, count, keywords, status, ...asked }: Query): Promise<Page<DictRow>> {
  const named = [containing([sql`d.dict_code`, sql`d.name`], keywords), status === undefined ? undefined : sql`d.status = ${status}`];
  return listWindow(openList(reach, DICT_LIST, { ...asked, named }), { pageNum, pageSize, count }, (ids) => inOrder(ids, reach.rows<DictRow>(DICTIONARIES, { columns: DICTIONARY, where: [idIn(sql`d.id`, ids)] })));
}
/** @throws Fault not_found */
async function dictionaryOf(reach: Reach, by: SQL): Promise<DictRow> {
  const row = await reach.one<DictRow>(DICTIONARIES, { columns: DICTIONARY, where: [by] });
  if (row === undefined) throw new Fault('not_found');
  return row;
}
const byCode = (code: string): SQL => sql`d.dict_code = ${code}`;
const byId = (id: string): SQL => sql`d.id = ${id}`;

/** Runs a statement on codes and values; what the tables refuse is said in our words. @throws Fault taken, reserved */
async function kept<T extends Record<string, unknown>>(tx: Runner, statement: SQL, named: string): Promise<T[]> {
  try {
    return (await tx.execute(statement)).rows as T[];
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code === '23505') throw new Fault('taken', { detail: named });
    if (code === '23514') throw new Fault('reserved');
    throw error;
  }
}

/** A new, empty dictionary. @throws Fault reserved, taken */
export async function addDictionary(tx: Runner, { code, name, status, remark }: Body<'add'>): Promise<Written<DictRow>> {
  if (RESERVED.has(code)) throw new Fault('reserved');
  const [made] = await kept<{ id: string }>(tx, sql`
    with entity as (insert into sys_entity (kind) values ('dict') returning id)
    insert into sys_dict (id, dict_code, name, status, remark) select id, ${code}, ${name}, ${status}, ${remark ?? null} from entity returning id::text`, code);
  const result = await dictionaryOf(new Reach(tx, 'all'), byId(made!.id));
  return { result, entity: 'dict', entityId: result.id, after: result };
}
/** Changes a dictionary; a new code takes its items along. @throws Fault not_found, needed, conflict, reserved, taken, bad_input */
export async function editDictionary(tx: Runner, id: string, edit: Body<'edit'>, language: Language): Promise<Written<DictRow>> {
  const reach = new Reach(tx, 'all');
  const before = await dictionaryOf(reach, byId(id));
  const { code, name, status, remark } = { ...before, ...edit };
  if (before.needed && (code !== before.code || (edit.status !== undefined && edit.status < before.status))) throw new Fault('needed', { detail: before.code });
  if (RESERVED.has(code)) throw new Fault('reserved');
  const changed = await kept(tx, sql`update sys_dict set dict_code = ${code}, name = ${name}, status = ${status}, remark = ${remark}, version = nextval('sys_dict_version'), updated_at = now() where id = ${id} and version = ${edit.version} returning id`, code);
  if (changed.length === 0) throw new Fault('conflict');
  asKept(edit, before, { id: null, items: null, needed: null }, language);
  await told(tx, code);
  const result = await dictionaryOf(reach, byId(id));
  return { result, entity: 'dict', entityId: id, before, after: result };
}

/** The items as a list, in their own order. */
const ITEM_LIST: Listed = {
  fields: ITEM_FIELDS,
  columns: { value: { value: sql`i.value` }, label: { value: sql`i.label` }, labelEn: { value: sql`i.label_en` }, status: { value: sql`i.status`, type: 'smallint' }, sort: { value: sql`i.sort` }, remark: { value: sql`i.remark` } } satisfies Record<keyof typeof ITEM_FIELDS, FieldSql>,
  source: ITEMS, id: sql`i.id`, keys: [{ sql: sql`i.sort`, type: 'bigint', desc: false }], always: [], tables: ['sys_dict', 'sys_dict_item'], find: (q) => [containing([sql`i.value`, sql`i.label`, sql`i.label_en`], q)!],
};
/** A window of a dictionary's items. @throws Fault not_found */
export async function listItems(reach: Reach, code: string, { pageNum, pageSize, count, keywords, status, where, sort }: z.output<NonNullable<typeof dictionary.itemPage.query>>): Promise<Page<ItemRow>> {
  await dictionaryOf(reach, byCode(code));
  const named = [byCode(code), containing([sql`i.value`, sql`i.label`, sql`i.label_en`], keywords), status === undefined ? undefined : sql`i.status = ${status}`];
  return listWindow(openList(reach, ITEM_LIST, { where, sort, named }), { pageNum, pageSize, count }, (ids) => inOrder(ids, reach.rows<ItemRow>(ITEMS, { columns: ITEM, where: [idIn(sql`i.id`, ids)] })));
}
/** Every item of a dictionary with the version it has, as one statement sees both; of one that is switched off none is offered, while labels stay. What the product asks for always is: forms would have no choices. @throws Fault not_found */
export async function readItems(reach: Reach, code: string): Promise<Reply<typeof dictionary.items>> {
  const items = sql`(select coalesce(json_agg(json_build_object('value', i.value, 'label', i.label, 'labelEn', i.label_en, 'tag', i.tag_type, 'status', case when ${NEEDED} then i.status else least(i.status, d.status) end) order by i.sort, i.id), '[]') from sys_dict_item i where i.dict_code = d.dict_code)`;
  const row = await reach.one<{ dictCode: string; version: number; items: Options }>(DICTIONARIES, { columns: sql`d.dict_code as "dictCode", d.version, ${items} as items`, where: [byCode(code)] });
  if (row === undefined) throw new Fault('not_found');
  return row;
}
/** One item of this dictionary. @throws Fault not_found */
export async function readItem(reach: Reach, code: string, itemId: string): Promise<ItemRow> {
  const row = await reach.one<ItemRow>(ITEMS, { columns: ITEM, where: [byCode(code), sql`i.id = ${itemId}`] });
  if (row === undefined) throw new Fault('not_found');
  return row;
}

/** Tells every console which version a dictionary has now. */
const told = (tx: Runner, no: string): Promise<unknown> => tx.execute(sql`select pg_notify('dictionary', json_build_object('no', d.dict_code, 'version', d.version)::text) from sys_dict d where d.dict_code = ${no}`);
/** Moves the version that caches are kept by, and tells. It comes first: whoever changes items of one dictionary does so one after the other. @throws Fault not_found */
async function touch(tx: Runner, code: string): Promise<{ id: string }> {
  const { rows } = await tx.execute<{ id: string }>(sql`update sys_dict set version = nextval('sys_dict_version'), updated_at = now() where dict_code = ${code} returning id::text`);
  if (rows[0] === undefined) throw new Fault('not_found');
  await told(tx, code);
  return rows[0];
}
/** A new item; without a place it stands last. @throws Fault not_found, taken */
export async function addItem(tx: Runner, code: string, item: Body<'addItem'>): Promise<Written<ItemRow>> {
  const { id: entityId } = await touch(tx, code);
  const [made] = await kept<{ id: string }>(tx, sql`
    insert into sys_dict_item (dict_code, value, label, label_en, tag_type, status, sort, remark)
    values (${code}, ${item.value}, ${item.label}, ${item.labelEn ?? null}, ${item.tag ?? null}, ${item.status}, coalesce(${item.sort ?? null}::int, (select least(coalesce(max(sort), 0) + 1, 100000) from sys_dict_item where dict_code = ${code})), ${item.remark ?? null}) returning id::text`, item.value);
  const result = await readItem(new Reach(tx, 'all'), code, made!.id);
  return { result, entity: 'dict', entityId, after: result };
}
/** Changes an item. @throws Fault not_found, conflict, taken, bad_input */
export async function editItem(tx: Runner, code: string, itemId: string, edit: Body<'editItem'>, language: Language): Promise<Written<ItemRow>> {
  const { id: entityId } = await touch(tx, code);
  const reach = new Reach(tx, 'all');
  const before = await readItem(reach, code, itemId);
  const item = { ...before, ...edit };
  const changed = await kept(tx, sql`
    update sys_dict_item set value = ${item.value}, label = ${item.label}, label_en = ${item.labelEn}, tag_type = ${item.tag}, status = ${item.status}, sort = ${item.sort}, remark = ${item.remark}, version = version + 1
    where id = ${itemId} and version = ${item.version} returning id`, item.value);
  if (changed.length === 0) throw new Fault('conflict');
  asKept(edit, before, { id: null, dictCode: null }, language);
  const result = await readItem(reach, code, itemId);
  return { result, entity: 'dict', entityId, before, after: result };
}
/** Removes these items of one dictionary, or none of them. @throws Fault not_found */
export async function removeItems(tx: Runner, code: string, itemIds: readonly string[]): Promise<Written<null>> {
  const { id: entityId } = await touch(tx, code);
  const ids = [...new Set(itemIds.map(BigInt))].map(String);
  const before = await new Reach(tx, 'all').rows<ItemRow>(ITEMS, { columns: ITEM, where: [byCode(code), sql`i.id = any(${sql.param(ids)}::bigint[])`], order: sql`i.sort, i.id` });
  if (before.length !== ids.length) throw new Fault('not_found');
  await tx.execute(sql`delete from sys_dict_item where id = any(${sql.param(ids)}::bigint[])`);
  return { result: null, entity: 'dict', entityId, before };
}
