import { useEffect, useState, useSyncExternalStore } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { call, CallFailure, newKey } from '../../ui/call.ts';
import { composing, dialogOpen, typing } from '../../ui/key.ts';
import listStyle from '../../ui/list/list.module.css';
import { usePlainKey } from '../../ui/plain-key.ts';
import { onSignedOut } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { account } from './contract.ts';
import { nameOf, type Named } from './name.ts';

/** Milliseconds in which the server takes a deletion back. */
const POSSIBLE = 600_000;
/** What was deleted last, until when that can be taken back, and one key for each account's way back. */
interface Gone {
  rows: readonly (Named & { key: string })[];
  until: number;
}
let gone: Gone | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
function put(next: Gone | null): void {
  gone = next;
  for (const listener of listeners) listener();
}
onSignedOut(() => put(null));
/** Keeps what was deleted, so that it can be taken back. */
export const rememberDeleted = (rows: readonly Named[]): void => put({ rows: rows.map((row) => ({ ...row, key: newKey() })), until: Date.now() + POSSIBLE });

/** Says what was deleted and takes it back: by its button or Ctrl+Z, for ten minutes. */
export function Undo({ onRestored }: { onRestored: () => void }) {
  const { t } = useLingui();
  const now = useSyncExternalStore(subscribe, () => gone);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    setFailure(null);
    if (now === null) return;
    const timer = setTimeout(() => put(null), now.until - Date.now());
    return () => clearTimeout(timer);
  }, [now]);
  async function restore(): Promise<void> {
    if (busy || gone === null) return;
    setBusy(true);
    const { rows, until } = gone;
    const left: typeof rows[number][] = [];
    let why: string | null = null;
    for (const row of rows) {
      try {
        await call(account.restore, { params: { id: row.id }, idempotencyKey: row.key });
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        left.push(row);
        why = error.message;
      }
    }
    setBusy(false);
    put(left.length === 0 ? null : { rows: left, until });
    setFailure(why);
    if (left.length < rows.length) {
      announce(t`已恢复 ${rows.length - left.length} 个账号`);
      onRestored();
    }
  }
  usePlainKey(now === null ? [] : [{ keys: ['$mod+z'], words: msg`撤销删除账号` }]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (gone === null || event.defaultPrevented || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || composing(event) || typing(event.target) || dialogOpen()) return;
      event.preventDefault();
      void restore();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  if (now === null) return null;
  const names = now.rows.slice(0, 3).map(nameOf).join(t`、`);
  return (
    <div className={listStyle.bar}>
      <output>{now.rows.length > 3 ? t`已删除 ${names} 等 ${now.rows.length} 个账号` : t`已删除 ${names}`}</output>
      <button type="button" className={control.button} aria-busy={busy} onClick={() => void restore()}><Trans>撤销</Trans> <kbd className={control.key} aria-hidden="true">Ctrl Z</kbd></button>
      <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => put(null)}><Trans>知道了</Trans></button>
      {failure !== null && <span role="alert" className={control.error}>{t`没有恢复：${failure}`}</span>}
    </div>
  );
}
