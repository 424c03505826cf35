import { useSyncExternalStore } from 'react';
import { Trans } from '@lingui/react/macro';
import style from './frame.module.css';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Says that the network is gone while it is gone. The region is always there, so that screen readers hear it change. */
export function Banner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine, () => true);
  return <output>{online ? null : <span className={style.banner}><Trans>网络已断开。已打开的内容还能看，恢复后自动继续。</Trans></span>}</output>;
}
