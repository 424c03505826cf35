import { useLayoutEffect, useRef } from 'react';
import { Trans } from '@lingui/react/macro';
import { refocus } from '../modal.ts';
import { usePlainKey } from '../plain-key.ts';
import control from '../style/control.module.css';

/** Asks again for what did not come, with its key. `focused`: it takes the focus when nothing else has it. */
export function Retry({ again, className = control.button, focused = false }: { again: () => void; className?: string | undefined; focused?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  usePlainKey((event) => {
    const own = event.shiftKey && event.key.toLowerCase() === 'r';
    if (own) again();
    return own;
  });
  useLayoutEffect(() => {
    const own = button.current;
    // it goes when the rows come, also by themselves
    return () => void (document.activeElement === own && setTimeout(refocus));
  }, []);
  useLayoutEffect(() => {
    if (focused && document.activeElement === document.body) button.current!.focus();
  }, [focused]);
  return <button ref={button} type="button" className={className} aria-keyshortcuts="Shift+R" onClick={again}><Trans>重试</Trans> <kbd className={control.key} aria-hidden="true">⇧R</kbd></button>;
}
