import { sql, type SQL } from 'drizzle-orm';

/** What was typed, as it is compared: full width and case folded, control signs gone, words apart by one space. */
export const fold = (q: string): string => q.normalize('NFKC').toLowerCase().replace(/[\p{C}\s]+/gu, ' ').trim();
/** Text as a part of a LIKE pattern that means nothing but itself. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** Condition "`column` ends with `tail`", by the index on its reverse. */
export const endsWith = (column: SQL, tail: string): SQL => sql`reverse(${column}) like ${`${literal([...tail].reverse().join(''))}%`}`;
/** Condition "`column`, of which no more than the last four signs is ever shown, is meant by `q`": by those four, or by all of it, for what lies between would tell the hidden signs one by one. */
export const meansMasked = (column: SQL, q: string): SQL => (q.length === 4 ? endsWith(column, q) : sql`reverse(${column}) = ${[...q].reverse().join('')}`);
/** Whether a path may name a row by its number: bounded, and without the NUL that PostgreSQL refuses. */
export const isName = (text: string | undefined): text is string => text !== undefined && text !== '' && text.length <= 64 && !text.includes('\0');

/** One way to be found; earlier ways rank higher. */
export interface Way<Why extends string> {
  why: Why;
  where: SQL;
}
/**
 * How a person's name is found (domain.md), best first. `person` is the alias of a row with name, name_pinyin and name_initials.
 * Every condition stands on an index of 0002_care.sql; names of two readings are found by both.
 */
export function waysOfName(person: SQL, q: string): Way<'name' | 'pinyin' | 'initials'>[] {
  const letters = q.replaceAll(' ', '');
  if (/^[a-z]+$/.test(letters)) {
    const pinyin = sql`${person}.name_pinyin`;
    const initials = sql`${person}.name_initials`;
    return [
      { why: 'pinyin', where: sql`string_to_array(${pinyin}, ' ') @> array[${letters}]` },
      { why: 'initials', where: sql`string_to_array(${initials}, ' ') @> array[${letters}]` },
      { why: 'pinyin', where: sql`(${pinyin} like ${`${letters}%`} or ${pinyin} like ${`% ${letters}%`})` },
      { why: 'initials', where: sql`${initials} like ${`${letters}%`}` },
      ...(letters.length < 3 ? [] : [{ why: 'pinyin' as const, where: sql`${pinyin} like ${`%${letters}%`}` }]),
    ];
  }
  if (!/\p{L}/u.test(q)) return [];
  const name = sql`${person}.name`;
  const signs = sql`string_to_array(${name}, null) @> string_to_array(${q}, null)`;
  return [
    { why: 'name', where: sql`${signs} and ${name} = ${q}` },
    { why: 'name', where: sql`${signs} and ${name} like ${`${literal(q)}%`}` },
    { why: 'name', where: sql`${signs} and ${name} like ${`%${literal(q)}%`}` },
  ];
}
