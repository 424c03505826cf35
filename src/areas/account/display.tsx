import { useId } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { OWN_COMMANDS } from '../../ui/command.ts';
import { LANGUAGES } from '../../ui/language.tsx';
import { setSetting, useSetting, type Settings } from '../../ui/setting.ts';
import { openSettings } from '../../ui/setting/open.ts';
import control from '../../ui/style/control.module.css';
import { KeyboardSettings } from './keyboard.tsx';
import style from './profile.module.css';

interface ChoiceProps<N extends 'theme' | 'size' | 'language'> {
  name: N;
  label: string;
  options: readonly (readonly [value: Settings[N], words: string])[];
}
function Choice<N extends 'theme' | 'size' | 'language'>({ name, label, options }: ChoiceProps<N>) {
  const id = useId();
  const value = useSetting(name);
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor={id}>{label}</label>
      <select id={id} className={control.input} value={value} onChange={(event) => setSetting(name, event.target.value as Settings[N])}>
        {options.map(([option, words]) => <option key={option} value={option}>{words}</option>)}
      </select>
    </div>
  );
}

const OPEN = OWN_COMMANDS.find(({ id }) => id === 'setting.open')!;

/** How the console looks and listens; every choice acts at once. The palette does the same with a few letters. */
export function DisplaySettings() {
  const { t } = useLingui();
  const keys = useKeyProps();
  return (
    <section className={style.section} aria-labelledby="display-settings">
      <h2 id="display-settings"><Trans>显示与键盘</Trans></h2>
      <div className={control.form}>
        <Choice name="theme" label={t`主题`} options={[['auto', t`跟随系统`], ['light', t`浅色`], ['dark', t`深色`]]} />
        <Choice name="size" label={t`大小`} options={[['default', t`默认`], ['large', t`大`], ['small', t`小`]]} />
        <Choice name="language" label={t({ context: '界面', message: '语言' })} options={[['zh-cn', LANGUAGES['zh-cn']], ['en', LANGUAGES.en]]} />
        <div className={control.actions}>
          <button type="button" className={control.button} {...keys(OPEN)} onClick={() => openSettings()}><Trans>全部设置</Trans> <KeyCap of={OPEN} /></button>
        </div>
        <KeyboardSettings />
      </div>
    </section>
  );
}
