import { useId, useState, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from './format.ts';
import { useMended } from './mended.ts';
import { moneyText, parseMoney } from './parse-money.ts';
import control from './style/control.module.css';

/** What the server takes at once: a million yuan. */
const fenOf = (text: string): number | null => parseMoney(text, 100_000_000);

interface MoneyFieldProps {
  label: string;
  name: string;
  /** Fen; null while nothing or no amount is typed. */
  value: number | null;
  onChange: (fen: number | null) => void;
  /** What is wrong and how to mend it, or null. That something typed is no amount it says by itself. */
  error: string | null;
  hint?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Beside the input. */
  children?: ReactNode;
}
/** Yuan are typed, fen are kept (look.md, "Forms"). */
export function MoneyField({ label, name, value, onChange, error: refused, hint, required = false, disabled = false, children }: MoneyFieldProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const id = useId();
  const [error, mend] = useMended(refused);
  const [text, setText] = useState(value === null ? '' : moneyText(value));
  const [left, setLeft] = useState(false);
  // another value from outside takes the place of what was typed
  const [held, setHeld] = useState(value);
  if (held !== value) {
    setHeld(value);
    if (fenOf(text) !== value) setText(value === null ? '' : moneyText(value));
  }
  const wrong = text.trim() !== '' && fenOf(text) === null;
  const said = wrong && (left || error !== null) ? (parseMoney(text, Infinity) === null ? t`金额写成 120 或 120.50` : t`最多 1,000,000 元`) : error;
  const write = (next: string): void => {
    const fen = fenOf(next);
    setText(next);
    setLeft(false);
    setHeld(fen);
    if (fen !== value) onChange(fen);
  };
  return (
    <div className={control.field} onChange={mend}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <div className={control.beside}>
        <input
          id={id} name={name} className={`${control.input} ${control.digits}`} type="text" inputMode="decimal" autoComplete="off" maxLength={64} value={text} disabled={disabled} required={required}
          aria-invalid={said !== null} aria-describedby={`${id}e ${id}h`} onChange={(event) => write(event.target.value)} onBlur={() => setLeft(true)}
        />
        {children}
      </div>
      <p id={`${id}h`} className={control.hint}>{value === null || wrong ? (hint ?? t`元`) : hint === undefined ? money(value) : t`${money(value)}，${hint}`}</p>
      <p id={`${id}e`} className={control.error} aria-live="polite">{said}</p>
    </div>
  );
}
