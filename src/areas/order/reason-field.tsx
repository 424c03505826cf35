import { useId } from 'react';
import control from '../../ui/style/control.module.css';

/** Words of a few lines; named `reason`. */
export function ReasonField({ label, error }: { label: string; error: string | null }) {
  const id = useId();
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <textarea id={id} name="reason" className={control.input} rows={2} maxLength={500} aria-invalid={error !== null} aria-describedby={`${id}e`} />
      <p id={`${id}e`} className={control.error} aria-live="polite">{error}</p>
    </div>
  );
}
/** Puts the cursor in it. */
export const focusReason = (form: HTMLFormElement): void => form.querySelector<HTMLTextAreaElement>('[name=reason]')?.focus();
