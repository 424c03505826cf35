import { useEffect, useState, useSyncExternalStore } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import style from './banner.module.css';
import { serverAnswers } from './fetch-part.ts';
import { useFormat } from './format.ts';
import { connectionLost, connectionStands, network, onNetwork, readAge, type Network } from './network.ts';
import { useViewer } from './session.ts';

/** Milliseconds between two looks whether the server is back. */
const LOOK = 5_000;
const STANDS: Network = { since: null, doubt: false };
async function look(): Promise<void> {
  if (!navigator.onLine) connectionLost();
  else if (await serverAnswers()) connectionStands();
  else connectionLost();
}
// whoever has a one-time password is on that page already, and the address stays as it is
const toField = (): void => document.getElementsByName('oldPassword')[0]?.focus();

/** Since when the server cannot be reached, what still works, and from when what the page shows is. Looks by itself whether it is back, and then goes quietly. */
function Offline({ since }: { since: number }) {
  const { t } = useLingui();
  const { time } = useFormat();
  // what was read before, and stays as it is until the connection is back
  const [age] = useState(readAge);
  const [at, from] = [time(since), age === null ? '' : time(age)];
  return (
    <span className={style.line}>
      <span className={style.what}>{t`${at} 起连不上服务器。看过的还能看，填写的都留着，恢复后再保存。`}</span>
      {age !== null && <span className={style.age}>{t`本页内容截至 ${from}`}</span>}
      <button type="button" className={style.again} onClick={() => void look()}><Trans>现在再试</Trans></button>
    </span>
  );
}

/** Says what holds on every page: that the network is gone, that the password is a one-time one. The regions are always there, so that screen readers hear them change. */
export function Banner() {
  const { since, doubt } = useSyncExternalStore(onNetwork, network, () => STANDS);
  const mustChange = useViewer()?.allowed.mustChange === true;
  const lost = since !== null;
  useEffect(() => {
    // a call that brought nothing may have been that call's own trouble
    if (doubt) void look();
    if (!lost) return;
    const timer = setInterval(() => void look(), LOOK);
    return () => clearInterval(timer);
  }, [doubt, lost]);
  return (
    <>
      <output>{since === null ? null : <Offline since={since} />}</output>
      <output>
        {mustChange ? (
          <span className={style.line}>
            <span className={style.what}><Trans>现在用的是一次性密码。</Trans> <Link href="/profile?part=password" onClick={toField}><Trans>改成自己的密码</Trans></Link></span>
          </span>
        ) : null}
      </output>
    </>
  );
}
