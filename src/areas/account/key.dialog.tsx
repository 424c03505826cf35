import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyEntry } from '../../kernel/area.ts';
import { pressesOf } from '../../kernel/cap.ts';
import { capText, eitherOf, isCharacter } from '../../kernel/key.ts';
import { besideText, clashWith, editsText, reservedIn } from '../../kernel/key-clash.ts';
import dialog from '../../ui/dialog.module.css';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { PATIENCE } from '../../ui/key-stack.ts';
import { pressName } from '../../ui/key.ts';
import { useModal } from '../../ui/modal.ts';
import { useApple } from '../../ui/shown-keys.tsx';
import control from '../../ui/style/control.module.css';
import style from './profile.module.css';

interface KeyDialogProps {
  /** With the keys it has now; none is empty. */
  entry: KeyEntry;
  /** All there are, as they are chosen. */
  entries: readonly KeyEntry[];
  /** The keys it came with. */
  plain: string;
  /** Whether single characters are heard. */
  single: boolean;
  onKeep: (keys: string | null) => void;
  onClose: () => void;
}
/** Asks for the new key of one thing by having it pressed, and says at once what it is in the way of. */
export function KeyDialog({ entry, entries, plain, single, onKeep, onClose }: KeyDialogProps) {
  const { t, i18n } = useLingui();
  const keyProps = useKeyProps();
  const apple = useApple();
  const id = useId();
  const modal = useModal(onClose);
  const [keys, setKeys] = useState<string | null>(null);
  const since = useRef(0);
  const words = i18n._(entry.words);
  const longest = entry.press === true ? 1 : 2;
  const chord = t`可以接连按两个键，如 G O`;
  const shown = keys ?? entry.keys;
  const faultOf = (keys: string): string | null => {
    const cap = capText(keys, apple);
    if (reservedIn(keys) !== null && entry.instead !== true) return t`${cap} 是浏览器或系统的键`;
    if (entry.typing === true && !besideText(keys)) return t`输入文字时也要能按它，要带 Ctrl 或 Alt`;
    if (entry.typing === true && editsText(keys)) return t`${cap} 在输入框里是改文字的键`;
    // a command stands in the palette with its key, where that would do something else
    const inPalette = entries.find(({ scope, fixed, keys: own }) => scope === 'palette' && fixed === true && eitherOf(own).includes(keys));
    const found = clashWith(entries, entry, keys, keys !== plain) ?? (inPalette && entry.scope !== 'palette' ? { entry: inPalette, clash: 'same' } : null);
    if (found === null) return null;
    const other = i18n._(found.entry.words);
    return found.clash === 'same' ? t`${cap} 已经是“${other}”的键` : t`${cap} 和“${other}”的 ${capText(eitherOf(found.entry.keys)[0]!, apple)} 开头一样`;
  };
  const fault = keys === null ? null : faultOf(keys);
  const press = (event: KeyboardEvent): void => {
    // keys that move through a dialog, and leave it, are never recorded
    if (['Tab', 'Enter', 'Escape'].includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) return;
    const name = pressName(event.nativeEvent);
    event.preventDefault();
    event.stopPropagation();
    if (name === null || event.repeat) return;
    const begun = keys !== null && event.timeStamp - since.current < PATIENCE ? pressesOf(keys) : [];
    since.current = event.timeStamp;
    setKeys([...(begun.length < longest ? begun : []), name].join(' '));
  };
  const keep = (next: string | null): void => {
    onKeep(next);
    onClose();
  };
  return (
    <dialog {...modal} className={dialog.dialog} aria-labelledby={id}>
      <h2 id={id}>{words}</h2>
      <button type="button" autoFocus data-records className={`${control.button} ${style.record}`} aria-describedby={`${id}s`} onKeyDown={press} onClick={() => fault === null && keys !== null && keep(keys)}>
        {shown === '' ? t`不用键` : <kbd className={control.key}>{capText(shown, apple)}</kbd>} <span>{keys === null ? t`按下新的键` : pressesOf(keys).length < longest ? chord : null}</span>
      </button>
      <output id={`${id}s`} className={fault === null ? control.hint : control.error}>{fault ?? (keys === null ? (longest === 1 ? t`只按一次，可以带 Ctrl 或 Alt` : chord) : !single && entry.focused !== true && isCharacter(keys) ? t`单个字符的快捷键关着，打开以后它才有效` : t`${capText(keys, apple)} 没有别的用处`)}</output>
      <div className={control.actions}>
        <button type="button" className={`${control.button} ${control.primary}`} aria-disabled={keys === null || fault !== null} {...keyProps(OWN_KEYS.enter)} onClick={() => fault === null && keys !== null && keep(keys)}><Trans>保存</Trans> <KeyCap of={OWN_KEYS.enter} /></button>
        {entry.keys !== plain && <button type="button" className={control.button} onClick={() => (faultOf(plain) === null ? keep(plain) : setKeys(plain))}>{t`恢复 ${capText(plain, apple)}`}</button>}
        {entry.id !== OWN_KEYS.palette.id && entry.keys !== '' && <button type="button" className={control.button} onClick={() => keep(null)}><Trans>不用键</Trans></button>}
        <button type="button" className={`${control.button} ${control.quiet}`} {...keyProps(OWN_KEYS.leave)} onClick={onClose}><Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
      </div>
    </dialog>
  );
}
