import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { call, CallFailure, DROPPED, type CallInput } from '../../ui/call.ts';
import { download } from '../../ui/download.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { composing } from '../../ui/key.ts';
import { useSend } from '../../ui/send.ts';
import control from '../../ui/style/control.module.css';
import style from './account.module.css';
import { account } from './contract.ts';

type Report = Reply<typeof account.import>;
const { field: FIELD, bytes: MOST } = account.import.upload!;
/** Faults that are drawn; a sheet of 5,000 lines may have more than anyone reads. */
const DRAWN = 200;

/** What is wrong with a sheet, cell by cell. */
function Faults({ faults }: { faults: Report['faults'] }) {
  const { t } = useLingui();
  const rest = faults.length - DRAWN;
  return (
    // what scrolls must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={style.report} aria-label={t`要改的地方`} tabIndex={0}>
      <table className={style.table}>
        <thead><tr><th scope="col"><Trans>行</Trans></th><th scope="col"><Trans>列</Trans></th><th scope="col"><Trans>内容</Trans></th><th scope="col"><Trans>原因</Trans></th></tr></thead>
        <tbody>{faults.slice(0, DRAWN).map(({ row, column, value, reason }, i) => <tr key={i}><td>{row}</td><td>{column}</td><td>{value || '—'}</td><td>{reason}</td></tr>)}</tbody>
      </table>
      {rest > 0 && <p className={control.hint}>{t`还有 ${rest} 处没有列出`}</p>}
    </section>
  );
}

/** Imports accounts from a sheet: chosen or dropped, tried without writing, shown cell by cell, then written all or none. The file stays chosen when that fails. */
export function Import({ given = null, onImported, onClose }: { /** What was pasted into the list: tried at once. */ given?: File | null; onImported: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const go = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  // counts what was chosen: another file is another intention, and an answer about an earlier one is dropped
  const chosen = useRef(0);
  const [report, setReport] = useState<Report | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [trying, setTrying] = useState(false);
  const { busy, failure, send, forgive } = useSend();
  /** A refusal in words; what came from somewhere between here and the server has none of its own. */
  const why = ({ status, code, message }: CallFailure): string => {
    if (status === 413) return t`服务器或网络不收这么大的文件。分成几个小一些的文件，再一个一个导入。`;
    return status > 0 && code === 0 ? t`导入的请求没有送到系统，中途被别的程序拦下了（${status}）。文件还在，稍后再试一次；一直这样，就把这句话告诉管理员。` : message;
  };
  const post = (sheet: File, dryRun: 'true' | 'false', more: CallInput<typeof account.import> = {}): Promise<Report> => {
    const form = new FormData();
    form.append(FIELD, sheet, sheet.name);
    return call(account.import, { query: { dryRun }, form, ...more });
  };
  async function tryOut(sheet: File): Promise<void> {
    const turn = chosen.current;
    setTrying(true);
    setTrouble(null);
    setReport(null);
    forgive();
    try {
      const told = await post(sheet, 'true');
      if (turn === chosen.current) setReport(told);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (turn === chosen.current && error.code !== DROPPED) setTrouble(why(error));
    } finally {
      if (turn === chosen.current) setTrying(false);
    }
  }
  async function choose(sheet: File | undefined): Promise<void> {
    if (sheet === undefined || busy) return;
    chosen.current += 1;
    setReport(null);
    setFile(null);
    if (sheet.size > MOST) return setTrouble(t`“${sheet.name}”超过 ${MOST / 1024 / 1024} MB，分成几个文件再导入`);
    try {
      // taken into memory: a file that is saved again meanwhile could not be sent a second time
      const held = new File([await sheet.arrayBuffer()], sheet.name);
      setFile(held);
      await tryOut(held);
    } catch {
      setTrouble(t`“${sheet.name}”读不出来，关闭正在使用它的程序后再选一次`);
    }
  }
  async function write(): Promise<void> {
    if (file === null || !ready) return;
    const done = await send(['import', chosen.current], (idempotencyKey) => post(file, 'false', { idempotencyKey }));
    if (done === undefined) return;
    setReport(done.reply);
    if (done.reply.faults.length === 0) onImported();
  }
  async function template(type: 'xlsx' | 'csv'): Promise<void> {
    try {
      await download(account.template, { query: { type } });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setTrouble(error.message);
    }
  }
  useEffect(() => {
    if (given !== null) void choose(given);
    // what was pasted is tried once
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [given]);
  const ready = report !== null && report.dryRun && report.faults.length === 0 && report.rows > 0;
  const done = report !== null && !report.dryRun && report.faults.length === 0;
  useEffect(() => {
    if (ready) go.current?.focus();
  }, [ready]);
  const press = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void write();
  };
  const rows = format.number(report?.rows ?? 0);
  const said = failure === null ? trouble : why(failure);
  const working = trying || busy;
  return (
    <Drawer title={t`导入账号`} wide onClose={onClose}>{(leave) => (
      // keys of its controls: it is none itself
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div
        className={control.form} onKeyDown={press}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <div className={style.drop} data-over={over}>
          <p id={`${id}f`}>{file === null ? t`选择或拖入 .xlsx、.csv 文件，最多 5,000 行` : t`已选“${file.name}”，可以换一个`}</p>
          <label className={`${control.button} ${style.pick}`}>
            <Trans>选择文件</Trans>
            <input
              className={control.hidden} type="file" accept=".xlsx,.csv" disabled={busy} aria-describedby={`${id}f`}
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                // the same file can be chosen again after it was mended
                event.target.value = '';
              }}
            />
          </label>
        </div>
        <div className={control.actions}>
          <span className={control.hint}><Trans>还没有表格</Trans></span>
          <button type="button" className={control.button} onClick={() => void template('xlsx')}><Trans>下载 Excel 模板</Trans></button>
          <button type="button" className={control.button} onClick={() => void template('csv')}><Trans>下载 CSV 模板</Trans></button>
        </div>
        {working && <output><progress className={style.progress} aria-label={busy ? t`正在导入` : t`正在检查`} /> {busy ? t`正在导入` : t`正在检查，还没有写入`}</output>}
        {said !== null && !working && <p role="alert" className={control.error}>{said}</p>}
        {report !== null && !working && (
          <output>{done ? t`已导入 ${rows} 个账号。它们还没有密码：在列表里重置密码，得到一次性密码。` : report.faults.length > 0 ? t`${rows} 行中有 ${format.number(report.faults.length)} 处要改，什么都没有写入。改好以后再选一次文件。` : report.rows === 0 ? t`表格里没有账号` : t`${rows} 行都可以导入，还没有写入。`}</output>
        )}
        {report !== null && report.faults.length > 0 && <Faults faults={report.faults} />}
        <div className={control.actions}>
          {!done && <button ref={go} type="button" className={`${control.button} ${control.primary}`} disabled={!ready} aria-busy={busy} aria-keyshortcuts="Control+Enter" onClick={() => void write()}>{ready ? t`导入 ${rows} 个账号` : t`导入`} <kbd className={control.key} aria-hidden="true">Ctrl Enter</kbd></button>}
          {file !== null && report === null && !working && <button type="button" className={control.button} onClick={() => void tryOut(file)}><Trans>再试一次</Trans></button>}
          <button type="button" className={control.button} onClick={leave}>{done ? t`关闭` : t`取消`}</button>
        </div>
      </div>
    )}</Drawer>
  );
}
