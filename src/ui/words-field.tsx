import { useId } from 'react';
import { useMended } from './mended.ts';
import control from './style/control.module.css';

interface WordsFieldProps {
  label: string;
  name: string;
  /** What stands in it, where the form keeps it; else it is read when the form is sent (ui/submit.ts). */
  value?: string;
  onChange?: (value: string) => void;
  maxLength: number;
  rows?: number;
  /** What is wrong and how to mend it, or null. */
  error?: string | null;
  hint?: string | undefined;
}
/** A few sentences. Enter begins a new line; Ctrl+Enter is the form's. */
export function WordsField({ label, name, value, onChange, maxLength, rows = 2, error: refused = null, hint }: WordsFieldProps) {
  const id = useId();
  const [error, mend] = useMended(refused);
  return (
    <div className={control.field} onChange={mend}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <textarea id={id} name={name} className={control.input} rows={rows} maxLength={maxLength} value={value} aria-invalid={error !== null} aria-describedby={`${id}e ${id}h`} onChange={(event) => onChange?.(event.target.value)} />
      {hint === undefined ? null : <p id={`${id}h`} className={control.hint}>{hint}</p>}
      <p id={`${id}e`} className={control.error} aria-live="polite">{error}</p>
    </div>
  );
}
