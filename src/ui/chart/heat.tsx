import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useLingui } from '@lingui/react/macro';
import { composing } from '../key.ts';
import control from '../style/control.module.css';
import { fitMarks } from './mark.ts';
import { useStop } from './stop.ts';
import { boundsOf, SHADES, shadeOf, stepFor } from './tick.ts';
import style from './heat.module.css';

/** A cell by row and column from 0. */
export interface Cell {
  row: number;
  column: number;
}
interface HeatProps {
  label: string;
  rows: readonly { key: string; name: string }[];
  /** `words` in full, `mark` short. */
  columns: readonly { key: string; words: string; mark: string }[];
  values: readonly (readonly (number | null)[])[];
  /** Columns with a bar above them, and what that means. */
  cut: readonly number[];
  less: string;
  /** A value in words. */
  say: (value: number | null) => string;
  at: Cell;
  onMove: (to: Cell) => void;
  /** Enter, or a press. */
  onOpen: (at: Cell) => void;
  /** What the rows are called. */
  lead: string;
}
/** Rows of a screen. */
const PAGE = 8;

/** Shades over rows and columns (ARIA grid pattern): one tab stop, the arrows move it, and each cell says its row, its column and its value. One hue from light to dark, so no colour has to be told from another. */
export function Heat({ label, rows, columns, values, cut, less, say, at, onMove, onOpen, lead }: HeatProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const { inside, within } = useStop(box, 'td[tabindex="0"]');
  const bounds = boundsOf(values.flat());
  const here: Cell = { row: Math.max(0, Math.min(at.row, rows.length - 1)), column: Math.max(0, Math.min(at.column, columns.length - 1)) };
  useLayoutEffect(() => {
    const own = box.current!;
    own.style.setProperty('--columns', String(columns.length));
    // it begins where it is read, not at its oldest columns
    const cell = own.querySelector<HTMLElement>('td[tabindex="0"]');
    if (cell !== null) own.scrollLeft = cell.offsetLeft + cell.offsetWidth - own.clientWidth;
  }, [columns.length]);
  useLayoutEffect(() => {
    const fit = (): void => fitMarks(box.current!);
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, [columns]);
  const press = (event: KeyboardEvent): void => {
    if (event.metaKey || event.altKey || event.shiftKey || composing(event.nativeEvent)) return;
    const ends = event.ctrlKey && (event.key === 'Home' || event.key === 'End');
    if (event.ctrlKey && !ends) return;
    const down = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key];
    const along = down === undefined ? stepFor(event.key, here.column, columns.length) : null;
    if (down === undefined && along === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (ends) onMove(event.key === 'Home' ? { row: 0, column: 0 } : { row: rows.length - 1, column: columns.length - 1 });
    else if (down !== undefined) onMove({ ...here, row: Math.max(0, Math.min(rows.length - 1, here.row + down)) });
    else if (along !== null) onMove({ ...here, column: along });
    else onOpen(here);
  };
  const value = values[here.row]?.[here.column] ?? null;
  return (
    <div className={style.heat}>
      <p className={style.readout} aria-hidden="true"><span>{rows[here.row]?.name}</span><span className={style.quiet}>{columns[here.column]?.words}</span><b>{say(value)}</b></p>
      <div ref={box} className={style.grid} onScroll={(event) => fitMarks(event.currentTarget)} {...within}>
        {/* cells take the focus, which a table's do not */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table role="grid" className={style.table} aria-label={label} onKeyDown={press}>
          <thead><tr><th scope="col" className={style.lead}>{lead}</th>{columns.map(({ key, words, mark }, i) => <th key={key} scope="col" className={style.mark} data-cut={cut.includes(i)}><span className={control.hidden}>{words}</span><span aria-hidden="true" data-mark>{mark}</span></th>)}</tr></thead>
          <tbody>
            {rows.map(({ key, name }, row) => (
              <tr key={key}>
                <th scope="row" className={style.lead} title={name}>{name}</th>
                {columns.map((column, i) => {
                  const one = values[row]?.[i] ?? null;
                  const stop = row === here.row && i === here.column;
                  return (
                    // the grid has the keys
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
                    <td
                      key={column.key} tabIndex={stop ? 0 : -1} className={style.cell} data-shade={shadeOf(one, bounds) ?? 'none'} aria-label={t`${name}，${column.words}：${say(one)}`}
                      onPointerEnter={(event) => {
                        if (event.pointerType !== 'touch' && !inside.current) onMove({ row, column: i });
                      }}
                      onClick={() => (stop ? onOpen({ row, column: i }) : onMove({ row, column: i }))}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={style.legend} aria-hidden="true">
        <span><i className={style.cell} data-shade="none" />{say(null)}</span>
        <span><i className={style.cell} data-shade={0} />{say(0)}</span>
        {bounds.map((bound, i) => <span key={bound}><i className={style.cell} data-shade={SHADES - bounds.length + i + 1} />{`≤ ${say(bound)}`}</span>)}
        {cut[0] !== undefined && <span>{`━ ${less}`}</span>}
      </p>
    </div>
  );
}
