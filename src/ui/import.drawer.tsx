import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type { importReport } from '../kernel/sheet.ts';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { call, CallFailure, DROPPED, type CallInput } from './call.ts';
import { download } from './download.ts';
import { Drawer } from './drawer.tsx';
import { useFormat } from './format.ts';
import { FollowBar, useFollow, useResult } from './follow.tsx';
import style from './import.module.css';
import { OWN_KEYS } from './key-entry.ts';
import { pressed } from './key.ts';
import { useSend } from './send.ts';
import control from './style/control.module.css';

/** What an import answers. `unchanged`: lines of what is known already. `faultCount`: how many faults there are, where not all of them came. */
export type Report = z.output<typeof importReport> & { unchanged?: number; faultCount?: number };
/** Faults that are drawn; a sheet of thousands of lines may have more than anyone reads. */
const DRAWN = 200;
interface ImportProps {
  title: string;
  /** The call that takes the sheet, and the one that gives an empty one. */
  endpoint: Endpoint;
  template: Endpoint;
  /** Lines that one sheet can have. */
  most: number;
  /** What is written, in its own words; the number is formatted already. */
  words: { write: (count: string) => string; none: string; done: (report: Report) => string };
  /** What was pasted into the list: tried at once. */
  given?: File | null;
  onImported: () => void;
  onClose: () => void;
}

/** What is wrong with a sheet, cell by cell. */
function Faults({ faults, count }: { faults: Report['faults']; count: number }) {
  const { t } = useLingui();
  const rest = count - Math.min(faults.length, DRAWN);
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

/** Imports a sheet: chosen, dropped or pasted, tried without writing, shown cell by cell, then written all or none. The file stays chosen when that fails. */
export function ImportDrawer({ title, endpoint, template, most, words, given = null, onImported, onClose }: ImportProps) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  const id = useId();
  const go = useRef<HTMLButtonElement>(null);
  const out = useRef<HTMLButtonElement>(null);
  const pick = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  // counts what was chosen: another file is another intention, and an answer about an earlier one is dropped
  const chosen = useRef(0);
  const [report, setReport] = useState<Report | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [trying, setTrying] = useState(false);
  const { far, cut, follow } = useFollow();
  const { busy, failure, send, forgive } = useSend();
  /** A refusal in words; what came from somewhere between here and the server has none of its own. */
  const why = ({ status, code, message, mute }: CallFailure): string => {
    if (!mute) return message;
    if (status === 413) return t`服务器或网络不收这么大的文件。分成几个小一些的文件，再一个一个导入。`;
    return status > 0 && code === 0 ? t`导入的请求没有送到系统，中途被别的程序拦下了（${status}）。文件还在，稍后再试一次；一直这样，就把这句话告诉管理员。` : message;
  };
  const { field, bytes } = endpoint.upload!;
  const post = async (sheet: File, dryRun: 'true' | 'false', idempotencyKey?: string): Promise<Report> => {
    const form = new FormData();
    form.append(field, sheet, sheet.name);
    return (await call(endpoint, { query: { dryRun }, form, idempotencyKey, patient: true } as CallInput<Endpoint>)) as Report;
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
    const turn = (chosen.current += 1);
    // an earlier one is waited for no more
    setTrying(false);
    setReport(null);
    setFile(null);
    if (sheet.size > bytes) return setTrouble(t`“${sheet.name}”超过 ${bytes / 1024 / 1024} MB，分成几个文件再导入`);
    try {
      // taken into memory: a file that is saved again meanwhile could not be sent a second time
      const held = new File([await sheet.arrayBuffer()], sheet.name);
      // read later than one that was chosen after it
      if (turn !== chosen.current) return;
      setFile(held);
      await tryOut(held);
    } catch {
      if (turn === chosen.current) setTrouble(t`“${sheet.name}”读不出来，关闭正在使用它的程序后再选一次`);
    }
  }
  async function write(): Promise<void> {
    if (file === null || !ready) return;
    const done = await send(['import', chosen.current], (idempotencyKey) => follow(idempotencyKey, () => post(file, 'false', idempotencyKey)));
    if (done === undefined) return;
    setReport(done.reply);
    if ((done.reply.faultCount ?? done.reply.faults.length) === 0) onImported();
  }
  async function empty(type: 'xlsx' | 'csv'): Promise<void> {
    try {
      await download(template, { query: { type } } as CallInput<Endpoint>);
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
  const wrong = report === null ? 0 : (report.faultCount ?? report.faults.length);
  const fresh = report === null ? 0 : report.created;
  const ready = report !== null && report.dryRun && wrong === 0 && fresh > 0;
  const done = report !== null && !report.dryRun && wrong === 0;
  const working = trying || busy;
  useEffect(() => {
    if (ready) go.current?.focus();
  }, [ready]);
  useEffect(() => {
    // the button that had the focus is gone or off
    if (done) out.current?.focus();
    else if (!ready && [document.body, go.current].includes(document.activeElement as HTMLButtonElement)) pick.current?.focus();
  }, [done, ready, working]);
  const press = (event: KeyboardEvent): void => {
    if (!pressed(event.nativeEvent, OWN_KEYS.send)) return;
    event.preventDefault();
    void write();
  };
  const [rows, known] = [format.number(report?.rows ?? 0), report?.unchanged ?? 0];
  const [far1, far2] = [format.number(far?.rows ?? 0), format.number(far?.total ?? 0)];
  const said = failure === null ? trouble : why(failure);
  return (
    <Drawer title={title} wide dirty={() => busy} loss={useResult(t`正在导入，关闭后看不到结果。`)} onClose={onClose}>{(leave) => (
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
          <p id={`${id}f`}>{file === null ? t`选择或拖入 .xlsx、.csv 文件，最多 ${format.number(most)} 行` : t`已选“${file.name}”，可以换一个`}</p>
          <label className={`${control.button} ${style.pick}`}>
            <Trans>选择文件</Trans>
            <input
              ref={pick} className={control.hidden} type="file" accept=".xlsx,.csv" disabled={busy} aria-describedby={`${id}f`}
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
          <button type="button" className={control.button} onClick={() => void empty('xlsx')}><Trans>下载 Excel 模板</Trans></button>
          <button type="button" className={control.button} onClick={() => void empty('csv')}><Trans>下载 CSV 模板</Trans></button>
        </div>
        {working && (
          <FollowBar
            name={busy ? t`正在导入` : t`正在检查`} far={busy ? far : null}
            words={!busy ? t`正在检查，还没有写入` : cut ? t`连接断了，导入在服务器上继续，正在等结果` : far === null || (far.total ?? 0) === 0 ? t`正在导入` : t`正在导入，已写 ${far1} 行，共 ${far2} 行`}
          />
        )}
        {said !== null && !working && <p role="alert" className={control.error}>{said}</p>}
        {report !== null && !working && (
          <output>
            {done ? words.done(report) : wrong > 0 ? t`${rows} 行中有 ${format.number(wrong)} 处要改，什么都没有写入。改好以后再选一次文件。` : report.rows === 0 ? words.none : fresh === 0 ? t`${rows} 行都已经在系统里，没有要导入的` : known > 0 ? t`${format.number(fresh)} 行可以导入，另有 ${format.number(known)} 行已经在系统里。还没有写入。` : t`${rows} 行都可以导入，还没有写入。`}
          </output>
        )}
        {report !== null && wrong > 0 && <Faults faults={report.faults} count={wrong} />}
        <div className={control.actions}>
          {!done && <button ref={go} type="button" className={`${control.button} ${control.primary}`} disabled={!ready} aria-busy={busy} {...keys(OWN_KEYS.send)} onClick={() => void write()}>{ready ? words.write(format.number(fresh)) : t`导入`} <KeyCap of={OWN_KEYS.send} /></button>}
          {file !== null && report === null && !working && <button type="button" className={control.button} onClick={() => void tryOut(file)}><Trans>再试一次</Trans></button>}
          <button ref={out} type="button" className={control.button} onClick={leave}>{done ? t`关闭` : t`取消`}</button>
        </div>
      </div>
    )}</Drawer>
  );
}
