import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { useQuery } from '../../ui/location.ts';
import { outdated, useRead } from '../../ui/read.ts';
import { roleWords } from '../../ui/role.ts';
import { useViewer } from '../../ui/session.ts';
import { Unread } from '../../ui/unread.tsx';
import { session } from '../session/contract.ts';
import { Contacts } from './contact.form.tsx';
import { account } from './contract.ts';
import { DisplaySettings } from './display.tsx';
import { boundRole } from './draft.ts';
import { PasswordForm } from './password.form.tsx';
import { Places } from './place-list.tsx';
import { ProfileForm } from './profile.form.tsx';
import style from './profile.module.css';
import { SecondSteps } from './step.form.tsx';

/** `/profile`: one's own record, what may be changed of it, how one signs in, and how the console looks on this computer. `?part=password` begins at the password. */
export default function ProfilePage() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { data, failure, again } = useRead(account.profile);
  // with a one-time password the server refuses everything but changing it
  const limited = useViewer()?.allowed.mustChange === true;
  const steps = useRead(session.steps, {}, { asks: !limited });
  const part = useQuery().get('part');
  const contactChanged = (): void => {
    again();
    // without a phone there is no step by SMS
    steps.again();
  };
  const passwordChanged = (): void => {
    again();
    // all other places are signed out by it
    outdated([session.places]);
  };
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
              <dd>{data.hospitals.length === 0 ? (boundRole(String(data.role)) ? t`没有所属医院` : t`全部`) : data.hospitals.join(t`、`)}</dd>
            </div>
            <div>
              <dt><Trans>上次登录</Trans></dt>
              <dd>{data.lastLoginAt === null ? t`首次登录` : format.instant(data.lastLoginAt)}</dd>
            </div>
          </dl>
          {!limited && (
            <section className={style.section} aria-labelledby="own-record">
              <h2 id="own-record"><Trans>资料</Trans></h2>
              <ProfileForm key={data.id} stored={data} onStale={again} />
            </section>
          )}
          {!limited && <Contacts profile={data} onChanged={contactChanged} />}
          <PasswordForm username={data.username} asked={part === 'password'} onChanged={passwordChanged} />
          {!limited && <SecondSteps username={data.username} steps={steps} />}
          {!limited && <Places />}
        </>
      ) : failure !== null ? (
        <Unread title={t`个人资料没有载入`} failure={failure} again={again} />
      ) : (
        <div className={style.waiting} aria-hidden="true" />
      )}
      <DisplaySettings />
    </div>
  );
}
