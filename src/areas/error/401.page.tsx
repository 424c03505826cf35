import { Trans } from '@lingui/react/macro';
import style from '../../ui/message.module.css';
import control from '../../ui/style/control.module.css';

/** `/401` (spec section 2). */
export default function Page401() {
  return (
    <section className={style.message}>
      <h1 tabIndex={-1}>
        <Trans>没有登录，或登录已失效</Trans>
      </h1>
      <p>
        <Trans>重新登录后再打开这一页。</Trans>
      </p>
      <p>
        <a className={control.button} href="#/dashboard">
          <Trans>回到首页</Trans>
        </a>
      </p>
    </section>
  );
}
