import { useRef, useState } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { fill } from '../../kernel/href.ts';
import { navigate, useQuery } from '../location.ts';
import { composing } from '../key.ts';
import { usePlainKey } from '../plain-key.ts';
import control from '../style/control.module.css';
import type { Chosen, Filter } from './chosen.ts';
import { askedOf, type Field } from './condition.ts';
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
/** Shows the list of `path` under other filters: a step of its own for Back. */
export const choose = (path: string, chosen: Chosen): void => navigate(fill(path, {}, chosen));

/** What is typed counts when one leaves the field or presses Enter. */
function Typed({ type, value, onChange }: { type: 'search' | 'date'; value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const take = (): void => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <input
      className={control.input} type={type} value={text} autoComplete="off" maxLength={64} onBlur={take} onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !composing(event.nativeEvent)) take();
      }}
    />
  );
}

/** The filters as labelled fields; `f` leads to the first. */
export function Filters({ path, filters, chosen }: { path: string; filters: readonly Filter[]; chosen: Chosen }) {
  const { t } = useLingui();
  const first = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState(false);
  const shown = filters.filter(({ tab }) => tab !== true);
  const folded = shown.some(({ more }) => more === true);
  const unfolded = wanted || shown.some(({ name, more }) => more === true && chosen[name] !== undefined);
  usePlainKey([{ keys: ['f'], words: msg`列表：筛选`, run: () => first.current?.querySelector<HTMLElement>('select, input')?.focus() }]);
  return (
    <fieldset ref={first} className={style.filters}>
      {shown.filter(({ more }) => more !== true || unfolded).map(({ name, label, options, typed }) => (
        <label key={name} className={style.filter}>
          {label}
          {typed !== undefined ? <Typed type={typed} value={chosen[name] ?? ''} onChange={(value) => choose(path, { ...chosen, [name]: value })} /> : <select className={control.input} value={chosen[name] ?? ''} onChange={(event) => choose(path, { ...chosen, [name]: event.target.value })}>
            <option value=""><Trans>全部</Trans></option>
            {options.map(({ value, label: words }) => <option key={value} value={value}>{words}</option>)}
          </select>}
        </label>
      ))}
      {folded && <button type="button" className={`${control.button} ${control.quiet}`} aria-expanded={unfolded} onClick={() => setWanted(!unfolded)}>{unfolded ? t`收起筛选` : t`更多筛选`}</button>}
    </fieldset>
  );
}
