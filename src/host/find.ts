import { sql, type SQL } from 'drizzle-orm';
import { readings, sounded } from './pinyin.ts';
import type { Reach } from './reach.ts';

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
  /** The same in pieces, the likelier first: an index answers each row by row, where of both together it would gather all that fit before the first is told. */
  pieces?: readonly SQL[];
}
/**
 * What a search looks at where a million fit: up to `few` of those that fit, whichever they are, and beyond that the `newest` there are.
 * So a rare word costs what it finds, and one that is everywhere ends early; only of what is in between the newest may be missed.
 */
export const LOOKED = { few: 500, newest: 1_000 } as const;
/** The ids out of `from` (a statement without its limit), and whether there are more of them. */
export async function gather(reach: Reach, from: SQL): Promise<{ near: string[]; broad: boolean }> {
  const rows = await reach.run<{ id: string }>(sql`${from} limit ${LOOKED.few + 1}`);
  return { near: rows.map(({ id }) => id), broad: rows.length > LOOKED.few };
}
/** A statement of up to `few` and one more out of these, which are asked one after the other until there are as many. */
export const piecewise = (parts: readonly SQL[]): SQL => sql`select near.id from (${sql.join(parts.map((part) => sql`(${part} limit ${LOOKED.few + 1})`), sql` union all `)}) near`;
/** Condition "`column` is one of these ids", hidden from a planner who for hundreds of them would rather read all there is, and who for one alone would rather plan anew than keep a plan for any number. */
export const isOneOf = (column: SQL, ids: readonly string[], type: 'bigint' | 'text' = 'bigint'): SQL => sql`${column} = any(array(select unnest(${sql.param(ids)}::${sql.raw(type)}[])))`;

const SYLLABLE = '(?:[zcs]h|[b-df-hj-np-tw-z])?[aeiouv]{1,3}(?:ng?|r)?';
const SPELLED = new RegExp(`^(?:${SYLLABLE})*(?:[zcs]h?|[b-df-hj-np-tw-z])?$`);
/** Condition "letters stand inside a reading from the beginning of a syllable on", or null for what spells none: `kai` of zhangkai, not `gkai`. */
export const saidInside = (pinyin: SQL, letters: string): SQL | null => (SPELLED.test(letters) ? sql`(${pinyin} like ${`%${letters}%`} and ${pinyin} ~ ${`(^| )(${SYLLABLE})*${letters}`})` : null);

/** Letters beside hanzi, `王l`, `张sf`, `单xiong`: each letter the initial of a character, or each run of letters a reading or its beginning. */
function waysOfMixed(person: SQL, q: string): Way<'pinyin' | 'initials'>[] {
  const parts = q.match(/[a-z]+|[^a-z]+/g)!.map((text) => ({ text, letters: /^[a-z]/.test(text) }));
  const name = sql`${person}.name`;
  const signs = sql`string_to_array(${name}, null) @> string_to_array(${parts.map(({ text, letters }) => (letters ? '' : text)).join('')}, null)`;
  // letters at the front stand at the front of a reading
  const front = parts[0]!.letters ? '(^| )' : '';
  const said = (kind: 'pinyin' | 'initials', rest: string): string => front + parts.map(({ text, letters }, i) => (letters ? text + (i < parts.length - 1 ? rest : '') : `(${readings(text)[kind].replaceAll(' ', '|')})`)).join('');
  const written = (unknown: (letters: string) => string): string => `%${parts.map(({ text, letters }) => (letters ? unknown(text) : literal(text))).join('')}%`;
  return [
    { why: 'initials', where: sql`${signs} and ${name} like ${written((letters) => '_'.repeat(letters.length))} and ${person}.name_initials ~ ${said('initials', '')}` },
    { why: 'pinyin', where: sql`${signs} and ${name} like ${written(() => '_%')} and ${person}.name_pinyin ~ ${said('pinyin', '[a-z]*')}` },
  ];
}
/**
 * How a person's name is found (domain.md), best first. `person` is the alias of a row with name, name_pinyin and name_initials.
 * Every condition stands on an index of 0002_care.sql or 0021_find.sql; names of two readings are found by both.
 */
export function waysOfName(person: SQL, typed: string): Way<'name' | 'pinyin' | 'initials'>[] {
  const q = sounded(typed);
  const letters = q.replaceAll(' ', '');
  if (/^[a-z]+$/.test(letters)) {
    const pinyin = sql`${person}.name_pinyin`;
    const initials = sql`${person}.name_initials`;
    const inside = letters.length < 3 ? null : saidInside(pinyin, letters);
    const [first, later] = [sql`${pinyin} like ${`${letters}%`}`, sql`${pinyin} like ${`% ${letters}%`}`];
    return [
      { why: 'pinyin', where: sql`string_to_array(${pinyin}, ' ') @> array[${letters}]` },
      { why: 'initials', where: sql`string_to_array(${initials}, ' ') @> array[${letters}]` },
      { why: 'pinyin', where: sql`(${first} or ${later})`, pieces: [first, later] },
      { why: 'initials', where: sql`${initials} like ${`${letters}%`}` },
      ...(inside === null ? [] : [{ why: 'pinyin' as const, where: inside }]),
    ];
  }
  if (!/\p{L}/u.test(q)) return [];
  const name = sql`${person}.name`;
  return [
    { why: 'name', where: sql`${name} = ${q}` },
    { why: 'name', where: sql`${name} like ${`${literal(q)}%`}` },
    { why: 'name', where: sql`string_to_array(${name}, null) @> string_to_array(${q}, null) and ${name} like ${`%${literal(q)}%`}` },
    ...(/^[\p{Script=Han}a-z]*\p{Script=Han}[\p{Script=Han}a-z]*$/u.test(q) && /[a-z]/.test(q) ? waysOfMixed(person, q) : []),
  ];
}
