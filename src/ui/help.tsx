import { useEffect, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Command, KeyEntry, KeyScope, Words } from '../kernel/area.ts';
import { Either } from './bound-key.tsx';
import { shownKeys, type HelpRow } from './help-key.ts';
import style from './help.module.css';
import { noteFrom, startTour, useUnseenNews } from './help-mark.ts';
import { helpSource } from './help-source.ts';
import { toggleHelp } from './help-state.ts';
import { isHere } from './here.ts';
import { OWN_KEYS } from './key-entry.ts';
import { keysOf } from './keyboard.ts';
import { currentHref } from './location.ts';
import { useSheet } from './modal.ts';
import { useViewer } from './session.ts';
import { getSetting } from './setting.ts';
import control from './style/control.module.css';

interface HelpProps {
  commands: readonly Command[];
  /** Every key of this person. */
  load: () => Promise<readonly KeyEntry[]>;
}
function Lines({ rows, id }: { rows: readonly HelpRow[]; id: string }) {
  const { i18n } = useLingui();
  const say = (words: Words | string): string => (typeof words === 'string' ? words : i18n._(words));
  return (
    <dl className={style.keys} aria-labelledby={id}>
      {rows.map(({ id: key, keys, words }) => (
        <div key={`${key} ${say(words)}`} className={style.key} data-help={key}>
          <dt>{say(words)}</dt>
          <dd>
            <Either of={keys} or={<span className={style.or}><Trans>或</Trans></span>} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ id, heading, rows }: { id: string; heading: string; rows: readonly HelpRow[] }) {
  return rows.length === 0 ? null : (
    <>
      <h3 id={id} className={style.part}>{heading}</h3>
      <Lines rows={rows} id={id} />
    </>
  );
}

/** What is written beside the keys. */
function Ways() {
  const { t } = useLingui();
  const unseen = useUnseenNews();
  const source = helpSource();
  // with a one-time password none of these pages is open
  const barred = useViewer()?.paths.includes('/help/index') === false;
  if (source === null || barred) return null;
  const read = (): void => {
    noteFrom();
    toggleHelp();
  };
  return (
    <nav className={style.ways} aria-label={t`帮助`}>
      <a href={`#${source.pageFor(currentHref())}`} onClick={read}><Trans>这一页怎么用</Trans></a>
      <a href="#/help/index" onClick={read}><Trans>所有帮助</Trans></a>
      <a href="#/help/news" data-unseen={unseen} onClick={read}>{unseen ? t`新变化，有没看过的` : t`新变化`}</a>
      <button type="button" className={style.way} onClick={() => (toggleHelp(), startTour())}><Trans>入门五步</Trans></button>
    </nav>
  );
}

const rowsOf = (commands: readonly Command[]): HelpRow[] => commands.flatMap(({ id, keys, title }) => (keys === undefined ? [] : [{ id, keys, words: title }]));
/** Entries as one has chosen their keys; without those that have none. */
const chosen = (entries: readonly KeyEntry[]): HelpRow[] => entries.flatMap((entry) => {
  const keys = keysOf(entry);
  return keys === undefined ? [] : [{ id: entry.id, keys, words: entry.words }];
});
// tabs that are not shown have no keys here and now: theirs stand with those of other pages
const stands = ({ id }: { id: string }): boolean => getSetting('tagsView') || !id.startsWith('tag.');
const own = (scope: KeyScope): HelpRow[] => chosen(Object.values<KeyEntry>(OWN_KEYS).filter((entry) => entry.scope === scope));
/** The list of all keys: what listens on the page that is shown, what works everywhere, in the palette and in forms, and at last what only other pages hear; and the ways to what is written. */
export default function Help({ commands, load }: HelpProps) {
  const { t } = useLingui();
  // from its beginning: the first thing that takes the focus by itself stands at its end
  const sheet = useSheet(toggleHelp, (shown) => shown.querySelector('h2')!.focus());
  const [page] = useState(shownKeys);
  const [all, setAll] = useState<readonly KeyEntry[]>([]);
  useEffect(() => {
    let gone = false;
    load().then((entries) => gone || setAll(entries), () => {});
    return () => void (gone = true);
  }, [load]);
  const [acting] = useState(() => commands.filter(({ on }) => on !== undefined && isHere(on)));
  const everywhere = [...own('global'), ...rowsOf(commands.filter((one) => one.on === undefined && stands(one)))];
  const known = new Set([...everywhere, ...commands].map(({ id }) => id));
  const here = [...page.filter(({ id }) => !known.has(id)), ...rowsOf(acting)];
  const palette = own('palette');
  // a form on the page says itself what its keys do
  const form = own('dialog').filter(({ id }) => !here.some((row) => row.id === id));
  const listed = new Set([...here, ...everywhere, ...palette, ...form].map(({ id }) => id));
  const elsewhere = chosen(all.filter(({ id }) => !listed.has(id)));
  return (
    <dialog {...sheet} className={style.sheet} aria-labelledby="help-title">
      <h2 id="help-title" tabIndex={-1}>
        <Trans>快捷键一览</Trans>
      </h2>
      <Ways />
      <Part id="help-page" heading={t`这个页面`} rows={here} />
      <Part id="help-all" heading={t`所有页面`} rows={everywhere} />
      <Part id="help-palette" heading={t`面板`} rows={palette} />
      <Part id="help-form" heading={t`表单`} rows={form} />
      {elsewhere.length === 0 ? null : (
        <details>
          <summary id="help-rest" className={style.part}><Trans>其他页面</Trans></summary>
          <Lines rows={elsewhere} id="help-rest" />
        </details>
      )}
      <button type="button" className={control.button} onClick={toggleHelp}>
        <Trans>关闭</Trans>
      </button>
    </dialog>
  );
}
