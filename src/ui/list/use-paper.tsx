import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { useFormat } from '../format.ts';
import { dialogOpen, typing } from '../key.ts';
import type { Column } from './column.tsx';
import { clipOf, Paper } from './paper.tsx';
import type { Selection } from './selection.ts';
import type { WindowStore } from './window-store.ts';

/** Rows that are copied or printed at once; for more there is the export. */
const MOST = 2_000;
interface PaperWork<T> {
  store: WindowStore<T>;
  selection: Selection<T> | undefined;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  label: string;
  /** What is filtered, in words. */
  about: string;
  /** Takes a block from a spreadsheet, as the file it would be; absent: the list takes none. */
  onPaste?: ((file: File) => void) | undefined;
}
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
/** A block of cells as the sheet that an import takes. */
const sheetOf = (text: string, name: string): File => new File([`\ufeff${text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map((line) => line.split('\t').map(quoted).join(',')).join('\r\n')}\r\n`], `${name}.csv`, { type: 'text/csv' });

/** Ctrl+C copies the selected rows (or the focused one) as a table, Ctrl+P prints them (or all), Ctrl+V brings a block in. `paper` stands in the list's section. */
export function usePaper<T>({ store, selection, columns, keyOf, label, about, onPaste }: PaperWork<T>): { paper: ReactNode; print: () => void } {
  const { t } = useLingui();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState<readonly T[] | null>(null);
  const most = format.number(MOST);
  /** The rows that are meant, in the list's order; null when they are more than go at once. */
  async function meant(otherwise: 'focused' | 'all'): Promise<readonly T[] | null> {
    const named = selection === undefined || selection.all ? [] : [...selection.rows];
    if (named.length > MOST) return null;
    if (named.length > 0) {
      const at = new Map(named.map(([key]) => [key, store.indexWhere((row) => keyOf(row) === key)]));
      return named.sort(([a], [b]) => at.get(a)! - at.get(b)!).map(([, row]) => row);
    }
    if (selection?.all !== true && otherwise === 'focused') return [store.at(store.place.index)].filter((row) => row !== undefined);
    const without = selection?.all === true ? selection.rows : new Map<string, T>();
    if ((store.total ?? store.reach) - without.size > MOST) return null;
    return (await store.first(MOST + without.size, new AbortController().signal)).filter((row) => !without.has(keyOf(row)));
  }
  const tooMany = (): void => announce(t`一次最多 ${most} 条；更多的用导出`);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(error.message);
    }
  };
  const print = (): void => void attempt(async () => {
    const chosen = await meant('all');
    if (chosen === null) return tooMany();
    flushSync(() => setRows(chosen));
    document.documentElement.dataset['printing'] = 'list';
    addEventListener('afterprint', () => {
      delete document.documentElement.dataset['printing'];
      setRows(null);
    }, { once: true });
    window.print();
  });
  /** Writes the rows to the clipboard: the browser asks for them in a copy of its own, which works on plain http too. */
  const copy = (): void => void attempt(async () => {
    const chosen = await meant('focused');
    if (chosen === null) return tooMany();
    if (chosen.length === 0) return;
    flushSync(() => setRows(chosen));
    const { text, html } = clipOf(box.current!);
    setRows(null);
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
    announce(written ? t`已复制 ${chosen.length} 条，可以粘贴到表格里` : t`浏览器没有让复制`);
  });
  const latest = useRef({ print, copy, onPaste });
  useEffect(() => void (latest.current = { print, copy, onPaste }));
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || dialogOpen()) return;
      const key = event.key.toLowerCase();
      // a marked text is copied as such
      if (key === 'c' && !typing(event.target) && getSelection()?.isCollapsed !== false) latest.current.copy();
      else if (key === 'p') latest.current.print();
      else return;
      event.preventDefault();
    };
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || latest.current.onPaste === undefined || typing(event.target) || dialogOpen() || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      latest.current.onPaste(sheetOf(text, t`粘贴的表格`));
    };
    document.addEventListener('keydown', press);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('paste', paste);
    };
  }, [t]);
  return { paper: rows === null ? null : <Paper ref={box} label={label} about={about} rows={rows} columns={columns} keyOf={keyOf} />, print };
}
