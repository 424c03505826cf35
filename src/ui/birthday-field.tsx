import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Field } from './field.tsx';
import { parseBirthday, todayThere } from './parse-day.ts';

/** A day of birth by typing: `1950-03-21`, `19500321`, `1950年3月21日`. What is none is handed on as it was typed, so that whoever sends the form can say so. */
export function BirthdayField({ label, name, value, onChange, error }: {
  label: string;
  name: string;
  /** `YYYY-MM-DD`, or what was typed and is no day of birth; null while nothing is typed. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** What is wrong and how to mend it, or null; once one has left the field it says so by itself. */
  error: string | null;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(value ?? '');
  const [left, setLeft] = useState(false);
  const today = todayThere();
  // another value from outside takes the place of what was typed
  const [held, setHeld] = useState(value);
  if (held !== value) {
    setHeld(value);
    setText(value ?? '');
  }
  const day = value === null ? null : parseBirthday(value, today);
  const write = (next: string): void => {
    const taken = next.trim() === '' ? null : (parseBirthday(next, today) ?? next);
    setText(next);
    setLeft(false);
    setHeld(taken);
    if (taken !== value) onChange(taken);
  };
  const leave = (): void => {
    setLeft(true);
    if (day !== null) setText(day);
  };
  return (
    <Field
      label={label} name={name} autoComplete="off" spellCheck={false} maxLength={32} placeholder="1950-03-21" value={text} error={error} own={left && value !== null && day === null ? t`日期写成 1950-03-21，不晚于今天` : null}
      onChange={(event) => write(event.target.value)} onBlur={leave}
    />
  );
}
