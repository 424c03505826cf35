import { Suspense, useEffect, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { Empty } from '../../ui/empty.tsx';
import { late } from '../../ui/fetch-part.ts';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { Stale } from '../../ui/stale.tsx';
import { Unread } from '../../ui/unread.tsx';
import { dashboard } from './contract.ts';
import style from './dashboard.module.css';
import { Part } from './part.tsx';
import { ToDo } from './to-do.tsx';

// the figures come first; what else there is of the day is fetched beside them
const Day = late(() => import(/* webpackChunkName: "day" */ './day.tsx'));

/** The day's work: what there is to do, who waits longest, how the day compares, and the keys to begin with. */
export default function DashboardPage() {
  const { t } = useLingui();
  const format = useFormat();
  const viewer = useViewer();
  const { data, failure, again } = useRead(dashboard.today);
  // what is prerendered waits for nothing
  const [begun, setBegun] = useState(false);
  useEffect(() => setBegun(true), []);
  // the server's day, which the figures are of; the prerendered page must not name the day on which it was built
  const at = data === undefined ? null : new Date(data.at);
  const works = viewer === null || may(viewer, ['biz:order:list', 'biz:caregiver:list']);
  const blank = (
    <>
      <Part id="day-waiting" title={t`等得最久的待派单`} busy><div className={style.rows} /></Part>
      <Part id="day-week" title={t`今天与上周同一天`} busy><div className={style.week} /></Part>
      <Part id="day-quick" title={t`常用`} busy />
    </>
  );
  return (
    <div className={style.page}>
      <div className={style.top}>
        <h1 tabIndex={-1}><Trans>今天</Trans></h1>
        <p className={style.day}>{at === null ? '\u00a0' : format.today(at)}</p>
        {at !== null && <p className={style.age}>{t`${format.time(at.getTime())} 更新`}</p>}
      </div>
      {at !== null && failure !== null && <Stale className={style.stale} failure={failure} again={again} />}
      {!works ? <Empty title={t`你的角色还没有要办的事`} hint={t`要看订单和护工，就找超级管理员在“账号管理”里改你的角色。`} /> : (
        <div className={style.columns}>
          <Part id="day-to-do" title={t`现在要做`}>
            {at === null && failure !== null ? <Unread title={t`没有取到今天的数字`} failure={failure} again={again} /> : <ToDo data={data} />}
          </Part>
          <Suspense fallback={blank}>{begun ? <Day today={data} again={again} /> : blank}</Suspense>
        </div>
      )}
    </div>
  );
}
