import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { call, CallFailure, DROPPED, newKey, type CallInput } from '../../ui/call.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { composing } from '../../ui/key.ts';
import { useLanguage } from '../../ui/language.tsx';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import style from './bulk.module.css';
import { CandidateField } from './candidate-field.tsx';
import { order, type OrderRow } from './contract.ts';

/** What can be done to several orders at once, and what it is called. */
export const BULK_WORDS = { assign: msg`派单`, start: msg`开始服务`, complete: msg`完成服务`, cancel: msg`取消订单` };
export type BulkEvent = keyof typeof BULK_WORDS;
type Checked = Reply<typeof order.check>[number];
type CheckedSelection = NonNullable<NonNullable<CallInput<typeof order.check>['body']>['selection']>;
/** Orders that one question tries. */
const AT_ONCE = 500;
/** Lines that are drawn: of more, those that did not succeed come first. */
const DRAWN = 200;

/** Tries the event on one piece after the other; `tell` is given what is known so far. */
async function tryAll(body: { event: BulkEvent; caregiverNo?: string }, rows: readonly OrderRow[], selection: CheckedSelection | undefined, signal: AbortSignal, tell: (checked: readonly Checked[], whole: boolean) => void): Promise<void> {
  const all: Checked[] = [];
  for (let from = 0, after: string | undefined; ; from += AT_ONCE) {
    const which = selection === undefined ? { nos: rows.slice(from, from + AT_ONCE).map((row) => row.orderNo) } : { selection, ...(after === undefined ? {} : { after }) };
    const piece = await call(order.check, { body: { ...body, ...which }, signal });
    all.push(...piece);
    after = piece.at(-1)?.id;
    const whole = selection === undefined ? from + AT_ONCE >= rows.length : piece.length < AT_ONCE;
    tell([...all], whole);
    if (whole) return;
  }
}

/**
 * Does one thing to each of these orders. First a dry run: how many it may happen to, and why not to the others; then one after
 * the other, with a result for each. `onClose` is told which ones failed, as a new selection; null when none was tried.
 */
export function Bulk({ event, rows, selection, onChanged, onClose }: { event: BulkEvent; rows: readonly OrderRow[]; /** All that a filter leaves, but some: instead of rows. */ selection?: CheckedSelection | undefined; onChanged: () => void; onClose: (failed: ReadonlySet<string> | null) => void }) {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [checked, setChecked] = useState<readonly Checked[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [carer, setCarer] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const [results, setResults] = useState<ReadonlyMap<string, string | null> | null>(null);
  const [running, setRunning] = useState(false);
  // one intention for each order, however often it is tried
  const keys = useRef(new Map<string, string>());
  const stopped = useRef(false);
  const nos = rows.map((row) => row.orderNo);
  const asked = JSON.stringify([event, nos, selection, carer]);
  // every piece has been tried
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    setFailure(null);
    setWhole(false);
    const tell = (known: readonly Checked[], last: boolean): void => {
      if (over.signal.aborted) return;
      setChecked(known);
      setWhole(last);
    };
    tryAll({ event, ...(carer === null ? {} : { caregiverNo: carer }) }, rows, selection, over.signal, tell).catch((error: unknown) => {
      if (over.signal.aborted) return;
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setFailure(error.message);
    });
    return () => over.abort();
    // `asked` says all of it
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  useEffect(() => {
    stopped.current = false;
    return () => void (stopped.current = true);
  }, []);

  const fits = (checked ?? []).filter(({ refusal }) => refusal === null);
  const keyOf = (no: string): string => {
    const intention = `${no} ${carer} ${reason.trim()}`;
    if (!keys.current.has(intention)) keys.current.set(intention, newKey());
    return keys.current.get(intention)!;
  };
  const work = ({ orderNo: no, version }: Checked): Promise<unknown> => {
    const told = reason.trim() === '' ? {} : { reason: reason.trim() };
    const rest = { params: { no }, idempotencyKey: keyOf(no) };
    if (event === 'assign') return call(order.assign, { ...rest, body: { version, caregiverNo: carer! } });
    if (event === 'cancel') return call(order.cancel, { ...rest, body: { version, reason: reason.trim() } });
    return call(order[event], { ...rest, body: { version, ...told } });
  };
  async function run(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (running || checked === null || !whole || fits.length === 0) return;
    const missing = event === 'cancel' ? reason.trim() === '' : event === 'assign' && carer === null;
    setWrong(missing);
    if (missing) return field.current?.focus();
    setRunning(true);
    const done = new Map(results);
    for (const each of fits.filter(({ orderNo }) => done.get(orderNo) !== null)) {
      if (stopped.current) break;
      try {
        await work(each);
        done.set(each.orderNo, null);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (error.code === DROPPED) return;
        done.set(each.orderNo, error.message);
      }
      setResults(new Map(done));
    }
    setRunning(false);
    onChanged();
  }
  const failed = [...(results ?? [])].filter(([, said]) => said !== null).map(([no]) => no);
  const over = results !== null && !running;
  useEffect(() => {
    if (over) close.current?.focus();
  }, [over]);
  const verb = i18n._(BULK_WORDS[event]);
  const leave = (): void => onClose(results === null ? null : new Set(failed));
  /** 0: it was tried and did not succeed. */
  const wrongness = ({ orderNo }: Checked): number => ((results?.get(orderNo) ?? null) === null ? 1 : 0);
  // what went wrong is in sight, however many there are
  const drawn = (checked ?? []).length <= DRAWN ? (checked ?? []) : [...(checked ?? [])].sort((a, b) => wrongness(a) - wrongness(b) || Number(a.refusal === null) - Number(b.refusal === null)).slice(0, DRAWN);
  const asks = (event === 'cancel' || event === 'complete' || event === 'start') && fits.length > 0;
  const form = useRef<HTMLFormElement>(null);
  const tried = checked !== null;
  // what is asked stands here only once the dry run has said that something may be done
  useEffect(() => {
    if (!tried) return;
    const first = form.current!.querySelector<HTMLElement>('[name=caregiver], textarea');
    (first ?? close.current)?.focus();
  }, [tried]);
  const saidOf = ({ orderNo, refusal }: Checked) => {
    const said = results?.get(orderNo);
    if (said === null) return <Status tone="ok" words={t`完成`} />;
    if (said !== undefined) return <Status tone="danger" words={said} />;
    return refusal === null ? <Status tone="accent" words={t`可以`} /> : <Status tone="neutral" words={refusalWords(refusal as RefusalName, language)} />;
  };
  return (
    <Drawer title={t`${verb} · ${selection === undefined ? rows.length : (checked ?? []).length} 张订单`} wide dirty={() => running || (results === null && (reason.trim() !== '' || carer !== null))} onClose={leave}>{(out) => (
      // keys of its fields: it is no control itself
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form
        ref={form} className={control.form} noValidate onSubmit={(submitted) => void run(submitted)}
        onKeyDown={(pressed) => {
          if (composing(pressed.nativeEvent) || pressed.key !== 'Enter' || !(pressed.ctrlKey || pressed.metaKey)) return;
          pressed.preventDefault();
          pressed.currentTarget.requestSubmit();
        }}
      >
        {failure !== null && <p role="alert" className={control.error}>{failure}</p>}
        {event === 'assign' && results === null && fits[0] !== undefined && <CandidateField no={fits[0].orderNo} query={{ event }} value={carer} onChange={setCarer} error={wrong ? t`选一位护工` : null} />}
        {asks && results === null && (
          <div className={control.field}>
            <label className={control.label} htmlFor={`${id}r`}>{{ cancel: t`取消的原因`, complete: t`原因（提前完成时须写明）`, start: t`原因（预付不足时须写明）`, assign: '' }[event]}</label>
            <textarea ref={field} id={`${id}r`} className={control.input} rows={2} maxLength={500} value={reason} aria-invalid={wrong} aria-describedby={wrong ? `${id}e` : undefined} onChange={(changed) => setReason(changed.target.value)} />
            {wrong && <p id={`${id}e`} className={control.error}><Trans>写明原因</Trans></p>}
          </div>
        )}
        <output>{checked === null ? t`正在试算` : !whole ? t`已试算 ${checked.length} 张` : results === null ? t`${fits.length} 张可以，${checked.length - fits.length} 张不可以` : t`${results.size - failed.length} 张已完成，${failed.length} 张没有成功`}</output>
        {results !== null && <progress className={style.progress} max={fits.length} value={results.size} aria-label={verb} />}
        {/* it scrolls, so it takes the focus */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={style.report} aria-label={t`逐张结果`} tabIndex={0}>
          <table className={style.table}>
            <thead><tr><th scope="col"><Trans>订单</Trans></th><th scope="col">{t({ context: '一张的', message: '结果' })}</th></tr></thead>
            <tbody>{drawn.map((each) => <tr key={each.orderNo}><td>{each.patientName} <span className={style.no}>{each.orderNo}</span></td><td>{saidOf(each)}</td></tr>)}</tbody>
          </table>
          {(checked ?? []).length > DRAWN && <p className={control.hint}>{t`还有 ${(checked ?? []).length - DRAWN} 张没有列出`}</p>}
        </section>
        <div className={control.actions}>
          {(!over || failed.length > 0) && whole && fits.length > 0 && <button type="submit" className={`${control.button} ${event === 'cancel' ? control.danger : control.primary}`} aria-busy={running} aria-keyshortcuts="Control+Enter">{over ? t`重试没有成功的 ${failed.length} 张` : t`${verb} ${fits.length} 张`} <kbd className={control.key} aria-hidden="true">Ctrl Enter</kbd></button>}
          <button ref={close} type="button" className={control.button} onClick={out}>{!over ? t`取消` : failed.length > 0 ? t`关闭，选中没有成功的` : t`关闭`}</button>
        </div>
      </form>
    )}</Drawer>
  );
}
