import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../announce.tsx';
import { useKeys } from '../bound-key.tsx';
import { fetchPart } from '../fetch-part.ts';
import { useFormat } from '../format.ts';
import { LIST_KEYS } from '../key-entry.ts';
import { dialogOpen, typing } from '../key.ts';
import type { PaperWork } from './paper.tsx';

/** Ctrl+C copies the selected rows (or the focused one) as a table, Ctrl+P prints them (or all), Ctrl+V brings a block in. `paper` stands in the list's section; what makes it is fetched when it is first wanted. */
export function usePaper<T>({ onPaste, ...given }: Omit<PaperWork<T>, 'format' | 'show'> & { /** Takes a block from a spreadsheet, as the file it would be; absent: the list takes none. */ onPaste?: ((file: File) => void) | undefined }): { paper: ReactNode; print: () => void } {
  const { t } = useLingui();
  const format = useFormat();
  const [paper, show] = useState<ReactNode>(null);
  const attempt = (work: (tool: typeof import('./paper.tsx')) => unknown): void => void fetchPart(() => import(/* webpackChunkName: "list-tool" */ './paper.tsx')).then(work, () => announce(t`网络不通`));
  const work: PaperWork<T> = { ...given, format, show };
  const print = (): void => attempt((tool) => tool.print(work));
  const copy = (): void => attempt((tool) => tool.copy(work));
  const paste = onPaste && ((text: string): void => attempt((tool) => onPaste(tool.sheetOf(text, t`粘贴的表格`))));
  const latest = useRef(paste);
  useEffect(() => void (latest.current = paste));
  useKeys([
    // a marked text is copied as such
    [LIST_KEYS.copy, () => (getSelection()?.isCollapsed === false ? false : copy())],
    onPaste !== undefined && [LIST_KEYS.paste],
    [LIST_KEYS.print, print],
  ]);
  useEffect(() => {
    const onBlock = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || latest.current === undefined || typing(event.target) || dialogOpen() || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      latest.current(text);
    };
    document.addEventListener('paste', onBlock);
    return () => document.removeEventListener('paste', onBlock);
  }, []);
  return { paper, print };
}
