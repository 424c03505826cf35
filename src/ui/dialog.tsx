import { useId, type ReactNode } from 'react';
import { useModal } from './modal.ts';
import control from './style/control.module.css';
import style from './dialog.module.css';

/** A question that has to be answered. */
export function Ask({ title, text, tone, onCancel, children }: { title: ReactNode; text: ReactNode; tone?: 'warn'; /** Escape. */ onCancel: () => void; children: ReactNode }) {
  const modal = useModal(onCancel);
  const id = useId();
  return (
    <dialog {...modal} className={style.dialog} data-tone={tone} role="alertdialog" aria-labelledby={`${id}t`} aria-describedby={`${id}d`}>
      <h2 id={`${id}t`}>{title}</h2>
      <p id={`${id}d`} className={style.text}>
        {text}
      </p>
      <div className={control.actions}>{children}</div>
    </dialog>
  );
}
