import { useEffect, useLayoutEffect, useRef } from 'react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { Area } from '../kernel/area.ts';
import { splitHref } from '../kernel/href.ts';
import { currentI18n } from './language.tsx';
import type { Shown } from './page-stack.tsx';

/** The area an address belongs to: the one of exactly this page, else of its first segment. */
export function areaOf(areas: readonly Area[], path: string): Area | undefined {
  const first = (address: string): string | undefined => address.split('/')[1];
  return areas.find((area) => area.path === path) ?? areas.find((area) => first(area.path) === first(path));
}
const pageOf = (key: string): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('[data-page]')].find((page) => page.dataset.page === key);

/** Where things inside a page were scrolled to: a page that is moved in the document forgets it. */
const scrolled = new Map<Element, number>();
function restoreScroll(page: Element): void {
  for (const [element, top] of scrolled) {
    if (!element.isConnected) scrolled.delete(element);
    else if (page.contains(element)) element.scrollTop = top;
  }
}

/** Title of the window. A `title` parameter or query replaces the page's own (spec section 2); a record goes by its number, never by a name. */
function titleOf({ key, page, params, href }: Shown, areas: readonly Area[]): string {
  const i18n = currentI18n();
  const asked = params.title ?? new URLSearchParams(splitHref(href)[1]).get('title');
  const area = areaOf(areas, page.path);
  const own = asked ?? (area?.path === page.path ? i18n._(area.title) : (Object.values(params)[0] || pageOf(key)?.querySelector('h1')?.textContent));
  const within = asked === null && area !== undefined && Object.keys(params).length > 0 ? i18n._(area.title) : null;
  return [own, within, i18n._(msg`护理管理系统`)].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

/** What a navigation ends with (spec section 2): top left, focus on the heading unless the page took it, the window's title. */
export function useLanding({ top, areas }: { top: Shown | undefined; areas: readonly Area[] }): void {
  // of the provider, not of the catalog: it changes in the same commit as the headings that are read below
  const words = useLingui();
  const path = top && splitHref(top.href)[0];
  const key = top?.key;
  const before = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (key === undefined) return;
    history.scrollRestoration = 'manual';
    scrollTo(0, 0);
    document.getElementById('main')?.scrollTo(0, 0);
    const page = pageOf(key);
    if (page !== undefined) restoreScroll(page);
  }, [key]);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      if (target instanceof Element && target.clientHeight > 0 && target.closest('[data-page]')) scrolled.set(target, target.scrollTop);
    };
    document.addEventListener('scroll', note, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', note, { capture: true });
  }, []);
  useEffect(() => {
    if (top === undefined) return;
    document.title = titleOf(top, areas);
    const came = before.current !== path;
    const first = before.current === undefined;
    before.current = path;
    if (!came || first) return;
    const page = pageOf(top.key);
    const heading = page?.querySelector('h1') ?? null;
    if (heading === null || page!.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [top, path, areas, words]);
}
