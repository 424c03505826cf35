import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Command, Words } from '../kernel/area.ts';
import { PALETTE_KEYS } from './command.ts';
import { shownKeys, type HelpRow } from './help-key.ts';
import style from './help.module.css';
import { toggleHelp, useHelp } from './help-state.ts';
import { isHere } from './here.ts';
import { onShade } from './shade.ts';
import { Keys } from './shown-keys.tsx';
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
        {rows.map(({ keys, words }) => (
          <div key={keys.join()} className={style.key}>
            <dt>{say(words)}</dt>
            <dd>
              {keys.map((one, i) => (
                <Fragment key={one}>
                  {i === 0 ? null : <span className={style.or}><Trans>或</Trans></span>}
                  <Keys of={one} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const rowsOf = (commands: readonly Command[]): HelpRow[] => commands.flatMap(({ keys, title }) => (keys === undefined ? [] : [{ keys: [keys], words: title }]));
function Sheet({ commands }: { commands: readonly Command[] }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const [page] = useState(shownKeys);
  const [acting] = useState(() => commands.filter(({ on }) => on !== undefined && isHere(on)));
  useLayoutEffect(() => {
    const shown = dialog.current!;
    if (!shown.open) shown.showModal();
    const deaf = onShade(shown, toggleHelp);
    return () => {
      deaf();
      shown.close();
    };
  }, []);
  const everywhere: HelpRow[] = [{ keys: [PALETTE_KEYS], words: msg`查找订单、护工和命令` }, ...rowsOf(commands.filter(({ on }) => on === undefined))];
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
      <h2 id="help-title">
        <Trans>快捷键一览</Trans>
      </h2>
      <Part id="help-page" heading={t`这个页面`} rows={[...page.filter(({ keys }) => !acting.some((command) => command.keys !== undefined && keys.includes(command.keys))), ...rowsOf(acting)]} />
      <Part id="help-all" heading={t`所有页面`} rows={everywhere} />
      <button type="button" className={control.button} onClick={toggleHelp}>
        <Trans>关闭</Trans>
      </button>
    </dialog>
  );
}
