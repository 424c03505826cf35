import { useSyncExternalStore } from 'react';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import style from './frame.module.css';
import { useViewer } from './session.ts';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

// whoever has a one-time password is on that page already, and the address stays as it is
const toField = (): void => document.getElementsByName('oldPassword')[0]?.focus();

/** Says what holds on every page: that the network is gone, that the password is a one-time one. The regions are always there, so that screen readers hear them change. */
export function Banner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine, () => true);
  const mustChange = useViewer()?.allowed.mustChange === true;
  return (
    <>
      <output>{online ? null : <span className={style.banner}><Trans>网络已断开。已打开的内容还能看，恢复后自动继续。</Trans></span>}</output>
      <output>
        {mustChange ? (
          <span className={style.banner}>
            <Trans>现在用的是一次性密码。</Trans> <Link href="/profile?part=password" onClick={toField}><Trans>改成自己的密码</Trans></Link>
          </span>
        ) : null}
      </output>
    </>
  );
}
