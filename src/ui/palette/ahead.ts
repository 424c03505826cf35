import type { Hit, IndexAnswer, IndexQuestion } from '../../kernel/found.ts';

/** By how often a name begins, and a syllable goes on after a consonant or a vowel, with them; a question waits for those before its own. */
const LETTERS = { first: 'zhangluiwcyxsodejftqmbpkrv', consonant: 'haiueolwyxzscgjtfmqdbpkrnv', vowel: 'nigouaezlwcyxsjhftqmbpkrdv' } as const;
const DIGITS = '1205346789';

/** Rows that the index hands out for a text. */
export const MOST = 50;
/** A question as it is looked up; null for one that names its records. */
export const keyOf = ({ text, typed, kinds, most, ids }: IndexQuestion): string | null => (ids === undefined ? `${most} ${kinds === null ? '*' : kinds.join()} ${text}${typed === undefined ? '' : `\n${typed}`}` : null);
/** Whether such a key is that of a text of one sign. */
export const isFirst = (key: string): boolean => key.indexOf(' ', key.indexOf(' ') + 1) >= key.length - 2;
/** The questions that one sign more, or less, makes of this one: digits after digits, letters after letters, and both before anything is typed. What follows hanzi nobody can say. */
export function likelyNext(question: IndexQuestion): IndexQuestion[] {
  const { text, typed } = question;
  const signs = text === '' ? LETTERS.first + DIGITS : /\d$/.test(text) ? DIGITS : /[aeiouv]$/i.test(text) ? LETTERS.vowel : /[a-z']$/i.test(text) ? LETTERS.consonant : '';
  const steps = [...(text.length > 1 ? [(one: string) => one.slice(0, -1)] : []), ...Array.from(signs, (sign) => (one: string) => one + sign)];
  return steps.map((step) => ({ ...question, text: step(text), ...(typed === undefined ? {} : { typed: step(typed) }) }));
}

type Packed = [text: string, total: number, cut: boolean, ready: boolean, ms: number, hits: [kind: string, ...rest: (string | number | readonly number[])[]][]];
/** An answer as one text: it crosses to another thread, and is kept there, for a small part of what its objects would cost. */
export const packed = ({ text, total, cut, ready, ms, hits }: IndexAnswer): string =>
  JSON.stringify([text, total, cut, ready, ms, hits.map((hit) => [hit.kind, hit.code, hit.name, hit.place, hit.bed, hit.status, hit.from, hit.to, hit.version, hit.tier, hit.why, hit.marks])] satisfies Packed);
/** The answer again, a new one each time. */
export function unpacked(line: string): IndexAnswer {
  const [text, total, cut, ready, ms, hits] = JSON.parse(line) as Packed;
  return {
    text, total, cut, ready, ms,
    hits: hits.map(([kind, code, name, place, bed, status, from, to, version, tier, why, marks]) => ({ id: `${kind}:${String(code)}`, kind, code, name, place, bed, status, from, to, version, tier, why, marks }) as Hit),
  };
}
/** What is asked with the first sign, whichever that is, of all kinds. */
export const firstQuestions = (): IndexQuestion[] => likelyNext({ text: '', kinds: null, most: MOST });
