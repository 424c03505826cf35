import { KeyCap, useKey, useKeyProps } from '../bound-key.tsx';
import { OWN_KEYS } from '../key-entry.ts';
import { lastList } from '../list/place.ts';
import { navigate } from '../location.ts';
import style from './detail.module.css';

/** The way back to a record's list as it was left; Esc and Backspace go the same way. */
export function Back({ list, label }: { list: string; label: string }) {
  const keys = useKeyProps();
  useKey(OWN_KEYS.back, () => navigate(lastList(list)));
  return (
    <a className={style.back} href={`#${lastList(list)}`} {...keys(OWN_KEYS.back)}><span aria-hidden="true">←</span> {label} <KeyCap of={OWN_KEYS.back} className={style.key} /></a>
  );
}
