import { useState } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { isValue } from '../../kernel/setting.ts';
import { NAMED_COLOURS } from '../named-colour.ts';
import { currentMode, previewSetting, useSetting } from '../setting.ts';
import { accent, palette } from '../theme.ts';
import control from '../style/control.module.css';
import style from './setting.module.css';
import { SETTING_WORDS } from './words.ts';

const { blue, teal, green, orange, red, purple } = NAMED_COLOURS;
const COLOURS = [[blue, msg`蓝`], [teal, msg`青`], [green, msg`绿`], [orange, msg`橙`], [red, msg`红`], [purple, msg`紫`]] as const;
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The theme colour: one that has a name, or any. Below it the ten steps that are computed of it, and the one that is used. */
export function ColourGroup() {
  const { t, i18n } = useLingui();
  const colour = useSetting('themeColor');
  // what of `auto` is light or dark is read when it is drawn
  useSetting('theme');
  // `of`: the colour that the text gave; `before`: the one that was there when typing began
  const [typed, setTyped] = useState({ text: '', of: colour, before: colour });
  // another way to another colour: what was typed is none of it
  const text = isSame(typed.of, colour) ? typed.text : '';
  const wrong = text !== '' && !isValue('themeColor', text);
  const { lighter, darker } = palette(colour);
  const type = (said: string): void => {
    const value = said === '' || said.startsWith('#') ? said : `#${said}`;
    const before = text === '' ? colour : typed.before;
    const next = isValue('themeColor', value) ? value : before;
    setTyped({ text: value, of: next, before });
    previewSetting('themeColor', next);
  };
  return (
    <fieldset className={style.group}>
      <legend className={control.label}>{i18n._(SETTING_WORDS.themeColor)}</legend>
      <div className={style.options}>
        {COLOURS.map(([value, words]) => (
          <label key={value} className={style.option}>
            <input type="radio" name="themeColor" value={value} checked={isSame(colour, value)} onChange={() => previewSetting('themeColor', value)} />
            <span className={style.swatch} style={{ background: value }} aria-hidden="true" />
            <span>{i18n._(words)}</span>
          </label>
        ))}
      </div>
      <div className={control.field}>
        <label className={control.label} htmlFor="setting-colour"><Trans>其他颜色</Trans></label>
        <div className={control.beside}>
          <input id="setting-colour" name="colour" className={control.input} value={text} placeholder={colour} maxLength={7} autoComplete="off" spellCheck={false} aria-invalid={wrong} aria-describedby="setting-colour-error" onChange={(event) => type(event.target.value.trim())} />
          <input type="color" className={style.picker} aria-label={t`取色`} value={(colour.length === 7 ? colour : colour.replace(/\w/g, '$&$&')).toLowerCase()} onChange={(event) => type(event.target.value)} />
        </div>
        <p id="setting-colour-error" className={control.error} aria-live="polite">{wrong ? t`写成 #D03050 这样的六位颜色` : null}</p>
      </div>
      <div className={style.steps} aria-hidden="true">
        {[darker, colour, ...lighter].map((step, at) => <span key={at} style={{ background: step }} data-used={step === accent(colour, currentMode())['--accent']} />)}
      </div>
    </fieldset>
  );
}
