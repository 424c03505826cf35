import { useEffect, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { useRead } from '../../ui/read.ts';
import { roleWords } from '../../ui/role.ts';
import { Status } from '../../ui/status.tsx';
import control from '../../ui/style/control.module.css';
import { hospital } from './contract.ts';
import style from './hospital.module.css';

/** Who sees a hospital: the accounts bound to it, each a link to where that is changed. */
export function Access({ id, onClose }: { id: string; onClose: () => void }) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const { data, failure, again } = useRead(hospital.accounts, { params: { id } });
  const list = useRef<HTMLUListElement>(null);
  // the list comes after the drawer has opened
  useEffect(() => list.current?.querySelector('a')?.focus(), [data]);
  return (
    <Drawer title={t`谁能看到这家医院`} onClose={onClose}>{(leave) => (
      <div className={control.form} aria-busy={data === undefined && failure === null}>
        <p className={control.hint}><Trans>超级管理员和运营能看到所有医院，不在下面。在账号里改谁负责哪些医院和科室。</Trans></p>
        {failure !== null ? <p role="alert" className={control.error}>{failure.message} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p> : data === undefined ? <p className={control.hint}><Trans>正在取账号</Trans></p> : data.length === 0 ? <p><Trans>还没有账号负责这家医院</Trans></p> : (
          <ul ref={list} className={style.accounts}>
            {data.map((one) => (
              <li key={one.id}>
                <a href={`#/system/user?edit=${one.id}`}>{one.nickname === null || one.nickname === one.username ? one.username : `${one.nickname} (${one.username})`}</a>
                <Status tone={one.status === 1 ? 'ok' : 'neutral'} words={one.status === 1 ? t`启用` : t`停用`} />
                <span className={control.hint}>{i18n._(roleWords(one.role))} · {one.departments.length === 0 ? t`整家医院` : one.departments.join(t`、`)}</span>
              </li>
            ))}
          </ul>
        )}
        <div className={control.actions}>
          <a className={control.button} href="#/system/user?new=1"><Trans>新建账号</Trans></a>
          <button type="button" className={control.button} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>关闭</Trans> <KeyCap of={OWN_KEYS.leave} /></button>
        </div>
      </div>
    )}</Drawer>
  );
}
