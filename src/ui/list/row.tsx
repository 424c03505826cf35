import type { MouseEvent, ReactNode } from 'react';
import style from './list.module.css';

/** A row at its place; without children, a skeleton of the same height that already says which row it is. */
export function Row({ index, start, focused, selected, columns, onPress, children }: { index: number; start: number; focused: boolean; selected: boolean | undefined; columns: number; onPress: () => void; children: ReactNode }) {
  const press = (event: MouseEvent): void => {
    // text being marked is not a press, and a link inside does its own work with modifier keys
    if (event.metaKey || event.ctrlKey || event.shiftKey || getSelection()?.isCollapsed === false) return;
    // a checkbox does its own work
    if (event.target instanceof Element && event.target.closest('label') !== null) return;
    event.preventDefault();
    onPress();
  };
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} aria-selected={selected} tabIndex={focused ? 0 : -1} className={style.row} style={{ transform: `translateY(${start}px)` }} onClick={press}>
      {children ?? Array.from({ length: columns }, (_, column) => (
        <div key={column} role="gridcell" className={style.cell}><span className={style.skeleton} /></div>
      ))}
    </div>
  );
}
