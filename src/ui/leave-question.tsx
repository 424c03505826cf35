import { useSyncExternalStore } from 'react';
import { Trans } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import { answerLoss, asksLoss, subscribeLoss } from './leave.ts';
import control from './style/control.module.css';

/** The question before signing out, where something is typed that nothing keeps. */
export function LeaveQuestion() {
  const asks = useSyncExternalStore(subscribeLoss, asksLoss, () => false);
  if (!asks) return null;
  return (
    <Ask title={<Trans>放弃填写的内容？</Trans>} text={<Trans>还有没保存的内容，退出后不再保留。</Trans>} onCancel={() => answerLoss(false)}>
      <button type="button" className={`${control.button} ${control.primary}`} onClick={() => answerLoss(false)}><Trans>继续填写</Trans></button>
      <button type="button" className={`${control.button} ${control.danger}`} onClick={() => answerLoss(true)}><Trans>放弃并退出</Trans></button>
    </Ask>
  );
}
