import { useLingui } from '@lingui/react';
import type { Area } from '../kernel/area.ts';
import { areaOf } from './title.ts';
import style from './waiting.module.css';

/** What stands in a page's place until it is known whether this person may open it; also the prerendered shell. */
export function Waiting({ areas, path }: { areas: readonly Area[]; path: string }) {
  const { i18n } = useLingui();
  const area = areaOf(areas, path);
  return (
    <div className={style.waiting} aria-busy="true">
      {area?.path === path && <h1>{i18n._(area.title)}</h1>}
      <span />
      <span />
      <span />
    </div>
  );
}
