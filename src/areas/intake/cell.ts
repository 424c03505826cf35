import { dayOf } from '../../host/calendar.ts';
import { dialled, isFormulaError, isShortened, trim } from '../../host/sheet/text.ts';
import { digitsOf, joined, shown } from '../../kernel/shape.ts';

/** A reason in both languages, Chinese first. */
export type Reason = readonly [zh: string, en: string];
/** What a cell means, or why it means nothing. */
export type Read<T> = { value: T } | { fault: Reason };
const no = (zh: string, en: string): { fault: Reason } => ({ fault: [zh, en] });

/** Codes, numbers and dates: full-width characters fold to plain ones, blanks go. */
export const folded = (cell: string): string => trim(cell.normalize('NFKC'));
const EMPTY = no('不能为空', 'must not be empty');

/** Plain text as it stands, without the blanks around it. Text such as `=cmd|…` is text. */
export function words(longest: number, mayBeEmpty = false) {
  return (cell: string): Read<string> => {
    const value = trim(shown(cell));
    if (value === '' && !mayBeEmpty) return EMPTY;
    return [...value].length > longest ? no(`超过 ${longest} 个字`, `longer than ${longest} characters`) : { value };
  };
}
/** The name of a person, without the blanks between its Chinese signs. */
export const person = (longest: number, mayBeEmpty = false) => (cell: string): Read<string> => words(longest, mayBeEmpty)(joined(cell));
/** What an item of a dictionary is called by now. */
export interface Called {
  value: string;
  words: Reason;
}
/** One word of a list, said as the system keeps it. `also`: the same in English, whatever its case. `still`: English words of older sheets, which nobody is told of. `called`: the customer's own words for these, which are told instead. */
export function oneOf<T extends string | number>(known: Readonly<Record<string, T>>, also: Readonly<Record<string, T>> = {}, still: Readonly<Record<string, T>> = {}, called: readonly Called[] = []) {
  const by = new Map(called.map(({ value, words }) => [value, words]));
  // last, for a word that was given to another item is that one's
  const own = Object.values(known).flatMap((value) => (by.get(String(value)) ?? []).map((word) => [word, value] as const));
  const spoken = new Map([...Object.entries({ ...also, ...still }), ...own].map(([word, value]) => [folded(word).toLowerCase(), value]));
  const said = (words: Readonly<Record<string, T>>, side: 0 | 1): string[] => Object.entries(words).map(([word, value]) => by.get(String(value))?.[side] ?? word);
  const listed = said(Object.keys(also).length > 0 ? also : known, 1).join(', ');
  return (cell: string): Read<T> => {
    const word = folded(cell);
    const value = spoken.get(word.toLowerCase()) ?? (Object.hasOwn(known, word) ? known[word] : undefined);
    return value === undefined ? no(`应为：${said(known, 0).join('、')}`, `must be one of: ${listed}`) : { value };
  };
}
/** What may stay empty: then it is `value`. */
export const optional = <T, E>(read: (cell: string) => Read<T>, value: E) => (cell: string): Read<T | E> => (trim(cell) === '' ? { value } : read(cell));
/** A number that names a record: letters, digits and hyphens, in capitals; lines of the palette's index mark with a hyphen what is gone. */
export function code(cell: string): Read<string> {
  const value = folded(cell).toUpperCase();
  if (value === '') return EMPTY;
  return /^[A-Z0-9][A-Z0-9-]{2,31}$/.test(value) ? { value } : no('编号只能有字母、数字和连字符，3 至 32 位，连字符不在最前', 'must be 3 to 32 letters, digits or hyphens, with no hyphen at the start');
}
/** `2026-03-28`, `2026/3/26`, `2026.07.04`, `2026年11月2日` → a day number. */
export function day(cell: string): Read<number> {
  const text = folded(cell);
  if (text === '') return EMPTY;
  const m = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日)$/.exec(text);
  if (!m) return no('不是可识别的日期', 'not a date that is understood');
  const [month, date] = m.slice(2).filter((part) => part !== undefined);
  const value = dayOf(Number(m[1]), Number(month), Number(date));
  if (value === null) return no('日历上没有这一天', 'the calendar has no such day');
  return Number(m[1]) < 1900 || Number(m[1]) > 2100 ? no('年份不合理', 'the year is out of range') : { value };
}
/** `1,500.00` → fen. At least `least` fen. */
export function money(least: number) {
  return (cell: string): Read<number> => {
    const text = folded(cell).replace(/^[¥￥]\s*|\s*元$/g, '');
    if (text === '') return EMPTY;
    const m = /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
    if (!m) return no('不是金额', 'not an amount of money');
    const value = (Number(m[2]!.replaceAll(',', '')) * 100 + Number((m[3] ?? '').padEnd(2, '0'))) * (m[1] === '-' ? -1 : 1);
    return value < least ? no(least > 0 ? '金额须大于 0' : '金额不能为负', least > 0 ? 'must be more than 0' : 'must not be negative') : { value };
  };
}
const MOBILE = /^1[3-9]\d{9}$/;
/** A mobile number of mainland China, however it was typed, as in every form. */
export function mobile(cell: string): Read<string> {
  const value = digitsOf(cell);
  return value === '' ? EMPTY : MOBILE.test(value) ? { value } : no('不是 11 位手机号', 'not an 11-digit mobile number');
}
/** A mobile or a landline with its area code; a contact without a phone is kept. */
export function phone(cell: string): Read<string | null> {
  const value = dialled(cell);
  if (value === '') return { value: null };
  return MOBILE.test(value) || /^0\d{2,3}-?\d{7,8}$/.test(value) ? { value } : no('不是有效的电话号码', 'not a valid phone number');
}
/** Years of age. */
export function age(cell: string): Read<number> {
  const text = folded(cell).replace(/岁$/, '');
  if (text === '') return EMPTY;
  return /^\d{1,3}$/.test(text) && Number(text) <= 130 ? { value: Number(text) } : no('年龄应为 0 至 130', 'age must be 0 to 130');
}
/** A bed as the wards number them: `５０床` → `50`. Empty: none. */
export function bed(cell: string): Read<string | null> {
  const value = folded(cell).replace(/\s*[号床]+$/, '');
  return value === '' ? { value: null } : [...value].length > 20 ? no('床号过长', 'the bed number is too long') : { value };
}
/** The name of a hospital. A word that says there is none, such as 不存在的医院, names no place to be made. */
export function hospital(cell: string): Read<string> {
  const value = trim(shown(cell));
  if (value === '') return EMPTY;
  if (/^(?:不存在|未知|不详|待定|无此)|^(?:无|暂无|N\/?A|-+)$/i.test(value)) return no('这不是一个真实的名称', 'this names no real place');
  return [...value].length > 60 ? no('名称过长', 'the name is too long') : { value };
}
/** What no cell may hold: bytes that could not be read, what a failed formula shows, a number that has lost digits, half a surrogate pair, and control characters that no column can keep. */
export function unreadable(cell: string): Reason | null {
  if (cell.includes('\ufffd')) return ['有无法识别的字节', 'holds bytes that cannot be read'];
  if (isFormulaError(cell)) return ['公式的结果出错', 'is the error of a formula'];
  if (isShortened(cell)) return ['长数字的末几位已丢失：把这一列设为文本，重新填写', 'the last digits of a long number are lost: make the column text and enter it again'];
  if (/\p{Cs}/u.test(cell)) return ['有无法保存的字符', 'holds characters that cannot be stored'];
  return /(?![\t\n\r])\p{Cc}/u.test(cell) ? ['有控制字符', 'holds control characters'] : null;
}
