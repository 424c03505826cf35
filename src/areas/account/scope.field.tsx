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

/** The departments of a hospital that was chosen; none chosen is all of it. */
function Departments({ id, chosen, onChange }: { id: string; chosen: readonly string[]; onChange: (departments: string[]) => void }) {
  const { t } = useLingui();
  const { data, failure, again } = useRead(account.scope, { params: { hospitalId: id } });
  if (failure !== null) return <p className={control.error} role="alert">{t`没有取到科室：${failure.message}`} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  if (data === undefined) return <p className={control.hint}><Trans>正在取科室</Trans></p>;
  // as below: one that is switched off stays until it is taken away
  const departments = (data[0]?.children ?? []).filter(({ value, disabled }) => !disabled || chosen.includes(value));
  return (
    <>
      <p className={control.hint}>{chosen.length === 0 ? t`整家医院；只给部分科室时再勾选` : t`只有勾选的 ${chosen.length} 个科室`}</p>
      <ul className={style.departments}>
        {departments.map(({ value, label, disabled }) => (
          <li key={value}><label className={style.choice}><input type="checkbox" checked={chosen.includes(value)} onChange={(event) => onChange(event.target.checked ? [...chosen, value] : without(chosen, value))} /> {label} {disabled && <span className={control.hint}><Trans>已停用</Trans></span>}</label></li>
        ))}
      </ul>
    </>
  );
}

/** The data scope: hospitals, and below each that is chosen its departments. */
export function ScopeField({ name, value, onChange, describedBy }: { name: string; value: Places; onChange: (places: Places) => void; describedBy: string | undefined }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  const { data, failure, again } = useRead(hospital.options);
  if (failure !== null) return <p className={control.error} role="alert">{t`没有取到医院：${failure.message}`} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  if (data === undefined) return <p className={control.hint}><Trans>正在取医院</Trans></p>;
  // one that is offered no longer stays visible, so that it can be taken away
  const gone = value.filter(({ hospitalId }) => !data.some(({ id }) => id === hospitalId)).map(({ hospitalId }): Option => ({ id: hospitalId, name: t`已停用的医院 ${hospitalId}` }));
  const shown = [...gone, ...data].filter((one) => wanted === '' || one.name.toLowerCase().includes(wanted.trim().toLowerCase()) || value.some(({ hospitalId }) => hospitalId === one.id));
  const change = (id: string, departmentIds: string[]): void => onChange(value.map((place) => (place.hospitalId === id ? { hospitalId: id, departmentIds } : place)));
  return (
    <>
      {data.length > MANY && <input type="search" className={control.input} value={wanted} aria-label={t`按名称找医院`} placeholder={t`按名称找医院`} autoComplete="off" onChange={(event) => setWanted(event.target.value)} />}
      <ul className={style.tree}>
        {shown.map((one) => {
          const place = value.find(({ hospitalId }) => hospitalId === one.id);
          return (
            <li key={one.id}>
              <label className={style.choice}>
                <input type="checkbox" name={name} checked={place !== undefined} aria-describedby={describedBy} onChange={(event) => onChange(event.target.checked ? [...value, { hospitalId: one.id, departmentIds: [] }] : value.filter(({ hospitalId }) => hospitalId !== one.id))} /> {one.name}
              </label>
              {place !== undefined && !gone.includes(one) && <Departments id={one.id} chosen={place.departmentIds} onChange={(departments) => change(one.id, departments)} />}
            </li>
          );
        })}
        {shown.length === 0 && <li className={control.hint}><Trans>没有这个名称的医院</Trans></li>}
      </ul>
    </>
  );
}
