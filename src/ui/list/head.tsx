import { useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { SortKey } from '../../kernel/list.ts';
import type { Column } from './column.tsx';
import style from './head.module.css';
import listStyle from './list.module.css';

/** What the headings of a list can do beside naming their columns. */
export interface HeadWork {
  sort: readonly SortKey[];
  /** A heading was pressed; `also`: what it is sorted by already stays. */
  onSort: (field: string, also: boolean) => void;
  /** A column is to be so many em wide; null: as it was made. */
  onWidth: (id: string, width: number | null) => void;
  /** A column is to stand where another one does. */
  onPut: (id: string, target: string) => void;
}
/** Where a pinned column stays; nothing for the others. */
export const pinOf = ({ pinned }: Pick<Column<never>, 'pinned'>): CSSProperties | undefined => pinned && { insetInlineStart: `calc(var(--edge) + ${pinned.em}em + ${pinned.gaps} * var(--gap))` };

/** Draws a column wider or narrower by its right edge; twice pressed it has its own width again. */
function Edge({ id, onWidth }: { id: string; onWidth: HeadWork['onWidth'] }) {
  const drag = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    const edge = event.currentTarget;
    const heading = edge.parentElement!;
    const em = Number.parseFloat(getComputedStyle(heading).fontSize) || 14;
    const [from, width] = [event.clientX, heading.getBoundingClientRect().width];
    edge.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent): void => onWidth(id, (width + moved.clientX - from) / em);
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
  };
  // the mouse's way; the keyboard's is the list of columns
  return <span className={style.edge} aria-hidden="true" draggable={false} onPointerDown={drag} onClick={(event) => event.stopPropagation()} onDoubleClick={() => onWidth(id, null)} />;
}

/** The headings: a press sorts, with Shift as well; drawn to another place they put their column there. */
export function Head<T>({ columns, work, lead }: { columns: readonly Column<T>[]; work: HeadWork | undefined; /** What stands before the columns. */ lead: ReactNode }) {
  const { t } = useLingui();
  const [drawn, setDrawn] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  return (
    <div role="row" aria-rowindex={1} className={listStyle.row}>
      {lead}
      {columns.map((column) => {
        const { id, header, number, sort } = column;
        const place = work === undefined || sort === undefined ? -1 : work.sort.findIndex(({ field }) => field === sort);
        const key = place < 0 ? undefined : work!.sort[place];
        const sorts = work !== undefined && sort !== undefined;
        return (
          <div
            key={id} role="columnheader" className={`${listStyle.cell} ${style.heading}`} data-number={number} data-pinned={column.pinned !== undefined} data-over={over === id} style={pinOf(column)}
            aria-sort={!sorts ? undefined : key === undefined ? 'none' : key.desc ? 'descending' : 'ascending'} draggable={work !== undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', header);
              setDrawn(id);
            }}
            onDragOver={(event) => {
              if (drawn === null || drawn === id) return;
              event.preventDefault();
              setOver(id);
            }}
            onDragLeave={() => setOver(null)} onDragEnd={() => (setDrawn(null), setOver(null))}
            onDrop={(event) => {
              event.preventDefault();
              if (drawn !== null) work?.onPut(drawn, id);
              setDrawn(null);
              setOver(null);
            }}
          >
            {sorts ? (
              <button type="button" tabIndex={-1} className={style.sort} title={t`按 ${header} 排序；按住 Shift 再加一列`} onClick={(event) => work.onSort(sort, event.shiftKey)}>
                <span className={style.words}>{header}</span>
                {key !== undefined && <span aria-hidden="true" className={style.way}>{key.desc ? '↓' : '↑'}{work.sort.length > 1 ? place + 1 : ''}</span>}
              </button>
            ) : header}
            {work !== undefined && <Edge id={id} onWidth={work.onWidth} />}
          </div>
        );
      })}
    </div>
  );
}
