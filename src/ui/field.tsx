import { useId, type ComponentProps, type ReactNode } from 'react';
import { useMended } from './mended.ts';
import control from './style/control.module.css';

export interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong and how to mend it, or null. */
  error: string | null;
  /** What the field itself finds wrong once it is left: unlike `error` it comes back without the form's being sent. */
  own?: string | null;
  hint?: string | undefined;
  /** Beside the input. */
  children?: ReactNode;
}
/** A text field: label above, the mistake below. The browser holds what is typed, so that nothing is lost when something fails. */
export function Field({ label, error: refused, own = null, hint, children, ...input }: FieldProps) {
  const id = useId();
  const [kept, mend] = useMended(refused);
  const error = own ?? kept;
  return (
    <div className={control.field} onChange={mend}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <div className={control.beside}>
        <input id={id} className={control.input} type="text" aria-invalid={error !== null} aria-describedby={`${id}e ${id}h`} {...input} />
        {children}
      </div>
      {hint === undefined ? null : <p id={`${id}h`} className={control.hint}>{hint}</p>}
      <p id={`${id}e`} className={control.error} aria-live="polite">{error}</p>
    </div>
  );
}
