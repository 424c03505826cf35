import type { Right } from './access.ts';

/**
 * How every list is asked: `sort=plannedStart:desc,balance`, `where[0]=status:in:assigned|in_service`, `where[1]=plannedStart:after:2026-11-01`,
 * `count=0`. A contract says which fields its list has; both wings read and write them with what stands here.
 */
const OPERATORS = {
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

/** The shape of a selection on the wire. */
export interface Selected<F> {
  mode: 'include' | 'exclude';
  ids: readonly string[];
  filter: F;
}
/** Ids that one selection can name. */
export const SELECTED_MOST = 10_000;
/** Rows that are read of a selection at once. */
export const SELECTED_AT_ONCE = 200;

/** The lists that keep views and a layout, and the right that each needs. */
export const LISTS = { order: 'biz:order:list', caregiver: 'biz:caregiver:list', hospital: 'biz:hospital:list', account: 'sys:user:list', audit: 'sys:audit:list', dictionary: 'sys:dict:list' } as const satisfies Record<string, Right>;
export type ListName = keyof typeof LISTS;
/** How a person has arranged a list: its columns in order, `width` in em (null: its own), `pinned` at the left; `sort` as in the address. No column twice. */
export interface Layout {
  columns: { id: string; shown: boolean; width: number | null; pinned: boolean }[];
  sort: string | null;
}
