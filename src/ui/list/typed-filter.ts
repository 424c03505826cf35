// Filters as people type them: `状态:服务中 科室:骨科 开始>2026-11-01`, in either language, full-width signs as well. Pure.
import { operatorsOf, type Clause, type Operator } from '../../kernel/list.ts';
import { match } from '../palette/match.ts';
import { dayAfter, daysBetween, isBareDay, parseDay } from '../parse-day.ts';
import { moneyText, parseMoney } from '../parse-money.ts';
import { choiceOf, type Field, type FieldOption } from './condition.ts';

/** The signs between a field and its value; the longer ones first. */
const SIGN = /!=|!:|:!|>=|<=|:|=|>|<|~|\^/;
const QUOTED = /^["“”「]([^"“”」]*)["”“」]/;
const NONE = ['空', '无', '没有', 'none', 'empty', '-'];
const ANY = ['有', '任意', '不空', 'any', 'filled', '*'];
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[\s·_-]/g, '');
/** Half-width signs, so that what is typed with a Chinese input method is the same. */
const folded = (text: string): string => text.replace(/[：＝＞＜！～≥≤≠]/g, (sign) => ({ '：': ':', '＝': '=', '＞': '>', '＜': '<', '！': '!', '～': '~', '≥': '>=', '≤': '<=', '≠': '!=' })[sign]!);

interface Named {
  label: string;
  also?: readonly string[] | undefined;
}
const namesOf = ({ label, also = [] }: Named, own: string): string[] => [label, own, ...also].map(plain);
/** The one that a word names: by its whole name, else by the beginning of one only. */
function named<T extends Named>(word: string, all: readonly T[], own: (one: T) => string): T | undefined {
  const sought = plain(word);
  if (sought === '') return undefined;
  const whole = all.find((one) => namesOf(one, own(one)).includes(sought));
  if (whole !== undefined) return whole;
  const begun = all.filter((one) => ['exact', 'prefix'].includes(match(word.trim(), one.label, one.also ?? [])?.tier ?? ''));
  return begun.length === 1 ? begun[0] : undefined;
}
const fieldOf = (word: string, fields: readonly Field[]): Field | undefined => named(word, fields.filter(({ filter }) => filter !== false), ({ name }) => name);
const optionOf = (word: string, options: readonly FieldOption[]): FieldOption | undefined => named(word, options, ({ value }) => value);

/** A day as a condition names it: what is said from today on stays so, in a link or a view that is opened later. */
function dayOf(text: string, today: string, past: boolean): string | null {
  const day = parseDay(text, today, today, past);
  if (day === null) return null;
  const moves = [1, 3].every((days) => parseDay(text, dayAfter(today, days), undefined, past) === dayAfter(day, days));
  const away = daysBetween(today, day);
  return !moves ? day : away === 0 ? 'today' : `today${away > 0 ? '+' : ''}${away}`;
}
/** What a value says on the wire, or null when this field has none such. */
function valueOf(text: string, { type, options, accepts }: Field, today: string): string | null {
  const word = text.trim().replace(QUOTED, '$1');
  if (word === '') return null;
  if (options !== undefined) return optionOf(word, options)?.value ?? null;
  if (accepts?.test(word) === false) return null;
  // an instant is of something that has happened
  if (type === 'day' || type === 'instant') return dayOf(word, today, type === 'instant');
  if (type === 'money') return parseMoney(word)?.toString() ?? null;
  if (type === 'number') return /^-?\d{1,12}(\.\d{1,4})?$/.test(word.normalize('NFKC')) ? word.normalize('NFKC') : null;
  return word.length <= 64 && !word.includes('|') ? word : null;
}
/** Both ends of a range: undefined where one is open, null where it says nothing or would end before it begins. */
function rangeOf(first: string, last: string, field: Field, today: string): (string | null | undefined)[] {
  const [from, to] = [first, last].map((end) => (end.trim() === '' ? undefined : valueOf(end, field, today)));
  if (!from || !to) return [from, to];
  const isDay = field.type === 'day' || field.type === 'instant';
  const there = (value: string): string => (value.startsWith('today') ? dayAfter(today, Number(value.slice(5))) : value);
  const begins = there(from);
  // what moves with today is no other day there; what says no week or month is counted from the first day
  const counted = isDay && !to.startsWith('today') ? parseDay(last, begins) : null;
  const all = isBareDay(last) ? [counted, to] : [to, counted];
  return [from, all.find((end) => end !== null && (isDay ? there(end) >= begins : Number(end) >= Number(from))) ?? null];
}
/** The values between commas; a quoted one may hold some. */
const joined = (text: string): string[] => (text.match(/["“”「][^"“”」]*["“”」]|[^,，、|]+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');

/** The operator that a sign means for this type; null where it means nothing. */
function operatorOf(sign: string, field: Field, several: boolean): Operator | null {
  const can = operatorsOf(field);
  const wanted = { ':': several ? ['in'] : ['is', 'has'], '=': several ? ['in'] : ['is'], '!=': ['not'], '!:': ['not'], ':!': ['not'], '~': ['has'], '^': ['starts'], '>': ['after', 'above'], '<': ['before', 'below'], '>=': ['from'], '<=': ['to'] }[sign] as Operator[];
  // a text is asked for by a part of it
  const first: Operator[] = sign === ':' && field.type === 'text' && field.options === undefined && !several ? ['has', 'is'] : wanted;
  return first.find((operator) => can.includes(operator)) ?? null;
}
/** The conditions that `field sign text` says, or null when it says none. */
function clausesOf(field: Field, sign: string, text: string, today: string): Clause[] | null {
  const word = plain(text);
  const can = operatorsOf(field);
  const one = (operator: Operator, ...values: string[]): Clause => ({ field: field.name, operator, values });
  // a value may be called so
  const own = field.options === undefined ? undefined : optionOf(text, field.options);
  if (own === undefined && (sign === ':' || sign === '=')) {
    if (NONE.includes(word) && can.includes('empty')) return [one('empty')];
    if (ANY.includes(word) && can.includes('filled')) return [one('filled')];
  }
  const range = /^(.*?)(?:\.\.+|…|~|至|到)(.*)$/.exec(text.trim());
  if (range !== null && sign === ':' && can.includes('from') && can.includes('to')) {
    const [from, to] = rangeOf(range[1]!, range[2]!, field, today);
    if (from !== null && to !== null && (from ?? to) !== undefined) return [...(from === undefined ? [] : [one('from', from)]), ...(to === undefined ? [] : [one('to', to)])];
  }
  const parts = own === undefined && can.includes('in') ? joined(text) : [text];
  const operator = operatorOf(sign, field, parts.length > 1);
  const values = parts.map((part) => valueOf(part, field, today));
  if (operator === null || values.length === 0 || values.some((value) => value === null)) return null;
  // one word may stand for several values, such as a department of several hospitals
  const said = [...new Set((values as string[]).flatMap((value) => value.split('|')))];
  return said.length === 1 || operator === 'in' ? [one(operator, ...said)] : operator === 'is' ? [one('in', ...said)] : said.map((value) => one(operator, value));
}

/** A sign that stands after the name of a field. */
interface Mark {
  field: Field;
  sign: string;
  /** Where the field's name begins, and where the value does. */
  from: number;
  value: number;
}
/** The signs in a text that follow a field's name: its last words before the sign, as many as there are. */
function marksOf(text: string, fields: readonly Field[]): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  for (;;) {
    const found = SIGN.exec(text.slice(at));
    if (found === null) return marks;
    const sign = at + found.index;
    const before = text.slice(at, sign);
    const starts = [0, ...[...before.matchAll(/\s+/g)].map((gap) => gap.index + gap[0].length)];
    const quote = QUOTED.exec(text.slice(sign + found[0].length).trimStart());
    const start = starts.find((from) => fieldOf(before.slice(from), fields) !== undefined);
    if (start === undefined) at = sign + found[0].length;
    else {
      marks.push({ field: fieldOf(before.slice(start), fields)!, sign: found[0], from: at + start, value: sign + found[0].length });
      const rest = text.slice(sign + found[0].length);
      at = sign + found[0].length + (quote === null ? 0 : rest.length - rest.trimStart().length + quote[0].length);
    }
  }
}

/** What was understood, and the words that were not, in their order. */
export interface Typed {
  clauses: readonly Clause[];
  rest: string;
}
/** Reads a text as conditions. A value may have several words: as many of them as make one count, the others are left over. */
export function readTyped(given: string, fields: readonly Field[], today: string): Typed {
  const text = folded(given);
  const marks = marksOf(text, fields);
  const rest = [text.slice(0, marks[0]?.from ?? text.length).trim()];
  const clauses: Clause[] = [];
  for (const [place, { field, sign, from, value }] of marks.entries()) {
    const end = marks[place + 1]?.from ?? text.length;
    const words = text.slice(value, end).trim();
    const ends = [words.length, ...[...words.matchAll(/\s+/g)].map((gap) => gap.index).reverse()];
    const tried = ends.map((length) => ({ length, said: clausesOf(field, sign, words.slice(0, length), today) }));
    const best = tried.find(({ said }) => said !== null);
    if (best === undefined) rest.push(text.slice(from, end).trim());
    else {
      clauses.push(...best.said!);
      rest.push(words.slice(best.length).trim());
    }
  }
  const left = rest.filter((part) => part !== '').join(' ');
  const free = left === '' || SIGN.test(left) ? undefined : fields.find((field) => field.free === true);
  return free === undefined ? { clauses, rest: left } : { clauses: [...clauses, { field: free.name, operator: 'is', values: [left] }], rest: '' };
}

/** The words of a condition that are neither a field's nor a value's, in the reader's language; each is understood in both. */
export interface TypedWords {
  today: string;
  none: string;
  any: string;
}
const CHINESE: TypedWords = { today: '今天', none: NONE[0]!, any: ANY[0]! };
/** How each operator is typed. */
const SIGNS: Readonly<Record<Operator, string>> = { is: ':', in: ':', not: '!=', has: ':', starts: '^', before: '<', after: '>', from: '>=', to: '<=', above: '>', below: '<', empty: ':', filled: ':' };
const quoted = (word: string): string => (/[,，、|"“”\s]/.test(word) || SIGN.test(word) ? `"${word}"` : word);
/** A condition as one would type it. */
export function writeTyped({ field: name, operator, values }: Clause, fields: readonly Field[], words: TypedWords = CHINESE): string {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return '';
  if (operator === 'empty' || operator === 'filled') return `${field.label}:${operator === 'empty' ? words.none : words.any}`;
  const sign = field.type === 'text' && field.options === undefined && operator === 'is' ? '=' : SIGNS[operator];
  const shown = (value: string): string => choiceOf(field, value, values)?.label ?? (field.type === 'money' ? moneyText(Number(value)) : value.replace(/^today([+-]\d+)$/, '$1').replace(/^today$/, words.today));
  const together = field.options?.find((one) => one.value === values.join('|'));
  return `${field.label}${sign}${together === undefined ? [...new Set(values.map((value) => quoted(shown(value))))].join(',') : quoted(together.label)}`;
}

/** Whether a text ends where a value has to follow: a field and its sign, or a comma, and nothing of the value yet. */
export function awaitsValue(given: string, fields: readonly Field[]): boolean {
  const text = folded(given);
  const last = marksOf(text, fields).at(-1);
  return last !== undefined && /^$|[,，、|]$/.test(text.slice(last.value).trim());
}
/** What could stand at the end of the text. */
export interface Completion {
  id: string;
  label: string;
  /** The quiet second fact. */
  detail?: string | undefined;
  /** The text with it. */
  text: string;
  /** It is whole then: a condition, not only the name of a field. */
  whole: boolean;
}
const DAYS = ['今天', '明天', '昨天', '+7', '-7', '-30'];
/** What the last words of a text could become: names of fields, then values. `words` of the days and ways that are offered, in the reader's language. */
export function completions(given: string, fields: readonly Field[], today: string, words: Readonly<Record<string, string>> = {}, typed: TypedWords = CHINESE): readonly Completion[] {
  const text = folded(given);
  const last = marksOf(text, fields).at(-1);
  // a condition that is whole and a space after it: the next one begins
  const over = last !== undefined && /\s$/.test(text) && readTyped(text.slice(last.from), fields, today).rest === '' && text.slice(last.value).trim() !== '';
  if (last !== undefined && !over) {
    const { field, value } = last;
    const part = joined(text.slice(value)).at(-1) ?? '';
    const head = /[,，、|]/.test(text.slice(value)) ? text.slice(0, text.length - (/[,，、|]\s*$/.test(text) ? 0 : part.length)) : text.slice(0, value);
    const asked = /[,，、|]\s*$/.test(text) ? '' : part;
    const options = field.options ?? (field.type === 'day' || field.type === 'instant' ? DAYS.map((day) => ({ value: day, label: words[day] ?? day })) : []);
    const values = fitting(asked, options).map(({ value: own, label }) => ({ id: `=${own}`, label, detail: field.options === undefined ? parseDay(own, today)! : undefined, text: head + (field.options === undefined ? own : quoted(label)), whole: true }));
    if (part !== '') return values;
    // other ways to ask for it, while nothing is
    const ways = operatorsOf(field).filter((operator) => operator !== 'is' && operator !== 'in').map((operator) => {
      const whole = operator === 'empty' || operator === 'filled';
      return { id: operator, label: words[operator] ?? operator, detail: whole ? undefined : SIGNS[operator], text: `${text.slice(0, last.from)}${field.label}${SIGNS[operator]}${whole ? (operator === 'empty' ? typed.none : typed.any) : ''}`, whole };
    });
    return [...values, ...ways.filter(({ text: made }) => made !== text)];
  }
  const start = over || last !== undefined ? text.length : text.length - (/\S*$/.exec(text)?.[0].length ?? 0);
  const asking = fields.filter(({ filter }) => filter !== false);
  const word = text.slice(start);
  const names = fitting(word, asking).map((field) => ({ id: field.name, label: field.label, detail: field.also?.find((other) => other !== field.label), text: `${text.slice(0, start)}${field.label}:`, whole: false }));
  // a value that is called so, whichever field it is of
  const values = word.trim() === '' ? [] : asking.flatMap((field) => fitting(word, field.options ?? []).slice(0, 3).map(({ value, label }) => ({ id: `${field.name}=${value}`, label, detail: field.label, text: `${text.slice(0, start)}${field.label}:${quoted(label)}`, whole: true })));
  return [...names, ...values];
}
const TIERS = ['exact', 'prefix', 'loose'];
function fitting<T extends Named>(word: string, all: readonly T[]): readonly T[] {
  if (word.trim() === '') return all;
  return all
    .map((one) => ({ one, tier: TIERS.indexOf(match(word.trim(), one.label, one.also ?? [])?.tier ?? '') }))
    .filter(({ tier }) => tier >= 0)
    .sort((a, b) => a.tier - b.tier)
    .map(({ one }) => one);
}
