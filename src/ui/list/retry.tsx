import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { KeyCap, useKey, useKeyProps } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { refocus } from '../modal.ts';
import control from '../style/control.module.css';

/** Asks again for what did not come, with its key. `focused`: it takes the focus when nothing else has it. */
export function Retry({ again, className = control.button, focused = false, words = <Trans>重试</Trans> }: { again: () => void; className?: string | undefined; focused?: boolean; words?: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const keys = useKeyProps();
  useKey(OWN_KEYS.retry, again);
  useLayoutEffect(() => {
    const own = button.current;
    // it goes when the rows come, also by themselves
    return () => void (document.activeElement === own && setTimeout(refocus));
  }, []);
  useLayoutEffect(() => {
    if (focused && document.activeElement === document.body) button.current!.focus();
  }, [focused]);
  return <button ref={button} type="button" className={className} {...keys(OWN_KEYS.retry)} onClick={again}>{words} <KeyCap of={OWN_KEYS.retry} /></button>;
}
