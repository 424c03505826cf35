import type { ReactNode } from 'react';
import style from './empty.module.css';

/** Where there is nothing: what would be here, and what to do about it. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={style.empty} aria-live="polite">
      <p className={style.title}>{title}</p>
      {hint !== undefined && <p className={style.hint}>{hint}</p>}
      {children}
    </div>
  );
}
