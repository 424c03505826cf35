import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Trans } from '@lingui/react/macro';
import { reloadHere } from './leave.ts';
import { askAgain, mayAgain, mayReload, mayStop, stopWaiting, subscribeWait, wait } from './slow.ts';
import style from './slow-note.module.css';

/** The notes that there are: the last one shows. What lies behind an open dialog can neither be heard nor pressed. */
let notes: readonly object[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  const deaf = subscribeWait(listener);
  return () => {
    listeners.delete(listener);
    deaf();
  };
};
/** Says that the server keeps one waiting, after a second; after ten it offers to ask anew or to give up. One stands in the frame, and one in each drawer. */
export function SlowNote() {
  const [own] = useState(() => ({}));
  useLayoutEffect(() => {
    const turn = (next: readonly object[]): void => {
      notes = next;
      for (const listener of listeners) listener();
    };
    turn([...notes, own]);
    return () => turn(notes.filter((one) => one !== own));
  }, [own]);
  const now = useSyncExternalStore(subscribe, () => (notes.at(-1) === own ? wait() : 'no'), () => 'no' as const);
  return (
    <div className={style.region}>
      <output className={now === 'no' ? undefined : style.note}>
        {now === 'slow' && <Trans>服务器有些慢，还在等</Trans>}
        {now === 'long' && <Trans>服务器 10 秒没有响应</Trans>}
        {now === 'long' && mayAgain() && <button type="button" onClick={askAgain}><Trans>重新请求</Trans></button>}
        {now === 'long' && mayReload() && <button type="button" onClick={reloadHere}><Trans>重新加载</Trans></button>}
        {now === 'long' && mayStop() && <button type="button" onClick={stopWaiting}><Trans>不等了</Trans></button>}
      </output>
    </div>
  );
}
