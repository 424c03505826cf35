import { use, useEffect, useId, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyEntry } from '../../kernel/area.ts';
import { capText } from '../../kernel/key.ts';
import { clashWith } from '../../kernel/key-clash.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyRegistry } from '../../ui/key-registry.ts';
import { setKeyboard, useKeyboard, type Keyboard } from '../../ui/keyboard.ts';
import { Retry } from '../../ui/list/retry.tsx';
import { useApple } from '../../ui/shown-keys.tsx';
import control from '../../ui/style/control.module.css';
import { toast } from '../../ui/toast.tsx';
import { KeyDialog } from './key.dialog.tsx';
import style from './profile.module.css';

/** The entries with the keys that one has chosen, whether or not single characters are switched off; none is empty. */
const asChosen = (entries: readonly KeyEntry[], { keys }: Keyboard): KeyEntry[] => entries.map((entry) => ({ ...entry, keys: keys[entry.id] === undefined ? entry.keys : (keys[entry.id] ?? '') }));
const KINDS = ['global', 'list', 'record', 'page', 'dialog'] as const;
const kindOf = ({ scope, on }: KeyEntry): (typeof KINDS)[number] => (scope === 'palette' ? 'dialog' : scope === 'list' && !['list', 'rows', 'cell'].includes(on ?? '') ? 'record' : scope);

/** Whether single keys are shortcuts, and every key that can be chosen; what is chosen acts at once and belongs to the account. */
export function KeyboardSettings() {
  const { t, i18n } = useLingui();
  const id = useId();
  const apple = useApple();
  const keyboard = useKeyboard();
  const load = use(KeyRegistry);
  const [entries, setEntries] = useState<readonly KeyEntry[]>([]);
  const [lost, setLost] = useState(false);
  const [tries, setTries] = useState(0);
  const [asked, ask] = useState<KeyEntry | null>(null);
  useEffect(() => {
    let gone = false;
    load().then((all) => !gone && setEntries(all), () => !gone && setLost(true));
    return () => void (gone = true);
  }, [load, tries]);
  const again = (): void => {
    setLost(false);
    setTries(tries + 1);
  };
  const chosen = asChosen(entries, keyboard);
  const own = (entry: KeyEntry): boolean => keyboard.keys[entry.id] !== undefined;
  const keep = (entry: KeyEntry, keys: string | null): void => {
    const { [entry.id]: _before, ...others } = keyboard.keys;
    setKeyboard({ keys: keys === entry.keys ? others : { ...others, [entry.id]: keys } });
    announce(keys === null ? t`${i18n._(entry.words)}：不用键` : t`${i18n._(entry.words)}：${capText(keys, apple)}`);
  };
  const legend = useRef<HTMLLegendElement>(null);
  const reset = (): void => {
    const { keys } = keyboard;
    // the button goes with what it puts back
    legend.current!.focus();
    setKeyboard({ keys: {} });
    toast({ words: t`所有的键都恢复了`, undo: async () => setKeyboard({ keys }) });
  };
  const heading = { global: t`所有页面`, list: t`列表`, record: t`订单、护工、医院`, page: t`各个页面`, dialog: t`表单` };
  return (
    <fieldset className={style.keyboard}>
      <legend ref={legend} tabIndex={-1} className={control.label}><Trans>键盘</Trans></legend>
      <label className={style.check}>
        <input type="checkbox" checked={keyboard.single} aria-describedby={`${id}h`} onChange={(event) => setKeyboard({ single: event.target.checked })} />
        <Trans>用单个字符做快捷键</Trans>
      </label>
      <p id={`${id}h`} className={control.hint}><Trans>用语音输入，或者容易碰到按键时，可以关掉。带 Ctrl 的键、方向键、Enter 和 Esc 不受影响。</Trans></p>
      {lost && <p role="alert" className={control.error}><Trans>没有取到快捷键</Trans> <Retry again={again} /></p>}
      {KINDS.map((kind) => {
        const rows = chosen.filter((entry) => entry.fixed !== true && kindOf(entry) === kind);
        if (rows.length === 0) return null;
        const changed = rows.filter(own).length;
        return (
          <details key={kind} className={style.keys}>
            <summary>{heading[kind]} <span className={control.hint}>{changed === 0 ? rows.length : t`${rows.length}，改过 ${changed}`}</span></summary>
            <ul className={style.chords}>
              {rows.map((entry) => {
                const words = i18n._(entry.words);
                const shown = entry.keys === '' ? t`不用键` : capText(entry.keys, apple);
                // a newer console may have given the key to something else
                const clash = own(entry) && entry.keys !== '' ? clashWith(chosen, entry, entry.keys, true) : null;
                return (
                  <li key={entry.id} className={style.chord}>
                    <span>{words}{clash !== null && <small className={control.error}> {t`和“${i18n._(clash.entry.words)}”冲突`}</small>}</span>
                    <button type="button" className={`${control.button} ${control.quiet}`} data-changed={own(entry)} aria-label={t`${words}：${shown}，换键`} onClick={() => ask(entry)}><kbd className={control.key}>{shown}</kbd></button>
                  </li>
                );
              })}
            </ul>
          </details>
        );
      })}
      {Object.keys(keyboard.keys).length > 0 && <div className={control.actions}><button type="button" className={control.button} onClick={reset}><Trans>全部恢复原来的键</Trans></button></div>}
      {asked !== null && <KeyDialog entry={asked} entries={chosen} plain={entries.find((entry) => entry.id === asked.id)!.keys} single={keyboard.single} onKeep={(keys) => keep(entries.find((entry) => entry.id === asked.id)!, keys)} onClose={() => ask(null)} />}
    </fieldset>
  );
}
