import { useEffect, useState } from 'react';
import { useRouter } from 'wouter';
import type { Area } from '../../kernel/area.ts';
import { splitHref } from '../../kernel/href.ts';
import { currentI18n, currentLanguage } from '../language.tsx';
import { currentHref } from '../location.ts';
import type { Page } from '../page.ts';
import { pageAt } from '../route.ts';
import { areaOf, pageTitle } from '../title.ts';
import type { Tag } from './tag-list.ts';

const at = (href: string): string => `${currentLanguage()} ${splitHref(href)[0]}`;

/**
 * What a tab is called. A page that only its heading knows is called as the window called it, which waits for its words; one that
 * was not looked at since the console was loaded, or not in this language, as its area.
 */
export function useTagName(areas: readonly Area[], pages: readonly Page[]): (tag: Tag) => string {
  const { parser } = useRouter();
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const note = (): void => setSeen((before) => new Map(before).set(at(currentHref()), document.title.split(' · ')[0]!));
    // the tabs come after the first page
    note();
    const watch = new MutationObserver(note);
    watch.observe(document.querySelector('title')!, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, []);
  return ({ href }) => {
    const path = splitHref(href)[0];
    const found = pageAt(parser, pages, path);
    const area = found && areaOf(areas, found.page.path);
    return (found && pageTitle({ ...found, href }, areas)) ?? seen.get(at(href)) ?? (area ? currentI18n()._(area.title) : path);
  };
}
