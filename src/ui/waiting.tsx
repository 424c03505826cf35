import { useLingui } from '@lingui/react/macro';
import type { Area } from '../kernel/area.ts';
import { areaOf, staticTitle } from './title.ts';
import style from './waiting.module.css';

/** What stands in a page's place until it is known whether this person may open it; also the prerendered shell, of which the one for any address (`*`) knows no heading. */
export function Waiting({ areas, path }: { areas: readonly Area[]; path: string }) {
  const { i18n, t } = useLingui();
  const area = areaOf(areas, path);
  return (
    <div className={style.waiting} aria-busy="true">
      {path !== '*' && <h1>{staticTitle(path, areas) ?? (area === undefined ? t`正在载入` : i18n._(area.title))}</h1>}
      <span />
      <span />
      <span />
    </div>
  );
}
