import { useId } from 'react';
import { offeredBeside, type Labels } from './dictionary.ts';
import { useMended } from './mended.ts';
import control from './style/control.module.css';

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** What is offered, or a dictionary. */
  options: Labels['options'] | Labels;
  /** What the empty choice is called; absent: there is none. */
  none?: string | undefined;
  /** What is wrong and how to mend it, or null. */
  error?: string | null;
  hint?: string | undefined;
}
/** One of few. A value that is offered no longer stays in sight, so that it is not changed by opening the form. */
export function SelectField({ label, name, value, onChange, options, none, error: refused = null, hint }: SelectFieldProps) {
  const id = useId();
  const [error, mend] = useMended(refused);
  const shown = offeredBeside('label' in options ? options : { options, label: (words) => words }, value);
  return (
    <div className={control.field} onChange={mend}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <select id={id} name={name} className={control.input} value={value} aria-invalid={error !== null} aria-describedby={`${id}e ${id}h`} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {shown.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
      </select>
      {hint === undefined ? null : <p id={`${id}h`} className={control.hint}>{hint}</p>}
      <p id={`${id}e`} className={control.error} aria-live="polite">{error}</p>
    </div>
  );
}
