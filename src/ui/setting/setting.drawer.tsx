import { useEffect, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { LONGEST_MARK } from '../../kernel/setting.ts';
import { KeyCap, useKeyProps } from '../bound-key.tsx';
import { Drawer } from '../drawer.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { LANGUAGES } from '../language.tsx';
import { getSetting, previewSetting, useLookedSettings, useLostLanguage, useSetting } from '../setting.ts';
import control from '../style/control.module.css';
import { sendByKey } from '../submit.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { ColourGroup } from './colour-group.tsx';
import { keepLooked, lookAtDefaults, putBackLooked } from './keep.ts';
import style from './setting.module.css';
import { ExportText, ImportText } from './transfer.tsx';
import { SETTING_WORDS, valueWords } from './words.ts';

/** All settings: each choice is shown at once, and kept with the others; Esc puts back what was. `at`: the setting that has the cursor first. */
export default function SettingDrawer({ at, onClose }: { at: string | null; onClose: () => void }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const keys = useKeyProps();
  const count = useLookedSettings().length;
  useEffect(() => {
    const { elements } = form.current!;
    const named = elements.namedItem(at ?? 'theme');
    const first = named instanceof RadioNodeList ? [...named].find((one) => (one as HTMLInputElement).checked) : named;
    (first as HTMLElement | null)?.focus();
  }, [at]);
  // whatever takes one away from here puts back what is only looked at
  useEffect(() => putBackLooked, []);
  const taking = useRef(() => {});
  const keep = (): void => {
    const wrong = form.current!.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong !== null) {
      // it says itself what is wrong; what is folded away has no focus
      wrong.closest('details')?.setAttribute('open', '');
      return wrong.focus();
    }
    taking.current();
    keepLooked();
    onClose();
  };
  // choices are only looked at; words that were typed are asked for before they go
  const dirty = (): boolean => {
    const { elements } = form.current!;
    const typed = (name: string): string => (elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null)?.value.trim() ?? '';
    return !['', getSetting('watermarkText')].includes(typed('watermarkText')) || typed('import') !== '';
  };
  return (
    <Drawer title={t`设置`} dirty={dirty} onClose={onClose}>
      {(leave) => (
        // keys of the fields inside, on their way up
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <form ref={form} className={style.form} aria-label={t`设置`} noValidate onKeyDown={sendByKey} onSubmit={(event) => { event.preventDefault(); keep(); }}>
          <ChoiceGroup name="theme" />
          <ColourGroup />
          <ChoiceGroup name="language" />
          <LostWords />
          <ChoiceGroup name="size" />
          <ChoiceGroup name="layout" hint={t`窄屏上菜单总是收进左上角的按钮里`} />
          <ChoiceGroup name="sidebarStatus" />
          <ChoiceGroup name="sidebarLogo" />
          <ChoiceGroup name="tagsView" />
          <ChoiceGroup name="watermarkEnabled" />
          <MarkText />
          <Computer />
          <details className={style.transfer}>
            <summary><Trans>导出和导入</Trans></summary>
            <ExportText />
            <ImportText taking={taking} />
          </details>
          <div className={style.foot}>
            <p className={control.hint} aria-live="polite">{count === 0 ? t`选了就能看到，保存后随账号到别的电脑` : t`改了 ${count} 项，保存后生效`}</p>
            <div className={control.actions}>
              <button type="submit" className={`${control.button} ${control.primary}`} {...keys(OWN_KEYS.send)}><Trans>保存</Trans> <KeyCap of={OWN_KEYS.send} /></button>
              <button type="button" className={`${control.button} ${control.quiet}`} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>取消</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
              <button type="button" className={`${control.button} ${control.quiet} ${style.end}`} onClick={lookAtDefaults}><Trans>恢复默认</Trans></button>
            </div>
          </div>
        </form>
      )}
    </Drawer>
  );
}

function LostWords() {
  const { t } = useLingui();
  const lost = useLostLanguage();
  if (lost === null) return null;
  const name = LANGUAGES[lost.language];
  return <p role="alert" className={control.error}>{t`没有取到 ${name} 的文字，语言没有变。检查网络后再选一次。`}</p>;
}
function MarkText() {
  const { t, i18n } = useLingui();
  const text = useSetting('watermarkText');
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor="setting-mark">{i18n._(SETTING_WORDS.watermarkText)}</label>
      <input id="setting-mark" name="watermarkText" className={control.input} value={text} maxLength={LONGEST_MARK} autoComplete="off" placeholder={t`空着用姓名和账号`} aria-describedby="setting-mark-hint" onChange={(event) => previewSetting('watermarkText', event.target.value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))} />
      <p id="setting-mark-hint" className={control.hint}><Trans>后面总是跟着时间和医院</Trans></p>
    </div>
  );
}
/** What follows the screen and the menu: shown, not chosen. */
function Computer() {
  const { i18n } = useLingui();
  useSetting('device');
  return (
    <dl className={style.computer}>
      {(['device', 'activeTopMenuPath'] as const).map((name) => <div key={name}><dt>{i18n._(SETTING_WORDS[name])}</dt><dd>{valueWords(name, getSetting(name))}</dd></div>)}
      <div><dt><Trans>这两项</Trans></dt><dd><Trans>随屏幕和菜单，不随账号</Trans></dd></div>
    </dl>
  );
}
