import { useId, useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { fill, splitHref } from '../../kernel/href.ts';
import { useKey } from '../bound-key.tsx';
import { LIST_KEYS } from '../key-entry.ts';
import { currentHref, navigate, useQuery } from '../location.ts';
import { composing } from '../key.ts';
import { parseDay, todayThere } from '../parse-day.ts';
import control from '../style/control.module.css';
import type { Chosen, Filter } from './chosen.ts';
import { askedOf, type Field } from './condition.ts';
import { leaveField } from './door.ts';
import style from './list.module.css';

export type { Chosen, Filter };
const NONE: readonly Field[] = [];

/** What the address of this page says about these filters and fields; what neither knows counts for nothing. */
export function useChosen(filters: readonly Filter[], fields: readonly Field[] = NONE): Chosen {
  const query = useQuery();
  const pairs = filters.flatMap(({ name, options, accepts }): [string, string][] => {
    const value = query.get(name);
    return value !== null && (options.some((option) => option.value === value) || accepts?.test(value)) ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(pairs), ...(fields.length > 0 ? askedOf(query, fields) : {}) };
}
/** What opens something over a list, and what the window is called by (spec section 2). */
const OVER = /^(new|edit|account|import|export|title)$/;
/** How much of what the address of this page asks is not among what was understood of it. A command takes its own out of it first (palette/link.ts). */
export function useUnread(chosen: Chosen): number {
  const query = useQuery();
  return query.has('cmd') ? 0 : [...query].filter(([name, value]) => value !== '' && !OVER.test(name)).length - Object.keys(chosen).length;
}
/** Shows the list of `path` under other filters: a step of its own for Back, under the title that its address carries (spec section 2). */
export const choose = (path: string, chosen: Chosen): void => navigate(fill(path, {}, { ...chosen, title: new URLSearchParams(splitHref(currentHref())[1]).get('title') ?? '' }));

/** What is typed counts when one leaves the field or presses Enter; a day as people type it (look.md, "Forms"). */
function Typed({ label, type, value, onChange }: { label: string; type: 'search' | 'date'; value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const [wrong, setWrong] = useState(false);
  if (shown !== value) {
    setShown(value);
    setText(value);
    setWrong(false);
  }
  const take = (): void => {
    const typed = text.trim();
    const next = type === 'search' || typed === '' ? typed : parseDay(typed, todayThere());
    setWrong(next === null);
    if (next === null || next === value) return;
    setText(next);
    onChange(next);
  };
  const input = (
    <input
      id={id} className={control.input} type={type === 'search' ? 'search' : 'text'} value={text} autoComplete="off" maxLength={64} placeholder={type === 'date' ? t`今天、+3、1225` : undefined} aria-invalid={wrong} aria-describedby={wrong ? `${id}e` : undefined}
      onBlur={take} onChange={(event) => setText(event.target.value)}
      onKeyDownCapture={(event) => {
        if (composing(event.nativeEvent)) return;
        if (event.key === 'Enter') take();
        // what was not taken goes first
        if (event.key !== 'Escape' || text === value) return;
        setText(value);
        setWrong(false);
        event.stopPropagation();
      }}
      onKeyDown={leaveField}
    />
  );
  // the mistake is no part of what the field is called
  return (
    <div className={style.filter}>
      <label htmlFor={id}>{label}</label>
      {input}
      {wrong && <span id={`${id}e`} role="alert" className={control.error}>{t`日期写成 今天、+3、1225 或 2026-12-25`}</span>}
    </div>
  );
}

/** The filters in force in words, as a print of the page names them. */
export const saidOf = (filters: readonly Filter[], chosen: Chosen): string[] => filters.flatMap(({ name, label, options }) => (chosen[name] === undefined ? [] : [`${label} · ${options.find(({ value }) => value === chosen[name])?.label ?? chosen[name]}`]));

/** The filters as labelled fields; `f` leads to the first. */
export function Filters({ path, filters, chosen }: { path: string; filters: readonly Filter[]; chosen: Chosen }) {
  const { t } = useLingui();
  const first = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState(false);
  const shown = filters.filter(({ tab }) => tab !== true);
  const folded = shown.some(({ more }) => more === true);
  const unfolded = wanted || shown.some(({ name, more }) => more === true && chosen[name] !== undefined);
  useKey(LIST_KEYS.filter, () => first.current?.querySelector<HTMLElement>('select, input')?.focus());
  return (
    <fieldset ref={first} className={style.filters}>
      {shown.filter(({ more }) => more !== true || unfolded).map(({ name, label, options, typed, none }) => (typed !== undefined ? <Typed key={name} label={label} type={typed} value={chosen[name] ?? ''} onChange={(value) => choose(path, { ...chosen, [name]: value })} /> : (
        <label key={name} className={style.filter}>
          {label}
          <select className={control.input} value={chosen[name] ?? ''} onKeyDown={leaveField} onChange={(event) => choose(path, { ...chosen, [name]: event.target.value })}>
            <option value="">{none ?? t`全部`}</option>
            {options.map(({ value, label: words }) => <option key={value} value={value}>{words}</option>)}
            {/* not among them, or they are on their way: in force all the same */}
            {chosen[name] && options.every(({ value }) => value !== chosen[name]) && <option value={chosen[name]}>{options.length > 0 ? chosen[name] : '…'}</option>}
          </select>
        </label>
      )))}
      {folded && <button type="button" className={`${control.button} ${control.quiet}`} aria-expanded={unfolded} onClick={() => setWanted(!unfolded)}>{unfolded ? t`收起筛选` : t`更多筛选`}</button>}
    </fieldset>
  );
}
/** Says that the address asks what this page does not know, where no foot with chips does; a press takes it out of the address. */
export function Unknown({ path, chosen }: { path: string; chosen: Chosen }) {
  const { t } = useLingui();
  const unread = useUnread(chosen);
  return unread === 0 ? null : (
    <button type="button" className={style.quiet} title={t`从地址里去掉`} onClick={({ currentTarget }) => {
      currentTarget.closest('section')?.querySelector('h1')?.focus();
      choose(path, chosen);
    }}>{t`地址里有 ${unread} 个条件不认识，没有使用`} <span aria-hidden="true">×</span></button>
  );
}
