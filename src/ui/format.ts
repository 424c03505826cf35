import { useMemo } from 'react';
import type { Language } from '../kernel/error.ts';
import { useLanguage } from './language.tsx';

/** Numbers, money and dates as the reader's language writes them. */
export interface Format {
  /** Fen → `¥1,234.50`, exact for every safe integer. */
  money: (fen: number) => string;
  number: (value: number) => string;
  /** `YYYY-MM-DD` → the day, the same in every time zone. */
  day: (day: string) => string;
  /** Two days; the year is left out when both are in this one. */
  dayRange: (from: string, to: string) => string;
  /** An instant in the reader's time zone, to the minute. */
  instant: (iso: string) => string;
  /** Milliseconds ago → `3 秒前`. */
  ago: (ms: number) => string;
  /** Today with its weekday. */
  today: (now: Date) => string;
}

const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** Fen as a decimal string: a float would round the largest amounts. */
const yuan = (fen: number): `${number}` => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
};

/** The formats of one language; `now` decides which year goes without saying. */
export function formatOf(language: Language, now: () => Date = () => new Date()): Format {
  // en-GB: day before month and 24 hours, which no reader can take for another day
  const locale = language === 'en' ? 'en-GB' : 'zh-CN';
  const month = language === 'en' ? 'short' : 'numeric';
  const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month, day: 'numeric' });
  const shortDays = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month, day: 'numeric' });
  const instants = new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const weekdays = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' });
  const moneys = new Intl.NumberFormat(locale, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' });
  const numbers = new Intl.NumberFormat(locale);
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'narrow' });
  return {
    money: (fen) => moneys.format(yuan(fen)),
    number: (value) => numbers.format(value),
    day: (day) => days.format(asDate(day)),
    dayRange: (from, to) => {
      const year = String(now().getFullYear());
      return (from.startsWith(year) && to.startsWith(year) ? shortDays : days).formatRange(asDate(from), asDate(to));
    },
    instant: (iso) => instants.format(new Date(iso)),
    ago: (ms) => {
      const seconds = Math.max(0, Math.round(ms / 1000));
      if (seconds < 60) return relative.format(-seconds, 'second');
      return seconds < 3600 ? relative.format(-Math.floor(seconds / 60), 'minute') : relative.format(-Math.floor(seconds / 3600), 'hour');
    },
    today: (at) => weekdays.format(at),
  };
}

/** The formats of the language in use. */
export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(() => formatOf(language), [language]);
}
