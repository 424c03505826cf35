import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import style from './drawer.module.css';
import control from './style/control.module.css';

/** A panel at the right over its page, made with the browser's own modal. Escape closes it, and asks first when something would be lost. */
export function Drawer({ title, dirty = () => false, wide = false, onClose, onDiscard = onClose, children }: {
  title: string;
  /** Whether closing would lose something. */
  dirty?: () => boolean;
  wide?: boolean;
  onClose: () => void;
  /** Closed, and what was typed is thrown away. */
  onDiscard?: () => void;
  /** Given the way out that asks first. */
  children: (leave: () => void) => ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [asking, setAsking] = useState(false);
  const back = useRef<Element | null>(null);
  // before the effects of what is inside, which put the cursor where it is wanted: a closed dialog takes none
  useLayoutEffect(() => {
    if (dialog.current!.open) return;
    back.current = document.activeElement;
    dialog.current!.showModal();
  }, []);
  useEffect(() => {
    const shown = dialog.current!;
    return () => {
      shown.close();
      if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus({ preventScroll: true });
    };
  }, []);
  const leave = (): void => (dirty() ? setAsking(true) : onClose());
  return (
    <dialog
      ref={dialog} className={style.drawer} data-wide={wide} aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      }}
      onClose={(event) => {
        // a browser lets Escape be refused once only: the second time it closes by itself
        if (event.target !== dialog.current || dialog.current.open) return;
        dialog.current.showModal();
        leave();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children(leave)}
      {asking && (
        <Ask title={<Trans>放弃填写的内容？</Trans>} text={<Trans>关闭后，没有保存的内容不再保留。</Trans>} onCancel={() => setAsking(false)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setAsking(false)}><Trans>继续填写</Trans></button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={onDiscard}><Trans>放弃</Trans></button>
        </Ask>
      )}
    </dialog>
  );
}
