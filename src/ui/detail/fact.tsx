import type { ReactNode } from 'react';
import { Unread } from '../unread.tsx';
import style from './detail.module.css';

/** One fact: undefined while it is on its way, null or empty where there is none. */
export interface Fact {
  name: string;
  value: ReactNode | undefined;
}
/** Facts in two columns, one under 768 px. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={style.fact}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <span className={style.skeleton} /> : value === null || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a record under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A record that did not come: not there (or out of scope, which is the same), or not now. */
export function Missing({ title, failure, again }: { title: string; failure: Error; again: () => void }) {
  return (
    <>
      <h1 tabIndex={-1} className={style.who}>{title}</h1>
      <Unread failure={failure} again={again} />
    </>
  );
}
/** A table wider than its part: scrolls by itself, and by keyboard. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    // what scrolls must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={style.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
