import { useId, useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import style from './drawer.module.css';
import { useModal } from './modal.ts';
import control from './style/control.module.css';

/** A panel at the right over its page. Escape closes it, and asks first when something would be lost. */
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
  const id = useId();
  const [asking, setAsking] = useState(false);
  const leave = (): void => (dirty() ? setAsking(true) : onClose());
  const modal = useModal(leave);
  return (
    <dialog {...modal} className={style.drawer} data-wide={wide} aria-labelledby={id}>
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
