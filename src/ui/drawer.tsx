import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import style from './drawer.module.css';
import { holdAddress } from './location.ts';
import { useModal } from './modal.ts';
import control from './style/control.module.css';

/** A panel at the right over its page. Escape closes it, and asks first when something would be lost. */
export function Drawer({ title, dirty = () => false, holds = false, wide = false, onClose, onDiscard = onClose, children }: {
  title: string;
  /** Whether closing would lose something. */
  dirty?: () => boolean;
  /** Nothing keeps what was typed: the browser's Back asks too. */
  holds?: boolean;
  wide?: boolean;
  onClose: () => void;
  /** Closed, and what was typed is thrown away; `back`: by the browser's own way, which is gone on with. */
  onDiscard?: (back: boolean) => void;
  /** Given the way out that asks first. */
  children: (leave: () => void) => ReactNode;
}) {
  const id = useId();
  const [asking, setAsking] = useState<'close' | 'back' | null>(null);
  const leave = (): void => (dirty() ? setAsking('close') : onClose());
  const asks = useRef(dirty);
  useEffect(() => void (asks.current = dirty));
  useEffect(() => {
    if (!holds) return;
    return holdAddress(() => {
      const lost = asks.current();
      if (lost) setAsking('back');
      return lost;
    });
  }, [holds]);
  const modal = useModal(leave);
  return (
    <dialog {...modal} className={style.drawer} data-wide={wide} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children(leave)}
      {asking !== null && (
        <Ask title={<Trans>放弃填写的内容？</Trans>} text={<Trans>关闭后，没有保存的内容不再保留。</Trans>} onCancel={() => setAsking(null)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setAsking(null)}><Trans>继续填写</Trans></button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={() => onDiscard(asking === 'back')}><Trans>放弃</Trans></button>
        </Ask>
      )}
    </dialog>
  );
}
