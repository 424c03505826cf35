import { lastList } from '../list/place.ts';
import { navigate } from '../location.ts';
import { usePlainKey } from '../plain-key.ts';
import style from './detail.module.css';

/** The way back to a record's list as it was left; Esc and Backspace go the same way. */
export function Back({ list, label }: { list: string; label: string }) {
  usePlainKey(({ key }) => {
    if (key !== 'Escape' && key !== 'Backspace') return false;
    navigate(lastList(list));
    return true;
  });
  return (
    <a className={style.back} href={`#${lastList(list)}`} aria-keyshortcuts="Escape Backspace"><span aria-hidden="true">←</span> {label} <kbd className={style.key} aria-hidden="true">Esc</kbd></a>
  );
}
