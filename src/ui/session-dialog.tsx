import { Trans, useLingui } from '@lingui/react/macro';
import { Ask } from './dialog.tsx';
import { answerDialog, useSessionDialog, useSessionFailure } from './session.ts';
import control from './style/control.module.css';

/** The session's own questions: it has expired (spec section 8), or the server did not take the sign-out. */
export function SessionDialog() {
  const { t } = useLingui();
  const dialog = useSessionDialog();
  const failure = useSessionFailure();
  const dismiss = (): void => answerDialog('dismiss');
  if (dialog === 'expired')
    return (
      <Ask key="expired" tone="warn" title={<Trans>提示</Trans>} text={<Trans>当前页面已失效，请重新登录</Trans>} onCancel={dismiss}>
        <button type="button" className={`${control.button} ${control.primary}`} onClick={() => answerDialog('confirm')}>
          <Trans>确定</Trans>
        </button>
        <button type="button" className={control.button} onClick={dismiss}>
          <Trans>取消</Trans>
        </button>
      </Ask>
    );
  if (dialog === 'unreachable')
    return (
      <Ask key="unreachable" title={<Trans>没有退出</Trans>} text={t`服务器没有结束这次登录：${failure?.message ?? ''}。再试一次，或只在这台电脑上退出。`} onCancel={dismiss}>
        <button type="button" className={`${control.button} ${control.primary}`} onClick={() => answerDialog('signOut')}>
          <Trans>再试一次</Trans>
        </button>
        <button type="button" className={control.button} onClick={() => answerDialog('signOutHere')}>
          <Trans>只在这台电脑上退出</Trans>
        </button>
        <button type="button" className={`${control.button} ${control.quiet}`} onClick={dismiss}>
          <Trans>取消</Trans>
        </button>
      </Ask>
    );
  return null;
}
