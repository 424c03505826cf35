import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { LIST_KEYS } from '../key-entry.ts';
import style from './list.module.css';

/** A cell of a row; undefined content has not come: a skeleton of the same height stands for it. */
export interface Cell {
  id: string;
  className: string | undefined;
  number?: boolean | undefined;
  /** Where a pinned one stays. */
  style?: CSSProperties | undefined;
  content: ReactNode;
}

/** A row at its place, which it says before its content has come. `stop`: what of it is the grid's tab stop: itself, one of its cells, nothing. */
export function Row({ index, y, stop, selected, cells, onPress }: { index: number; y: number; stop: 'row' | number | null; selected: boolean | undefined; cells: readonly Cell[]; onPress: () => void }) {
  const press = (event: MouseEvent): void => {
    // text being marked is not a press, and a link inside does its own work with modifier keys
    if (event.metaKey || event.ctrlKey || event.shiftKey || getSelection()?.isCollapsed === false) return;
    // a checkbox does its own work
    if (event.target instanceof Element && event.target.closest('label') !== null) return;
    event.preventDefault();
    onPress();
  };
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} data-focused={stop !== null} aria-selected={selected} tabIndex={stop === 'row' ? 0 : -1} className={style.row} data-key={LIST_KEYS.open.id} data-keys={LIST_KEYS.open.keys} style={{ transform: `translateY(${y}px)` }} onClick={press}>
      {cells.map(({ id, className, number, style: stays, content }, column) => (
        <div key={id} role="gridcell" className={className} style={stays} data-number={number} data-blank={content === undefined || undefined} tabIndex={stop === column ? 0 : undefined}>{content}</div>
      ))}
    </div>
  );
}
