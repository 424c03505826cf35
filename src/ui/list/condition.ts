import { LIST_BOUNDS, parseClause, parseSort, writeClause, writeSort, type Clause, type ListField, type ListFields, type SortKey } from '../../kernel/list.ts';
import type { Chosen, Filter } from './chosen.ts';

/** A value that a field can have. */
export interface FieldOption {
  value: string;
  label: string;
  /** Also found by these: the other language's word, pinyin with a space between syllables. */
  also?: readonly string[] | undefined;
}
/** A field of a list as the contract says it, with its words. */
export interface Field extends ListField {
  /** As the server calls it. */
  name: string;
  label: string;
  also?: readonly string[] | undefined;
  /** Its values, where they can be named one by one. */
  options?: readonly FieldOption[] | undefined;
  /** The named filter of the address that says one value of it: a tab's, or a link's from elsewhere. */
  param?: string | undefined;
  /** What a value without options looks like. */
  accepts?: RegExp | undefined;
  /** Words that are no condition are meant for it. */
  free?: boolean | undefined;
}
/** The words of a field; the rest is the contract's. */
export type FieldWords = Pick<Field, 'label' | 'also' | 'options' | 'param' | 'filter'>;

/** The fields of a contract with their words, in the order of the words. A field without words is none for a person. */
export const fieldsOf = (fields: ListFields, words: Readonly<Record<string, FieldWords>>): Field[] => Object.entries(words).flatMap(([name, said]) => (Object.hasOwn(fields, name) ? [{ ...fields[name]!, name, ...said }] : []));
/** The same by their names, as the kernel reads them; a choice may have any of its options. */
const byName = (fields: readonly Field[]): ListFields => Object.fromEntries(fields.map((field) => [field.name, field.options === undefined || field.type !== 'choice' || field.values !== undefined ? field : { ...field, values: field.options.map(({ value }) => value) }]));

const at = (place: number): string => `where[${place}]`;
const isWhere = (name: string): boolean => /^where\[\d+\]$/.test(name);

/** What an address says beside its named filters: conditions and sort, as far as these fields know them. */
export function askedOf(query: URLSearchParams, fields: readonly Field[]): Chosen {
  const known = byName(fields);
  const clauses = Array.from({ length: LIST_BOUNDS.clauses }, (_, place) => query.get(at(place))).flatMap((text) => (text === null ? [] : (parseClause(known, text) ?? [])));
  const sort = parseSort(known, query.get('sort') ?? '');
  return { ...writeAll(clauses), ...(sort === null || sort.length === 0 ? {} : { sort: writeSort(sort) }) };
}
const writeAll = (clauses: readonly Clause[]): Chosen => Object.fromEntries(clauses.slice(0, LIST_BOUNDS.clauses).map((clause, place) => [at(place), writeClause(clause)]));
/** The conditions that hold. */
export function clausesOf(chosen: Chosen, fields: readonly Field[]): Clause[] {
  const known = byName(fields);
  return Object.keys(chosen).filter(isWhere).flatMap((name) => parseClause(known, chosen[name]!) ?? []);
}
/** The same question under these conditions. One value of a field that has a named filter is said by that: one question has one address. */
export function withClauses(chosen: Chosen, clauses: readonly Clause[], fields: readonly Field[]): Chosen {
  const rest = Object.fromEntries(Object.entries(chosen).filter(([name]) => !isWhere(name)));
  const left: Clause[] = [];
  for (const clause of clauses) {
    const param = fields.find(({ name }) => name === clause.field)?.param;
    if (param !== undefined && clause.operator === 'is') rest[param] = clause.values[0]!;
    else if (!left.some((other) => writeClause(other) === writeClause(clause))) left.push(clause);
  }
  return { ...rest, ...writeAll(left) };
}
/** The keys it is sorted by, the first first; none: the list's own order. */
export const sortOf = (chosen: Chosen, fields: readonly Field[]): readonly SortKey[] => (chosen['sort'] === undefined ? [] : (parseSort(byName(fields), chosen['sort']) ?? []));
/** The same question in another order. */
export function withSort(chosen: Chosen, keys: readonly SortKey[]): Chosen {
  const { sort: _, ...rest } = chosen;
  return keys.length === 0 ? rest : { ...rest, sort: writeSort(keys.slice(0, LIST_BOUNDS.keys)) };
}
/** A column's heading is pressed: upwards, downwards, not at all. `also`: what it was sorted by before stays and comes first. */
export function turned(keys: readonly SortKey[], field: string, also: boolean): readonly SortKey[] {
  const was = keys.find((key) => key.field === field);
  const next = was === undefined ? { field, desc: false } : was.desc ? null : { field, desc: true };
  if (!also) return next === null ? [] : [next];
  return was === undefined ? [...keys, next!] : keys.flatMap((key) => (key !== was ? [key] : next === null ? [] : [next]));
}
/** The choice that a value of a condition is of: where one stands for several ids, as a department of two hospitals, all of them must be asked for. */
export const choiceOf = ({ options }: Pick<Field, 'options'>, value: string, asked: readonly string[]): FieldOption | undefined =>
  options?.find((one) => {
    const ids = one.value.split('|');
    return ids.includes(value) && ids.every((id) => asked.includes(id));
  });
/** The conditions that hold as one says them, `of` which ones, and the `rest`: what a name is not that stands for several ids is a condition for each, and said once. */
export function spoken(chosen: Chosen, fields: readonly Field[]): { clause: Clause; of: readonly Clause[]; rest: readonly Clause[] }[] {
  const all = clausesOf(chosen, fields);
  return all.flatMap((clause) => {
    const nots = clause.operator === 'not' ? all.filter(({ field, operator }) => field === clause.field && operator === 'not') : [];
    const values = choiceOf(fields.find(({ name }) => name === clause.field)!, clause.values[0]!, nots.map((not) => not.values[0]!))?.value.split('|') ?? clause.values;
    const of = nots.length > 0 ? nots.filter((not) => values.includes(not.values[0]!)) : [clause];
    return of[0] === clause ? [{ clause: { ...clause, values }, of, rest: all.filter((other) => !of.includes(other)) }] : [];
  });
}
/** What a selection or an export is asked by: the filters alone, as a body has them. */
export function filterOf(chosen: Chosen): Record<string, unknown> {
  const { sort: _, ...rest } = chosen;
  const where = Object.keys(rest).filter(isWhere).map((name) => rest[name]!);
  return { ...Object.fromEntries(Object.entries(rest).filter(([name]) => !isWhere(name))), ...(where.length === 0 ? {} : { where }) };
}
/** These fields and the named filters that say something else, such as a button of a dashboard: one value of theirs can be asked for. */
export const withFilters = (fields: readonly Field[], filters: readonly Filter[]): readonly Field[] => [
  ...fields,
  ...filters.filter(({ name, label, typed, place }) => typed !== 'date' && place !== true && !fields.some((field) => field.param === name || field.label === label)).map(({ name, label, options, accepts }): Field => ({ name: `=${name}`, label, type: 'flag', options: options.length === 0 ? undefined : options, accepts, param: name, free: name === 'keywords' })),
];
