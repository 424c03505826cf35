import * as z from 'zod/mini';
import type { Right } from './access.ts';
import { id, window } from './shape.ts';

/**
 * How every list is asked: `sort=plannedStart:desc,balance`, `where[0]=status:in:assigned|in_service`, `where[1]=plannedStart:after:2026-11-01`,
 * `count=0`. A contract says which fields its list has; both wings read and write them with what stands here.
 */
export const OPERATORS = {
  choice: ['is', 'not', 'in', 'empty', 'filled'],
  id: ['is', 'not', 'in', 'empty', 'filled'],
  text: ['is', 'not', 'in', 'has', 'starts', 'empty', 'filled'],
  number: ['is', 'not', 'above', 'below', 'from', 'to', 'empty', 'filled'],
  money: ['is', 'not', 'above', 'below', 'from', 'to', 'empty', 'filled'],
  day: ['is', 'not', 'before', 'after', 'from', 'to', 'empty', 'filled'],
  instant: ['is', 'not', 'before', 'after', 'from', 'to', 'empty', 'filled'],
  flag: ['is'],
} as const;
/** What a field holds. `money` in fen; an `instant` is asked by days, in the zone of the hospitals; a `flag` is `true` or `false`; an `id` digits. */
export type FieldType = keyof typeof OPERATORS;
/** `not` also fits what is empty; `in` takes values joined by `|`; `from` and `to` are inclusive, `before`, `after`, `above` and `below` are not. */
export type Operator = (typeof OPERATORS)[FieldType][number];
/** A field of a list. `values`: of a choice. `sort`: the list can be sorted by it. `filter: false`: it only sorts. `nullable`: it may be empty. */
export interface ListField {
  type: FieldType;
  values?: readonly string[];
  sort?: true;
  filter?: false;
  nullable?: true;
}
export type ListFields = Readonly<Record<string, ListField>>;

/** The operators that fit a field, the usual one first. */
export const operatorsOf = ({ type, nullable }: ListField): readonly Operator[] => OPERATORS[type].filter((operator) => nullable === true || !NOTHING.has(operator));
/** Operators that take no value. */
export const NOTHING: ReadonlySet<Operator> = new Set(['empty', 'filled']);

/** One condition. `values`: none for `empty` and `filled`, several for `in`, else one. */
export interface Clause {
  field: string;
  operator: Operator;
  values: readonly string[];
}
/** One key of a sort. */
export interface SortKey {
  field: string;
  desc: boolean;
}
/** Conditions of one question, values of one `in`, keys of one sort, characters of one condition. */
export const LIST_BOUNDS = { clauses: 20, values: 200, keys: 6, text: 2_000 } as const;

/** A day as a condition may name it: `2026-11-01`, or so many days from the day on which it is asked, `today-7`. */
export const DAY = /^(\d{4}-\d{2}-\d{2}|today([+-]\d{1,4})?)$/;
const calendar = (value: string): boolean => value.startsWith('today') || new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
const FITS: Record<FieldType, (value: string, field: ListField) => boolean> = {
  choice: (value, { values = [] }) => values.includes(value),
  id: (value) => /^\d{1,18}$/.test(value),
  text: (value) => value.trim() !== '',
  number: (value) => /^-?\d{1,12}(\.\d{1,4})?$/.test(value),
  money: (value) => /^-?\d{1,15}$/.test(value),
  day: (value) => DAY.test(value) && calendar(value),
  instant: (value) => DAY.test(value) && calendar(value),
  flag: (value) => value === 'true' || value === 'false',
};

/** `field:operator:value` as a condition; null for what these fields do not know. */
export function parseClause(fields: ListFields, text: string): Clause | null {
  const [name = '', operator = '', ...rest] = text.split(':');
  const field = Object.hasOwn(fields, name) ? fields[name]! : null;
  if (field === null || field.filter === false || !(operatorsOf(field) as readonly string[]).includes(operator)) return null;
  const said = operator as Operator;
  if (NOTHING.has(said)) return rest.length === 0 ? { field: name, operator: said, values: [] } : null;
  const value = rest.join(':');
  const values = said === 'in' ? [...new Set(value.split('|'))] : [value];
  return values.length <= LIST_BOUNDS.values && values.every((each) => FITS[field.type](each, field)) ? { field: name, operator: said, values } : null;
}
/** A condition as it stands in an address. */
export const writeClause = ({ field, operator, values }: Clause): string => [field, operator, ...(NOTHING.has(operator) ? [] : [values.join('|')])].join(':');

/** `a:desc,b` as keys, the first first; null for what these fields do not know. */
export function parseSort(fields: ListFields, text: string): SortKey[] | null {
  const keys: SortKey[] = [];
  for (const part of text.split(',')) {
    const [field = '', way = 'asc', more] = part.split(':');
    if (!Object.hasOwn(fields, field) || fields[field]!.sort !== true || (way !== 'asc' && way !== 'desc') || more !== undefined || keys.some((key) => key.field === field)) return null;
    keys.push({ field, desc: way === 'desc' });
  }
  return keys.length <= LIST_BOUNDS.keys ? keys : null;
}
/** Keys as they stand in an address. */
export const writeSort = (keys: readonly SortKey[]): string => keys.map(({ field, desc }) => (desc ? `${field}:desc` : field)).join(',');

/** A text that `read` understands, as what it understood. */
const understood = <T>(max: number, read: (text: string) => T | null) =>
  z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((text: string, context): T => {
      const value = read(text);
      if (value !== null) return value;
      context.issues.push({ code: 'custom', message: 'unknown', input: text });
      return z.NEVER;
    }),
  );
/** The sort of a list. */
export const sortBy = (fields: ListFields) => z.optional(understood(200, (text) => parseSort(fields, text)));
/** The conditions of a list; a contract adds its own named filters. */
export const filterBy = (fields: ListFields) => ({ where: z.optional(z.array(understood(LIST_BOUNDS.text, (text) => parseClause(fields, text))).check(z.maxLength(LIST_BOUNDS.clauses))) });
/** What every list is asked. `count=0`: the rows without the total; `count=only`: the total without rows. */
export const listBy = (fields: ListFields) => ({ ...window, ...filterBy(fields), sort: sortBy(fields), count: z.optional(z.enum(['0', 'only'])) });

/** The question of find in list: the next row after (or with `back=1` before) the one at `row`, counted from 0, that `q` means; −1 begins before the first. Not `from`: lists have filters of that name. */
export const findInQuery = { row: z.pipe(z.string().check(z.regex(/^(-1|\d{1,9})$/)), z.transform(Number)), q: z.string().check(z.minLength(1), z.maxLength(64)), back: z.optional(z.literal('1')) };
/** Where it stands, from 0; `wrapped`: the search went over the end. null where no row fits. */
export const foundIn = z.nullable(z.strictObject({ index: z.int(), id, wrapped: z.boolean() }));

/** Ids that one selection can name. */
export const SELECTED_MOST = 10_000;
/** Rows of a list: these (`include`), or all that the filter leaves but these (`exclude`). `filter`: what the list is asked by, without window, sort and count. */
export const selectionBy = <F extends z.core.$ZodShape>(filter: F) => z.strictObject({ mode: z.enum(['include', 'exclude']), ids: z.array(id).check(z.maxLength(SELECTED_MOST)), filter: z.strictObject(filter) });
/** The shape of a selection on the wire. */
export interface Selected<F> {
  mode: 'include' | 'exclude';
  ids: readonly string[];
  filter: F;
}
/** What reads a selection piece by piece, in the order of ids: the next `SELECTED_AT_ONCE` rows after the one with the id `after`; fewer come at its end. */
export const SELECTED_AT_ONCE = 200;
export const selectedBy = <F extends z.core.$ZodShape>(filter: F) => z.strictObject({ selection: selectionBy(filter), after: z.optional(id) });

/** An export: which rows, which columns in which order, what kind of file; headings and words in the language of the reader (`X-Language`). Its progress is read under its Idempotency-Key (areas/export). */
export const exportBy = <F extends z.core.$ZodShape>(fields: ListFields, filter: F, columns: readonly [string, ...string[]]) =>
  z.strictObject({ selection: selectionBy(filter), columns: z.array(z.enum(columns)).check(z.minLength(1), z.maxLength(columns.length)), sort: sortBy(fields), type: z._default(z.enum(['xlsx', 'csv']), 'xlsx') });

/** The lists that keep views and a layout, and the right that each needs. */
export const LISTS = { order: 'biz:order:list', caregiver: 'biz:caregiver:list', hospital: 'biz:hospital:list', account: 'sys:user:list', audit: 'sys:audit:list', dictionary: 'sys:dict:list' } as const satisfies Record<string, Right>;
export type ListName = keyof typeof LISTS;
/** How a person has arranged a list: its columns in order, `width` in em (null: its own), `pinned` at the left; `sort` as in the address. No column twice. */
export const layout = z.strictObject({
  columns: z.array(z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/)), shown: z.boolean(), width: z.nullable(z.number().check(z.minimum(1), z.maximum(200))), pinned: z.boolean() })).check(z.maxLength(60), z.refine((columns) => new Set(columns.map(({ id }) => id)).size === columns.length)),
  sort: z.nullable(z.string().check(z.maxLength(200))),
});
export type Layout = z.output<typeof layout>;
