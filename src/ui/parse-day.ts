// Days as people type them (look.md, "Forms"), in both languages. A day is `YYYY-MM-DD`; nothing here knows a time zone but `todayThere`.

const DAY = 86_400_000;
const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
/** The hospitals' today as `YYYY-MM-DD`, whatever the browser's zone (domain.md). */
export const todayThere = (now: Date = new Date()): string => there.format(now);

const pad = (n: number, length = 2): string => String(n).padStart(length, '0');
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** `days` after `day`; before it when negative. */
export const dayAfter = (day: string, days: number): string => new Date(at(day) + days * DAY).toISOString().slice(0, 10);
/** Days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY);

/** The day that these numbers name, or null when the calendar has none. */
function real(year: number, month: number, date: number): string | null {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || date < 1) return null;
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? `${pad(year, 4)}-${pad(month)}-${pad(date)}` : null;
}
/** The day that a form holds, whose draft keeps what was typed and is none too (day-field.tsx); null for that, and for years in which nobody is served. */
export const knownDay = (kept: string | null): string | null => (kept !== null && /^\d{4}-\d\d-\d\d$/.test(kept) && real(Number(kept.slice(0, 4)), Number(kept.slice(5, 7)), Number(kept.slice(8))) !== null ? kept : null);
/** Without a year it is the nearest such day: `0103` typed in December is next year's; of those that have been (`past`), the latest. */
function nearest(month: number, date: number, today: string, past: boolean): string | null {
  const year = Number(today.slice(0, 4));
  const days = [year, year + 1, year - 1].map((one) => real(one, month, date)).filter((one) => one !== null && !(past && one > today)) as string[];
  return days.sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))[0] ?? null;
}
/** Without a month it is the next such day, today included, or the last. */
function coming(date: number, today: string, past: boolean): string | null {
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const days = [0, 1, 2].map((n) => month + (past ? -n : n)).map((one) => real(Math.floor(one / 12), (one % 12) + 1, date));
  return days.find((one) => one !== null && (past ? one <= today : one >= today)) ?? null;
}

const NEAR: Record<string, number> = {
  大前天: -3, 前天: -2, 前日: -2, 昨天: -1, 昨日: -1, 昨: -1, 今天: 0, 今日: 0, 今: 0, 明天: 1, 明日: 1, 明: 1, 后天: 2, 后日: 2, 大后天: 3,
  yesterday: -1, today: 0, tod: 0, t: 0, tomorrow: 1, tmr: 1, tom: 1, 'day after tomorrow': 2, 'the day after tomorrow': 2,
};
const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
/** Which of `names` a word of three letters or more begins; -1 when none. */
const begins = (names: readonly string[], word: string): number => (word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word)));

/** How many weeks after this one such a week is. */
export const WEEKS: Readonly<Record<string, number>> = { 上上: -2, 上: -1, last: -1, 下: 1, 下下: 2, next: 1 };
/** `周三` is the coming Wednesday, today included; `下周三` that of the week after this one, `上周三` of the one before (weeks begin on Monday). */
function weekday(text: string, today: string, past: boolean): string | null {
  const zh = /^(上上?|下下?|[这本])?个?(?:周|星期|礼拜)([一二三四五六日天])$/.exec(text);
  const en = /^(next |last |this )?([a-z]{3,9})$/.exec(text);
  const wanted = zh !== null ? WEEK.indexOf(zh[2]!.replace('天', '日')) : en !== null ? begins(WEEKDAYS, en[2]!) : -1;
  if (wanted < 0) return null;
  const now = (new Date(at(today)).getUTCDay() + 6) % 7;
  const which = zh !== null ? zh[1] : en?.[1]?.trim();
  return dayAfter(today, which === undefined ? (past ? -((now - wanted + 7) % 7) : (wanted - now + 7) % 7) : wanted - now + 7 * (WEEKS[which] ?? 0));
}
/** `25 dec`, `dec 25`, `25 december 2026`. */
function spelled(text: string, today: string, past = false): string | null {
  const found = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? ?([a-z]{3,9})(?:,? ?(\d{4}))?$/.exec(text) ?? /^([a-z]{3,9}) ?(\d{1,2})(?:st|nd|rd|th)?(?:,? ?(\d{4}))?$/.exec(text);
  if (found === null) return null;
  const [date, word] = /^\d/.test(found[1]!) ? [found[1]!, found[2]!] : [found[2]!, found[1]!];
  const month = begins(MONTHS, word) + 1;
  if (month === 0) return null;
  return found[3] === undefined ? nearest(month, Number(date), today, past) : real(Number(found[3]), month, Number(date));
}
/** `下月15日`, `本月25号`. */
function monthly(text: string, today: string): string | null {
  const [, which = '', date] = /^(上上?|下下?|[本这])个?月(\d{1,2})[日号]$/.exec(text) ?? [];
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + (WEEKS[which] ?? 0);
  return date === undefined ? null : real(Math.floor(month / 12), (month % 12) + 1, Number(date));
}
/** `+3`, `-1`, `+2w`, `+2周`, `3天后`, `3天前`, `in 3 days`, `3 days ago`: counted from `from`; no day while that is unknown. */
function counted(text: string, from: string | null): string | null {
  const found = /^([+-]) ?(\d{1,4}) ?(天|日|d|days?|周|w|weeks?)?$/.exec(text) ?? /^()(\d{1,4}) ?(天|周)[之以]?[后前]$/.exec(text) ?? /^in ()(\d{1,4}) (days?|weeks?)$/.exec(text) ?? /^()(\d{1,4}|a) (days?|weeks?) ago$/.exec(text);
  if (found === null || from === null) return null;
  const days = (found[2] === 'a' ? 1 : Number(found[2])) * (/^[周w]/.test(found[3] ?? '') ? 7 : 1);
  return real(...parts(dayAfter(from, /^-|前$|ago$/.test(text) ? -days : days)));
}
const parts = (day: string): [year: number, month: number, date: number] => [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
/** Year, month and day in numbers. */
function whole(text: string): string | null {
  const found = /^(\d{4})[-/.年 ](\d{1,2})[-/.月 ](\d{1,2})[日号]?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  return found === null ? null : real(Number(found[1]), Number(found[2]), Number(found[3]));
}
function numbers(text: string, today: string, past: boolean): string | null {
  const full = whole(text);
  if (full !== null) return full;
  const [, one, two, year] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)?.filter((_, i) => i !== 2).map(Number) ?? [];
  // months first, as where no year is said
  if (year !== undefined) return real(year, one!, two!) ?? real(year, two!, one!);
  const short = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (short !== null) return real(2000 + Number(short[1]), Number(short[2]), Number(short[3]));
  const pair = /^(\d{1,2})[-/.月](\d{1,2})[日号]?$/.exec(text) ?? /^(\d\d)(\d\d)$/.exec(text);
  if (pair !== null) return nearest(Number(pair[1]), Number(pair[2]), today, past);
  const date = /^(?:the )?(\d{1,2})(?:[日号]|st|nd|rd|th)?$/.exec(text);
  return date === null ? null : coming(Number(date[1]), today, past);
}

/** One form for all days that are typed or pasted: `12 月 1 日` stands together. */
export const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ').replace(/(?<=\d) (?=[年月日号])|(?<=[年月]) (?=\d)/g, '').replace(/[−–—]/g, '-').replaceAll('。', '.');
/** What was typed as a day, or null when it names none. `from`: what `+3` counts from, and once it is to come a bare day, `5号` or `周五`, too; today when absent. `past`: where one looks back, of all that a day without its year, month or week may be it is the latest that has been. */
export function parseDay(text: string, today: string, from: string | null = today, past = false): string | null {
  const plain = folded(text);
  if (plain === '' || plain.length > 32) return null;
  const near = Object.hasOwn(NEAR, plain) ? NEAR[plain] : undefined;
  if (near !== undefined) return dayAfter(today, near);
  const first = from !== null && from > today && BARE.test(plain) ? from : today;
  return counted(plain, from) ?? numbers(plain, first, past) ?? spelled(plain, today, past) ?? weekday(plain, first, past) ?? monthly(plain, today);
}
const BARE = /^(?:周|星期|礼拜)[一二三四五六日天]$|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$|^(?:the )?\d{1,2}(?:[日号]|st|nd|rd|th)?$/;
/** Whether this says a day of a week or a month and not of which: behind another day it is the next one from there, `下周一到周五`, `11月1日到5日`. */
export const isBareDay = (text: string): boolean => BARE.test(folded(text));
/** A day of birth as it was typed, or null: always with its whole year, never after `today` — what is nearest or next is nobody's birthday. */
export function parseBirthday(text: string, today: string): string | null {
  const plain = folded(text);
  const found = whole(plain) ?? (/\D\d{4}$/.test(plain) ? spelled(plain, today) : null);
  return found !== null && found <= today ? found : null;
}
/** Whether it is empty or a day of birth. */
export const isBirthday = (day: string | null): boolean => day === null || parseBirthday(day, todayThere()) === day;
const HALVES: readonly (readonly [RegExp, 'AM' | 'PM' | null])[] = [[/ ?(上午|早上|早|am|morning)$/i, 'AM'], [/ ?(中午|noon)$/i, null], [/ ?(下午|晚上|晚|pm|afternoon|evening)$/i, 'PM']];
/** A day with its half where one was named: `明天下午`, `1225 pm`. What begins at noon begins with the afternoon; an `end` there ends with the morning. */
export function parseHalfDay(text: string, today: string, from: string | null = today, end = false): { day: string; half: 'AM' | 'PM' | null } | null {
  const words = text.normalize('NFKC').trim();
  for (const [ending, half] of HALVES) {
    if (!ending.test(words)) continue;
    const day = parseDay(words.replace(ending, ''), today, from);
    if (day !== null) return { day, half: half ?? (end ? 'AM' : 'PM') };
  }
  const day = parseDay(words, today, from);
  return day === null ? null : { day, half: null };
}
