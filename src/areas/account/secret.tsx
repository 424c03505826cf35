import { useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ask } from '../../ui/dialog.tsx';
import control from '../../ui/style/control.module.css';
import style from './account.module.css';

/** A one-time password, shown this once. Where the browser offers no clipboard (plain http), the text is selected instead. */
export function Secret({ name, password, onDone }: { name: string; password: string; onDone: () => void }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const copied = t`已复制`;
  async function copy(): Promise<void> {
    field.current!.focus();
    field.current!.select();
    try {
      await navigator.clipboard.writeText(password);
      setTold(copied);
    } catch {
      setTold(t`已选中，按 Ctrl+C 复制`);
    }
  }
  return (
    <Ask
      title={t`${name} 的一次性密码`}
      text={
        <>
          <Trans>只显示这一次，关闭后无法再查看。7 天内有效，首次登录时必须换成自己的密码。</Trans>
          <input ref={field} className={`${control.input} ${style.secret}`} type="text" readOnly value={password} aria-label={t`一次性密码`} onFocus={(event) => event.target.select()} onCopy={() => setTold(copied)} />
          <output className={control.hint}>{told}</output>
        </>
      }
      onCancel={() => told === copied ? onDone() : setTold(t`记下密码以后，按“关闭”`)}
    >
      <button type="button" className={`${control.button} ${control.primary}`} onClick={() => void copy()}><Trans>复制</Trans></button>
      <button type="button" className={control.button} onClick={onDone}><Trans>关闭</Trans></button>
    </Ask>
  );
}
