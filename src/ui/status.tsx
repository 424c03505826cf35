import type { Tone } from '../kernel/area.ts';
import style from './status.module.css';

/** A word with its dot: the colour is never the only sign. */
export function Status({ tone, words }: { tone: Tone; words: string }) {
  return (
    <span className={style.status}>
      <span className={style.dot} data-tone={tone} aria-hidden="true" />
      {words}
    </span>
  );
}
