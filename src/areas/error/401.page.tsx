import { Trans, useLingui } from '@lingui/react/macro';
import { OwnKeys } from '../../ui/bound-key.tsx';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import style from '../../ui/message.module.css';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';

/** `/401` (spec section 2). Only who is signed in sees it, and can only have come by the address: anyone else is led to sign in. */
export default function Page401() {
  const { t } = useLingui();
  const viewer = useViewer();
  const name = viewer === null ? '' : viewer.nickname || viewer.username;
  return (
    <section className={style.message}>
      <h1 tabIndex={-1}>
        <Trans>没有登录，或登录已失效</Trans>
      </h1>
      <p>{t`现在已经登录为 ${name}，可以继续。`}</p>
      <p><Trans>要换账号，按 <OwnKeys of={OWN_KEYS.palette} /> 找“退出登录”。</Trans></p>
      <p><a className={`${control.button} ${control.primary}`} href="#/dashboard"><Trans>回到首页</Trans></a></p>
    </section>
  );
}
