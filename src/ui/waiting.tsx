import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Area, Words } from '../kernel/area.ts';
import { areaOf, staticTitle } from './title.ts';
import style from './waiting.module.css';

/** How pages begin that have no bar over rows: with a title, or with a way back over it. */
const BEGINS: Readonly<Record<string, 'title' | 'back'>> = { '/dashboard': 'title', '/profile': 'title', '/help/index': 'back', '/help/news': 'back', '/order/new': 'back' };
/** Headings that are not what the page is called elsewhere. */
const HEADINGS: Readonly<Record<string, Words>> = { '/dashboard': msg`今天` };
/** What stands in a page's place until it is known whether this person may open it; also the prerendered shell, of which the one for any address (`*`) knows no heading. The heading stands where the page's own will. */
export function Waiting({ areas, path }: { areas: readonly Area[]; path: string }) {
  const { i18n, t } = useLingui();
  const area = areaOf(areas, path);
  return (
    <div className={style.waiting} data-begins={BEGINS[path] ?? 'bar'} aria-busy="true">
      {path !== '*' && <h1>{HEADINGS[path] === undefined ? (staticTitle(path, areas) ?? (area === undefined ? t`正在载入` : i18n._(area.title))) : i18n._(HEADINGS[path])}</h1>}
      <span />
      <span />
      <span />
    </div>
  );
}
