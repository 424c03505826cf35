import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type SyntheticEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Area } from '../../kernel/area.ts';
import { Icon } from '../icon.tsx';
import { composing, dialogOpen, opensPalette } from '../key.ts';
import type { SignedIn } from '../session.ts';
import { onShade } from '../shade.ts';
import { openPalette, palette } from './actor.ts';
import style from './palette.module.css';
import type { PaletteProps, Steer } from './steer.ts';

type Load = () => Promise<{ default: ComponentType<PaletteProps> }>;
const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
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

const close = (): void => palette.send({ type: 'close' });

function Shell({ areas, viewer, Results, failed }: { areas: readonly Area[]; viewer: SignedIn; Results: ComponentType<PaletteProps> | null; failed: boolean }) {
  const { t } = useLingui();
  const { text, ready } = useSelector(palette, (now) => now.context);
  const armed = useSelector(palette, (now) => now.matches({ opening: 'armed' }) || now.matches({ open: 'armed' }));
  const dialog = useRef<HTMLDialogElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [listId, setListId] = useState<string>();
  const [composed, setComposed] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const steer = useRef<Steer | null>(null);

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

  // on the window, because the focus may be nowhere: whatever is pressed while this is open is for this; at once, like the dialog
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const shown = dialog.current;
      // a question of the session may stand above
      if (shown === null || [...document.querySelectorAll('dialog[open]')].some((other) => other !== shown)) return;
      const [field, button] = [shown.querySelector('input')!, shown.querySelector('button')!];
      if (composing(event)) return field.focus();
      const onButton = document.activeElement === button;
      const by = MOVES[event.key];
      if (onButton && (event.key === 'Enter' || event.key === ' ')) return;
      // the browser writes the letter into what has the focus after this
      if (event.key !== 'Tab') field.focus();
      else (onButton || getComputedStyle(button).display === 'none' ? field : button).focus();
      if (event.key !== 'Tab' && event.key !== 'Escape' && event.key !== 'Enter' && by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Tab') return;
      if (event.key === 'Escape') palette.send({ type: 'escape' });
      else if (by !== undefined) steer.current?.move(by);
      else if (event.repeat) return;
      else if (steer.current === null) palette.send({ type: 'arm' });
      else steer.current.enter();
    };
    // a press on a row, or beside one, leaves the focus in the text
    const stay = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('input, button') === null) event.preventDefault();
    };
    const shown = dialog.current!;
    const deaf = onShade(shown, close);
    shown.addEventListener('mousedown', stay);
    addEventListener('keydown', press, { capture: true });
    return () => {
      deaf();
      shown.removeEventListener('mousedown', stay);
      removeEventListener('keydown', press, { capture: true });
    };
  }, []);
  /** The way back of a touch screen climbs like Escape. */
  const cancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    palette.send({ type: 'escape' });
  };

  return (
    <dialog ref={dialog} className={style.dialog} aria-label={t`查找与命令`} onCancel={cancel} onClose={() => dialog.current?.open === false && close()}>
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
          />
          <button type="button" className={style.close} aria-label={t`关闭`} onClick={close} onFocus={() => setLeaving(true)} onBlur={() => setLeaving(false)}>
            <Icon name="close" />
          </button>
        </div>
        {Results !== null && input !== null && ready ? (
          <Results areas={areas} viewer={viewer} text={text} composed={composed} armed={armed} input={input} leaving={leaving} onList={setListId} steer={steer} />
        ) : (
          <output className={style.note}>
            {failed ? <Trans>没有载入完整，检查网络后关闭再打开</Trans> : armed ? <Trans>载入后打开第一条</Trans> : <Trans>正在载入，可以先输入</Trans>}
          </output>
        )}
      </div>
    </dialog>
  );
}
