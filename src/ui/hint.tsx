import { useEffect, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { capText, eitherOf } from '../kernel/key.ts';
import style from './hint.module.css';
import { onKeyUsed } from './key-stack.ts';
import { keysOf } from './keyboard.ts';
import { currentViewer } from './session.ts';
import { useApple } from './shown-keys.tsx';

const NAME = 'known-keys';
/** People of whom this browser keeps what they know. */
const MOST = 20;
/** Milliseconds that the line stays. */
const SHOWN_FOR = 6_000;
/** The keys that each person knows, by their account. */
function known(): Map<string, readonly unknown[]> {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? '{}') as object;
    return new Map(Object.entries(kept).filter((pair): pair is [string, unknown[]] => Array.isArray(pair[1])));
  } catch {
    return new Map(); // forbidden or poisoned: taught once more
  }
}
/** Whether this key is new to who sits here; from now on it is not. */
function teaches(id: string): boolean {
  const all = known();
  const who = currentViewer()?.userId ?? '';
  const own = all.get(who) ?? [];
  if (own.includes(id)) return false;
  all.delete(who);
  try {
    localStorage.setItem(NAME, JSON.stringify(Object.fromEntries([...[...all].slice(1 - MOST), [who, [...own, id]]])));
  } catch {
    return false; // nothing can be kept: better silent than again and again
  }
  return true;
}

/** Who does by mouse what has a key is shown the key, once for each thing, in a line that nothing waits for. Who has pressed the key is shown nothing. */
export function KeyHint() {
  const { t } = useLingui();
  const apple = useApple();
  const [shown, show] = useState<string | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      // a key presses buttons too, and a finger has no keys
      if (event.detail === 0 || (event as PointerEvent).pointerType === 'touch' || !(event.target instanceof Element)) return;
      const control = event.target.closest<HTMLElement>('[data-key]');
      const { key, keys } = control?.dataset ?? {};
      if (key !== undefined && keys !== undefined && keysOf({ id: key, keys }) !== undefined && teaches(key)) show(keys);
    };
    addEventListener('click', onClick, { capture: true });
    const deaf = onKeyUsed((id) => void teaches(id));
    return () => {
      removeEventListener('click', onClick, { capture: true });
      deaf();
    };
  }, []);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => show(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown === null ? null : <p className={style.hint} aria-hidden="true">{t`下次可以按 ${capText(eitherOf(shown)[0]!, apple)}`}</p>;
}
