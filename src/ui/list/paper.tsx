import { useState, type Ref } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../format.ts';
import type { Column } from './column.tsx';
import style from './paper.module.css';

/** Rows as a plain table in the columns that are shown: what is copied, and what leaves the printer. Unseen on the screen. */
export function Paper<T>({ ref, label, about, rows, columns, keyOf }: { ref: Ref<HTMLDivElement>; label: string; /** What is filtered. */ about: string; rows: readonly T[]; columns: readonly Column<T>[]; keyOf: (row: T) => string }) {
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
        <tbody>{rows.map((row) => <tr key={keyOf(row)}>{columns.map(({ id, cell, number: right }) => <td key={id} data-number={right}>{cell(row)}</td>)}</tr>)}</tbody>
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
export function clipOf(paper: Element): { text: string; html: string } {
  const lines = [...paper.querySelectorAll('tr')].map((row) => [...row.children].map(wordsOf));
  const html = lines.map((cells, line) => `<tr>${cells.map((cell) => (line === 0 ? `<th>${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`)).join('')}</tr>`).join('');
  return { text: lines.map((cells) => cells.map(safe).join('\t')).join('\n'), html: `<table>${html}</table>` };
}
