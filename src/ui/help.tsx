import { useLayoutEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Command, Words } from '../kernel/area.ts';
import { Either } from './bound-key.tsx';
import { shownKeys, type HelpRow } from './help-key.ts';
import style from './help.module.css';
import { toggleHelp, useHelp } from './help-state.ts';
import { isHere } from './here.ts';
import { OWN_KEYS } from './key-entry.ts';
import { keysOf } from './keyboard.ts';
import { onShade } from './shade.ts';
import control from './style/control.module.css';

/** The list of all keys, made from what listens to them: the keys of the page that is shown, then those that work everywhere. */
export function Help({ commands }: { commands: readonly Command[] }) {
  return useHelp() ? <Sheet commands={commands} /> : null;
}

function Part({ id, heading, rows }: { id: string; heading: string; rows: readonly HelpRow[] }) {
  const { i18n } = useLingui();
  const say = (words: Words | string): string => (typeof words === 'string' ? words : i18n._(words));
  return rows.length === 0 ? null : (
    <>
      <h3 id={id} className={style.part}>{heading}</h3>
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
    </>
  );
}

const rowsOf = (commands: readonly Command[]): HelpRow[] => commands.flatMap(({ id, keys, title }) => (keys === undefined ? [] : [{ id, keys, words: title }]));
function Sheet({ commands }: { commands: readonly Command[] }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const [page] = useState(shownKeys);
  const [acting] = useState(() => commands.filter(({ on }) => on !== undefined && isHere(on)));
  useLayoutEffect(() => {
    const shown = dialog.current!;
    if (!shown.open) shown.showModal();
    // from its beginning: the first thing that takes the focus by itself stands at its end
    shown.querySelector('h2')!.focus();
    const deaf = onShade(shown, toggleHelp);
    return () => {
      deaf();
      shown.close();
    };
  }, []);
  const everywhere = rowsOf(commands.filter(({ on }) => on === undefined));
  const palette = keysOf(OWN_KEYS.palette);
  if (palette !== undefined) everywhere.unshift({ ...OWN_KEYS.palette, keys: palette });
  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      aria-labelledby="help-title"
      onCancel={(event) => {
        event.preventDefault();
        toggleHelp();
      }}
      onClose={() => dialog.current?.open === false && toggleHelp()}
    >
      <h2 id="help-title" tabIndex={-1}>
        <Trans>快捷键一览</Trans>
      </h2>
      <Part id="help-page" heading={t`这个页面`} rows={[...page.filter(({ id }) => !commands.some((command) => command.id === id)), ...rowsOf(acting)]} />
      <Part id="help-all" heading={t`所有页面`} rows={everywhere} />
      <button type="button" className={control.button} onClick={toggleHelp}>
        <Trans>关闭</Trans>
      </button>
    </dialog>
  );
}
