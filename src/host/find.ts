import { sql, type SQL } from 'drizzle-orm';
import { joined } from '../kernel/shape.ts';
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

/** What stands between the parts of a name from elsewhere, which people leave out or write in one of its many ways; and the blanks that some names are kept with. */
const DOTS = '·•‧・･. \u00a0\u3000';
/** `阿依古丽·买买提` without its dot, `王 芳` without its blank, in SQL and as it is typed. */
export const undotted = (name: SQL): SQL => sql`translate(${name}, ${DOTS}, '')`;
export const withoutDots = (typed: string): string => [...typed].filter((sign) => !DOTS.includes(sign)).join('');

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

/** The piece of one sign: its reading or the beginning of one, which no vowel begins that a reading would write with y or w. */
const PIECE = /^(?![iuv])(?:[zcs]h?|[b-df-hj-np-tw-z])?(?:[aeiouv]{1,3}(?:ng?|r)?)?$/;
const VOICED = '[aeiouv]{1,3}(?:ng?|r)?';
/** What may stand between a piece and the next sign: the rest behind an initial, nothing behind a reading in full. */
const restOf = (piece: string): string => (/^[zcs]$/.test(piece) ? `(?:h?${VOICED})?` : /^[aeo]$/.test(piece) ? '[aeiouv]{0,2}(?:ng?|r)?' : /[aeiouv]/.test(piece) ? '' : `(?:${VOICED})?`);
/** A name has no more signs that one types, nor one text more meanings that are worth a search. */
const CUT = { pieces: 6, most: 8 } as const;
/** The ways to cut letters into pieces, the fewest first: `wangxm` as wang, x, m; nothing for one syllable, and neither initials alone nor what is the beginning of a reading as it stands. */
function cuts(letters: string): string[][] {
  const found: string[][] = [];
  if (letters.length < 3 || PIECE.test(letters)) return found;
  let open: string[][] = [[]];
  for (let n = 1; n <= CUT.pieces && found.length < CUT.most; n += 1) {
    open = open.flatMap((pieces) => {
      const rest = letters.slice(pieces.join('').length);
      return Array.from({ length: Math.min(6, rest.length) }, (_, i) => rest.slice(0, i + 1)).filter((piece) => PIECE.test(piece) && rest.length - piece.length <= 6 * (CUT.pieces - n)).map((piece) => [...pieces, piece]);
    });
    found.push(...open.filter((pieces) => pieces.join('') === letters && pieces.length < letters.length && pieces.slice(0, -1).some((piece) => restOf(piece) !== '')));
    open = open.filter((pieces) => pieces.join('') !== letters);
  }
  return found.slice(0, CUT.most);
}
/** "A name begins with the signs that these letters spell, some in full and some by their initials": `wangxm`, `zsan` (spelledBy of pinyin.ts, as its columns can tell it); null where letters are spelled in no such way. */
export function spelledShort(person: SQL, letters: string): Required<Pick<Way<'pinyin'>, 'where' | 'pieces'>> | null {
  const all = cuts(letters).map((pieces) => ({ initials: pieces.map((piece) => piece[0]).join(''), said: pieces.map((piece, i) => piece + (i < pieces.length - 1 ? restOf(piece) : '')).join('') }));
  if (all.length === 0) return null;
  // not as an index could answer it: by the signs of such a pattern it gathers far more than share the initials
  const spells = (said: string): SQL => sql`coalesce(${person}.name_pinyin, '') ~ ${`(^| )(?:${said})`}`;
  // whoever is called so whole, by any reading; then whose name goes on, but behind two initials, which thousands share
  const whole = sql`(string_to_array(${person}.name_initials, ' ') && ${sql.param(all.map(({ initials }) => initials))}::text[] and ${spells(all.map(({ said }) => said).join('|'))})`;
  const pieces = [whole, ...all.filter(({ initials }) => initials.length > 2).map(({ initials, said }) => sql`(${person}.name_initials like ${`${initials}%`} and ${spells(said)})`)];
  return { where: sql`(${sql.join(pieces, sql` or `)})`, pieces };
}

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
  const q = joined(sounded(typed));
  const letters = q.replaceAll(' ', '');
  if (/^[a-z]+$/.test(letters)) {
    const pinyin = sql`${person}.name_pinyin`;
    const initials = sql`${person}.name_initials`;
    const short = spelledShort(person, letters);
    const inside = letters.length < 3 ? null : saidInside(pinyin, letters);
    const [first, later] = [sql`${pinyin} like ${`${letters}%`}`, sql`${pinyin} like ${`% ${letters}%`}`];
    return [
      { why: 'pinyin', where: sql`string_to_array(${pinyin}, ' ') @> array[${letters}]` },
      { why: 'initials', where: sql`string_to_array(${initials}, ' ') @> array[${letters}]` },
      { why: 'pinyin', where: sql`(${first} or ${later})`, pieces: [first, later] },
      { why: 'initials', where: sql`${initials} like ${`${letters}%`}` },
      ...(short === null ? [] : [{ why: 'pinyin' as const, ...short }]),
      ...(inside === null ? [] : [{ why: 'pinyin' as const, where: inside }]),
    ];
  }
  if (!/\p{L}/u.test(q)) return [];
  const name = sql`${person}.name`;
  const bare = withoutDots(q);
  return [
    { why: 'name', where: sql`${name} = ${q}` },
    { why: 'name', where: sql`${name} like ${`${literal(q)}%`}` },
    { why: 'name', where: sql`string_to_array(${name}, null) @> string_to_array(${bare}, null) and ${undotted(name)} like ${`%${literal(bare)}%`}` },
    ...(/^[\p{Script=Han}a-z]*\p{Script=Han}[\p{Script=Han}a-z]*$/u.test(q) && /[a-z]/.test(q) ? waysOfMixed(person, q) : []),
  ];
}
