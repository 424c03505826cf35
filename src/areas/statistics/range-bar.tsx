import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useLingui } from '@lingui/react/macro';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { useFormat } from '../../ui/format.ts';
import { composing } from '../../ui/key.ts';
import { parseDay, todayThere } from '../../ui/parse-day.ts';
import control from '../../ui/style/control.module.css';
import { STEPS, type Step } from './contract.ts';
import { STATISTICS_KEYS } from './key.ts';
import { useVisit } from './use-visit.ts';
import { beside, PRESETS, stepOf, type Days, type Preset, type Question } from './question.ts';
import style from './statistics.module.css';
import { STEP_WORDS } from './words.ts';

interface RangeBarProps {
  asked: Question | null;
  /** What the fields show: also days that cannot be asked. */
  typed: Days | null;
  change: (change: Record<string, string | null>, replace?: boolean) => void;
}
/** A day as people type it (look.md, "Forms"): it counts when one leaves the field or presses Enter. */
function DayIn({ label, value, onChange, wrong, leave }: { label: string; value: string; onChange: (day: string) => void; wrong: boolean; leave: (event: KeyboardEvent) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const [unread, setUnread] = useState(false);
  if (shown !== value) {
    setShown(value);
    setText(value);
    setUnread(false);
  }
  const take = (): void => {
    const day = text.trim() === '' ? value : parseDay(text, todayThere(), undefined, true);
    setUnread(day === null);
    if (day === null) return;
    setText(day);
    if (day !== value) onChange(day);
  };
  return (
    <label className={style.field}>
      {label}
      <input
        className={`${control.input} ${style.day}`} type="text" autoComplete="off" spellCheck={false} maxLength={32} value={text} aria-invalid={unread || wrong}
        onChange={(event) => setText(event.target.value)} onBlur={take}
        onKeyDown={(event) => {
          if (composing(event.nativeEvent)) return;
          if (event.key === 'Enter') take();
          // what was not taken goes first
          if (event.key !== 'Escape' || text === value) return leave(event);
          setText(value);
          setUnread(false);
          event.preventDefault();
        }}
      />
      {unread && <span className={control.error} role="alert">{t`日期写成 今天、+3、1225 或 2026-12-25`}</span>}
    </label>
  );
}

/** The days that are looked at, and their steps: presets, typed days, `[` and `]` to the same length before and after. */
export function RangeBar({ asked, typed, change }: RangeBarProps) {
  const { t, i18n } = useLingui();
  const keys = useKeyProps();
  const { dayRange } = useFormat();
  const first: RefObject<HTMLSelectElement | null> = useRef(null);
  const visit = useVisit();
  const words: Record<Preset, string> = { today: t`今天`, yesterday: t({ context: '时段', message: '昨天' }), '7d': t`近 7 天`, '30d': t`近 30 天`, '90d': t`近 90 天`, week: t`本周`, 'last-week': t`上周`, month: t`本月`, 'last-month': t`上月`, year: t`今年`, 'last-year': t`去年` };
  const days = asked?.days ?? null;
  const wrong = (asked?.wrong ?? null) !== null;
  const show = (to: Days): void => change({ range: null, from: to.from, to: to.to });
  // what a key changes elsewhere on the page is heard
  const step = (way: 1 | -1) => (): boolean | void => {
    if (days === null) return false;
    const { preset: running, days: to } = beside(days, asked!.preset, way, todayThere());
    change(running === null ? { range: null, ...to } : { range: running, from: null, to: null });
    announce(dayRange(to.from, to.to));
  };
  const turn = (): boolean | void => {
    if (asked === null) return false;
    const by = STEPS[(STEPS.indexOf(asked.step) + 1) % STEPS.length]!;
    change({ by });
    announce(i18n._(STEP_WORDS[by]));
  };
  const come = (): void => {
    visit.come();
    first.current?.focus();
  };
  useKeys([[STATISTICS_KEYS.range, come], [STATISTICS_KEYS.previous, step(-1)], [STATISTICS_KEYS.next, step(1)], [STATISTICS_KEYS.by, turn]]);
  const preset = asked === null ? '30d' : (asked.preset ?? '');
  return (
    <div className={style.bar}>
      <label className={style.field}>
        {t`时间段`}
        <select ref={first} className={control.input} value={preset} {...keys(STATISTICS_KEYS.range)} {...visit.props} onChange={(event) => change({ range: event.target.value === '30d' ? null : event.target.value, from: null, to: null }, visit.again())}>
          {preset === '' && <option value="">{t`自定义`}</option>}
          {PRESETS.map((one) => <option key={one} value={one}>{words[one]}</option>)}
        </select>
      </label>
      <DayIn label={t`从`} value={typed?.from ?? ''} wrong={wrong} leave={visit.props.onKeyDown} onChange={(from) => typed !== null && show({ from, to: typed.to })} />
      <DayIn label={t`到`} value={typed?.to ?? ''} wrong={wrong} leave={visit.props.onKeyDown} onChange={(to) => typed !== null && show({ from: typed.from, to })} />
      <span className={style.pair}>
        <button type="button" className={`${control.button} ${style.step}`} aria-label={t`前一段时间`} disabled={days === null} {...keys(STATISTICS_KEYS.previous)} onClick={step(-1)}><span aria-hidden="true">←</span> <KeyCap of={STATISTICS_KEYS.previous} /></button>
        <button type="button" className={`${control.button} ${style.step}`} aria-label={t`后一段时间`} disabled={days === null} {...keys(STATISTICS_KEYS.next)} onClick={step(1)}><span aria-hidden="true">→</span> <KeyCap of={STATISTICS_KEYS.next} /></button>
      </span>
      <label className={style.field}>
        {t`间隔`}
        <select className={control.input} value={asked === null || asked.auto ? '' : asked.step} {...keys(STATISTICS_KEYS.by)} {...visit.props} onChange={(event) => change({ by: event.target.value as Step | '' }, visit.again())}>
          <option value="">{days === null ? t`自动` : t`自动（${i18n._(STEP_WORDS[stepOf(days)]).toLowerCase()}）`}</option>
          {STEPS.map((one) => <option key={one} value={one}>{i18n._(STEP_WORDS[one])}</option>)}
        </select>
      </label>
    </div>
  );
}
