import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { Ask } from '../../ui/dialog.tsx';
import { SHOWN_ONCE, useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import { account } from './contract.ts';
import { nameOf, type Named } from './name.ts';

/** Asks before an account gets a new password. */
export function Reset({ row, onReset, onClose }: { row: Named; onReset: (password: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const { busy, failure, send } = useSend();
  async function reset(): Promise<void> {
    const done = await send(['reset', row.id], (idempotencyKey) => call(account.reset, { params: { id: row.id }, idempotencyKey }));
    if (done !== undefined) onReset(done.reply.password);
  }
  return (
    <Ask
      title={t`重置 ${nameOf(row)} 的密码？`}
      text={
        <>
          <Trans>原密码立即失效，两步验证随之关闭，这个账号在所有设备上退出登录。新的一次性密码随后显示一次。</Trans>
          {failure !== null && <span role="alert" className={control.error}> {failure.message}{failure.code === SHOWN_ONCE && <> <Trans>再按一次，得到新的一次性密码。</Trans></>}</span>}
        </>
      }
      onCancel={onClose}
    >
      <button type="button" className={control.button} onClick={onClose}><Trans>取消</Trans></button>
      <button type="button" className={`${control.button} ${control.primary}`} aria-busy={busy} onClick={() => void reset()}><Trans>重置密码</Trans></button>
    </Ask>
  );
}
