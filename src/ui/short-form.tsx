import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { Ask } from './dialog.tsx';
import { OWN_KEYS } from './key-entry.ts';
import { composing } from './key.ts';
import { useMended } from './mended.ts';
import { focusField, sendByKey } from './submit.ts';
import control from './style/control.module.css';
import { currentViewer } from './session.ts';
import { useUnsaved } from './use-unsaved.ts';

interface ShortFormProps {
  label: string;
  /** On the button that sends. */
  action: string;
  busy: boolean;
  /** Why the server refused, or null: another object for each refusal. `blamed`: the field it is about, which gets the cursor; else it is said below the fields. */
  failure: { message: string } | null;
  blamed?: string | null | undefined;
  onSubmit: (form: HTMLFormElement) => void;
  /** What was typed is thrown away, and what was said about it with it. */
  onClose: () => void;
  /** It always stands there: closing only empties it. */
  stays?: boolean;
  /** What was typed is kept elsewhere: another address asks nothing. */
  kept?: boolean;
  /** The field that has the cursor at first. */
  focus?: string;
  children: ReactNode;
}
const inputsOf = (form: HTMLFormElement): HTMLInputElement[] => [...form.elements].filter((one) => one instanceof HTMLInputElement);
const written = (form: HTMLFormElement): boolean => inputsOf(form).some((input) => input.value !== input.defaultValue);

/** A few fields that are sent together: Ctrl+Enter sends, Esc asks before it throws away what was typed. */
export function ShortForm({ label, action, busy, failure, blamed, onSubmit, onClose, stays = false, kept = false, focus, children }: ShortFormProps) {
  const keys = useKeyProps();
  const form = useRef<HTMLFormElement>(null);
  const [failed, mend] = useMended((!blamed && failure?.message) || null);
  const [asking, setAsking] = useState<{ go: (() => void) | null } | null>(null);
  // what the browser fills in by itself is nobody's work
  const touched = useRef(false);
  useEffect(() => {
    if (focus !== undefined) focusField(form.current!, focus);
  }, [focus]);
  // with the words, not after them
  useLayoutEffect(() => {
    if (failure !== null && blamed) focusField(form.current!, blamed);
  }, [failure, blamed]);
  const leave = (): void => {
    setAsking(null);
    touched.current = false;
    if (stays) form.current!.reset();
    onClose();
  };
  const close = (): void => (written(form.current!) ? setAsking({ go: null }) : leave());
  // who signs in has nothing to lose
  useUnsaved(() => touched.current && form.current !== null && written(form.current) && currentViewer() !== null, kept ? null : (go) => setAsking({ go }));
  const press = (event: KeyboardEvent<HTMLFormElement>): void => {
    sendByKey(event);
    if (event.key !== 'Escape' || event.defaultPrevented || composing(event.nativeEvent) || asking !== null) return;
    event.preventDefault();
    close();
  };
  return (
    // keys of the fields inside, on their way up
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className={control.form} aria-label={label} noValidate onChange={mend} onInput={(event) => { touched.current ||= event.currentTarget.contains(document.activeElement); }} onKeyDown={press} onSubmit={(event) => { event.preventDefault(); onSubmit(event.currentTarget); }}>
      {children}
      <p role="alert" className={control.error}>{failed}</p>
      <div className={control.actions}>
        <button type="submit" className={`${control.button} ${control.primary}`} aria-disabled={busy} {...keys(OWN_KEYS.send)}>
          {action} <KeyCap of={OWN_KEYS.send} />
        </button>
        {stays ? null : (
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={close}>
            <Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} />
          </button>
        )}
      </div>
      {asking !== null ? (
        <Ask title={<Trans>放弃填写的内容？</Trans>} text={<Trans>填写的内容还没有提交。</Trans>} onCancel={() => setAsking(null)}>
          <button type="button" className={`${control.button} ${control.primary}`} onClick={() => setAsking(null)}><Trans>继续填写</Trans></button>
          <button type="button" className={`${control.button} ${control.danger}`} onClick={() => { const { go } = asking; leave(); go?.(); }}><Trans>放弃</Trans></button>
        </Ask>
      ) : null}
    </form>
  );
}
