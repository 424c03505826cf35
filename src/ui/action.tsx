import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLingui } from '@lingui/react/macro';
import { may } from '../kernel/access.ts';
import type { Command, Thing } from '../kernel/area.ts';
import { mayPass, refusal } from '../kernel/offered.ts';
import { refusalWords, type RefusalName } from '../kernel/refusal.ts';
import { KeyCap, useKeyProps } from './bound-key.tsx';
import { runCommand } from './effect.ts';
import { useLanguage } from './language.tsx';
import { useViewer } from './session.ts';
import control from './style/control.module.css';
import style from './action.module.css';

interface ActionsProps {
  /** What acts on the record. */
  commands: readonly Command[];
  row: Pick<Thing, 'can' | 'cannot'>;
  /** What usually comes next: the first of these events that is possible is the primary action. */
  next: readonly string[];
  /** Refusals that only say that there is no occasion for it: what is refused so is left out. */
  idle: ReadonlySet<RefusalName | null>;
  /** Events that one thinks about twice. */
  grave: ReadonlySet<string>;
}
/** What may be done to a record, each with its key; what something stands in the way of stays in reach and says why. */
export function Actions({ commands, row, next, idle, grave }: ActionsProps) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const viewer = useViewer();
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  const [asked, ask] = useState<string | null>(null);
  const whyNot = (command: Command): RefusalName | null => refusal(command, { ...row, name: '' });
  const fitting = commands.filter((command) => viewer !== null && (command.may === undefined || may(viewer, command.may)) && !idle.has(whyNot(command)));
  const possible = fitting.filter((command) => whyNot(command) === null);
  const shown = [...possible, ...fitting.filter((command) => !possible.includes(command))];
  const main = next.find((event) => row.can.includes(event));
  useLayoutEffect(() => {
    // the button that had the focus is gone with what it did
    if (inside.current && document.activeElement === document.body) bar.current!.querySelector('button')?.focus({ preventScroll: true });
  });
  // one tab stop, arrows inside, as in any toolbar
  const [at, setAt] = useState<string | null>(null);
  const stop = shown.some(({ id: one }) => one === at) ? at : shown[0]?.id;
  const press = (event: KeyboardEvent): void => {
    const buttons = [...bar.current!.querySelectorAll('button')];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: (now + 1) % buttons.length, ArrowLeft: (now + buttons.length - 1) % buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || now < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    buttons[to]!.focus();
  };
  const why = shown.find((command) => command.id === asked);
  const words = why === undefined ? null : whyNot(why);
  return (
    <div
      ref={bar} className={style.bar} role="toolbar" aria-label={t`操作`}
      onFocus={() => (inside.current = true)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) inside.current = bar.current!.contains(relatedTarget);
        ask(null);
      }}
    >
      <div className={control.actions}>
        {shown.map((command) => {
          const refused = !possible.includes(command);
          const look = command.event !== undefined && command.event === main ? ` ${control.primary}` : command.event === undefined || command.event === 'undo' ? ` ${control.quiet}` : command.event !== undefined && grave.has(command.event) ? ` ${control.danger}` : '';
          return (
            <button
              key={command.id} type="button" className={`${control.button}${look}`} data-refused={refused} aria-disabled={refused} aria-describedby={refused ? `${id}w` : undefined} {...keys(command)} tabIndex={command.id === stop ? 0 : -1} onKeyDown={press}
              onClick={() => (refused && !mayPass(whyNot(command)) ? ask(command.id) : runCommand(command, false))} onFocus={() => (setAt(command.id), ask(refused ? command.id : null))} onMouseEnter={() => ask(refused ? command.id : null)}
            >
              {i18n._(command.title)} <span aria-hidden="true" className={style.keys}><KeyCap of={command} /></span>
            </button>
          );
        })}
      </div>
      <p id={`${id}w`} className={style.why} aria-live="polite">{why !== undefined && words !== null ? t`${i18n._(why.title)}：${refusalWords(words, language)}` : null}</p>
    </div>
  );
}
