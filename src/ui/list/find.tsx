import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Endpoint } from '../../kernel/endpoint.ts';
import { KeyCap, useKey, useKeyProps } from '../bound-key.tsx';
import { call, CallFailure, DROPPED, type CallInput } from '../call.ts';
import { useFormat } from '../format.ts';
import { LIST_KEYS, OWN_KEYS } from '../key-entry.ts';
import { composing } from '../key.ts';
import control from '../style/control.module.css';
import { backToRow } from './door.ts';
import type { Chosen } from './filter.tsx';
import style from './tool.module.css';
import type { WindowStore } from './window-store.ts';

/** ms of rest before what is typed is looked for. */
const REST = 150;
interface Found {
  index: number;
  wrapped: boolean;
}

/** Find in list: `/`, then the next row anywhere in it that what is typed means, in its order. Enter goes on, Shift+Enter back, Esc to the row. */
export function Find({ endpoint, store, chosen }: { endpoint: Endpoint; store: WindowStore<unknown>; chosen: Chosen }) {
  const { t } = useLingui();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [said, setSaid] = useState<{ words: string; failed?: boolean } | null>(null);
  const asked = useRef<AbortController | null>(null);
  const begun = useRef(0);
  const keys = useKeyProps();
  useKey(LIST_KEYS.find, () => {
    begun.current = store.place.index;
    setOpen(true);
    input.current?.focus();
  });
  useEffect(() => {
    if (!open) return;
    input.current?.focus();
    input.current?.select();
  }, [open]);
  useEffect(() => () => asked.current?.abort(), []);
  async function find(words: string, from: number, back: boolean): Promise<void> {
    asked.current?.abort();
    if (words.trim() === '') return setSaid(null);
    const own = (asked.current = new AbortController());
    try {
      const found = (await call(endpoint, { query: { ...chosen, row: String(from), q: words.trim(), ...(back ? { back: '1' } : {}) }, signal: own.signal } as CallInput<Endpoint>)) as Found | null;
      if (own.signal.aborted) return;
      if (found === null) return setSaid({ words: t`没有找到` });
      store.goTo(found.index);
      setSaid({ words: found.wrapped ? t`第 ${format.number(found.index + 1)} 条，已循环查找` : t`第 ${format.number(found.index + 1)} 条` });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED && !own.signal.aborted) setSaid({ words: error.message, failed: true });
    }
  }
  const latest = useRef(find);
  useEffect(() => void (latest.current = find));
  useEffect(() => {
    if (!open) return;
    // from where one began, that row itself included
    const rest = setTimeout(() => void latest.current(text, begun.current - 1, false), REST);
    return () => clearTimeout(rest);
  }, [text, open]);
  if (!open) return null;
  const leave = (): void => {
    asked.current?.abort();
    setOpen(false);
    setSaid(null);
    backToRow(input.current);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (composing(event.nativeEvent)) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && !event.ctrlKey && !event.altKey) void find(text, store.place.index, event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={style.find} data-keeps-focus="">
      <input ref={input} className={control.input} type="text" autoComplete="off" spellCheck={false} maxLength={64} aria-label={t`在列表里查找`} placeholder={t`在列表里查找`} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={press} />
      <button type="button" className={control.button} {...keys(LIST_KEYS.foundBack)} onClick={() => void find(text, store.place.index, true)}><Trans>上一条</Trans> <KeyCap of={LIST_KEYS.foundBack} /></button>
      <button type="button" className={control.button} {...keys(LIST_KEYS.found)} onClick={() => void find(text, store.place.index, false)}><Trans>下一条</Trans> <KeyCap of={LIST_KEYS.found} /></button>
      <output className={said?.failed === true ? control.error : control.hint}>{said?.words ?? ''}</output>
      <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>关闭</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
    </search>
  );
}
