import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { KeyCap, useKeyProps } from '../bound-key.tsx';
import { Icon } from '../icon.tsx';
import { pressed, pressedOf } from '../key.ts';
import { OWN_KEYS } from '../key-entry.ts';
import type { Keyed } from '../keyboard.ts';
import { wayTo } from '../stack.ts';
import { useLeft } from '../use-left.ts';
import style from './popup-menu.module.css';

/** A line of a popup menu: `to` opens an address, else `run`. */
export interface PopupLine {
  id: string;
  words: string;
  icon?: string | undefined;
  /** Whose key stands at its end. */
  of?: Keyed | undefined;
  to?: string;
  run?: () => void;
  /** Leads to where one is. */
  current?: boolean;
  /** It can be read and reached, and does nothing now. */
  off?: boolean;
  /** Begins a part, under a line; with words, a heading of it. */
  part?: string | true;
}
/** Pixels between the menu and what it belongs to, and to the edges of the window. */
const GAP = 4;
/** A point of the window, or what the menu hangs under. */
export type Anchor = HTMLElement | { x: number; y: number };

/** A menu over the page, as the APG says: arrows go round, Enter does, Escape and Tab leave; the focus goes back to where it was. */
export function PopupMenu({ label, lines, at, id, onClose }: { label: string; lines: readonly PopupLine[]; at: Anchor; id?: string; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const keys = useKeyProps();
  const from = useRef<Element | null>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => void (close.current = onClose));
  useLeft(true, onClose);
  const items = (): HTMLElement[] => [...menu.current!.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const leave = (): void => {
    const back = from.current;
    onClose();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    const own = menu.current!;
    const { width, height } = own.getBoundingClientRect();
    const under = at instanceof HTMLElement ? at.getBoundingClientRect() : null;
    // under its button, at the end of it where that is nearer to the window's edge
    const x = under === null ? (at as { x: number }).x : under.left + width > innerWidth - GAP ? under.right - width : under.left;
    const y = under === null ? (at as { y: number }).y : under.bottom + GAP;
    own.style.left = `${Math.max(GAP, Math.min(x, innerWidth - width - GAP))}px`;
    own.style.top = `${Math.max(GAP, Math.min(y, innerHeight - height - GAP))}px`;
  }, [at, lines]);
  useLayoutEffect(() => {
    from.current ??= document.activeElement;
    (menu.current!.querySelector<HTMLElement>('[aria-current]') ?? items()[0])?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const away = ({ target }: Event): void => {
      if (menu.current?.contains(target as Node) !== true && !(at instanceof HTMLElement && at.contains(target as Node))) close.current();
    };
    const gone = (): void => close.current();
    addEventListener('pointerdown', away, { capture: true });
    addEventListener('resize', gone);
    addEventListener('blur', gone);
    return () => {
      removeEventListener('pointerdown', away, { capture: true });
      removeEventListener('resize', gone);
      removeEventListener('blur', gone);
    };
  }, [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const step = pressedOf(event.nativeEvent, OWN_KEYS.menuMove);
    if (step >= 0) all[[(here + 1) % all.length, (here + all.length - 1) % all.length, 0, all.length - 1][step]!]?.focus({ preventScroll: true });
    else if (pressed(event.nativeEvent, OWN_KEYS.menuLeave)) leave();
    else if (event.key === 'Tab') return leave();
    else if (event.key === ' ') (document.activeElement as HTMLElement).click();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    // a letter is no shortcut of the page behind it
    event.stopPropagation();
    if (step >= 0 || event.key === 'Escape' || event.key === ' ') event.preventDefault();
  };
  const did = (line: PopupLine): void => {
    if (line.off === true) return;
    leave();
    line.run?.();
  };
  return (
    <div ref={menu} id={id} className={style.menu} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {lines.map((line) => {
        const inside = (
          <>
            {line.icon === undefined ? null : <Icon name={line.icon} />}
            <span className={style.words}>{line.words}</span>
            {line.of === undefined ? null : <KeyCap of={line.of} />}
          </>
        );
        const own = { className: style.line, tabIndex: -1, 'aria-disabled': line.off, 'aria-current': line.current === true ? ('page' as const) : undefined, ...(line.of && keys(line.of)), onClick: () => did(line) };
        return (
          <div key={line.id} role="none" className={line.part === undefined ? undefined : style.part}>
            {typeof line.part === 'string' ? <p className={style.heading} aria-hidden="true">{line.part}</p> : null}
            {line.to === undefined ? <button type="button" role="menuitem" {...own}>{inside}</button> : <a role="menuitem" href={`#${wayTo(line.to)}`} {...own}>{inside}</a>}
          </div>
        );
      })}
    </div>
  );
}
