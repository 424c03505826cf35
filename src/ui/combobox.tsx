import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { composing } from './key.ts';
import { useMended } from './mended.ts';
import { useChoices, type Choice, type Choices } from './choice.ts';
import style from './combobox.module.css';
import control from './style/control.module.css';

interface ComboboxProps<T extends Choice> {
  label: string;
  name: string;
  /** What is chosen, or null. */
  value: Choice | null;
  onChange: (choice: T | null) => void;
  /** All there is to choose from, or a question to the server; the same value from one render to the next, or it is asked anew; undefined while it is on its way. */
  choices: Choices<T> | undefined;
  /** What is wrong and how to mend it, or null. */
  error: string | null;
  hint?: string | undefined;
  placeholder?: string | undefined;
  /** What the list says when nothing fits. */
  empty?: string | undefined;
  /** Where nothing checks what is chosen afterwards: what to say of a text that nothing fits; it stays until it is corrected. */
  lost?: string;
  required?: boolean;
  disabled?: boolean;
  /** Below the input, such as what is known of the choice. */
  children?: ReactNode;
}
const NOTHING = { text: '', none: false };
const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/**
 * One of many by type-ahead: typing narrows, ↓ ↑ move, Enter or Tab takes what is marked, Esc closes the list only. Keys typed before the
 * answer is there are not lost: Enter and Tab then take the best of it. What cannot be chosen stays in sight with its reason.
 */
export function Combobox<T extends Choice>({ label, name, value, onChange, choices, error: refused, hint, placeholder, empty, lost, required = false, disabled = false, children }: ComboboxProps<T>) {
  const { t } = useLingui();
  const id = useId();
  const [error, mend] = useMended(refused);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // null: nothing is being typed, the field shows what is chosen
  const [text, setText] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  /** The text that was typed and not taken, and whether nothing fits it. */
  const [missed, setMissed] = useState(NOTHING);
  const input = useRef<HTMLInputElement>(null);
  const take = (choice: T | null): void => {
    // nothing came of it: while the field has the focus what was typed stays
    if (choice === null) return void (miss() || document.activeElement === input.current || leave());
    if (choice.refused !== undefined) return;
    close();
    if (choice.value !== value?.value) onChange(choice);
  };
  const { found, asking, waits, failure, awaitBest, forget } = useChoices(choices, text ?? '', open, take);
  const firstFree = found.find((one) => one.refused === undefined) ?? found[0];
  const chosen = (text ?? '') === '' ? found.find((one) => one.value === value?.value) : undefined;
  const active = found.find((one) => one.value === moved) ?? chosen ?? firstFree;

  const shown = value?.label ?? '';
  /** Something was typed that is not what is chosen. */
  const untaken = !disabled && text !== null && text.trim() !== '' && text !== shown;
  useEffect(() => {
    // chosen elsewhere, or nothing to choose from any more: what was typed here before is answered
    if (disabled || document.activeElement !== input.current) close();
    // so that the next key begins anew, as on entering the field
    else input.current!.select();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, disabled]);
  useEffect(() => {
    const { form } = input.current!;
    // a form sends what was taken: what is only typed would be left out without a word
    const hold = (event: Event): void => {
      if (!untaken) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
      // of several the first
      form!.querySelector<HTMLElement>('[data-untaken]')!.focus();
    };
    form?.addEventListener('submit', hold, true);
    return () => form?.removeEventListener('submit', hold, true);
  });
  const at = active === undefined ? -1 : found.indexOf(active);
  useEffect(() => {
    if (open) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [open, at]);
  /** Whether nothing fits what was typed, which is then said. */
  function miss(): boolean {
    if (!lost || !text || asking || failure || active) return false;
    setMissed({ text, none: true });
    setOpen(false);
    return true;
  }
  /** What was typed and not taken stays, and the field says so. */
  function leave(): void {
    if (miss()) return;
    if (!untaken) return close();
    setOpen(false);
    setMissed({ text, none: false });
  }
  function close(): void {
    setOpen(false);
    setText(null);
    setMoved(null);
    setMissed(NOTHING);
    forget();
  }
  const show = (): void => {
    if (!disabled) setOpen(true);
  };
  const move = (step: number): void => {
    if (found.length === 0) return;
    const to = found[Math.abs(step) === 1 ? (at + step + found.length) % found.length : Math.min(Math.max(at + step, 0), found.length - 1)]!;
    setMoved(to.value);
  };
  /** Takes what is marked; while the answer is on its way, the best of it when it comes. */
  const accept = (): void => {
    if (text === '' && moved === null) return close();
    // behind a closed list stands what answered an older question
    if (asking || !open) return awaitBest();
    if (active !== undefined) take(active);
    else miss();
  };
  const write = (next: string): void => {
    setText(next);
    setMoved(null);
    forget();
    // entered again it has no focus, and no leaving it would close the list
    setOpen(document.activeElement === input.current);
    if (next === '' && value !== null) onChange(null);
  };
  /** What cannot be chosen is not taken: a bed stands in its ward's list alone. */
  const choose = (field: HTMLInputElement): void => {
    const choice = typeof choices === 'object' ? choices.find((one) => one.value === field.value && one.refused === undefined) : undefined;
    if (choice !== undefined || field.value === '') onChange(choice ?? null);
    else field.value = value?.value ?? '';
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (composing(event.nativeEvent) || event.ctrlKey || event.metaKey) return;
    const step = STEP[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) return show();
      if (!event.altKey) return move(step);
      if (event.key === 'ArrowUp') close();
    } else if (event.key === 'Escape' && (open || text)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && (open || text)) {
      event.preventDefault();
      accept();
    } else if (event.key === 'Tab' && open && text) accept();
  };
  const said = text && missed.text === text ? (missed.none ? lost! : (failure ?? t`先从列表里选定一项`)) : error;
  const option = (choice: T): string => `${id}o${choice.value}`;
  return (
    <div className={control.field} onChange={mend}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <div className={style.box}>
        <input
          ref={input} id={id} name={name} className={control.input} type="text" role="combobox" autoComplete="off" spellCheck={false} maxLength={64}
          value={text ?? shown} placeholder={placeholder ?? t`输入查找`} disabled={disabled} required={required} data-untaken={untaken || undefined}
          aria-expanded={open} aria-controls={`${id}l`} aria-autocomplete="list" aria-activedescendant={open && active !== undefined ? option(active) : undefined} aria-invalid={said !== null} aria-describedby={`${id}e ${id}h`} data-taken={text === null || undefined}
          onChange={(event) => write(event.target.value)} onKeyDown={press} onClick={show} onFocus={(event) => event.target.select()}
          onBlur={({ target, relatedTarget }) => {
            // who looks at something else, in the palette or in another window, finds here what was typed, and what it may mean: Enter takes that, and sends no form
            if (text !== null && (!document.hasFocus() || (relatedTarget !== null && relatedTarget.closest('dialog') !== target.closest('dialog')))) return;
            // Tab before the answer came: it is still waited for
            if (waits) setOpen(false);
            else leave();
          }}
        />
        {/* what one chose is entered again by what it is (entered.ts): the words alone would only be looked for */}
        <input type="hidden" name={`${name}Id`} value={value?.value ?? ''} disabled={disabled || typeof choices === 'function'} onInput={({ currentTarget }) => choose(currentTarget)} />
        <div className={style.popup} hidden={!open}>
          {/* a native list has no second fact, no reason and no type-ahead by pinyin */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div ref={list} id={`${id}l`} className={style.list} role="listbox" aria-label={label} aria-busy={asking}>
            {found.map((choice) => (
              // the input has the keys
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                key={choice.value} id={option(choice)} role="option" className={style.option} aria-selected={choice === active} aria-disabled={choice.refused !== undefined}
                onMouseDown={(event) => event.preventDefault()} onClick={() => take(choice)}
              >
                <span className={style.name}>{choice.label}</span>
                {choice.detail !== undefined && <span className={style.detail}>{choice.detail}</span>}
                {choice.refused !== undefined ? <span className={style.refused}>{choice.refused}</span> : choice.trailing !== undefined && <span className={style.trailing}>{choice.trailing}</span>}
              </div>
            ))}
          </div>
          {failure !== null ? <p className={`${style.word} ${control.error}`} role="alert">{failure}</p> : asking && found.length === 0 ? <p className={style.word}><Trans>正在找</Trans></p> : found.length === 0 && <p className={style.word}>{empty ?? t`没有匹配的`}</p>}
        </div>
        <output className={control.hidden}>{open && !asking ? t`${found.length} 项` : ''}</output>
      </div>
      {hint === undefined ? null : <p id={`${id}h`} className={control.hint}>{hint}</p>}
      {children}
      <p id={`${id}e`} className={control.error} aria-live="polite">{said}</p>
    </div>
  );
}
