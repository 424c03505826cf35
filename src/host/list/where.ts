import { sql, type SQL } from 'drizzle-orm';
import type { Clause, FieldType, ListField } from '../../kernel/list.ts';
import { digitsOf } from '../../kernel/shape.ts';
import { TODAY } from '../column.ts';
import { fold, literal, meansMasked, undotted, waysOfName, withoutDots } from '../find.ts';
import type { FieldSql, Listed, SqlType } from './definition.ts';

/** The type that a field's values have in SQL unless its list says another. */
export const TYPES: Record<FieldType, SqlType> = { choice: 'text', id: 'bigint', text: 'text', number: 'numeric', money: 'bigint', day: 'date', instant: 'timestamptz', flag: 'boolean' };

/** A day `2026-11-01` or `today-7` as SQL. */
const dayOf = (value: string): SQL => {
  if (!value.startsWith('today')) return sql`${value}::date`;
  return value === 'today' ? TODAY : sql`(${TODAY} + ${Number(value.slice(5))}::int)`;
};
/** Midnight of a day, `after` days later, on the clocks of the hospitals. */
const midnight = (value: string, after = 0): SQL => sql`((${dayOf(value)} + ${after}::int)::timestamp at time zone 'Asia/Shanghai')`;

function instants(column: SQL, { operator, values: [value = ''] }: Clause): SQL {
  const on = sql`(${column} >= ${midnight(value)} and ${column} < ${midnight(value, 1)})`;
  if (operator === 'is') return on;
  if (operator === 'not') return sql`(${column} is null or not ${on})`;
  if (operator === 'before') return sql`${column} < ${midnight(value)}`;
  if (operator === 'after') return sql`${column} >= ${midnight(value, 1)}`;
  return operator === 'from' ? sql`${column} >= ${midnight(value)}` : sql`${column} < ${midnight(value, 1)}`;
}
/** "`column` has `value` behind `before`". Of a name its Chinese signs too: they have an index, a pattern reads every name; and without what stands between its parts. */
function like(column: SQL, before: '' | '%', value: string, person: SQL | undefined): SQL {
  const pattern = (text: string): string => `${before}${literal(text)}%`;
  const signs = person === undefined ? null : value.match(/\p{Script=Han}/gu);
  return signs === null ? sql`${column} ilike ${pattern(value)}` : sql`string_to_array(${column}, null) @> ${sql.param(signs)}::text[] and ${undotted(column)} ilike ${pattern(withoutDots(value))}`;
}
/** "`column` has these signs", in a name also by its reading. */
function having(column: SQL, value: string, person: SQL | undefined): SQL {
  const inside = like(column, '%', value, person);
  const read = person === undefined || !/^[a-zü ]+$/.test(fold(value)) ? [] : waysOfName(person, fold(value)).map(({ where }) => where);
  return sql`(${sql.join([inside, ...read], sql` or `)})`;
}
const SIGNS = { before: sql`<`, below: sql`<`, after: sql`>`, above: sql`>`, from: sql`>=`, to: sql`<=` } as const;

/** A condition on a value of this type. */
function compared(column: SQL, { type }: ListField, as: SqlType, clause: Clause, person: SQL | undefined): SQL {
  const { operator, values } = clause;
  if (operator === 'empty') return sql`${column} is null`;
  if (operator === 'filled') return sql`${column} is not null`;
  if (operator === 'has') return having(column, values[0]!, person);
  if (operator === 'starts') return like(column, '', values[0]!, person);
  if (type === 'instant') return instants(column, clause);
  if (operator === 'in') return sql`${column} = any(${sql.param(values)}::${sql.raw(as)}[])`;
  const value = type === 'day' ? dayOf(values[0]!) : sql`${values[0]!}::${sql.raw(as)}`;
  if (operator === 'is') return sql`${column} = ${value}`;
  if (operator === 'not') return sql`${column} is distinct from ${value}`;
  return sql`${column} ${SIGNS[operator]} ${value}`;
}
/** The opposite of what an operator says, for values that lie beside the row: `not` there means that none is. */
const OPPOSITE = { not: 'is', empty: 'filled' } as const;

function condition(field: ListField, { value, type, through, exists, filled, person, whole }: FieldSql, clause: Clause): SQL {
  if (whole !== undefined) {
    if (clause.operator === 'in') return sql.join(clause.values.map((one) => sql`(${condition(field, { value, whole }, { ...clause, operator: 'is', values: [one] })})`), sql` or `);
    const digits = digitsOf(clause.values[0] ?? '');
    if (/^(?:is|has|not)$/.test(clause.operator) && /^\d{11}$/.test(digits)) return clause.operator === 'not' ? sql`(${meansMasked(whole, digits)}) is not true` : meansMasked(whole, digits);
  }
  if (filled !== undefined && clause.operator === 'filled') return filled;
  if (filled !== undefined && clause.operator === 'empty') return sql`not (${filled})`;
  const as = type ?? TYPES[field.type];
  if (through === undefined) return compared(value, field, as, clause, person);
  const opposite = clause.operator === 'not' || clause.operator === 'empty' ? OPPOSITE[clause.operator] : null;
  const met = through((column) => compared(column, field, as, { ...clause, operator: opposite ?? clause.operator }, person));
  if (opposite === null) return met;
  return exists === true ? sql`not ${met}` : sql`(${met}) is not true`;
}
/** What these clauses ask of a row; they hold together. */
export const conditionsOf = ({ fields, columns }: Pick<Listed, 'fields' | 'columns'>, clauses: readonly Clause[] = []): SQL[] =>
  clauses.map((clause) => sql`(${condition(fields[clause.field]!, columns[clause.field]!, clause)})`);
