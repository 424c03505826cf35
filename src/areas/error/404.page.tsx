import { Trans } from '@lingui/react/macro';
import { OwnKeys } from '../../ui/bound-key.tsx';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import style from '../../ui/message.module.css';
import control from '../../ui/style/control.module.css';

/** `/404` (spec section 2). */
export default function Page404() {
  return (
    <section className={style.message}>
      <h1 tabIndex={-1}>
        <Trans>没有这一页</Trans>
      </h1>
      <p>
        <Trans>地址写错了，或者你的账号不能打开它。用页面顶上的查找，或按 <OwnKeys of={OWN_KEYS.palette} />，找你要的。</Trans>
      </p>
      <p>
        <a className={control.button} href="#/dashboard">
          <Trans>回到首页</Trans>
        </a>
      </p>
    </section>
  );
}
