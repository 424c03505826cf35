import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Area, Words } from '../kernel/area.ts';
import type { Path } from '../kernel/paths.gen.ts';
import { areaOf, staticTitle } from './title.ts';
import style from './waiting.module.css';

type Begin = 'bar' | 'title' | 'back' | 'message';
type Of<T> = Readonly<Record<string, T | undefined>>;
/** How pages begin that have no bar over rows: with a title, with a way back over it, or as one message. */
const BEGINS: Of<Begin> = { '/dashboard': 'title', '/profile': 'title', '/help/index': 'back', '/help/news': 'back', '/order/new': 'back', '/401': 'message', '/404': 'message' } satisfies Partial<Record<Path, Begin>>;
/** Headings that are not what the page is called elsewhere. */
const HEADINGS: Of<Words> = { '/dashboard': msg`今天` } satisfies Partial<Record<Path, Words>>;
/** What stands in a page's place until it is known whether this person may open it; also the prerendered shell, of which the one for any address (`*`) knows no heading. The heading stands where the page's own will. */
export function Waiting({ areas, path }: { areas: readonly Area[]; path: string }) {
  const { i18n, t } = useLingui();
  const area = areaOf(areas, path);
  const title = staticTitle(path, areas);
  // a record's page, which is called after it, has a way back over its heading
  const begins = BEGINS[path] ?? (title === null && path !== '*' ? 'back' : 'bar');
  return (
    <div className={style.waiting} data-begins={begins} aria-busy="true">
      {path !== '*' && <h1>{HEADINGS[path] === undefined ? (title ?? (area === undefined ? t`正在载入` : i18n._(area.title))) : i18n._(HEADINGS[path])}</h1>}
      <span />
      <span />
      <span />
    </div>
  );
}
