import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Trans, useLingui } from '@lingui/react/macro';
import { useKey } from '../../ui/bound-key.tsx';
import { Crumbs } from '../../ui/detail/crumbs.tsx';
import detail from '../../ui/detail/detail.module.css';
import { useFormat } from '../../ui/format.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { navigate } from '../../ui/location.ts';
import { addressOf, listOf, type At } from './place.ts';
import style from './settlement.module.css';

/** The way back from a statement to its list; Esc goes it too. */
export function Way({ at }: { at: At }) {
  const { t } = useLingui();
  const to = addressOf(listOf(at));
  useKey(OWN_KEYS.back, () => navigate(to));
  return <div className={style.way}><Crumbs trail={[{ to, words: at.by === 'hospital' ? t`各医院` : t`各护工` }]} /></div>;
}
/** The head of a statement: whose it is, of which month, and on paper when and from where it was printed. `paper`: there alone, for what has its heading elsewhere on the page. */
export function Head({ title, month, paper = false, children }: { title: string; month: string; paper?: boolean; children?: ReactNode }) {
  const { t } = useLingui();
  const { month: monthOf, instant } = useFormat();
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    // at once: paper does not wait
    const print = (): void => flushSync(() => setNow(new Date().toISOString()));
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, []);
  const words = <>{title} <span className={style.of}>{monthOf(month)}</span></>;
  return (
    <header className={paper ? `${style.head} ${style.paper}` : style.head}>
      {paper ? <p className={style.title}>{words}</p> : <h1 tabIndex={-1}>{words}</h1>}
      {children}
      <p className={style.printed}><span><Trans>护理管理系统</Trans></span><span>{t`打印于 ${instant(now)}`}</span></p>
    </header>
  );
}
/** Stands by what is shown in place of rows: who was on one of them, and fell out of the page with it, goes on from its heading. */
export function Instead({ children }: { children: ReactNode }) {
  const mark = useRef<HTMLSpanElement>(null);
  const came = useRef(false);
  useLayoutEffect(() => {
    // not of a page that is shown again: who comes back finds the focus that was left
    if (came.current) return;
    came.current = true;
    const now = document.activeElement;
    if (now === null || now === document.body) mark.current!.closest('section')!.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, []);
  return <>{children}<span ref={mark} hidden /></>;
}
/** Says that these are the reader's part of the days only. */
export const Partly = () => <p className={style.state}><span className={detail.quiet}><Trans>只含你数据范围内的服务日</Trans></span></p>;
/** Where both sides sign, on paper only. */
export function Sign({ sides }: { sides: readonly string[] }) {
  return <div className={style.sign}>{sides.map((side) => <span key={side}>{side}</span>)}</div>;
}
