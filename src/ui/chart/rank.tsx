import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { composing } from '../key.ts';
import { moveFor } from '../list/move.ts';
import { rowKey } from '../list/row-key.ts';
import { useStop } from './stop.ts';
import style from './rank.module.css';

/** A line of a ranking. */
export interface Ranked {
  key: string;
  /** Which one it is; null: it has none. */
  place: number | null;
  name: ReactNode;
  /** The name in words: for where there is no room for all of it. */
  title: string;
  /** The figure in words; and what of the largest it is (0 to 1) for the bar; null: there is none. */
  value: ReactNode;
  share: number | null;
  /** What else is known of it, as the heads say. */
  more: readonly ReactNode[];
}
interface RankProps {
  label: string;
  heads: { name: string; value: string; more: readonly string[] };
  /** It has places; else it only has an order. */
  numbered: boolean;
  rows: readonly Ranked[];
  at: number;
  onMove: (to: number) => void;
  /** Enter; with Shift, of the period before. */
  onOpen: (at: number, before: boolean) => void;
}
const PAGE = 10;

/** Bars under one another, the largest first (ARIA grid pattern, rows): ↑ ↓ move, Enter and Shift+Enter open. Links of a row are reached by Tab from it. */
export function Rank({ label, heads, numbered, rows, at, onMove, onOpen }: RankProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { within } = useStop(body, 'tr[tabindex="0"]');
  const here = Math.max(0, Math.min(at, rows.length - 1));
  useLayoutEffect(() => {
    for (const bar of body.current!.querySelectorAll<HTMLElement>('[data-share]')) bar.style.inlineSize = `${Number(bar.dataset['share']) * 100}%`;
  });
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, metaKey, ctrlKey, shiftKey } = rowKey(event.nativeEvent);
    if (ctrlKey || metaKey || altKey || (shiftKey && key !== 'Enter') || composing(event.nativeEvent) || (event.target as HTMLElement).closest('a, button') !== null) return;
    const to = moveFor(key, { index: here, count: rows.length, page: PAGE });
    if (to === null && key !== 'Enter') return;
    event.preventDefault();
    if (to === null) onOpen(here, shiftKey);
    else onMove(to);
  };
  return (
    <div className={style.scroll}>
      {/* rows take the focus, which a table's do not */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table className={style.rank} role="grid" aria-label={label} onKeyDown={press} {...within}>
        <thead><tr>{numbered && <th scope="col" data-number="true" className={style.place}><Trans>名次</Trans></th>}<th scope="col" className={style.lead}>{heads.name}</th><th scope="col" data-number="true">{heads.value}</th><th scope="col" className={style.wide}><span className={style.hidden}>{heads.value}</span></th>{heads.more.map((head) => <th key={head} scope="col" data-number="true">{head}</th>)}</tr></thead>
        <tbody ref={body}>
          {rows.map(({ key, place, name, title, value, share, more }, i) => (
            // the grid has the keys
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <tr key={key} tabIndex={i === here ? 0 : -1} onClick={() => onMove(i)}>
              {numbered && <td data-number="true" className={`${style.place} ${style.quiet}`}>{place}</td>}
              <th scope="row"><span className={style.name} title={title}>{name}</span></th>
              <td data-number="true">{value}</td>
              <td className={style.wide} aria-hidden="true">{share !== null && <span className={style.bar} data-share={Math.max(0, Math.min(1, share))} />}</td>
              {more.map((words, column) => <td key={heads.more[column]} data-number="true" className={style.quiet}>{words}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
