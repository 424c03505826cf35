import { useEffect, useState, useSyncExternalStore } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import style from './banner.module.css';
import { useFormat } from './format.ts';
import { reloadHere } from './leave.ts';
import { useHref } from './location.ts';
import { lookAgain, network, onNetwork, readAge, type Network } from './network.ts';
import { useViewer } from './session.ts';

const STANDS: Network = { since: null, doubt: false };
// whoever has a one-time password is on that page already, and the address stays as it is
const toField = (): void => document.getElementsByName('oldPassword')[0]?.focus();

/** Milliseconds between two looks at what the page shows. */
const AGE = 1_000;
/** From when what this page shows is: of what was read, the oldest. Not part of what is spoken, which holds for every page. */
function Age() {
  const { t } = useLingui();
  const { instant } = useFormat();
  const href = useHref();
  const [age, setAge] = useState(readAge);
  useEffect(() => {
    const see = (): void => setAge(readAge());
    // the page of another address is only drawn after this
    const soon = setTimeout(see);
    const clock = setInterval(see, AGE);
    return () => {
      clearTimeout(soon);
      clearInterval(clock);
    };
  }, [href]);
  const from = age === null ? '' : instant(new Date(age).toISOString());
  return age === null ? null : <span className={style.age}>{t`本页内容截至 ${from}`}</span>;
}
/** Since when the server cannot be reached, and what still works. */
function Offline({ since }: { since: number }) {
  const { t } = useLingui();
  const { instant } = useFormat();
  // with its day: it may stand there in the morning
  const at = instant(new Date(since).toISOString());
  return (
    <>
      <span className={style.what}>{t`${at} 起连不上服务器。看过的还能看，填写的都留着，恢复后再保存。`}</span>
      <button type="button" className={style.again} onClick={() => void lookAgain()}><Trans>现在再试</Trans></button>
    </>
  );
}

/** Says what holds on every page: that the network is gone (looks by itself whether it is back, and then goes quietly), that the password is a one-time one, that the role is another. The regions are always there, so that screen readers hear them change. */
export function Banner() {
  const { since, doubt } = useSyncExternalStore(onNetwork, network, () => STANDS);
  const lost = since !== null;
  const { mustChange = false, outdated = false } = useViewer()?.allowed ?? {};
  useEffect(() => {
    // a call that brought nothing may have been that call's own trouble
    if (doubt) void lookAgain();
  }, [doubt]);
  return (
    <>
      <div className={lost ? style.line : undefined}>
        <output className={style.said}>{since === null ? null : <Offline since={since} />}</output>
        {lost && <Age />}
      </div>
      <output>
        {mustChange ? (
          <span className={style.line}>
            <span className={style.what}><Trans>现在用的是一次性密码。</Trans> <Link href="/profile?part=password" onClick={toField}><Trans>改成自己的密码</Trans></Link></span>
          </span>
        ) : null}
        {outdated ? (
          <span className={style.line}>
            <span className={style.what}><Trans>你的角色变了，重新加载后生效。</Trans></span>
            <button type="button" className={style.again} onClick={reloadHere}><Trans>重新加载</Trans></button>
          </span>
        ) : null}
      </output>
    </>
  );
}
