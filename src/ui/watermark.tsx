import { useSetting } from './setting.ts';
import style from './watermark.module.css';

/** The person's name over the whole screen (spec sections 3 and 9); nothing can touch, focus or read it aloud. */
export function Watermark({ text }: { text: string }) {
  return useSetting('watermarkEnabled') ? (
    <div className={style.watermark} aria-hidden="true">
      {Array.from({ length: 60 }, (_, i) => (
        <span key={i}>{text}</span>
      ))}
    </div>
  ) : null;
}
