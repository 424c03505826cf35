import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Area } from '../../kernel/area.ts';
import { Icon } from '../icon.tsx';
import { composing, dialogOpen, opensPalette } from '../key.ts';
import type { SignedIn } from '../session.ts';
import { openPalette, palette } from './actor.ts';
import style from './palette.module.css';
import type { PaletteProps, Steer } from './steer.ts';

type Load = () => Promise<{ default: ComponentType<PaletteProps> }>;
const loadResults: Load = () => import(/* webpackChunkName: "palette" */ './palette.tsx');

/**
 * The part of the palette that is always here: dialog, input and keys. It is a real input from the first moment, so that nothing typed,
 * composed or pasted is lost while the rest of the code is on its way.
 */
export function PaletteHost({ areas, viewer, load = loadResults }: { areas: readonly Area[]; viewer: SignedIn; load?: Load }) {
  const open = useSelector(palette, (now) => !now.matches('closed'));
  const [Results, setResults] = useState<ComponentType<PaletteProps> | null>(null);
  const [failed, setFailed] = useState(false);

  // fetched once the frame is ready, and again on opening if that failed
  useEffect(() => {
    if (Results !== null) return palette.send({ type: 'arrived' });
    let gone = false;
    load().then(
      (module) => {
        if (gone) return;
        setResults(() => module.default);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [load, open, Results]);

  useEffect(() => () => palette.send({ type: 'gone' }), []);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (!opensPalette(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (palette.getSnapshot().matches('closed') && !dialogOpen()) openPalette();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);

  return open ? <Shell areas={areas} viewer={viewer} Results={Results} failed={failed && Results === null} /> : null;
}

function Shell({ areas, viewer, Results, failed }: { areas: readonly Area[]; viewer: SignedIn; Results: ComponentType<PaletteProps> | null; failed: boolean }) {
  const { t } = useLingui();
  const { text, ready } = useSelector(palette, (now) => now.context);
  const armed = useSelector(palette, (now) => now.matches({ opening: 'armed' }) || now.matches({ open: 'armed' }));
  const dialog = useRef<HTMLDialogElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [listId, setListId] = useState<string>();
  const [composed, setComposed] = useState(false);
  const steer = useRef<Steer | null>(null);
  const close = (): void => palette.send({ type: 'close' });

  useLayoutEffect(() => {
    const shown = dialog.current!;
    const back = document.activeElement;
    if (!shown.open) shown.showModal();
    shown.querySelector<HTMLInputElement>('input')!.focus();
    return () => {
      shown.close();
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, []);

  function press(event: KeyboardEvent): void {
    if (composing(event.nativeEvent)) return;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const by = moves[event.key];
    if (event.key !== 'Escape' && event.key !== 'Enter' && by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') palette.send({ type: 'escape' });
    else if (by !== undefined) steer.current?.move(by);
    else if (event.repeat) return;
    else if (steer.current === null) palette.send({ type: 'arm' });
    else steer.current.enter();
  }

  return (
    <dialog ref={dialog} className={style.dialog} aria-label={t`查找与命令`} onCancel={(event) => event.preventDefault()} onPointerDown={(event) => event.target === dialog.current && close()}>
      <div className={style.box}>
        <div className={style.top}>
          <Icon name="search" />
          <input
            ref={setInput}
            className={style.input}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={Results !== null}
            aria-controls={listId}
            aria-label={t`查找订单、护工和命令`}
            placeholder={t`订单号、姓名、拼音、手机尾号、床号，或命令`}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            value={text}
            onChange={(event) => {
              setComposed((event.nativeEvent as InputEvent).isComposing === true);
              palette.send({ type: 'type', text: event.target.value });
            }}
            onCompositionEnd={() => setComposed(false)}
            onKeyDown={press}
          />
          <button type="button" className={style.close} aria-label={t`关闭`} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {Results !== null && input !== null && ready ? (
          <Results areas={areas} viewer={viewer} text={text} composed={composed} armed={armed} input={input} onList={setListId} steer={steer} />
        ) : (
          <output className={style.note}>
            {failed ? <Trans>没有载入完整，检查网络后关闭再打开</Trans> : armed ? <Trans>载入后打开第一条</Trans> : <Trans>正在载入，可以先输入</Trans>}
          </output>
        )}
      </div>
    </dialog>
  );
}
