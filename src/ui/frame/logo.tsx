import { Trans } from '@lingui/react/macro';
import { useSetting } from '../setting.ts';
import style from './logo.module.css';

/** Seal and name of the console, where the settings want them (spec section 3, "sidebar logo"). */
export function Logo() {
  return useSetting('sidebarLogo') ? (
    <div className={style.logo}>
      <span className={style.seal} aria-hidden="true">
        护
      </span>
      <span className={style.words}>
        <Trans>护理管理系统</Trans>
      </span>
    </div>
  ) : null;
}
