import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { call, CallFailure, DROPPED, newKey } from '../../ui/call.ts';
import { currentI18n } from '../../ui/language.tsx';
import listStyle from '../../ui/list/list.module.css';
import { refocus } from '../../ui/modal.ts';
import { onSignedOut } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { saidElsewhere } from '../../ui/toast.tsx';
import { account } from './contract.ts';
import { ACCOUNT_KEYS } from './key.ts';
import { nameOf, type BulkVerb, type Named } from './name.ts';

/** Milliseconds in which the server takes a deletion back; the rest is offered as long. */
const POSSIBLE = 600_000;
/** What was done last, until when that can be taken back, one key for each account's way back, and why some of them would not go. */
interface Done {
  verb: BulkVerb;
  rows: readonly (Named & { key: string })[];
  until: number;
  failure: string | null;
}
let last: Done | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
function put(next: Done | null): void {
  last = next;
  for (const listener of listeners) listener();
}
onSignedOut(() => put(null));
/** Keeps what was done to these accounts, so that it can be taken back. */
export function rememberDone(verb: BulkVerb, rows: readonly Named[]): void {
  put({ verb, rows: rows.map((row) => ({ ...row, key: newKey() })), until: Date.now() + POSSIBLE, failure: null });
  saidElsewhere(currentI18n()._(saidOf(verb, rows)));
}
/** What was done, in words. */
function saidOf(verb: BulkVerb, rows: readonly Named[]): { id: string } {
  const count = rows.length;
  const names = rows.slice(0, 3).map(nameOf).join(currentI18n()._(msg`、`));
  return count > 3
    ? { delete: msg`已删除 ${names} 等 ${count} 个账号`, enable: msg`已启用 ${names} 等 ${count} 个账号`, disable: msg`已停用 ${names} 等 ${count} 个账号` }[verb]
    : { delete: msg`已删除 ${names}`, enable: msg`已启用 ${names}`, disable: msg`已停用 ${names}` }[verb];
}

const back = (verb: BulkVerb, id: string, idempotencyKey: string): Promise<unknown> =>
  verb === 'delete' ? call(account.restore, { params: { id }, idempotencyKey }) : call(account.status, { params: { id }, query: { status: verb === 'enable' ? '0' : '1' }, idempotencyKey });

/** Says what was done and takes it back: by its button or Ctrl+Z, for ten minutes. */
export function Undo({ onUndone }: { onUndone: () => void }) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const now = useSyncExternalStore(subscribe, () => last);
  const [busy, setBusy] = useState(false);
  const offered = useRef(false);
  useEffect(() => {
    // the button that was pressed is gone with what it was about
    if (now === null && offered.current) refocus();
    offered.current = now !== null;
    if (now === null) return;
    const timer = setTimeout(() => put(null), now.until - Date.now());
    return () => clearTimeout(timer);
  }, [now]);
  async function undo(): Promise<void> {
    if (busy || last === null) return;
    setBusy(true);
    const done = last;
    const left: Done['rows'][number][] = [];
    let failure: string | null = null;
    for (const row of done.rows) {
      try {
        await back(done.verb, row.id, row.key);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        left.push(row);
        if (error.code !== DROPPED) failure = error.message;
      }
    }
    setBusy(false);
    // something newer may have been done meanwhile
    if (last === done) {
      put(left.length === 0 ? null : { ...done, rows: left, failure });
      if (left.length === 0) saidElsewhere('');
    }
    const count = done.rows.length - left.length;
    if (count === 0) return;
    announce({ delete: t`已恢复 ${count} 个账号`, enable: t`已重新停用 ${count} 个账号`, disable: t`已重新启用 ${count} 个账号` }[done.verb]);
    onUndone();
  }
  useKeys([now !== null && [ACCOUNT_KEYS.undo, () => void undo()]]);
  if (now === null) return null;
  return (
    <div className={listStyle.bar}>
      <output>{i18n._(saidOf(now.verb, now.rows))}</output>
      <button type="button" className={control.button} aria-busy={busy} {...keys(ACCOUNT_KEYS.undo)} onClick={() => void undo()}><Trans>撤销</Trans> <KeyCap of={ACCOUNT_KEYS.undo} /></button>
      <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => put(null)}><Trans>知道了</Trans></button>
      {now.failure !== null && <span role="alert" className={control.error}>{t`没有撤销：${now.failure}`}</span>}
    </div>
  );
}
