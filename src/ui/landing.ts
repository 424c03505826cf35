import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLingui } from '@lingui/react';
import type { Area } from '../kernel/area.ts';
import { splitHref } from '../kernel/href.ts';
import { arrivedBack, entryMark } from './location.ts';
import { speak } from './spoken.tsx';
import type { Shown } from './stack.ts';
import { onSubject, subject } from './subject.ts';
import { pageOf, windowTitle } from './title.ts';

/** Milliseconds that a page which is gone back to has to become as long as it was. */
const GROWING = 5_000;
/** Where things inside a page were scrolled to: a page that is moved in the document forgets it. */
const scrolled = new Map<Element, readonly [left: number, top: number]>();
/** Where the page of each entry of the history was scrolled to, by its mark. */
const places = new Map<string, number>();
/** What had the focus in each page that is kept. */
const focused = new Map<string, HTMLElement>();
const main = (): HTMLElement | null => document.getElementById('main');

function restoreScroll(page: Element): void {
  for (const [element, [left, top]] of scrolled) {
    if (!element.isConnected) scrolled.delete(element);
    else if (page.contains(element)) Object.assign(element, { scrollLeft: left, scrollTop: top });
  }
}
/** Scrolls back to where it was, as soon as the page is that long, unless somebody scrolls or types meanwhile. Returns how to stop. */
function scrollBack(to: number): () => void {
  const own = main();
  const signs = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;
  let watch: MutationObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    watch?.disconnect();
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, stop, { capture: true });
  };
  const look = (): void => {
    own!.scrollTop = to;
    if (own!.scrollTop >= to - 1) stop();
  };
  if (own === null || to === 0) return stop;
  watch = new MutationObserver(look);
  watch.observe(own, { childList: true, subtree: true });
  timer = setTimeout(stop, GROWING);
  for (const sign of signs) addEventListener(sign, stop, { capture: true, passive: true });
  look();
  return stop;
}

/**
 * What a navigation ends with (spec section 2): top left, focus on the heading unless the page took it, the window's title. Who goes
 * back or forward finds the place and the focus that was left. The title is heard once: as the heading that gets the focus, else said.
 */
export function useLanding({ top, areas }: { top: Shown | undefined; areas: readonly Area[] }): void {
  // of the provider, not of the catalog: it changes in the same commit as the headings that are read below
  const words = useLingui();
  const about = useSyncExternalStore(onSubject, subject, () => null);
  // 404 is another one for each address that led there
  const path = top && (top.page.path === '/404' ? top.href : splitHref(top.href)[0]);
  const key = top?.key;
  const round = top?.round ?? 0;
  const before = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (key === undefined) return;
    history.scrollRestoration = 'manual';
    scrollTo(0, 0);
    main()?.scrollTo(0, 0);
    const page = pageOf(key);
    if (page !== undefined) restoreScroll(page);
    return arrivedBack() ? scrollBack(places.get(entryMark()) ?? 0) : undefined;
  }, [key, round]);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.clientHeight === 0) return;
      if (target.id === 'main') places.set(entryMark(), target.scrollTop);
      else if (target.closest('[data-page]')) scrolled.set(target, [target.scrollLeft, target.scrollTop]);
    };
    const hold = ({ target }: FocusEvent): void => {
      const page = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-page]') : null;
      if (page !== null && !(target as HTMLElement).matches('h1')) focused.set(page.dataset.page!, target as HTMLElement);
    };
    document.addEventListener('scroll', note, { capture: true, passive: true });
    document.addEventListener('focusin', hold);
    return () => {
      document.removeEventListener('scroll', note, { capture: true });
      document.removeEventListener('focusin', hold);
    };
  }, []);
  useEffect(() => {
    if (top === undefined) return;
    // as it is by now: what was drawn may be of the page that goes
    document.title = windowTitle(top, areas, subject());
    const now = `${path} ${round}`;
    const came = before.current !== now;
    const first = before.current === undefined;
    before.current = now;
    if (!came || first) return;
    for (const [of, element] of focused) if (!element.isConnected) focused.delete(of);
    const page = pageOf(top.key);
    const heading = page?.querySelector('h1') ?? null;
    if (page === undefined || heading === null) return;
    const left = focused.get(top.key);
    if (!page.contains(document.activeElement) && arrivedBack() && left !== undefined) left.focus({ preventScroll: true });
    const keeper = document.activeElement?.closest<HTMLElement>('[data-keeps]');
    if (keeper) delete keeper.dataset['keeps'];
    if (keeper || page.contains(document.activeElement)) return speak(document.title);
    speak('');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [top, path, round, areas, words, about]);
}
