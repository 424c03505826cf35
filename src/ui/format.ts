import type { Language } from '../kernel/error.ts';
import { useLanguage } from './language.tsx';

/** Numbers, money and dates as the reader's language writes them. */
export interface Format {
  /** Fen → `¥1,234.50`, exact for every safe integer. */
  money: (fen: number) => string;
  number: (value: number) => string;
  /** `YYYY-MM-DD` → the day, the same in every time zone. */
  day: (day: string) => string;
  /** The day without its year: `11/1`, `1 Nov`. */
  shortDay: (day: string) => string;
  /** `YYYY-MM` → the month with its year. */
  month: (month: string) => string;
  /** Two days; the year once, and not at all when both are in this one. A year and more apart, both years. */
  dayRange: (from: string, to: string) => string;
  /** A stay from one instant up to another as the days it fills, half ones named; a time only where it does not turn at midnight or noon. */
  stay: (from: string, to: string, half: Record<'AM' | 'PM', string>) => string;
  /** An instant by the hospital's clock, to the minute. */
  instant: (iso: string) => string;
  /** Milliseconds since 1970 → `10:32` by the hospital's clock. */
  time: (ms: number) => string;
  /** Milliseconds ago → `3 秒前`. */
  ago: (ms: number) => string;
  /** Milliseconds → how long: `13 天`, `3 小时`, `5 分钟`. */
  lasting: (ms: number) => string;
  /** `YYYY-MM-DD` → the short name of its weekday. */
  weekday: (day: string) => string;
  /** The hospital's today with its weekday. */
  today: (now: Date) => string;
}

/** The hospitals' clock: days and instants are told by it, whatever the browser's zone (domain.md). */
const ZONE = 'Asia/Shanghai';
const HOUR = 3_600_000;
/** `YYYY-MM-DD HH:mm` there. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
const atClock = (at: Date | number): [day: string, time: string] => clock.format(at).split(' ') as [string, string];

const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** Fen as a decimal string: a float would round the largest amounts. */
const yuan = (fen: number): `${number}` => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
};

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
const MOST_RANGES = 2_000;
const made = new Map<Language, Format>();
/** The formats of one language, made once: what they are made of costs more than a thousand uses. `now` decides which year goes without saying. */
export function formatOf(language: Language, now?: () => Date): Format {
  if (now !== undefined) return makeFormat(language, now);
  let format = made.get(language);
  if (format === undefined) made.set(language, (format = makeFormat(language)));
  return format;
}
function makeFormat(language: Language, now: () => Date = () => new Date()): Format {
  // en-GB: day before month and 24 hours, which no reader can take for another day
  const locale = language === 'en' ? 'en-GB' : 'zh-CN';
  const month = language === 'en' ? 'short' : 'numeric';
  // each is made when it is first asked for: one takes milliseconds, and a page needs two or three
  const days = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month, day: 'numeric' }));
  const months = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'long' }));
  const shortDays = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month, day: 'numeric' }));
  const instants = once(() => new Intl.DateTimeFormat(locale, { timeZone: ZONE, year: 'numeric', month, day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));
  const weekdays = once(() => new Intl.DateTimeFormat(locale, { timeZone: ZONE, year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }));
  const names = once(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' }));
  const moneys = once(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' }));
  const numbers = once(() => new Intl.NumberFormat(locale));
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { style: 'narrow' }));
  // days run forward: after `2025/12/30`, the next `1/3` is the only one within a year
  let [hour, year] = [Number.NaN, ''];
  const thisYear = (): string => {
    // a year turns with an hour there; asking the calendar costs more than the rest of a range that is known
    const at = Math.floor(now().getTime() / HOUR);
    if (at !== hour) [hour, year] = [at, atClock(at * HOUR)[0].slice(0, 4)];
    return year;
  };
  const waysOf = (year: string, from: string, to: string): [Intl.DateTimeFormat, Intl.DateTimeFormat] => {
    if (from.startsWith(year) && to.startsWith(year)) return [shortDays(), shortDays()];
    return [days(), to < `${Number(from.slice(0, 4)) + 1}${from.slice(4)}` ? shortDays() : days()];
  };
  const rangeOf = (year: string, from: string, to: string): string => {
    const [first, last] = waysOf(year, from, to);
    if (from === to) return first.format(asDate(from));
    // English ranges write a common year and month once by themselves
    if (first === last || (language === 'en' && from.slice(0, 4) === to.slice(0, 4))) return first.formatRange(asDate(from), asDate(to));
    return `${first.format(asDate(from))} – ${last.format(asDate(to))}`;
  };
  // the same few hundred come again and again, fifty at each key of the palette, and each costs more than all else of a row
  const ranges = new Map<string, string>();
  const dayRange = (from: string, to: string): string => {
    const year = thisYear();
    const key = `${year} ${from} ${to}`;
    let words = ranges.get(key);
    if (words !== undefined) return words;
    if (ranges.size > MOST_RANGES) ranges.clear();
    ranges.set(key, (words = rangeOf(year, from, to)));
    return words;
  };
  const inUnit = (name: 'minute' | 'hour' | 'day') => once(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: language === 'en' ? 'short' : 'long' }));
  const [minutesLong, hoursLong, daysLong] = [inUnit('minute'), inUnit('hour'), inUnit('day')];
  return {
    money: (fen) => moneys().format(yuan(fen)),
    number: (value) => numbers().format(value),
    day: (day) => days().format(asDate(day)),
    shortDay: (day) => shortDays().format(asDate(day)),
    month: (text) => months().format(asDate(`${text}-01`)),
    dayRange,
    stay: (from, to, half) => {
      const [first, begins] = atClock(Date.parse(from));
      const ends = atClock(Date.parse(to))[1];
      // its end is no part of a stay: midnight belongs to the day before
      const [last] = atClock(Date.parse(to) - 1);
      const [start, end] = waysOf(thisYear(), first, last);
      const since = begins === '00:00' ? '' : begins === '12:00' ? half.PM : begins;
      const until = ends === '00:00' ? '' : ends === '12:00' ? half.AM : ends;
      if (since === '' && until === '') return dayRange(first, last);
      if (first !== last) return `${start.format(asDate(first))} ${since}`.trim() + ' – ' + `${end.format(asDate(last))} ${until}`.trim();
      const whole = [since, until].find((word) => word === half.AM || word === half.PM);
      return `${start.format(asDate(first))} ${(since === '' || until === '') && whole !== undefined ? whole : `${begins} – ${ends === '00:00' ? '24:00' : ends}`}`;
    },
    instant: (iso) => instants().format(new Date(iso)),
    time: (ms) => atClock(ms)[1],
    ago: (ms) => {
      const seconds = Math.max(0, Math.round(ms / 1000));
      if (seconds < 60) return relative().format(-seconds, 'second');
      return seconds < 3600 ? relative().format(-Math.floor(seconds / 60), 'minute') : relative().format(-Math.floor(seconds / 3600), 'hour');
    },
    lasting: (ms) => {
      const minutes = Math.max(0, Math.floor(ms / 60_000));
      const said = minutes < 60 ? minutesLong().format(minutes) : minutes < 1440 ? hoursLong().format(Math.floor(minutes / 60)) : daysLong().format(Math.floor(minutes / 1440));
      // as everywhere else in Chinese: a space between figure and word
      return said.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
    },
    weekday: (day) => names().format(asDate(day)),
    today: (at) => weekdays().format(at),
  };
}

/** The formats of the language in use. */
export function useFormat(): Format {
  const language = useLanguage();
  return formatOf(language);
}
