import type { ReactNode } from 'react';
import style from './numbered.module.css';

/** So many signs fit on a phone: they are one text, for two elements more in each of fifty rows would be made and laid out at every key. */
const FITS = 20;

/** A record by its name and, last, its number: where there is no room the name gives way, and the number is never cut. `part`: how a piece is drawn that begins at `from`; `fits`: signs for which there is room in any case. */
export function Numbered({ text, fits = FITS, part = (words) => words }: { text: string; fits?: number; part?: (words: string, from: number) => ReactNode }) {
  const at = text.length > fits ? text.search(/ [A-Z]{2}\d+$/) : -1;
  return at < 0 ? part(text, 0) : <span className={style.both}><span className={style.name}>{part(text.slice(0, at), 0)}</span><span className={style.number}>{part(text.slice(at), at)}</span></span>;
}
