import { useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyEntry } from '../../kernel/area.ts';
import { Either, KeyCap, OwnKeys, useKey, useKeyProps } from '../../ui/bound-key.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PartLost } from '../../ui/fetch-part.ts';
import { readFrom } from '../../ui/help-mark.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { KeyRegistry } from '../../ui/key-registry.ts';
import { keysOf, useKeyboard } from '../../ui/keyboard.ts';
import { useLanguage } from '../../ui/language.tsx';
import { reloadHere } from '../../ui/leave.ts';
import { Retry } from '../../ui/list/retry.tsx';
import { navigate } from '../../ui/location.ts';
import { onBack } from '../../ui/network.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import style from './help.module.css';
import { forReader, newsFor } from './readable.ts';
import { knownHelp, loadHelp, type Line, type Page } from './text.ts';

/** The words of help in the language in use: what this person can do, and what is new. */
export interface Reading {
  topics: readonly Page[] | undefined;
  news: Page | undefined;
  /** Why they did not come. */
  failed: Error | null;
  again: () => void;
}
/** Fetches them when they are not here yet. */
export function useReading(): Reading {
  const language = useLanguage();
  const viewer = useViewer();
  const [, came] = useState(0);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  const pages = knownHelp(language);
  useEffect(() => {
    if (pages !== undefined) return;
    let gone = false;
    loadHelp(language).then(() => gone || came((n) => n + 1), (error: Error) => gone || setFailed(error));
    return () => void (gone = true);
  }, [language, pages, tries]);
  const again = useCallback((): void => {
    setFailed(null);
    setTries((n) => n + 1);
  }, []);
  useEffect(() => (failed === null ? undefined : onBack(again)), [failed, again]);
  return { topics: pages && viewer ? forReader(pages, viewer) : undefined, news: pages && viewer ? newsFor(pages, viewer) : undefined, failed: pages === undefined ? failed : null, again };
}

/** What stands there until the words are here, or because they did not come. */
export function Coming({ reading: { failed, again } }: { reading: Reading }) {
  const { t } = useLingui();
  if (failed instanceof PartLost && failed.answers) return <Empty title={t`系统已更新`} hint={t`这一页要重新加载后才能打开，草稿会留着。`}><button type="button" className={`${control.button} ${control.primary}`} onClick={reloadHere}><Trans>重新加载</Trans></button></Empty>;
  if (failed !== null) return <Empty title={t`没有取到帮助`} hint={t`检查网络后重试。`}><Retry again={again} focused /></Empty>;
  return <div className={style.coming} aria-busy="true"><span /><span /><span /></div>;
}

/** The way back to where one was before reading; Esc and Backspace go the same way. */
export function BackFromHelp({ to }: { to: string }) {
  const keys = useKeyProps();
  const back = readFrom() ?? to;
  useKey(OWN_KEYS.back, () => navigate(back));
  return <a className={style.back} href={`#${back}`} {...keys(OWN_KEYS.back)}><span aria-hidden="true">←</span> <Trans>返回</Trans> <KeyCap of={OWN_KEYS.back} className={style.key} /></a>;
}

const NONE: ReadonlyMap<string, KeyEntry> = new Map();
/** Every key of this person by its id; none while they are on their way. */
export function useEntries(): ReadonlyMap<string, KeyEntry> {
  const load = useContext(KeyRegistry);
  const [entries, setEntries] = useState(NONE);
  useEffect(() => {
    let gone = false;
    load().then((all) => gone || setEntries(new Map(all.map((entry) => [entry.id, entry]))), () => {});
    return () => void (gone = true);
  }, [load]);
  return entries;
}
/** A text in which `{order.assign}` stands for keys: they are drawn as one has chosen them, or by name where one has taken them away. */
function Keyed({ text, entries }: { text: string; entries: ReadonlyMap<string, KeyEntry> }) {
  const { i18n } = useLingui();
  const keyboard = useKeyboard();
  return text.split(/\{([\w.-]+)\}/).map((part, i): ReactNode => {
    if (i % 2 === 0) return part;
    const entry = entries.get(part);
    if (entry === undefined) return null;
    const keys = keysOf(entry, keyboard);
    if (keys === undefined) return <b key={i}>{i18n._(entry.words)}</b>;
    // of many digits the first and the last; of others one is enough
    return <span key={i} className={style.keys}>{/^\d(\|\d)+$/.test(keys) ? <Either of={keys} or="/" /> : <OwnKeys of={entry} />}</span>;
  });
}
/** Lines as they are told: steps one below the other with their numbers; one alone needs none. */
export function Told({ lines, entries }: { lines: readonly Line[]; entries: ReadonlyMap<string, KeyEntry> }) {
  const parts: { step: boolean; lines: string[] }[] = [];
  for (const { step, text } of lines) {
    if (step && parts.at(-1)?.step === true) parts.at(-1)!.lines.push(text);
    else parts.push({ step, lines: [text] });
  }
  return parts.map(({ step, lines: [first, ...others] }, i) =>
    step && others.length > 0 ? <ol key={i} className={style.steps}>{[first!, ...others].map((text) => <li key={text}><Keyed text={text} entries={entries} /></li>)}</ol> : <p key={i}><Keyed text={first!} entries={entries} /></p>,
  );
}
