import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import { hospital } from '../hospital/contract.ts';
import style from './account.module.css';
import { account } from './contract.ts';
import type { Places } from './draft.ts';

type Option = Reply<typeof hospital.options>[number];
/** More hospitals than this can be looked through by name. */
const MANY = 8;
const without = (list: readonly string[], one: string): string[] => list.filter((each) => each !== one);

/** The departments of a hospital that was chosen; none chosen is all of it. `chosen` is undefined once the last of them was taken away, and the hospital with it; `had`: those of the stored record. */
function Departments({ id, chosen, had, onChange }: { id: string; chosen: readonly string[] | undefined; had: readonly string[]; onChange: (departments: string[]) => void }) {
  const { t } = useLingui();
  const { data, failure, again } = useRead(account.scope, { params: { hospitalId: id } });
  if (failure !== null) return <p className={control.error} role="alert">{t`没有取到科室：${failure.message}`} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  if (data === undefined) return <p className={control.hint}><Trans>正在取科室</Trans></p>;
  const all = chosen ?? [];
  // as below
  const departments = (data[0]?.children ?? []).filter(({ value, disabled }) => !disabled || [...had, ...all].includes(value));
  return (
    <>
      <p className={control.hint} aria-live="polite">{chosen === undefined ? t`没有勾选科室，这家医院不再包括在内` : chosen.length === 0 ? t`整家医院；只给部分科室时再勾选` : t`只有勾选的 ${chosen.length} 个科室`}</p>
      <ul className={style.departments}>
        {departments.map(({ value, label, disabled }) => (
          <li key={value}><label className={style.choice}><input type="checkbox" checked={all.includes(value)} onChange={(event) => onChange(event.target.checked ? [...all, value] : without(all, value))} /> {label} {disabled && <span className={control.hint}><Trans>已停用</Trans></span>}</label></li>
        ))}
      </ul>
    </>
  );
}

/** What somebody has changed in the scope, by hospital. */
export function ScopeChanges({ before, now, label }: { before: Places; now: Places; label: string }) {
  const text = (places: Places, id: string): string | undefined => places.find(({ hospitalId }) => hospitalId === id)?.departmentIds.join();
  const ids = [...new Set([...before, ...now].map(({ hospitalId }) => hospitalId))].filter((id) => text(before, id) !== text(now, id));
  return ids.map((id) => <ScopeChange key={id} id={id} label={label} before={text(before, id)} now={text(now, id)} />);
}
function ScopeChange({ id, before, now, label }: { id: string; label: string; before: string | undefined; now: string | undefined }) {
  const { t } = useLingui();
  const { data, failure } = useRead(account.scope, { params: { hospitalId: id } });
  if (data === undefined && failure === null) return null;
  const { label: name = `${t`医院`} ${id}`, children = [] } = data?.[0] ?? {};
  const said = (departments: string | undefined): string => (departments === undefined ? '—' : departments === '' ? t`整家医院` : departments.split(',').map((one) => children.find(({ value }) => value === one)?.label ?? one).join(t`、`));
  return <li>{t`${`${label} · ${name}`}：${said(before)} → ${said(now)}`}</li>;
}

/** The data scope: hospitals, and below each that is chosen its departments. `was`: that of the stored record. */
export function ScopeField({ name, value, was, onChange, describedBy }: { name: string; value: Places; was: Places; onChange: (places: Places) => void; describedBy: string | undefined }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  /** The hospital whose last department was just taken away: with none it would be given whole. */
  const [left, setLeft] = useState<string | null>(null);
  const { data, failure, again } = useRead(hospital.options);
  if (failure !== null) return <p className={control.error} role="alert">{t`没有取到医院：${failure.message}`} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  if (data === undefined) return <p className={control.hint}><Trans>正在取医院</Trans></p>;
  // one that is offered no longer stays visible, so that it can be taken away, and given back
  const held = [...new Set([...was, ...value].map(({ hospitalId }) => hospitalId))];
  const gone = held.filter((one) => !data.some(({ id }) => id === one)).map((hospitalId): Option => ({ id: hospitalId, name: t`已停用的医院 ${hospitalId}` }));
  const shown = [...gone, ...data].filter((one) => wanted === '' || one.name.toLowerCase().includes(wanted.trim().toLowerCase()) || one.id === left || held.includes(one.id));
  const placeOf = (id: string, places = was): Places[number] | undefined => places.find(({ hospitalId }) => hospitalId === id);
  /** Puts this in the place of what the hospital has; null: it has none. */
  const put = (id: string, place: Places[number] | null, last: string | null = null): void => {
    setLeft(last);
    onChange(place === null ? value.filter(({ hospitalId }) => hospitalId !== id) : placeOf(id, value) ? value.map((one) => (one.hospitalId === id ? place : one)) : [...value, place]);
  };
  return (
    <>
      {data.length > MANY && <input type="search" className={control.input} value={wanted} aria-label={t`按名称找医院`} placeholder={t`按名称找医院`} autoComplete="off" onChange={(event) => setWanted(event.target.value)} />}
      <ul className={style.tree}>
        {shown.map((one) => {
          const place = placeOf(one.id, value);
          return (
            <li key={one.id}>
              <label className={style.choice}>
                <input type="checkbox" name={name} checked={place !== undefined} aria-describedby={describedBy} onChange={(event) => put(one.id, event.target.checked ? ((one.id !== left && placeOf(one.id)) || { hospitalId: one.id, departmentIds: [] }) : null)} /> {one.name}
              </label>
              {(place !== undefined || one.id === left) && !gone.includes(one) && <Departments id={one.id} chosen={place?.departmentIds} had={placeOf(one.id)?.departmentIds ?? []} onChange={(departmentIds) => (departmentIds.length === 0 ? put(one.id, null, one.id) : put(one.id, { hospitalId: one.id, departmentIds }))} />}
            </li>
          );
        })}
        {shown.length === 0 && <li className={control.hint}><Trans>没有这个名称的医院</Trans></li>}
      </ul>
    </>
  );
}
