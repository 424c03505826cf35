import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import style from '../detail/detail.module.css';
import { Wide } from '../detail/fact.tsx';
import { composing } from '../key.ts';
import { moveFor } from '../list/move.ts';
import { rowKey } from '../list/row-key.ts';

interface TwinProps {
  label: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  across?: number;
  at?: number;
  onMove?: (to: number) => void;
  onOpen?: (at: number, before: boolean) => void;
  to?: (row: number, column: number) => string | null;
}
const PAGE = 10;

/** What a picture shows, as a table: read by whoever cannot or does not want to see it. The first column heads the rows; the others are numbers in words. `across`: of so many of them at most is one table, as many as are needed stand below one another: paper does not scroll. `at`: the line that is read, to which `onMove` leads by ↑ ↓; Enter opens its rows, with Shift those of the period before. `to`: what a cell leads to, columns from 0. */
export function Twin({ label, heads, rows, across, at, onMove, onOpen, to: rowsOf }: TwinProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    const own = body.current!;
    if (own.contains(document.activeElement)) own.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
  }, [at]);
  const here = at === undefined ? null : Math.max(0, Math.min(at, rows.length - 1));
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, metaKey, ctrlKey, shiftKey } = rowKey(event.nativeEvent);
    if (here === null || ctrlKey || metaKey || altKey || (shiftKey && key !== 'Enter') || composing(event.nativeEvent)) return;
    const to = moveFor(key, { index: here, count: rows.length, page: PAGE });
    if (to === null && (key !== 'Enter' || !(event.target as Element).matches('tr'))) return;
    event.preventDefault();
    if (to === null) onOpen?.(here, shiftKey);
    else onMove?.(to);
  };
  const [lead, ...others] = heads;
  const wide = across ?? Math.max(1, others.length);
  const parts = Array.from({ length: Math.max(1, Math.ceil(others.length / wide)) }, (_, i) => ({ from: i * wide, to: Math.min(others.length, (i + 1) * wide) }));
  return (
    <Wide label={label}>
      {parts.map(({ from, to }) => (
        <table key={from} className={style.rows}>
          <thead><tr><th scope="col">{lead}</th>{others.slice(from, to).map((head, i) => <th key={`${i} ${head}`} scope="col" data-number="true">{head}</th>)}</tr></thead>
          {/* its rows can take the focus */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <tbody ref={from === 0 ? body : undefined} onKeyDown={press}>
            {rows.map(({ key, cells: [first, ...rest] }, row) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <tr key={key} tabIndex={here === null ? undefined : row === here ? 0 : -1} onFocus={() => row !== here && onMove?.(row)}>
                <th scope="row">{first}</th>
                {rest.slice(from, to).map((cell, i) => {
                  const link = rowsOf?.(row, from + i + 1) ?? null;
                  return <td key={others[from + i]} data-number="true">{link === null ? cell : <a tabIndex={row === here ? 0 : -1} href={`#${link}`}>{cell}</a>}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Wide>
  );
}
