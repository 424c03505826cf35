import { useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import style from './crumbs.module.css';

/** A page above this one. */
export interface Crumb {
  to: string;
  words: string;
}
/** The pages above this one, the nearest last, with the key of the way back (whose listener is the page's) unless it leads elsewhere. Only for what lies below an area's list. */
export function Crumbs({ trail, inset = false, keyed = true }: { trail: readonly Crumb[]; /** Over a list, which reaches to the edges. */ inset?: boolean | undefined; keyed?: boolean }) {
  const { t } = useLingui();
  const keys = useKeyProps();
  return (
    <nav className={style.crumbs} data-inset={inset} aria-label={t`位置`}>
      <ol className={style.trail}>
        {trail.map(({ to, words }, i) => (
          <li key={to} className={style.crumb}>
            {i < trail.length - 1 ? <a href={`#${to}`}>{words}</a> : <a href={`#${to}`} {...(keyed ? keys(OWN_KEYS.back) : {})}><span aria-hidden="true">←</span> {words} {keyed && <KeyCap of={OWN_KEYS.back} className={style.key} />}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
