import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useKeyProps } from './bound-key.tsx';
import { Icon } from './icon.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { composing, pressed } from './key.ts';
import { useLanguage } from './language.tsx';
import { useMended } from './mended.ts';
import { dayAfter, knownDay, parseDay, parseHalfDay, todayThere } from './parse-day.ts';
import control from './style/control.module.css';

type Half = 'AM' | 'PM';
interface DayFieldProps {
  label: string;
  name: string;
  /** `YYYY-MM-DD`, or what was kept of what is typed; null while nothing is. */
  value: string | null;
  /** `day`: null while nothing or no day is typed. `kept`: what is no day as it was typed, for the draft of a form that one can leave and find again. */
  onChange: (day: string | null, kept: string | null) => void;
  /** What is wrong and how to mend it, or null. That something typed is no day it says by itself. */
  error: string | null;
  hint?: string | undefined;
  /** What `+3` counts from, and a bare day behind it; today when absent, and nothing yet when null: then it is the form that asks for that day first. */
  from?: string | null | undefined;
  /** The half beside the day, which may be typed too (`明天下午`); `words` as this field calls them, such as 上午起 and 下午起. `end`: it is the last half, so that 中午 is the morning's end. */
  half?: { value: Half; onChange: (half: Half) => void; words: Record<Half, string>; end?: true };
  required?: boolean;
  disabled?: boolean;
}
const STEP: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 7, PageDown: -7 };

/** A day by typing (look.md, "Forms"): `今天`, `+3`, `1225`, `2026-12-25`; ↑ and ↓ a day, PgUp and PgDn a week; a calendar for the mouse. */
export function DayField({ label, name, value, onChange, error: refused, hint, from, half, required = false, disabled = false }: DayFieldProps) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const [error, mend] = useMended(refused);
  const calendar = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value ?? '');
  const [left, setLeft] = useState(false);
  const today = todayThere();
  const read = (words: string, first = from) => (half === undefined ? dayOnly(parseDay(words, today, first)) : parseHalfDay(words, today, first, half.end));
  const counts = read(text, today) !== null && read(text, null) === null;
  // another value from outside takes the place of what was typed
  const [held, setHeld] = useState(value);
  if (held !== value) {
    setHeld(value);
    setText(value ?? '');
  }
  const day = knownDay(value);
  const wrong = text.trim() !== '' && day === null;
  const waits = counts && from === null;
  const said = wrong && (left || error !== null) ? waits ? t`先填开始日期` : t`日期写成 今天、+3、1225 或 2026-12-25` : error;
  const take = (next: string | null, kept = next): void => {
    setHeld(next);
    if (kept !== value) onChange(next, kept);
  };
  const write = (next: string): void => {
    const found = read(next);
    setText(next);
    setLeft(false);
    take(found?.day ?? null, found?.day ?? (next.trim() === '' ? null : next));
    if (found !== null && found.half !== null && found.half !== half?.value) half?.onChange(found.half);
  };
  // `+3` is read as soon as there is what it counts from, and follows that until it is written out; what is typed is read as it is typed
  useEffect(() => {
    if (counts) write(text);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [from]);
  const set = (next: string): void => {
    setText(next);
    take(next);
  };
  const press = (event: KeyboardEvent): void => {
    if (pressed(event.nativeEvent, OWN_KEYS.calendar)) {
      event.preventDefault();
      return calendar.current!.showPicker();
    }
    const step = STEP[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || composing(event.nativeEvent)) return;
    event.preventDefault();
    set(day === null ? (from ?? today) : dayAfter(day, step));
  };
  const weekday = day === null ? null : new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(`${day}T00:00:00Z`));
  return (
    <div className={control.field} onChange={mend}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <div className={control.beside}>
        <input
          ref={(input) => input?.setCustomValidity(wrong && !waits ? name : '')} onInvalid={() => setLeft(true)}
          id={id} name={name} className={`${control.input} ${control.digits}`} type="text" autoComplete="off" spellCheck={false} maxLength={32} value={text} disabled={disabled} required={required}
          placeholder={t`今天、+3、1225`} aria-invalid={said !== null} aria-describedby={`${id}e ${id}h`} onKeyDown={press}
          onChange={(event) => write(event.target.value)}
          onBlur={() => {
            setLeft(true);
            if (day !== null) setText(day);
          }}
        />
        {half !== undefined && (
          <select name={`${name}Half`} className={control.inline} value={half.value} disabled={disabled} aria-label={t`${label}：上午或下午`} onChange={(event) => half.onChange(event.target.value as Half)}>
            <option value="AM">{half.words.AM}</option>
            <option value="PM">{half.words.PM}</option>
          </select>
        )}
        {/* the browser's own calendar, for those who point: keys have the field itself */}
        <span className={control.overlaid}>
          <button type="button" tabIndex={-1} className={`${control.button} ${control.square}`} disabled={disabled} aria-label={t`${label}：打开日历`} {...keys(OWN_KEYS.calendar)} onClick={() => calendar.current!.showPicker()}><Icon name="calendar" /></button>
          <input ref={calendar} type="date" tabIndex={-1} aria-hidden="true" value={day ?? ''} onChange={(event) => event.target.value !== '' && set(event.target.value)} />
        </span>
      </div>
      <p id={`${id}h`} className={control.hint}>{weekday === null ? hint : hint === undefined ? weekday : t`${weekday}，${hint}`}</p>
      <p id={`${id}e`} className={control.error} aria-live="polite">{said}</p>
    </div>
  );
}
const dayOnly = (day: string | null): { day: string; half: null } | null => (day === null ? null : { day, half: null });
