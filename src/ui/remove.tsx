import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import { keepDraft } from './draft.ts';
import { useSend } from './send.ts';
import control from './style/control.module.css';

/** Asks before something is removed for good; a refusal is said in the same place. */
export function Remove({ page, title, text, body, work, onRemoved, onClose }: { /** Under which its form keeps what was typed: that goes with it. */ page: string; title: ReactNode; text: ReactNode; /** What is removed: the same intention while it is the same. */ body: unknown; work: (idempotencyKey: string) => Promise<unknown>; onRemoved: () => void; onClose: () => void }) {
  const { busy, failure, send } = useSend();
  const remove = async (): Promise<void> => {
    if ((await send(body, work)) === undefined) return;
    keepDraft(page, null);
    onRemoved();
  };
  return (
    <Ask title={title} text={<>{text}{failure !== null && <span role="alert" className={control.error}> {failure.message}</span>}</>} onCancel={onClose}>
      <button type="button" className={control.button} onClick={onClose}><Trans>取消</Trans></button>
      <button type="button" className={`${control.button} ${control.danger}`} aria-busy={busy} onClick={() => void remove()}><Trans>删除</Trans></button>
    </Ask>
  );
}
