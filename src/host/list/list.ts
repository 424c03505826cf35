import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Page } from '../../kernel/endpoint.ts';
import type { foundIn } from '../../kernel/list-shape.ts';
import { SELECTED_AT_ONCE, type Clause, type Selected, type SortKey } from '../../kernel/list.ts';
import { beginOf } from '../column.ts';
import { fold } from '../find.ts';
import { unbordered } from '../pinyin.ts';
import type { Reach, Source } from '../reach.ts';
import { marksOf, STEP, totalOf, type Ordered } from './anchor.ts';
import type { Listed } from './definition.ts';
import { behind, between, keyColumns, keysOf, orderBy, positionOf, reversed, type Position } from './keyset.ts';
import { conditionsOf } from './where.ts';

/** What of a question decides which rows there are. `named`: what the contract's own filters say; `keywords`, `createTime`: those of `searchedBy` (kernel/list-shape.ts). */
export interface Filtered {
  keywords?: string | undefined;
  createTime?: readonly string[] | undefined;
  where?: readonly Clause[] | undefined;
  named?: readonly (SQL | undefined)[];
}
/** The same with the order of the rows. */
export interface Asked extends Filtered {
  sort?: readonly SortKey[] | undefined;
}
/** A window, `pageNum` from 1. */
export interface Window {
  pageNum: number;
  pageSize: number;
  count?: '0' | 'only' | undefined;
}
const present = (conditions: readonly (SQL | undefined)[] = []): SQL[] => conditions.filter((condition) => condition !== undefined);
/** The rows that find means by these words. */
function meaning({ find, findJoin, id, source }: Listed, keywords: string): SQL | undefined {
  const folded = fold(keywords);
  if (folded === '') return undefined;
  const ways = [...new Set([folded, unbordered(folded)])].flatMap((q) => find(q));
  if (ways.length === 0) return sql`false`;
  if (findJoin === undefined) return sql`(${sql.join(ways, sql` or `)})`;
  // each by itself, so that the index of its own table serves
  return sql`${id} in (${sql.join(ways.map((way) => sql`select ${id} from ${source.from} ${findJoin} where ${way}`), sql` union all `)})`;
}
const madeOn = (made: SQL, [first, last]: readonly string[]): SQL => sql`(${made} >= ${beginOf(first!)} and ${made} < ${beginOf(last!)} + interval '1 day')`;
/** All that an asked filter says of a row, what holds for every row of the list included. */
export const filterOf = (list: Listed, { where, named, keywords, createTime }: Filtered): SQL[] => [
  ...list.always, ...present([...(named ?? []), keywords === undefined ? undefined : meaning(list, keywords), createTime && list.made && madeOn(list.made, createTime)]), ...conditionsOf(list, where),
];
/** The source with what is joined to it, each once. */
const joined = ({ source }: Listed, joins: readonly (SQL | undefined)[]): Source => ({ from: sql.join([source.from, ...new Set(present(joins))], sql` `), scope: source.scope });

/** A list as it was asked for: all that is done with it stands on this. */
export interface Opened extends Ordered {
  reach: Reach;
  list: Listed;
  source: Source;
  joins: readonly SQL[];
  filter: readonly SQL[];
}
/** Opens a list; nothing is asked yet. */
export function openList(reach: Reach, list: Listed, asked: Asked): Opened {
  const { keys, joins } = keysOf(list, asked.sort);
  const source = joined(list, joins);
  const filter = filterOf(list, asked);
  return {
    reach, list, keys, source, joins, filter, tables: list.tables,
    select: (columns, order) => reach.select(source, { columns, where: filter, ...(order === undefined ? {} : { order }) }),
    count: reach.select(list.source, { columns: sql`count(*)::int as n`, where: filter }),
  };
}
/** Positions of rows from the one at `index`, from 0, `limit` at most. A deep one costs no more than a shallow one: its walk begins at a mark. */
async function positions({ reach, source, filter, keys, ...rest }: Opened, index: number, limit: number): Promise<Position[]> {
  const marks = index < STEP ? [] : await marksOf(reach, { keys, ...rest });
  const known = Math.floor(index / STEP);
  // beyond the last mark there may still be rows that came since
  const mark = Math.min(known, marks.length - 1);
  // an end too, well behind what is wanted: without an index for this order there is little left to sort
  const bounds = mark > 0 ? between(keys, marks[mark]!, marks[mark + 4]) : [];
  const ask = (more: readonly SQL[]) => reach.rows<Record<string, string>>(source, { columns: keyColumns(keys), where: [...filter, ...more], order: orderBy(keys), limit, offset: index - Math.max(mark, 0) * STEP });
  // the filled ones stand first and are few: when they are enough, nothing is joined to all the others
  const first = keys[0]!;
  const filled = mark <= 0 && first.joined === true && first.nullable === true ? await ask([sql`${first.sql} is not null`]) : [];
  const rows = filled.length === limit ? filled : await ask(bounds);
  return rows.map((row) => positionOf(keys, row));
}
const idOf = (position: Position): string => position.at(-1)!;

/** A window of a list; `rowsOf` reads the rows of ids, in their order. */
export async function listWindow<T>(opened: Opened, { pageNum, pageSize, count }: Window, rowsOf: (ids: readonly string[]) => Promise<T[]>): Promise<Page<T>> {
  const [ids, total] = await Promise.all([
    count === 'only' ? [] : positions(opened, (pageNum - 1) * pageSize, pageSize).then((found) => found.map(idOf)),
    count === '0' ? null : totalOf(opened.reach, opened),
  ]);
  return { list: ids.length === 0 ? [] : await rowsOf(ids), total, pageNum, pageSize };
}

/** Where a position stands, from 0. */
async function indexOf(opened: Opened, position: Position): Promise<number> {
  const { reach, source, filter, keys } = opened;
  const marks = await marksOf(reach, opened);
  let [low, high] = [0, marks.length];
  // the database compares: it alone knows the order of its values
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const [row] = await reach.run<{ is: boolean }>(sql`select ${behind(keys, marks[middle]!, { self: true, columns: keys.map((key, i) => sql`${position[i]!}::${sql.raw(key.type)}`) })} as is`);
    [low, high] = row!.is ? [middle, high] : [low, middle];
  }
  const from = low === 0 ? undefined : behind(keys, marks[low]!, { self: true });
  return low * STEP + (await reach.count(source, [...filter, from, behind(keys, position, { back: true })]));
}
/** As many rows are looked for by name; more are so many that the next one is near. */
const RARE = 5_000;
/** Rows that `q` means: few of them by their ids, many by the conditions themselves; null for none. */
async function meant({ reach, list, filter }: Opened, q: string): Promise<{ where: SQL; join: SQL | undefined } | null> {
  const ways = list.find(q);
  if (ways.length === 0) return null;
  const found = new Set<string>();
  for (const way of ways) {
    const rows = await reach.rows<{ id: string }>(joined(list, [list.findJoin]), { columns: sql`${list.id}::text as id`, where: [...filter, way], limit: RARE + 1 });
    for (const { id } of rows) found.add(id);
    if (found.size > RARE) return { where: sql`(${sql.join([...ways], sql` or `)})`, join: list.findJoin };
  }
  return found.size === 0 ? null : { where: sql`${list.id} = any(${sql.param([...found])}::bigint[])`, join: undefined };
}
/** The next row after the one at `row`, or before it, that `q` means; over the end it goes on at the other. */
export async function findInList(opened: Opened, { row: start, q, back }: { row: number; q: string; back?: '1' | undefined }): Promise<z.output<typeof foundIn>> {
  const { reach, list, joins, filter, keys } = opened;
  const folded = fold(q);
  const letters = unbordered(folded);
  // a name may hold the sign as well: `o'neil` is first what is written so
  const hits = folded === '' ? null : ((await meant(opened, folded)) ?? (letters === folded ? null : await meant(opened, letters)));
  if (hits === null) return null;
  const here = start < 0 ? undefined : (await positions(opened, start, 1))[0];
  const look = async (bounds: readonly SQL[]): Promise<Position | undefined> => {
    const row = await reach.one<Record<string, string>>(joined(list, [...joins, hits.join]), { columns: keyColumns(keys), where: [...filter, hits.where, ...bounds], order: back === '1' ? reversed(keys) : orderBy(keys) });
    return row === undefined ? undefined : positionOf(keys, row);
  };
  const ahead = here === undefined && (start >= 0) === (back !== '1') ? undefined : await look(here === undefined ? [] : [behind(keys, here, { back: back === '1' })]);
  const found = ahead ?? (await look([]));
  if (found === undefined) return null;
  return { index: await indexOf(opened, found), id: idOf(found), wrapped: ahead === undefined };
}

/** The rows that a selection means. `filter`: what its own filter says, for `exclude`; what was chosen by hand stays chosen whatever the filter says by now. */
export function selectionWhere(list: Listed, { mode, ids }: Pick<Selected<unknown>, 'mode' | 'ids'>, filter: Filtered): SQL[] {
  const named = sql`${list.id} = any(${sql.param(ids)}::bigint[])`;
  if (mode === 'include') return [...list.always, named];
  return [...filterOf(list, filter), ...(ids.length === 0 ? [] : [sql`not (${named})`])];
}
/** Ids of a selection behind the id `after`, in the order of ids: what is done to some of them moves none of the others. */
export async function selectedIds(reach: Reach, list: Listed, where: readonly SQL[], after: string | undefined, limit: number = SELECTED_AT_ONCE): Promise<string[]> {
  const rows = await reach.rows<{ id: string }>(list.source, { columns: sql`${list.id}::text as id`, where: [...where, after === undefined ? undefined : sql`${list.id} > ${after}::bigint`], order: list.id, limit });
  return rows.map(({ id }) => id);
}
