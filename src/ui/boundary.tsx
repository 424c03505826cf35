import { Component, createContext, useEffect, useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { PartLost } from './fetch-part.ts';
import { reloadHere } from './leave.ts';
import { onBack } from './network.ts';
import control from './style/control.module.css';
import style from './message.module.css';

/** What a developer wants to know of it. No query and nothing that was typed: it may name patients. */
function detailsOf(error: unknown): string {
  const { name = 'Error', message = String(error), stack = '' } = error instanceof Error ? error : {};
  return [`${name}: ${message}`, location.hash.split('?')[0], new Date().toISOString(), navigator.userAgent, stack].join('\n');
}
function Details({ error }: { error: unknown }) {
  const [shown, setShown] = useState<'copied' | 'here' | null>(null);
  const text = detailsOf(error);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setShown('copied');
    } catch {
      // no clipboard on plain http: what is shown can be copied by hand
      setShown('here');
    }
  };
  return (
    <>
      <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => void copy()}><Trans>复制详情</Trans></button>
      <output className={style.details}>
        {shown === 'copied' && <Trans>已复制，发给管理员</Trans>}
        {/* a long text that the keyboard scrolls */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        {shown === 'here' && <pre tabIndex={0}>{text}</pre>}
      </output>
    </>
  );
}

/** What did not come of the page that was asked for, and how it is asked for once more: for lost-page.tsx, which comes with the frame. */
export const LostPart = createContext<{ error: unknown; onAgain: () => void }>({ error: null, onAgain: () => {} });
/** Says what broke in place of the page, and offers the ways on: `onAgain` tries it once more; `button` is that one's, where it has a key. */
export function Broken({ error, onAgain, button }: { error: unknown; onAgain: () => void; button?: ReactNode }) {
  const lost = error instanceof PartLost ? (error.answers ? 'gone' : 'offline') : null;
  useEffect(() => (lost === 'offline' ? onBack(onAgain) : undefined), [lost, onAgain]);
  return (
    <section className={style.message} role="alert">
      <h1 tabIndex={-1}>{lost === 'offline' ? <Trans>没有连上服务器</Trans> : lost === 'gone' ? <Trans>系统已更新</Trans> : <Trans>这一页出错了</Trans>}</h1>
      <p>{lost === 'offline' ? <Trans>这一页还没有取到，连上后会自动打开。</Trans> : lost === 'gone' ? <Trans>这一页要重新加载后才能打开，草稿会留着。</Trans> : <Trans>出错的只是这一页，别的页面照常。再试一次还不行，就把详情发给管理员。</Trans>}</p>
      <div className={control.actions}>
        {button ?? <button type="button" className={`${control.button} ${control.primary}`} onClick={onAgain}>{lost === 'gone' ? <Trans>重新加载</Trans> : <Trans>再试一次</Trans>}</button>}
        <a className={control.button} href="#/dashboard"><Trans>回到首页</Trans></a>
        {lost === null && <Details error={error} />}
      </div>
    </section>
  );
}

interface Fate {
  at: string | undefined;
  failed: boolean;
  error: unknown;
  tries: number;
}
/** Catches what a page throws while drawing, so that the frame around it stays. `at`: its address; what failed at one is tried at another. `spared`: of a part of the frame that the page can do without, and in whose place nothing stands: says that it broke. */
export class Boundary extends Component<{ at?: string; children: ReactNode; spared?: () => void }, Fate> {
  override state: Fate = { at: undefined, failed: false, error: null, tries: 0 };
  static getDerivedStateFromProps({ at }: { at?: string }, state: Fate): Fate | null {
    return at === state.at ? null : { at, failed: false, error: null, tries: 0 };
  }
  static getDerivedStateFromError(error: unknown): { failed: boolean; error: unknown } {
    return { failed: true, error };
  }
  override componentDidCatch(): void {
    this.props.spared?.();
  }
  override render(): ReactNode {
    const { failed, error, tries } = this.state;
    // drawn anew first, which keeps all that is open; if that does not help, loaded anew
    const again = (): void => (tries === 0 && !(error instanceof PartLost) ? this.setState({ failed: false, error: null, tries: 1 }) : reloadHere());
    if (failed && this.props.spared !== undefined) return null;
    return failed ? <Broken error={error} onAgain={again} /> : this.props.children;
  }
}
