import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { composing } from '../../ui/key.ts';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { entity } from '../entity/contract.ts';
import style from './account.module.css';
import { account, type AccountRow } from './contract.ts';
import { nameOf, type BulkVerb } from './name.ts';
import { rememberDone } from './undo.tsx';

/** What of an account it has to know. */
type Row = Pick<AccountRow, 'id' | 'username' | 'nickname' | 'status'>;
/** How it went for each, by id: null is fine, else why not. */
type Results = ReadonlyMap<string, string | null>;

/** Does one thing to each of these accounts, one after the other, and says for each how it went. Asks first; a deletion wants a reason. */
export function Bulk({ verb, rows, onChanged, onClose }: { verb: BulkVerb; rows: readonly Row[]; onChanged: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  const [results, setResults] = useState<Results | null>(null);
  const [running, setRunning] = useState(false);
  // one intention for each account and reason, however often it is tried
  const keys = useRef(new Map<string, string>());
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => void (stopped.current = true);
  }, []);
  const keyOf = (row: Row): string => {
    const intention = `${row.id} ${reason.trim()}`;
    if (!keys.current.has(intention)) keys.current.set(intention, newKey());
    return keys.current.get(intention)!;
  };
  const work = (row: Row): Promise<unknown> =>
    verb === 'delete'
      ? call(entity.remove, { params: { ids: row.id }, query: { reason: reason.trim() }, idempotencyKey: keyOf(row) })
      : call(account.status, { params: { id: row.id }, query: { status: verb === 'enable' ? '1' : '0' }, idempotencyKey: keyOf(row) });

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    const missing = verb === 'delete' && reason.trim() === '';
    setWrong(missing);
    if (missing) return field.current!.focus();
    setRunning(true);
    const done = new Map(results);
    for (const row of rows.filter(({ id: each }) => done.get(each) !== null)) {
      if (stopped.current) break;
      try {
        await work(row);
        done.set(row.id, null);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (error.code === DROPPED) return;
        done.set(row.id, error.message);
      }
      setResults(new Map(done));
    }
    setRunning(false);
    const fine = rows.filter((row) => done.get(row.id) === null);
    if (fine.length === 0) return;
    // whoever was enabled before stays so when this is taken back
    const moved = verb === 'delete' ? fine : fine.filter(({ status }) => status !== (verb === 'enable' ? 1 : 0));
    if (moved.length > 0) rememberDone(verb, moved);
    onChanged();
  }
  const failed = rows.filter((row) => typeof results?.get(row.id) === 'string').length;
  const over = results !== null && !running;
  useEffect(() => {
    if (over && failed === 0) close.current?.focus();
  }, [over, failed]);
  const only = rows.length === 1 ? nameOf(rows[0]!) : null;
  const title = { enable: t`启用 ${rows.length} 个账号`, disable: t`停用 ${rows.length} 个账号`, delete: only === null ? t`删除 ${rows.length} 个账号` : t`删除 ${only}` }[verb];
  const act = over ? t`重试没有成功的 ${failed} 个` : { enable: t`启用账号`, disable: t`停用账号`, delete: t`删除` }[verb];
  return (
    <Drawer title={title} onClose={onClose}>{(leave) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form
        className={control.form} noValidate onSubmit={(event) => void start(event)}
        onKeyDown={(event) => {
          if (composing(event.nativeEvent) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <p className={control.hint}>{{ enable: t`启用后可以登录。`, disable: t`停用后立即退出登录，不能再登录。`, delete: t`删除后立即退出登录；十分钟内可以撤销。` }[verb]}</p>
        {verb === 'delete' && results === null && (
          <div className={control.field}>
            <label className={control.label} htmlFor={`${id}r`}><Trans>删除的原因</Trans></label>
            <input ref={field} id={`${id}r`} className={control.input} type="text" maxLength={200} autoComplete="off" value={reason} aria-invalid={wrong} aria-describedby={wrong ? `${id}e` : undefined} onChange={(event) => setReason(event.target.value)} />
            {wrong && <p id={`${id}e`} className={control.error}><Trans>填写原因，记入审计日志</Trans></p>}
          </div>
        )}
        {results !== null && <progress className={style.progress} max={rows.length} value={results.size} aria-label={title} />}
        {over && <output>{failed === 0 ? t`${rows.length} 个都已完成` : t`${rows.length - failed} 个已完成，${failed} 个没有成功`}</output>}
        {/* what scrolls must be reachable by keyboard */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={style.report} aria-label={t`每个账号的结果`} tabIndex={0}>
          <table className={style.table}>
            <thead><tr><th scope="col"><Trans>账号</Trans></th><th scope="col"><Trans context="一个">结果</Trans></th></tr></thead>
            <tbody>
              {rows.map((row) => {
                const result = results?.get(row.id);
                return <tr key={row.id}><td>{nameOf(row)}</td><td>{result === undefined ? '—' : result === null ? <Status tone="ok" words={t`完成`} /> : <Status tone="danger" words={result} />}</td></tr>;
              })}
            </tbody>
          </table>
        </section>
        <div className={control.actions}>
          {(!over || failed > 0) && <button type="submit" className={`${control.button} ${verb === 'delete' ? control.danger : control.primary}`} aria-busy={running} aria-keyshortcuts="Control+Enter">{act} <kbd className={control.key} aria-hidden="true">Ctrl Enter</kbd></button>}
          <button ref={close} type="button" className={control.button} onClick={leave}>{over ? t`关闭` : t`取消`}</button>
        </div>
      </form>
    )}</Drawer>
  );
}
