import { useLayoutEffect, useRef, useState, type ClipboardEvent, type ComponentType, type SyntheticEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Area } from '../../kernel/area.ts';
import { sayIn } from '../announce.tsx';
import { Icon } from '../icon.tsx';
import { arrivedBack, entryMark, onLocation } from '../location.ts';
import { giveBack, refocusSoon } from '../modal.ts';
import type { SignedIn } from '../session.ts';
import { onShade } from '../shade.ts';
import { palette } from './actor.ts';
import { Chips, TOLD } from './chip.tsx';
import type { FindIndex } from './finder.ts';
import { mark, typed } from './meter.ts';
import { useMode } from './mode.ts';
import style from './palette.module.css';
import { pressInPalette } from './press.ts';
import { hasNumber, pasted } from './query.ts';
import { SCOPE_WORDS } from './scope.ts';
import type { PaletteProps, Steer } from './steer.ts';

const close = (): void => palette.send({ type: 'close' });
const back = (): void => palette.send({ type: 'back' });

/**
 * Dialog, chips and input: a real input from the first moment, so that nothing typed, composed or pasted is lost while the rest of the
 * code is on its way.
 */
export function Shell({ areas, viewer, Results, index, failed }: { areas: readonly Area[]; viewer: SignedIn; Results: ComponentType<PaletteProps> | null; index: FindIndex | null; failed: boolean }) {
  const { t, i18n } = useLingui();
  const { text, scope, denied, ready } = useSelector(palette, (now) => now.context);
  const armed = useSelector(palette, (now) => now.matches({ opening: 'armed' }) || now.matches({ open: 'armed' }));
  const mode = useMode();
  const dialog = useRef<HTMLDialogElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [listId, setListId] = useState<string>();
  const [composed, setComposed] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const steer = useRef<Steer | null>(null);

  useLayoutEffect(() => {
    const shown = dialog.current!;
    const from = document.activeElement;
    if (!shown.open) shown.showModal();
    shown.querySelector<HTMLInputElement>('input')!.focus();
    const still = sayIn(shown);
    return () => {
      still();
      shown.close();
      if (!shown.contains(from)) giveBack(from);
      refocusSoon();
    };
  }, []);

  // on the window, because the focus may be nowhere: whatever is pressed while this is open is for this; at once, like the dialog
  useLayoutEffect(() => {
    const shown = dialog.current!;
    const press = (event: KeyboardEvent): void => {
      mark(event);
      if (event.key.length === 1 || event.key === 'Backspace') index?.hush();
      pressInPalette(event, shown, steer.current);
    };
    // a press on a row, on a chip, or beside them, leaves the focus in the text
    const stay = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('input, button[data-close]') === null) event.preventDefault();
    };
    const deaf = onShade(shown, close);
    shown.addEventListener('mousedown', stay);
    addEventListener('keydown', press, { capture: true });
    return () => {
      deaf();
      shown.removeEventListener('mousedown', stay);
      removeEventListener('keydown', press, { capture: true });
    };
  }, [index]);
  // what stands here is of the page below: another one, as by the browser's Back, closes it; a link takes nobody out of the middle of a command
  useLayoutEffect(() => {
    const at = entryMark();
    return onLocation(() => void (entryMark() !== at && (arrivedBack() || palette.getSnapshot().context.steps === 0) && close()));
  }, []);
  /** The way back of a touch screen climbs like Escape. */
  const cancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    palette.send({ type: 'escape' });
  };
  /** A copied address or a number among other words is asked for its number; other words stand where they are pasted, and alone without the line ends between them. */
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const given = event.clipboardData.getData('text');
    const asked = pasted(given);
    const { selectionStart, selectionEnd } = event.currentTarget;
    const alone = text === '' || (selectionStart === 0 && selectionEnd === text.length);
    if (asked === given || mode !== null || !(alone || (hasNumber(given) && asked !== given.trim()))) return;
    event.preventDefault();
    palette.send({ type: 'type', text: asked });
  };
  const narrowed = scope === null ? null : SCOPE_WORDS[scope];
  const title = narrowed === null ? '' : i18n._(narrowed.title);
  const asks = mode?.asks ?? (narrowed === null ? t`订单号、姓名、拼音、手机尾号、床号，或命令` : i18n._(narrowed.asks));

  return (
    <dialog ref={dialog} className={style.dialog} aria-label={t`查找与命令`} onCancel={cancel} onClose={() => dialog.current?.open === false && close()}>
      <div className={style.box}>
        <div className={style.top}>
          <Icon name="search" />
          {mode !== null ? <Chips chips={mode.chips} label={({ words }) => t`${words}，退回一步`} onBack={back} /> : narrowed === null ? null : <Chips chips={[{ id: scope!, words: title }]} label={() => t`只找${title}：去掉`} onBack={back} />}
          <input
            ref={setInput}
            className={style.input}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={Results !== null}
            aria-controls={listId}
            aria-describedby={mode === null ? undefined : `${TOLD.chips} ${TOLD.note}`}
            aria-label={mode?.asks ?? (narrowed === null ? t`查找订单、护工和命令` : t`只找${title}`)}
            placeholder={asks}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              const composes = (event.nativeEvent as InputEvent).isComposing === true;
              setComposed(composes);
              // first: what is done when the frame is painted is not counted with it
              typed(() => (dialog.current === null ? null : dialog.current.querySelector('[data-fresh=true]') !== null));
              palette.send({ type: 'type', text: event.target.value, composed: composes });
              steer.current?.ask(composes);
            }}
            // what was composed may be the sign of a scope
            onCompositionEnd={(event) => {
              setComposed(false);
              palette.send({ type: 'type', text: event.currentTarget.value });
            }}
            onPaste={paste}
          />
          <button type="button" data-close data-stop className={style.close} aria-label={t`关闭`} onClick={close} onFocus={() => setLeaving(true)} onBlur={() => setLeaving(false)}>
            <Icon name="close" />
          </button>
        </div>
        {Results !== null && input !== null && ready ? (
          <Results areas={areas} viewer={viewer} text={text} scope={scope} denied={denied} composed={composed} mode={mode} armed={armed} input={input} leaving={leaving} index={index} onList={setListId} steer={steer} />
        ) : (
          <output className={style.note}>
            {failed ? <Trans>没有载入完整，检查网络后关闭再打开</Trans> : armed ? <Trans>载入后打开第一条</Trans> : <Trans>正在载入，可以先输入</Trans>}
          </output>
        )}
      </div>
    </dialog>
  );
}
