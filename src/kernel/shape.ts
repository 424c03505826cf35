import * as z from 'zod/mini';

/** Shapes that several contracts share. Ids cross the wire as strings of digits (domain.md). */
export const id = z.string().check(z.regex(/^\d{1,18}$/));
/** Is there such a day, not before the year 100? */
export const isDay = (v: string): boolean => !v.startsWith('00') && new Date(`${v}T00:00:00Z`).toJSON()?.startsWith(v);
/** A calendar day `YYYY-MM-DD`, in the hospital's time zone. */
export const day = z.string().check(z.regex(/^(?!00)\d{4}-\d{2}-\d{2}$/), z.refine(isDay));
/** An instant, ISO 8601 in UTC. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/));
/** Money in fen. */
export const fen = z.int();
/** A whole number in a query, `least` to `most`: a string on the wire, a number after parsing; beyond its bounds it becomes the bound. */
export const digits = (most: number, least = 1) => z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform((v: string) => Math.min(Math.max(Number(v), least), most)));
/** One of these codes in a query, a number after parsing; another is refused, never taken for the nearest, whose rows nobody asked for. */
export const codeOf = (...codes: [string, ...string[]]) => z.pipe(z.enum(codes), z.transform(Number));
/** At most so many characters, as people and PostgreSQL count them: 𠮷 is one. */
export const most = (max: number) => {
  const check = z.maxLength(max);
  const tooLong = check._zod.check;
  // asked of whatever has a length, also where it is no text
  check._zod.check = (payload) => {
    const said: unknown = payload.value;
    return typeof said === 'string' && said.length > max && [...said].length > max ? tooLong(payload) : undefined;
  };
  return check;
};
/** The same schema, for what is answered by the thousand: what `isPlain` knows to be right is taken as it is, anything else is looked at in full. */
export function glanced<T extends z.core.$ZodType>(schema: T, isPlain: (value: unknown) => boolean): T {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => (isPlain(payload.value) ? payload : run(payload, context));
  return schema;
}
/** The version of a row. */
export const version = z.int().check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647));
// something one can see: a text of spaces and invisible signs is none
const VISIBLE = /[^\s\p{C}\p{Z}]/u;
// what comes along from elsewhere, unseen, and turns what is read or hides in it; not what joins letters and emoji
const UNSEEN = /(?![\t\n\r\p{Join_C}\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]/gu;
/** A text without the signs in it that nobody sees. */
export const shown = (typed: string): string => typed.replace(UNSEEN, '');
/** A text that a person typed: at most `max` characters, without what nobody sees, trimmed, with something to see in it. */
export const text = (max: number) => z.string().check(most(max), z.overwrite(shown), z.trim(), z.regex(VISIBLE));
/** A name without the blanks beside a Chinese sign that stands alone, where people align what they write: one between the two signs of 王芳 is none. What is two words, and Latin names, keep theirs. */
export const joined = (typed: string): string => typed.replace(/(?<=(?:^|\s)\p{Script=Han})\s+(?=\p{Script=Han})|(?<=\p{Script=Han})\s+(?=\p{Script=Han}(?:\s|$))/gu, '');
/** The name of a person, as a text. */
export const personName = (max: number) => text(max).check(z.overwrite(joined));
/** The digits of a mobile: a telephone copies it in groups, with the code of the country and signs around it that nobody sees. */
export const digitsOf = (typed: string): string => shown(typed).normalize('NFKC').replace(/[\s\p{Pd}.()]/gu, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '');
/** A mobile number of mainland China, digits only, however it was typed or pasted. */
export const mobile = z.string().check(z.overwrite(digitsOf), z.regex(/^1[3-9]\d{9}$/));
/** The 18 signs of an ID number: a table or a letter has it in groups, in full width, with blanks around it. */
export const identityOf = (typed: string): string => shown(typed).normalize('NFKC').replace(/[\s\p{Pd}]/gu, '').toUpperCase();
/** An ID number of 18 characters, however it was typed or pasted; what is inside is looked at by the server. */
export const idNumber = z.string().check(z.overwrite(identityOf), z.regex(/^\d{17}[\dX]$/));
/** `pageNum` from 1, `pageSize` 1 to 200: strings on the wire, numbers after parsing. */
export const window = {
  pageNum: z._default(digits(1_000_000_000), 1),
  pageSize: z._default(digits(200), 50),
};
/** The answer of every list (domain.md); `total` is exact, and null where it was not asked for (`count=0`). */
export const pageOf = <T extends z.core.$ZodType>(row: T) => z.strictObject({ list: z.array(row), total: z.nullable(z.int()), pageNum: z.int(), pageSize: z.int() });
/** Where in a name the signs stand whose sound answered what was typed, in UTF-16; none where that is not why. */
export const marks = z.array(z.int());
