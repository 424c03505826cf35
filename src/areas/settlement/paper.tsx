import { useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useKey } from '../../ui/bound-key.tsx';
import { Crumbs } from '../../ui/detail/crumbs.tsx';
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
/** The head of a statement: whose it is, of which month, and on paper when and from where it was printed. */
export function Head({ title, month, children }: { title: string; month: string; children?: ReactNode }) {
  const { t } = useLingui();
  const { month: monthOf, instant } = useFormat();
  const [now] = useState(() => new Date().toISOString());
  return (
    <header className={style.head}>
      <h1 tabIndex={-1}>{title} <span className={style.of}>{monthOf(month)}</span></h1>
      {children}
      <p className={style.printed}><span><Trans>护理管理系统</Trans></span><span>{t`打印于 ${instant(now)}`}</span></p>
    </header>
  );
}
/** Where both sides sign, on paper only. */
export function Sign({ sides }: { sides: readonly string[] }) {
  return <div className={style.sign}>{sides.map((side) => <span key={side}>{side}</span>)}</div>;
}
