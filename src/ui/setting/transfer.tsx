import { useEffect, useRef, useState, type RefObject } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SettingName, Settings } from '../../kernel/setting.ts';
import { announce } from '../announce.tsx';
import { getSetting, previewSetting, shownSetting, useLookedSettings } from '../setting.ts';
import { useRested } from '../rested.ts';
import control from '../style/control.module.css';
import style from './setting.module.css';
import { fromText, LONGEST_TEXT, toText, type LineFault } from './text.ts';
import { SETTING_WORDS, valueWords } from './words.ts';

/** Milliseconds without a key, after which what was typed is spoken about. */
const REST = 1000;

/** The settings as text, to be taken along. */
export function ExportText() {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  // what is looked at is not kept yet
  const looked = useLookedSettings().length > 0;
  const copy = (): void => {
    const from = document.activeElement;
    area.current!.select();
    // works on plain http too, where the clipboard cannot be asked
    const done = document.execCommand('copy');
    if (done && from instanceof HTMLElement) from.focus();
    announce(done ? t`已复制` : t`浏览器不允许复制，文字已选中，按 Ctrl C`);
  };
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor="setting-export"><Trans>导出为文字</Trans></label>
      <textarea ref={area} id="setting-export" className={`${control.input} ${style.text}`} readOnly rows={4} value={toText(getSetting)} aria-describedby="setting-export-said" />
      <p id="setting-export-said" className={control.hint}>{looked && <Trans>只有已保存的，不含正在预览的改动</Trans>}</p>
      <div className={control.actions}><button type="button" className={control.button} onClick={copy}><Trans>复制</Trans></button></div>
    </div>
  );
}

function Reason({ fault }: { fault: LineFault }) {
  const { t } = useLingui();
  const { line, why } = fault;
  if (why === 'long') return t`文字太长，最多 ${plural(LONGEST_TEXT, { other: '# 个字' })}`;
  if (why === 'form') return t`第 ${line} 行：写成 名称=值`;
  const { name } = fault;
  if (fault.why === 'unknown') return t`第 ${line} 行：没有叫 ${name} 的设置`;
  if (fault.why === 'here') return t`第 ${line} 行：${name} 随这台电脑，不能导入`;
  if (fault.why === 'twice') return t`第 ${line} 行：${name} 前面已经写过`;
  if (name === 'themeColor') return t`第 ${line} 行：${name} 写成 #4080FF 这样的颜色`;
  const values = fault.why === 'value' ? fault.values.join(' / ') : '';
  return values === '' ? t`第 ${line} 行：${name} 的文字太长或有特殊字符` : t`第 ${line} 行：${name} 只能是 ${values}`;
}
function Change({ name, value }: { name: SettingName; value: Settings[SettingName] }) {
  const { t, i18n } = useLingui();
  const [title, before, after] = [i18n._(SETTING_WORDS[name]), valueWords(name, shownSetting(name)), valueWords(name, value)];
  return <li>{t`${title}：${before} → ${after}`}</li>;
}
/** What would become of a text, or what is wrong in it. */
function Told({ text }: { text: string }) {
  const { values, faults } = fromText(text);
  const all = Object.entries(values) as [SettingName, Settings[SettingName]][];
  const changes = all.filter(([name, value]) => shownSetting(name) !== value);
  if (faults.length > 0) return <ul className={control.error}>{faults.map((fault) => <li key={fault.line}><Reason fault={fault} /></li>)}</ul>;
  if (changes.length > 0) return <ul className={style.changes}>{changes.map(([name, value]) => <Change key={name} name={name} value={value} />)}</ul>;
  // the foot of the drawer says how many are looked at, and that they are not kept yet
  const looked = all.some(([name, value]) => getSetting(name) !== value);
  return text.trim() === '' || looked ? null : <p className={control.hint}><Trans>和现在的一样，没有要改的</Trans></p>;
}
/** Settings out of a text: what would change is shown, then looked at, and kept with all else. With a bad line nothing is taken. `taking`: takes what stands there. */
export function ImportText({ taking }: { taking: RefObject<() => void> }) {
  const { t } = useLingui();
  useLookedSettings();
  const [text, setText] = useState('');
  const { values, faults } = fromText(text);
  const changes = (Object.entries(values) as [SettingName, Settings[SettingName]][]).filter(([name, value]) => shownSetting(name) !== value);
  const count = changes.length;
  const rested = useRested(text, REST);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== '') said.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  // what was chosen after a text was looked at counts
  const taken = useRef('');
  const take = (): void => {
    if (faults.length > 0) return;
    taken.current = text;
    for (const [name, value] of changes) previewSetting(name, value);
  };
  useEffect(() => {
    taking.current = () => void (taken.current === text || take());
  });
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor="setting-import"><Trans>从文字导入</Trans></label>
      <textarea id="setting-import" name="import" className={`${control.input} ${style.text}`} rows={4} spellCheck={false} placeholder="theme=dark" value={text} aria-invalid={faults.length > 0} aria-describedby="setting-import-said" onChange={(event) => setText(event.target.value)} />
      <div ref={said} id="setting-import-said"><Told text={text} /></div>
      {/* spoken when one pauses: half a line is always wrong */}
      <output className={control.hidden}>{rested === text && <Told text={text} />}</output>
      {faults.length === 0 && count === 0 ? null : (
        <div className={control.actions}>
          <button type="button" className={control.button} aria-disabled={faults.length > 0} onClick={take}>
            {faults.length > 0 ? <Trans>改好上面的行再预览</Trans> : t`预览这 ${count} 项`}
          </button>
        </div>
      )}
    </div>
  );
}
