import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from '../../ui/dialog.tsx';
import control from '../../ui/style/control.module.css';
import style from './dictionary.module.css';

/** A form over the list. Escape closes it, and asks first when something was typed. */
export function Sheet({ title, dirty, onClose, children }: { title: string; /** Whether closing would lose something. */ dirty: () => boolean; onClose: () => void; /** Given the way out that asks first. */ children: (leave: () => void) => ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const shown = dialog.current!;
    const back = document.activeElement;
    if (!shown.open) shown.showModal();
    return () => {
      shown.close();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);
  const leave = (): void => (dirty() ? setAsking(true) : onClose());
  return (
    <dialog
      ref={dialog} className={style.sheet} aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children(leave)}
      {asking && (
        <Ask title={<Trans>放弃填写的内容？</Trans>} text={<Trans>关闭后，没有保存的内容不再保留。</Trans>} onCancel={() => setAsking(false)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setAsking(false)}><Trans>继续填写</Trans></button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={onClose}><Trans>放弃</Trans></button>
        </Ask>
      )}
    </dialog>
  );
}
