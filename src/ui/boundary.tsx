import { Component, useEffect, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import control from './style/control.module.css';
import style from './message.module.css';

/** Says that something broke, and offers a way on. */
export function Broken({ onAgain }: { onAgain: () => void }) {
  return (
    <section className={style.message}>
      <h1 tabIndex={-1}>
        <Trans>这个页面没能打开</Trans>
      </h1>
      <p>
        <Trans>可能是网络断了，或者系统刚刚更新。重新加载后再试。</Trans>
      </p>
      <div className={control.actions}>
        <button type="button" className={`${control.button} ${control.primary}`} onClick={onAgain}>
          <Trans>重新加载</Trans>
        </button>
        <a className={`${control.button} ${control.quiet}`} href="#/dashboard">
          <Trans>回到首页</Trans>
        </a>
      </div>
    </section>
  );
}

/** Says that the next page did not come, over the page that is still there; tries again by itself when the network is back. */
export function Unreached({ onAgain }: { onAgain: () => void }) {
  useEffect(() => {
    addEventListener('online', onAgain);
    return () => removeEventListener('online', onAgain);
  }, [onAgain]);
  return (
    <div className={style.unreached} role="alert">
      <Trans>没有连上服务器，这一页没有打开。已打开的内容还在。</Trans>{' '}
      <button type="button" className={control.button} onClick={onAgain}>
        <Trans>重试</Trans>
      </button>
    </div>
  );
}

/** Catches what a page throws while drawing, so that the frame around it stays. Give it a `key` per address. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? <Broken onAgain={() => location.reload()} /> : this.props.children;
  }
}
