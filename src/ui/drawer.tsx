import { useId, useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import style from './drawer.module.css';
import { useModal } from './modal.ts';
import control from './style/control.module.css';
import { SlowNote } from './slow-note.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** What closing would lose where it is not what was typed: the question, what comes of it, and the words of both ways. */
export interface Loss {
  title: string;
  text: string;
  stay: string;
  go: string;
}
/** A panel at the right over its page. Escape closes it, and asks first when something would be lost. */
export function Drawer({ title, dirty = () => false, kept = false, loss, wide = false, onClose, onDiscard = onClose, children }: {
  title: string;
  /** Whether closing would lose something. */
  dirty?: () => boolean;
  /** What was typed is kept (draft.ts): only closing asks, another address does not. */
  kept?: boolean;
  loss?: Loss | undefined;
  wide?: boolean;
  onClose: () => void;
  /** Closed, and what was typed is thrown away; `away`: another address follows by itself. */
  onDiscard?: (away: boolean) => void;
  /** Given the way out that asks first. */
  children: (leave: () => void) => ReactNode;
}) {
  const id = useId();
  // what is asked stays so, though it is over by now
  const [asking, setAsking] = useState<{ go: (() => void) | null; loss: Loss | undefined } | null>(null);
  const leave = (): void => (dirty() ? setAsking({ go: null, loss }) : onClose());
  useUnsaved(dirty, kept ? null : (go) => setAsking({ go, loss }));
  const modal = useModal(leave);
  return (
    <dialog {...modal} className={style.drawer} data-wide={wide} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children(leave)}
      <SlowNote />
      {asking !== null && (
        <Ask title={asking.loss?.title ?? <Trans>放弃填写的内容？</Trans>} text={asking.loss?.text ?? <Trans>关闭后，没有保存的内容不再保留。</Trans>} onCancel={() => setAsking(null)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setAsking(null)}>{asking.loss?.stay ?? <Trans>继续填写</Trans>}</button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={() => { setAsking(null); onDiscard(asking.go !== null); asking.go?.(); }}>{asking.loss?.go ?? <Trans>放弃</Trans>}</button>
        </Ask>
      )}
    </dialog>
  );
}
