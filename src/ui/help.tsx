import { useLayoutEffect, useRef } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Command, Words } from '../kernel/area.ts';
import { PALETTE_KEYS } from './command.ts';
import style from './help.module.css';
import { toggleHelp, useHelp } from './help-state.ts';
import { Keys } from './shown-keys.tsx';
import control from './style/control.module.css';

/** Keys that are no command's: those of lists and of the palette. */
const FIXED: readonly { keys: string; title: Words }[] = [
  { keys: PALETTE_KEYS, title: msg`查找订单、护工和命令` },
  { keys: 'J', title: msg`列表：下一行` },
  { keys: 'K', title: msg`列表：上一行` },
  { keys: 'Enter', title: msg`打开` },
  { keys: 'F', title: msg`列表：筛选` },
  { keys: 'Esc', title: msg`返回或关闭` },
];

/** The list of all keys, made from the same commands that listen to them. */
export function Help({ commands }: { commands: readonly Command[] }) {
  return useHelp() ? <Sheet commands={commands} /> : null;
}

function Sheet({ commands }: { commands: readonly Command[] }) {
  const { i18n } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    if (!shown.open) shown.showModal();
    return () => shown.close();
  }, []);
  const rows = [...FIXED, ...commands.flatMap(({ keys, title }) => (keys === undefined ? [] : [{ keys, title }]))];
  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      aria-labelledby="help-title"
      onCancel={(event) => {
        event.preventDefault();
        toggleHelp();
      }}
      onPointerDown={(event) => event.target === dialog.current && toggleHelp()}
    >
      <h2 id="help-title">
        <Trans>快捷键一览</Trans>
      </h2>
      <dl className={style.keys}>
        {rows.map(({ keys, title }) => (
          <div key={keys} className={style.key}>
            <dt>{i18n._(title)}</dt>
            <dd>
              <Keys of={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" className={control.button} onClick={toggleHelp}>
        <Trans>关闭</Trans>
      </button>
    </dialog>
  );
}
