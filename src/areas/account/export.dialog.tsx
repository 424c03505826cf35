import { useState, type FormEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { CallFailure, DROPPED, type CallInput } from '../../ui/call.ts';
import { download } from '../../ui/download.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import control from '../../ui/style/control.module.css';
import style from './account.module.css';
import { account, EXPORTED } from './contract.ts';

type Query = NonNullable<CallInput<typeof account.export>['query']>;
/** Rows that one question can name. */
const MOST = 1_000;

/** Exports what is filtered or selected, with the columns of the list. */
export function Export({ filter, total, selected, columns, onClose }: { filter: Query; total: number | null; selected: readonly string[]; columns: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const [what, setWhat] = useState<'all' | 'selected'>(selected.length > 0 ? 'selected' : 'all');
  const [type, setType] = useState<'xlsx' | 'csv'>('xlsx');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (what === 'selected' && selected.length > MOST) return setFailure(t`一次最多导出 ${format.number(MOST)} 个选中的账号；要更多，用筛选导出全部`);
    setBusy(true);
    setFailure(null);
    try {
      await download(account.export, { query: { ...(what === 'all' ? filter : { ids: selected.join(',') }), columns: EXPORTED.filter((name) => columns.includes(name)), type } });
      announce(t`已导出`);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  }
  const count = total === null ? '…' : format.number(total);
  return (
    <Drawer title={t`导出账号`} onClose={onClose}>{(leave) => (
      <form className={control.form} onSubmit={(event) => void start(event)}>
        <fieldset className={style.group}>
          <legend className={control.label}><Trans>导出哪些</Trans></legend>
          {selected.length > 0 && <label className={style.choice}><input type="radio" name="what" checked={what === 'selected'} onChange={() => setWhat('selected')} /> {t`选中的 ${selected.length} 个`}</label>}
          <label className={style.choice}><input type="radio" name="what" checked={what === 'all'} onChange={() => setWhat('all')} /> {Object.keys(filter).length > 0 ? t`筛选出的 ${count} 个` : t`全部 ${count} 个`}</label>
        </fieldset>
        <fieldset className={style.group}>
          <legend className={control.label}><Trans>文件格式</Trans></legend>
          <label className={style.choice}><input type="radio" name="type" checked={type === 'xlsx'} onChange={() => setType('xlsx')} /> Excel (.xlsx)</label>
          <label className={style.choice}><input type="radio" name="type" checked={type === 'csv'} onChange={() => setType('csv')} /> CSV (.csv)</label>
        </fieldset>
        <p className={control.hint}><Trans>列与列表相同，手机号打码。导出记入审计日志。</Trans></p>
        {failure !== null && <p role="alert" className={control.error}>{failure}</p>}
        <div className={control.actions}>
          <button type="submit" className={`${control.button} ${control.primary}`} aria-busy={busy}><Trans>导出</Trans> <kbd className={control.key} aria-hidden="true">Enter</kbd></button>
          <button type="button" className={control.button} onClick={leave}><Trans>取消</Trans></button>
        </div>
      </form>
    )}</Drawer>
  );
}
