import { useLingui } from '@lingui/react/macro';
import { readSetting, type SettingName } from '../../kernel/setting.ts';
import { previewSetting, useSetting } from '../setting.ts';
import control from '../style/control.module.css';
import style from './setting.module.css';
import { SETTING_WORDS, valuesOf, valueWords } from './words.ts';

/** One setting as radio buttons: arrows move, and what one moves to is shown at once. */
export function ChoiceGroup({ name, hint }: { name: SettingName; hint?: string }) {
  const { i18n } = useLingui();
  const shown = String(useSetting(name));
  return (
    <fieldset className={style.group} aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      <legend className={control.label}>{i18n._(SETTING_WORDS[name])}</legend>
      <div className={style.options}>
        {valuesOf(name).map((value) => (
          <label key={value} className={style.option}>
            <input type="radio" name={name} value={value} checked={shown === value} onChange={() => previewSetting(name, readSetting(name, value))} />
            <span lang={name !== 'language' ? undefined : value === 'en' ? 'en' : 'zh-CN'}>{valueWords(name, value)}</span>
          </label>
        ))}
      </div>
      {hint === undefined ? null : <p id={`${name}-hint`} className={control.hint}>{hint}</p>}
    </fieldset>
  );
}
