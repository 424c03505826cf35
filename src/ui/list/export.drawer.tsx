import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Endpoint } from '../../kernel/endpoint.ts';
import { SELECTED_MOST, type Selected } from '../../kernel/list.ts';
import { announce } from '../announce.tsx';
import { KeyCap, useKeyProps } from '../bound-key.tsx';
import { CallFailure, DROPPED, newKey, type CallInput } from '../call.ts';
import { download } from '../download.ts';
import { Drawer } from '../drawer.tsx';
import { useFormat } from '../format.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { sendByKey } from '../submit.ts';
import control from '../style/control.module.css';
import { listMemory, type ExportProgress } from './memory-source.ts';
import style from './tool.module.css';

/** ms between two looks at how far it is. */
const LOOK = 1_000;
interface ExportProps {
  endpoint: Endpoint;
  /** All that the filters leave; null: as many as there are. */
  total: number | null;
  filtered: boolean;
  filter: Record<string, unknown>;
  /** What is selected, and how many; null: nothing is. */
  selected: { selection: Selected<Record<string, unknown>>; count: number | null } | null;
  /** Ids of the columns as they are shown. */
  columns: readonly string[];
  /** What the file has besides. */
  beside: string | undefined;
  sort: string | undefined;
  onClose: () => void;
}

/** Exports what is filtered or selected, in the columns that are shown, their order and language. It says how far it is, and can be stopped. */
export default function ExportDrawer({ endpoint, total, filtered, filter, selected, columns, beside, sort, onClose }: ExportProps) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  const [what, setWhat] = useState<'all' | 'selected'>(selected === null ? 'all' : 'selected');
  const [type, setType] = useState<'xlsx' | 'csv'>('xlsx');
  const [key, setKey] = useState<string | null>(null);
  const [far, setFar] = useState<ExportProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const action = useRef<HTMLButtonElement>(null);
  const begun = useRef(false);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    // the button that had the focus has given way to the other
    if (begun.current) action.current?.focus();
  }, [key]);
  useEffect(() => {
    if (key === null) return;
    const look = setInterval(() => void listMemory()?.exported(key).then((now) => now !== null && setFar(now), () => {}), LOOK);
    return () => clearInterval(look);
  }, [key]);
  const stop = (): void => running.current?.abort();
  async function start(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (running.current !== null) return;
    const selection = what === 'selected' && selected !== null ? selected.selection : { mode: 'exclude' as const, ids: [], filter };
    const limit = format.number(SELECTED_MOST);
    if (selection.ids.length > SELECTED_MOST) return setFailure(t`选中的一次最多导出 ${limit} 条：少选一些，或先筛选再导出全部`);
    begun.current = true;
    const asked = (running.current = new AbortController());
    const own = newKey();
    setFailure(null);
    setFar(null);
    setKey(own);
    try {
      await download(endpoint, { body: { selection, columns, type, ...(sort === undefined ? {} : { sort }) }, idempotencyKey: own, signal: asked.signal, patient: true } as CallInput<Endpoint>, type);
      announce(t`已导出`);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (asked.signal.aborted) announce(t`已停止导出`);
      else if (error.code !== DROPPED) setFailure(error.message);
    } finally {
      running.current = null;
      setKey(null);
    }
  }
  const busy = key !== null;
  const number = (count: number | null): string => (count === null ? '…' : format.number(count));
  const most = far?.total ?? (what === 'selected' ? (selected?.count ?? null) : total);
  return (
    <Drawer title={t`导出`} onClose={onClose} dirty={() => busy}>{(leave) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form className={control.form} onSubmit={(event) => void start(event)} onKeyDown={sendByKey}>
        <fieldset className={style.group} disabled={busy}>
          <legend className={control.label}><Trans>导出哪些</Trans></legend>
          {selected !== null && <label className={style.choice}><input type="radio" name="what" checked={what === 'selected'} onChange={() => setWhat('selected')} /> {t`选中的 ${number(selected.count)} 条`}</label>}
          <label className={style.choice}><input type="radio" name="what" checked={what === 'all'} onChange={() => setWhat('all')} /> {filtered ? t`筛选出的 ${number(total)} 条` : t`全部 ${number(total)} 条`}</label>
        </fieldset>
        <fieldset className={style.group} disabled={busy}>
          <legend className={control.label}><Trans>文件格式</Trans></legend>
          <label className={style.choice}><input type="radio" name="type" checked={type === 'xlsx'} onChange={() => setType('xlsx')} /> Excel (.xlsx)</label>
          <label className={style.choice}><input type="radio" name="type" checked={type === 'csv'} onChange={() => setType('csv')} /> CSV (.csv)</label>
        </fieldset>
        <p className={control.hint}><Trans>列、顺序和语言与列表相同，手机号打码。导出记入审计日志。</Trans>{beside !== undefined && ` ${beside}`}</p>
        {busy && (
          <output>
            <progress className={style.progress} aria-label={t`导出`} {...(far === null || most === null ? {} : { max: Math.max(1, most), value: Math.min(far.rows, most) })} />
            {far === null ? t`正在导出` : most === null ? t`已写 ${number(far.rows)} 条` : t`已写 ${number(far.rows)} 条，共 ${number(most)} 条`}
          </output>
        )}
        {failure !== null && <p role="alert" className={control.error}>{failure}</p>}
        <div className={control.actions}>
          {/* two elements: one that became the other within its own press would send the form */}
          {busy ? <button key="stop" ref={action} type="button" className={`${control.button} ${control.danger}`} onClick={stop}><Trans>停止导出</Trans></button> : <button key="send" ref={action} type="submit" className={`${control.button} ${control.primary}`} {...keys(OWN_KEYS.send)}><Trans>导出</Trans> <KeyCap of={OWN_KEYS.send} /></button>}
          <button type="button" className={control.button} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>关闭</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
        </div>
      </form>
    )}</Drawer>
  );
}
