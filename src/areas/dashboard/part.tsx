import type { ReactNode } from 'react';
import style from './dashboard.module.css';

/** A part of the first page under its own heading. `busy`: what it holds is on its way. */
export function Part({ id, title, busy = false, children }: { id: string; title: string; busy?: boolean; children?: ReactNode }) {
  return (
    <section className={style.part} aria-labelledby={id} aria-busy={busy} data-part={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
