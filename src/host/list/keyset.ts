import { sql, type SQL } from 'drizzle-orm';
import type { SortKey } from '../../kernel/list.ts';
import type { KeySql, Listed } from './definition.ts';
import { TYPES } from './where.ts';

/** A key of an order. */
export interface Key extends KeySql {
  desc: boolean;
  /** It is joined to the source. */
  joined?: boolean;
}
/** Where a row stands in an order: its keys as text, the id last. */
export type Position = readonly (string | null)[];

/** The keys of a sort, the id last: no two rows are equal, so every row has one place. `joins`: what they need beside the source. */
export function keysOf({ fields, columns, id, keys: own = [], oldestFirst = false }: Listed, sort: readonly SortKey[] = []): { keys: Key[]; joins: SQL[] } {
  const joins = new Set<SQL>();
  const asked = sort.flatMap(({ field, desc }): Key[] => {
    const { value, type = TYPES[fields[field]!.type], keys, join } = columns[field]!;
    if (join !== undefined) joins.add(join);
    return (keys ?? [{ sql: value, type, nullable: fields[field]!.nullable ?? false }]).map((key) => ({ ...key, desc, joined: join !== undefined }));
  });
  // what is sorted by already decides nothing more
  const first = sort.length === 0 ? own : asked.filter((key, at) => asked.findIndex(({ sql: same }) => same === key.sql) === at);
  const last: Key = { sql: id, type: 'bigint', desc: first.at(-1)?.desc ?? !oldestFirst };
  return { keys: [...first, last], joins: [...joins] };
}
// texts are compared by their signs, whatever the database was made with: an order is the same on every installation
const collated = ({ type }: KeySql, expression: SQL): SQL => (type === 'text' ? sql`${expression} collate "C"` : expression);
const expressionOf = (key: Key): SQL => collated(key, key.sql);
const valueOf = (key: Key, value: string | null): SQL => collated(key, sql`${value}::${sql.raw(key.type)}`);

/** The order itself. */
export const orderBy = (keys: readonly Key[]): SQL => sql.join(keys.map((key) => sql`${expressionOf(key)}${sql.raw(`${key.desc ? ' desc' : ''}${key.nullable === true ? ' nulls last' : ''}`)}`), sql`, `);
/** The same order from its end. */
export const reversed = (keys: readonly Key[]): SQL => sql.join(keys.map((key) => sql`${expressionOf(key)}${sql.raw(`${key.desc ? '' : ' desc'}${key.nullable === true ? ' nulls first' : ''}`)}`), sql`, `);
/** The keys as columns `k0`, `k1` …, as text. */
export const keyColumns = (keys: readonly Key[]): SQL => sql.join(keys.map((key, i) => sql`(${key.sql})::text as ${sql.identifier(`k${i}`)}`), sql`, `);
/** The position that `keyColumns` gave. */
export const positionOf = (keys: readonly Key[], row: Readonly<Record<string, string | null>>): Position => keys.map((_, i) => row[`k${i}`]!);

/** "stands behind this value" (or before it, with `back`; `self`: or on it) by one key alone; null where nothing can. */
function beyond(key: Key, at: SQL, value: string | null, { back, self }: { back: boolean; self: boolean }): SQL | null {
  if (value === null) return back ? sql`${at} is not null` : null;
  const sign = sql.raw(`${key.desc === back ? '>' : '<'}${self ? '=' : ''}`);
  const strict = sql`${at} ${sign} ${valueOf(key, value)}`;
  return key.nullable === true && !back ? sql`(${strict} or ${at} is null)` : strict;
}
/** What the first key alone says of all that stands behind a position, where an index can use it. */
function boundOf(key: Key, at: SQL, value: string | null, back: boolean): SQL[] {
  // empty ones stand last: behind one there are no others
  if (value === null) return back ? [] : [sql`${at} is null`];
  return key.nullable === true && !back ? [] : [sql`${at} ${sql.raw(key.desc === back ? '>=' : '<=')} ${valueOf(key, value)}`];
}
/**
 * "stands behind this position", with `back` before it, `self`: or on it. `columns`: what takes the place of the keys. One direction without nulls is one comparison
 * of rows, which an index answers; else each key in turn, behind a bound on the first that an index can use.
 */
export function behind(keys: readonly Key[], position: Position, { back = false, self = false, columns }: { back?: boolean; self?: boolean; columns?: readonly SQL[] } = {}): SQL {
  const at = keys.map((key, i) => (columns === undefined ? expressionOf(key) : collated(key, columns[i]!)));
  const values = keys.map((key, i) => valueOf(key, position[i]!));
  if (keys.every(({ desc, nullable }) => desc === keys[0]!.desc && nullable !== true)) {
    const way = keys[0]!.desc === back ? '>' : '<';
    const compared = (n: number, sign: string): SQL => sql`(${sql.join(at.slice(0, n), sql`, `)}) ${sql.raw(sign)} (${sql.join(values.slice(0, n), sql`, `)})`;
    const all = compared(keys.length, self ? `${way}=` : way);
    // without the id too: where the other keys are of a joined table, its index can answer that much alone
    return keys.length === 1 ? all : sql`(${compared(keys.length - 1, `${way}=`)} and ${all})`;
  }
  const equal = (i: number): SQL => (position[i] === null ? sql`${at[i]!} is null` : sql`${at[i]!} = ${values[i]!}`);
  const either = keys.flatMap((key, i) => {
    // the last key is the id, which is never empty
    const next = beyond(key, at[i]!, position[i]!, { back, self: self && i === keys.length - 1 });
    return next === null ? [] : [sql`(${sql.join([...keys.slice(0, i).map((_, k) => equal(k)), next], sql` and `)})`];
  });
  return sql`(${sql.join([...boundOf(keys[0]!, at[0]!, position[0]!, back), sql`(${sql.join(either, sql` or `)})`], sql` and `)})`;
}
/** "stands on this position or behind it, and before that one": what lies between two marks, with every bound that an index can use. */
export function between(keys: readonly Key[], from: Position, end: Position | undefined): SQL[] {
  if (end === undefined) return [behind(keys, from, { self: true })];
  const first = keys[0]!;
  // neither is empty, so nothing between them is
  const filled = first.nullable === true && from[0] !== null && end[0] !== null ? [sql`${expressionOf(first)} ${sql.raw(first.desc ? '<=' : '>=')} ${valueOf(first, from[0]!)}`] : [];
  return [...filled, behind(keys, from, { self: true }), behind(keys, end, { back: true })];
}
