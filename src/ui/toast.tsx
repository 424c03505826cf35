import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce, useCovered } from './announce.tsx';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { listen, type Bound } from './key-stack.ts';
import { splitHref } from '../kernel/href.ts';
import { currentHref, onLocation } from './location.ts';
import { onSignedOut } from './session.ts';
import { goBack, keepWayBack, type WayBack } from './way-back.ts';
import control from './style/control.module.css';
import style from './toast.module.css';

/** Milliseconds that a toast stays; what it offers can be done for longer, from the record itself, and of several by a command. */
const SHOWN_FOR = 12_000;
/** Milliseconds in which a form goes that said it, and the page comes that it stood over: a toast belongs to that one. */
const LANDS = 500;
/** What was done, and how it is taken back. */
export interface Toast {
  words: string;
  undo?: (() => Promise<void>) | undefined;
  /** Tries once more what has failed. */
  again?: (() => void) | undefined;
  /** Of several: the way back as a command. The toast then goes along to other pages. */
  back?: Omit<WayBack, 'undo'> | undefined;
  /** The records it was done to, as `order:PH26…`: their own way back goes on from here. */
  of?: readonly string[] | undefined;
  /** Nothing was done. */
  failed?: true;
}
/** What this person did last, as it was said; the toast may be gone. */
let last: Pick<Toast, 'words' | 'of'> | null = null;
let shown: Toast | null = null;
/** Counts acts: each is shown and spoken, though it says the same words. */
let nth = 0;
/** The page it belongs to, and since when it is there. */
let page = { path: '', at: 0 };
const pathNow = (): string => splitHref(currentHref())[0];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
function put(next: Toast | null): void {
  shown = next;
  nth += 1;
  for (const listener of listeners) listener();
}
onSignedOut(() => {
  last = null;
  put(null);
});
/** What this person did last, as it was said, `''` once it was taken back where nobody says more of it; null: nothing since the page was loaded. */
export const lastSaid = (): Pick<Toast, 'words' | 'of'> | null => last;
/** The same where it is said in another place: a toast of what was done before leaves, with its key. `''`: it was taken back, and nothing is left to be. */
export function saidElsewhere(words: string): void {
  last = { words };
  put(null);
}
/** Says what was done, with the way back beside it, until one goes to another page; of several on all pages. Returns how to take it away before. */
export function toast(said: Toast): () => void {
  page = { path: pathNow(), at: Date.now() };
  if (said.again === undefined && said.failed === undefined) last = said;
  if (said.undo !== undefined && said.back !== undefined) keepWayBack({ ...said.back, undo: said.undo });
  put(said);
  return () => {
    if (shown === said) put(null);
  };
}
/** One has gone somewhere: what was said of another page is not of this one. */
function moved(): void {
  const path = pathNow();
  if (shown === null || shown.back !== undefined || path === page.path) return;
  if (Date.now() - page.at < LANDS) page.path = path;
  else put(null);
}

/** The place of the toast; the frame holds exactly one. The region is always there, so that screen readers hear it change. */
export function Toaster() {
  const now = useSyncExternalStore(subscribe, () => shown, () => null);
  useEffect(() => onLocation(moved), []);
  return <output className={style.region}>{now === null ? null : <Shown key={nth} toast={now} />}</output>;
}

function Shown({ toast: now }: { toast: Toast }) {
  const { t } = useLingui();
  const keys = useKeyProps();
  const { words, undo, again } = now;
  const [held, hold] = useState(false);
  const covered = useCovered();
  // what was said behind a dialog has been heard by nobody
  const unheard = useRef(covered);
  useEffect(() => {
    unheard.current &&= covered;
    if (!unheard.current) return;
    const timer = setTimeout(() => {
      unheard.current = false;
      announce(words);
    }, LANDS);
    return () => clearTimeout(timer);
  }, [covered, words]);
  // where the focus came from: it goes back there when the toast leaves under it
  const before = useRef<HTMLElement | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const here = box.current!;
    const stay = (): void => hold(true);
    const enter = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof HTMLElement && !here.contains(relatedTarget)) before.current = relatedTarget;
      hold(true);
    };
    const leave = (): void => hold(false);
    // a press leaves the focus where it is
    const still = (event: Event): void => event.preventDefault();
    const heard = [['mouseenter', stay], ['mouseleave', leave], ['focusin', enter], ['focusout', leave], ['mousedown', still]] as const;
    for (const [name, work] of heard) here.addEventListener(name, work as EventListener);
    return () => {
      for (const [name, work] of heard) here.removeEventListener(name, work as EventListener);
    };
  }, []);
  useEffect(() => {
    // whoever reads it or is on its button has time, and nobody sees it behind a dialog
    if (held || covered) return;
    const timer = setTimeout(() => shown === now && put(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [now, held, covered]);
  const leave = (): void => {
    if (before.current?.isConnected) before.current.focus({ preventScroll: true });
    put(null);
  };
  const take = (): void => {
    leave();
    goBack(undo!);
  };
  const retry = (): void => {
    leave();
    again!();
  };
  // while it offers a way, its key goes it, whatever else has the focus
  const group = useRef<readonly Bound[]>([]);
  useEffect(() => void (group.current = [...(undo === undefined ? [] : [{ entry: OWN_KEYS.undo, run: take, first: true }]), ...(again === undefined ? [] : [{ entry: OWN_KEYS.retry, run: retry, first: true }])]));
  useEffect(() => listen(group), []);
  return (
    <span ref={box} className={style.toast}>
      {words}
      {undo !== undefined && <button type="button" className={control.button} {...keys(OWN_KEYS.undo)} onClick={take}><Trans>撤销</Trans> <KeyCap of={OWN_KEYS.undo} /></button>}
      {again !== undefined && <button type="button" className={control.button} {...keys(OWN_KEYS.retry)} onClick={retry}><Trans>重试</Trans> <KeyCap of={OWN_KEYS.retry} /></button>}
      <button type="button" className={`${control.button} ${control.quiet}`} aria-label={t`关闭`} onClick={leave}><span aria-hidden="true">×</span></button>
    </span>
  );
}
