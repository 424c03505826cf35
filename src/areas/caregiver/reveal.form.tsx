import { useEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { call, CallFailure, DROPPED } from '../../ui/call.ts';
import { Facts } from '../../ui/detail/fact.tsx';
import control from '../../ui/style/control.module.css';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { caregiver } from './contract.ts';
import type { VerbProps } from './verb.ts';

/** What is masked everywhere else, asked for by a button, so that nobody looks by accident; gone when the drawer closes. */
export default function RevealForm({ detail, leave }: VerbProps) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const [shown, setShown] = useState<Reply<typeof caregiver.reveal> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => (shown === null ? first : back).current?.focus(), [shown]);
  async function show(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setShown(await call(caregiver.reveal, { params: { no: detail.staffNo } }));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={control.form}>
      <p className={control.hint}>{t`谁在什么时候看过，记入审计日志。`}</p>
      <Facts
        facts={[
          { name: t`身份证号`, value: shown === null ? detail.idNo : shown.idNo }, { name: t`手机`, value: shown === null ? detail.mobile : shown.mobile },
          ...(shown === null || shown.idCards.length === 0 ? [] : [{ name: t`登记的身份证编号`, value: shown.idCards.join(t`、`) }]),
          { name: t`紧急联系电话`, value: shown === null ? detail.emergencyPhone : shown.emergencyPhone }, { name: t`银行账号`, value: shown === null ? detail.bankAccount : shown.bankAccount },
        ]}
      />
      <p role="alert" className={control.error}>{failure}</p>
      <div className={control.actions}>
        {shown === null && <button ref={first} type="button" className={`${control.button} ${control.primary}`} aria-busy={busy} {...keys(OWN_KEYS.enter)} onClick={() => void show()}>{t({ context: '动作', message: '显示' })} <KeyCap of={OWN_KEYS.enter} /></button>}
        <button ref={back} type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>返回</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
      </div>
    </div>
  );
}
