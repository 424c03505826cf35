import { useEffect, useId, useRef, type ReactNode } from 'react';
import control from './style/control.module.css';
import style from './dialog.module.css';

/** A question that has to be answered. The browser's own modal keeps focus inside, makes the rest inert and gives focus back. */
export function Ask({ title, text, onCancel, children }: { title: ReactNode; text: ReactNode; /** Escape. */ onCancel: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current!;
    const back = document.activeElement;
    if (!shown.open) shown.showModal();
    return () => {
      shown.close();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      role="alertdialog"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={`${id}t`}>{title}</h2>
      <p id={`${id}d`} className={style.text}>
        {text}
      </p>
      <div className={control.actions}>{children}</div>
    </dialog>
  );
}
