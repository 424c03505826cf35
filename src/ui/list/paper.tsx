import { useState, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { useFormat } from '../format.ts';
import { currentI18n } from '../language.tsx';
import type { Column } from './column.tsx';
import style from './paper.module.css';
import type { Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** Rows that are copied or printed at once; for more there is the export. */
const MOST = 2_000;
/** A list as it is copied and printed. */
export interface PaperWork<T> {
  store: WindowStore<T>;
  selection: Selection<T> | undefined;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  label: string;
  /** What is filtered, in words. */
  about: string;
  format: ReturnType<typeof useFormat>;
  /** Puts the table into the page, and takes it out again. */
  show: (paper: ReactNode) => void;
}

/** Rows as a plain table in the columns that are shown: what is copied, and what leaves the printer. Unseen on the screen. */
function Paper<T>({ ref, label, about, rows, columns, keyOf }: { ref: Ref<HTMLDivElement>; rows: readonly T[] } & Pick<PaperWork<T>, 'label' | 'about' | 'columns' | 'keyOf'>) {
  const { t } = useLingui();
  const { instant, number } = useFormat();
  const [now] = useState(() => new Date().toISOString());
  const count = number(rows.length);
  return (
    <div ref={ref} className={style.paper} aria-hidden="true">
      <header className={style.head}>
        <h1>{label}</h1>
        <p><span>{about}</span><span>{t`${count} 条`}</span></p>
        <p><span><Trans>护理管理系统</Trans></span><span>{t`打印于 ${instant(now)}`}</span></p>
      </header>
      <table>
        <thead><tr>{columns.map(({ id, header, number: right }) => <th key={id} scope="col" data-number={right}>{header}</th>)}</tr></thead>
        <tbody>{rows.map((row) => <tr key={keyOf(row)}>{columns.map(({ id, cell, grow, number: right }) => <td key={id} data-number={right} data-firm={grow === undefined}>{cell(row)}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

/** The words of a cell as one line: parts are a space apart, pictures say nothing. */
function wordsOf(cell: Element): string {
  const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (text !== '' && walk.currentNode.parentElement?.closest('[aria-hidden="true"]')?.contains(cell) !== false) parts.push(text);
  }
  return parts.join(' ');
}
/** What a spreadsheet would take for a formula is text. */
const safe = (text: string): string => (/^[=+@\t]|^-(?![\d.,]+$)/.test(text) ? `'${text}` : text);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
/** A table for the clipboard: as text with tabs, and as a table for programs that know one. */
function clipOf(paper: Element): { text: string; html: string } {
  const lines = [...paper.querySelectorAll('tr')].map((row) => [...row.children].map(wordsOf));
  const html = lines.map((cells, line) => `<tr>${cells.map((cell) => (line === 0 ? `<th>${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`)).join('')}</tr>`).join('');
  return { text: lines.map((cells) => cells.map(safe).join('\t')).join('\n'), html: `<table>${html}</table>` };
}
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
// a cell with what is before it; one with a line break in it a spreadsheet puts in quotes
const CELL = /([\t\n])(?:"((?:[^"\t]|"")*)"(?![^\t\n])|([^\t\n]*))/g;
/** A block of cells as the sheet that an import takes. */
export const sheetOf = (text: string, name: string): File => new File([`\ufeff${`\n${text.replace(/\r\n?/g, '\n').replace(/\n$/, '')}`.replace(CELL, (_, by: string, whole: string | undefined, plain: string) => (by === '\t' ? ',' : '\r\n') + quoted(whole?.replaceAll('""', '"') ?? plain)).slice(2)}\r\n`], `${name}.csv`, { type: 'text/csv' });

/** The rows that are meant, in the list's order; null when they are more than go at once, which is said. */
async function meant<T>({ store, selection, keyOf, format }: PaperWork<T>, otherwise: 'focused' | 'all'): Promise<readonly T[] | null> {
  const named = selection === undefined || selection.all ? [] : [...selection.rows];
  const without = selection?.all === true ? selection.rows : new Map<string, T>();
  if (named.length === 0 && selection?.all !== true && otherwise === 'focused') return [store.at(store.place.index)].filter((row) => row !== undefined);
  const many = named.length > 0 ? named.length : (store.total ?? store.reach) - without.size;
  if (many > MOST) {
    const [count, most] = [format.number(many), format.number(MOST)];
    announce(currentI18n()._(named.length > 0 || selection?.all === true ? msg`已选 ${count} 条，一次最多 ${most} 条；更多的用导出` : msg`共 ${count} 条，一次最多 ${most} 条；更多的用导出`));
    return null;
  }
  if (named.length > 0) {
    // as the list knows them now; what it does not hold is as it was selected, and behind: −1 is then the last place of all
    const placed = named.map(([key, row]) => [store.indexWhere((one) => keyOf(one) === key) >>> 0, row] as const);
    return placed.sort(([a], [b]) => a - b).map(([at, row]) => store.at(at) ?? row);
  }
  try {
    return (await store.rows(0, MOST + without.size, new AbortController().signal)).filter((row) => !without.has(keyOf(row)));
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.code !== DROPPED) announce(error.message);
    return null;
  }
}
/** Puts the table of these rows into the page, for the printer or to be read; null when the list has been left meanwhile. */
function lay<T>(rows: readonly T[], { label, about, columns, keyOf, show }: PaperWork<T>): HTMLElement | null {
  let box: HTMLElement | null = null;
  flushSync(() => show(<Paper ref={(element) => void (box = element ?? box)} label={label} about={about} rows={rows} columns={columns} keyOf={keyOf} />));
  return box;
}
/** Prints the selected rows, else all. */
export async function print<T>(work: PaperWork<T>): Promise<void> {
  const rows = await meant(work, 'all');
  if (rows === null || lay(rows, work) === null) return;
  document.documentElement.dataset['printing'] = 'list';
  addEventListener('afterprint', () => {
    delete document.documentElement.dataset['printing'];
    work.show(null);
  }, { once: true });
  window.print();
}
/** Writes the selected rows to the clipboard, else the focused one: the browser asks for them in a copy of its own, which works on plain http too. */
export async function copy<T>(work: PaperWork<T>): Promise<void> {
  const rows = await meant(work, 'focused');
  const paper = rows === null || rows.length === 0 ? null : lay(rows, work);
  if (rows === null || paper === null) return;
  const { text, html } = clipOf(paper);
  work.show(null);
  let written = false;
  const give = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    written = true;
  };
  document.addEventListener('copy', give, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  const count = rows.length;
  announce(currentI18n()._(written ? msg`已复制 ${count} 条，可以粘贴到表格里` : msg`浏览器不允许复制`));
}
