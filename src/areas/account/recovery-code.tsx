import { useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Ask } from '../../ui/dialog.tsx';
import control from '../../ui/style/control.module.css';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import style from './profile.module.css';

const focus = (heading: HTMLElement | null): void => heading?.focus();
/** The ten recovery codes, shown this once: to copy, to print, or to write down. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  useUnsaved(() => true, (go) => setLeaving({ go }));
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid(t`已复制`);
    } catch {
      // no clipboard on plain http: what is selected can be copied by hand
      getSelection()?.selectAllChildren(list.current!);
      setSaid(t`已选中，按 Ctrl+C 复制`);
    }
  }
  return (
    <div className={style.codes} data-print="only">
      <h3 tabIndex={-1} ref={focus}>{t`恢复码，只显示这一次`}</h3>
      <p>{t`手机不在身边时，用其中一个代替验证器里的数字。每个只能用一次，存在手机以外的地方。`}</p>
      <ol ref={list}>{codes.map((code) => <li key={code}>{code}</li>)}</ol>
      <div className={control.actions}>
        <button type="button" className={control.button} onClick={() => void copy()}>{t`复制`}</button>
        <button type="button" className={control.button} onClick={() => print()}>{t`打印`}</button>
        <button type="button" className={`${control.button} ${control.primary}`} onClick={onKept}>{t`已经存好`}</button>
        <output className={control.hint}>{said}</output>
      </div>
      {leaving === null ? null : (
        <Ask title={t`先存好恢复码`} text={t`离开后不再显示。`} onCancel={() => setLeaving(null)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setLeaving(null)}>{t`继续查看`}</button>
          <button type="button" className={control.button} onClick={() => { onKept(); leaving.go(); }}>{t`已经存好`}</button>
        </Ask>
      )}
    </div>
  );
}
