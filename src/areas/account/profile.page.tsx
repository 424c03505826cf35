import { Trans, useLingui } from '@lingui/react/macro';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import { roleWords } from '../../ui/role.ts';
import control from '../../ui/style/control.module.css';
import { account } from './contract.ts';
import { DisplaySettings } from './display.tsx';
import { ProfileForm } from './profile.form.tsx';
import style from './profile.module.css';

/** `/profile`: one's own record, what may be changed of it, and how the console looks on this computer. */
export default function ProfilePage() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { data, failure, again } = useRead(account.profile);
  return (
    <div className={style.page}>
      <h1 tabIndex={-1}>
        <Trans>个人中心</Trans>
      </h1>
      {data !== undefined ? (
        <>
          <dl className={style.facts}>
            <div>
              <dt><Trans>账号</Trans></dt>
              <dd>{data.username}</dd>
            </div>
            <div>
              <dt><Trans>角色</Trans></dt>
              <dd>{i18n._(roleWords(data.role))}</dd>
            </div>
            <div>
              <dt><Trans>所属医院</Trans></dt>
              <dd>{data.hospitals.length === 0 ? t`全部` : data.hospitals.join(t`、`)}</dd>
            </div>
            <div>
              <dt><Trans>手机</Trans></dt>
              <dd>{data.mobile ?? t`未填写`}</dd>
            </div>
            <div>
              <dt><Trans>邮箱</Trans></dt>
              <dd>{data.email ?? t`未填写`}</dd>
            </div>
            <div>
              <dt><Trans>上次登录</Trans></dt>
              <dd>{data.lastLoginAt === null ? t`首次登录` : format.instant(data.lastLoginAt)}</dd>
            </div>
          </dl>
          <ProfileForm key={data.id} stored={data} onStale={again} />
        </>
      ) : failure !== null ? (
        <Empty title={t`个人资料没有载入`} hint={failure.message}>
          <button type="button" className={control.button} onClick={again}>
            <Trans>再试一次</Trans>
          </button>
        </Empty>
      ) : (
        <div className={style.waiting} aria-hidden="true" />
      )}
      <DisplaySettings />
    </div>
  );
}
