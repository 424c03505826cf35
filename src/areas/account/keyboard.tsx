import { use, useId } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Command } from '../../kernel/area.ts';
import { goLetter, LETTERS, Offered, setKeyboard, useKeyboard, type Keyboard } from '../../ui/keyboard.ts';
import control from '../../ui/style/control.module.css';
import style from './profile.module.css';

/** The letter that a chord ends with now. */
const letterOf = (command: Command, { go }: Keyboard): string => go[command.id] ?? goLetter(command)!;

/** Whether single keys are shortcuts, and the letter of each chord that goes somewhere; every choice acts at once. */
export function KeyboardSettings() {
  const { t, i18n } = useLingui();
  const id = useId();
  const keyboard = useKeyboard();
  const chords = use(Offered).filter((command) => goLetter(command) !== undefined);
  const choose = (command: Command, letter: string): void => setKeyboard({ go: { ...keyboard.go, [command.id]: letter } });
  return (
    <fieldset className={style.keyboard}>
      <legend className={control.label}><Trans>键盘</Trans></legend>
      <label className={style.check}>
        <input type="checkbox" checked={keyboard.single} aria-describedby={`${id}h`} onChange={(event) => setKeyboard({ single: event.target.checked })} />
        <Trans>用单个字符做快捷键</Trans>
      </label>
      <p id={`${id}h`} className={control.hint}><Trans>用语音输入，或者容易碰到按键时，可以关掉。Ctrl+K、方向键、Enter 和 Esc 不受影响。</Trans></p>
      {keyboard.single && chords.length > 0 && (
        <>
          <div className={style.chords}>
            {chords.map((command) => {
              const others = chords.filter((other) => other.id !== command.id).map((other) => letterOf(other, keyboard));
              return (
                <label key={command.id} className={style.chord}>
                  <span>{i18n._(command.title)}</span>
                  <span className={style.press}>
                    <kbd className={control.key} aria-hidden="true">G</kbd>
                    <select className={control.input} value={letterOf(command, keyboard)} onChange={(event) => choose(command, event.target.value)}>
                      <option value="">{t`不用键`}</option>
                      {LETTERS.filter((letter) => !others.includes(letter)).map((letter) => <option key={letter} value={letter}>{letter.toUpperCase()}</option>)}
                    </select>
                  </span>
                </label>
              );
            })}
          </div>
          {Object.keys(keyboard.go).length > 0 && <div className={control.actions}><button type="button" className={control.button} onClick={() => setKeyboard({ go: {} })}><Trans>恢复原来的键</Trans></button></div>}
        </>
      )}
    </fieldset>
  );
}
