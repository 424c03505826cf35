import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Input } from '../../kernel/endpoint.ts';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { composing } from '../../ui/key.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import style from './candidate.module.css';
import { order, type Candidate } from './contract.ts';
import { FIT_WORDS } from './words.ts';

/** ms of rest before the server is asked for what was typed. */
const REST = 150;

/** Who could serve, best first, each with why; those who cannot stay in sight with what stands in the way. ↓ ↑ choose. `value`: the staff number. */
export function CandidateField({ no, query, value, onChange, error }: { no: string; query: Omit<NonNullable<Input<typeof order.candidates>['query']>, 'q'>; value: string | null; onChange: (caregiverNo: string | null) => void; error: string | null }) {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const format = useFormat();
  const { label: levelOf } = useDictionary('caregiver_level');
  const { label: genderOf } = useDictionary('gender');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setAsked(text.trim()), REST);
    return () => clearTimeout(rest);
  }, [text]);
  const { data, failure, again } = useRead(order.candidates, { params: { no }, query: { ...query, ...(asked === '' ? {} : { q: asked }) } });
  const found = data ?? [];
  // an answer to what was typed before is none to what stands there now
  const stale = data === undefined || text.trim() !== asked;
  const [at, setAt] = useState<string | null>(null);
  /** Who is wanted while the list is on its way; '': the best of it. */
  const [held, hold] = useState<string | null>(null);
  const wanted = held ?? value;
  const active = found.find((one) => one.caregiverNo === (at ?? wanted)) ?? found[0];
  const take = (one: Candidate): void => {
    setAt(one.caregiverNo);
    hold(one.caregiverNo);
  };
  // nobody is assigned whom one does not see: who is not in the list of what stands there, or is blocked by another choice of days, is not chosen
  useEffect(() => {
    if (data === undefined || stale || wanted === null) return;
    const next = data.find(({ caregiverNo, blocks }) => blocks.length === 0 && (wanted === '' || caregiverNo === wanted))?.caregiverNo ?? null;
    hold(null);
    if (next !== value) onChange(next);
  }, [stale, wanted, data, value, onChange]);
  const press = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    // as in other fields that find: what is marked, or the best of the answer
    if (step === undefined && stale) return hold(wanted ?? at ?? '');
    if (active === undefined) return;
    if (step === undefined) return take(active);
    // the first arrow chooses the best, the next ones move on
    const from = at === null && !wanted ? -1 : found.indexOf(active);
    const to = found[Math.min(Math.max(from + (from < 0 ? 1 : step), 0), found.length - 1)]!;
    take(to);
    list.current?.children[found.indexOf(to)]?.scrollIntoView({ block: 'nearest' });
  };
  const whyOf = (one: Candidate): string =>
    one.blocks.length > 0
      ? [...one.blocks.map((name) => refusalWords(name as RefusalName, language)), ...(one.blockedBy === null ? [] : [one.blockedBy])].join(' · ')
      : one.fits.map((name) => i18n._(FIT_WORDS[name])).join('\u00a0· ');
  return (
    <div className={control.field}>
      <label className={control.label} htmlFor={id}><Trans>护工</Trans></label>
      <input
        id={id} name="caregiver" className={control.input} type="text" role="combobox" autoComplete="off" spellCheck={false} maxLength={64} value={text} placeholder={t`姓名、拼音或工号；↓ 选择`}
        aria-expanded="true" aria-controls={`${id}l`} aria-autocomplete="list" aria-activedescendant={active === undefined ? undefined : `${id}${active.caregiverNo}`} aria-invalid={error !== null} aria-describedby={`${id}e`}
        onChange={(event) => (setText(event.target.value), setAt(null), hold(null), onChange(null))} onKeyDown={press}
      />
      {/* whom one chose is entered again too */}
      <input type="hidden" name="caregiverNo" value={wanted ?? ''} onInput={({ currentTarget }) => onChange(currentTarget.value || null)} />
      {/* choices with two lines and reasons, which no select has */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div ref={list} id={`${id}l`} className={style.list} role="listbox" aria-label={t`可派护工`} aria-busy={stale && failure === null}>
        {found.map((one) => (
          // the input has the keys
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            key={one.caregiverNo} id={`${id}${one.caregiverNo}`} role="option" className={style.option} aria-selected={one.caregiverNo === wanted} aria-disabled={one.blocks.length > 0} data-active={one === active}
            onMouseDown={(event) => event.preventDefault()} onClick={() => take(one)}
          >
            <span className={style.who}><b>{one.name}</b> <span className={style.quiet}>{[one.caregiverNo, genderOf(String(one.gender)), one.age === null ? null : t`${one.age} 岁`, levelOf(one.level)].filter(Boolean).join('\u00a0· ')}</span></span>
            <span className={style.mark}>{one.ratingAvg === null ? <Trans>暂无评分</Trans> : t`${format.number(one.ratingAvg)} 分 · ${plural(one.ratingCount, { other: '# 次' })}`}</span>
            <span className={style.why} data-blocked={one.blocks.length > 0}>{whyOf(one)}</span>
            {one.certificateEndsOn !== null && <span className={style.warn}>{t`健康证 ${format.day(one.certificateEndsOn)} 到期，在服务期内`}</span>}
          </div>
        ))}
      </div>
      {failure !== null && <p className={control.error} role="alert">{failure.message} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>}
      {data?.length === 0 && <p className={control.hint}>{asked === '' ? t`没有派驻这家医院的护工。先在护工管理里安排驻点。` : t`没有叫“${asked}”的护工`}</p>}
      <p id={`${id}e`} className={control.error} aria-live="polite">{error}</p>
    </div>
  );
}
