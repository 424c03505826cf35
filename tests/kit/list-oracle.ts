import * as fc from 'fast-check';
import { operatorsOf, writeClause, writeSort, type Clause, type ListField, type ListFields, type Operator, type SortKey } from '../../src/kernel/list.ts';
import { dayFromNow } from './care.ts';

/** A list in plain SQL, written without the kit that is tested. */
export interface Plain {
  fields: ListFields;
  /** A subquery `x` of the list's rows, with `id`. */
  from: string;
  /** The column of each field in it; `{…}` one that is an array. */
  columns: Readonly<Record<string, string>>;
  /** Sort keys where they are not the column. */
  sorts?: Readonly<Record<string, readonly string[]>>;
  /** The order while nobody asks for one. */
  own: string;
  /** Values worth asking for, where the field's type does not say them. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** What `has` finds besides, by field: SQL with the value in `$v` (quoted, lower case), only for latin letters. */
  read?: Readonly<Record<string, string>>;
}
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const inLike = (text: string): string => quoted(text.replace(/[\\%_]/g, '\\$&')).slice(1, -1);
const dayIn = (value: string): string => (value.startsWith('today') ? dayFromNow(Number(value.slice(5) || 0)) : value);

/** A condition in plain SQL. */
export function plainClause({ fields, columns, read = {} }: Plain, { field, operator, values }: Clause): string {
  const { type } = fields[field]!;
  const column = columns[field]!;
  const many = column.startsWith('{');
  const name = column.replace(/[{}]/g, '');
  const any = (test: (value: string) => string): string => (many ? `exists (select 1 from unnest(${name}) v where ${test('v')})` : test(type === 'instant' ? `(${name} at time zone 'Asia/Shanghai')::date` : name));
  const value = type === 'day' || type === 'instant' ? `${quoted(dayIn(values[0] ?? ''))}::date` : type === 'flag' ? values[0]! : quoted(values[0] ?? '');
  const compare = (sign: string): string => any((v) => `(${v} ${sign} ${value})`);
  switch (operator) {
    case 'empty': return many ? `cardinality(${name}) = 0` : `${name} is null`;
    case 'filled': return many ? `cardinality(${name}) > 0` : `${name} is not null`;
    case 'is': return compare('=');
    case 'not': return `(${compare('=')}) is not true`;
    case 'in': return any((v) => `${v}::text in (${values.map(quoted).join(', ')})`);
    case 'starts': return any((v) => `lower(${v}) like lower('${inLike(values[0]!)}%')`);
    case 'has': {
      const also = read[field] !== undefined && /^[a-z]+$/i.test(values[0]!) ? ` or ${read[field]!.replaceAll('$v', quoted(values[0]!.toLowerCase()))}` : '';
      return any((v) => `(lower(${v}) like lower('%${inLike(values[0]!)}%')${also})`);
    }
    default: return compare({ before: '<', below: '<', after: '>', above: '>', from: '>=', to: '<=' }[operator]);
  }
}
/** The whole question in plain SQL: the ids in order. `more`: what else must hold. */
export function plainIds(plain: Plain, where: readonly Clause[], keys: readonly SortKey[], more: readonly string[] = []): string {
  const order = keys.length === 0 ? plain.own : [...keys.flatMap(({ field, desc }) => (plain.sorts?.[field] ?? [plain.columns[field]!]).map((key) => `${key} ${desc ? 'desc' : 'asc'} nulls last`)), `x.id ${keys.at(-1)!.desc ? 'desc' : 'asc'}`].join(', ');
  return `select x.id::text as row from (${plain.from}) x where ${[...more, ...where.map((clause) => `(${plainClause(plain, clause)})`)].join(' and ') || 'true'} order by ${order}`;
}

/** Values worth asking a field for. */
export function valuesOf({ values = {} }: Plain, name: string, { type, values: choices }: ListField): readonly string[] {
  if (choices !== undefined) return choices;
  if (values[name] !== undefined) return values[name];
  if (type === 'flag') return ['true', 'false'];
  if (type === 'day' || type === 'instant') return [dayFromNow(-3), dayFromNow(0), 'today', 'today-20', 'today+4', '2020-02-29'];
  return ['0', '1', '3', '10000', '-10000', '15050', '25050'];
}
const asks = ({ fields }: Plain): string[] => Object.keys(fields).filter((name) => fields[name]!.filter !== false);
const sorts = ({ fields }: Plain): string[] => Object.keys(fields).filter((name) => fields[name]!.sort === true);
const given = (operator: Operator, all: readonly string[]): string[][] => (operator === 'empty' || operator === 'filled' ? [[]] : operator === 'in' ? [all.filter((value) => !value.includes('|')).slice(0, 3)] : all.map((value) => [value]));
/** Every field with every operator and each of its values. */
export const everyClause = (plain: Plain): Clause[] => asks(plain).flatMap((field) => operatorsOf(plain.fields[field]!).flatMap((operator) => given(operator, valuesOf(plain, field, plain.fields[field]!)).map((values) => ({ field, operator, values }))));
/** Every sort by one field, either way. */
export const everySort = (plain: Plain): SortKey[] => sorts(plain).flatMap((field) => [false, true].map((desc) => ({ field, desc })));
/** Any condition. */
export const anyClause = (plain: Plain): fc.Arbitrary<Clause> => fc.constantFrom(...everyClause(plain));
/** Any sort by up to three fields. */
export const anySort = (plain: Plain): fc.Arbitrary<SortKey[]> => fc.uniqueArray(fc.constantFrom(...everySort(plain)), { maxLength: 3, selector: ({ field }) => field });
/** The question as it is asked. */
export const questionOf = (where: readonly Clause[], keys: readonly SortKey[]): Record<string, unknown> => ({ where: where.map(writeClause), ...(keys.length === 0 ? {} : { sort: writeSort(keys) }) });
