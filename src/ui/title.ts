import { msg } from '@lingui/core/macro';
import type { Area, Words } from '../kernel/area.ts';
import { splitHref } from '../kernel/href.ts';
import { currentI18n } from './language.tsx';
import type { Shown } from './stack.ts';

/** Characters of a title that an address asks for. */
const LONGEST = 60;
/** The area an address belongs to: the one of exactly this page, else of its first segment. */
export function areaOf(areas: readonly Area[], path: string): Area | undefined {
  const first = (address: string): string | undefined => address.split('/')[1];
  return areas.find((area) => area.path === path) ?? areas.find((area) => first(area.path) === first(path));
}
/** The visible or hidden page of this key in the document. */
export const pageOf = (key: string): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('[data-page]')].find((page) => page.dataset.page === key);

/** A title as an address asks for it, which anyone may write: text of one line, bounded, without signs that cannot be seen or turn the line round. */
export function plainTitle(text: string | null | undefined): string | null {
  const plain = [...(text ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim()];
  return plain.length === 0 ? null : plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1).join('')}…` : plain.join('');
}
/** What of a page its titles need. */
export type Titled = Pick<Shown, 'params' | 'href'> & { page: { path: string } };
/** The title that the address asks for (spec section 2, "title parameter or query"). */
const askedTitle = ({ params, href }: Titled): string | null => plainTitle(params.title ?? new URLSearchParams(splitHref(href)[1]).get('title'));

/**
 * What a page is called, in the language as it is now: as its area or the command that opens it, a record by its number and what of
 * it is shown, never by a name. Null: only its heading knows.
 */
export function pageTitle(titled: Titled, areas: readonly Area[]): string | null {
  const asked = askedTitle(titled);
  if (asked !== null) return asked;
  const { page, params } = titled;
  const say = (words: Words): string => currentI18n()._(words);
  const area = areaOf(areas, page.path);
  if (area?.path === page.path) return say(area.title);
  const commands = areas.flatMap((one) => one.commands ?? []);
  const opens = commands.find(({ goes }) => goes === page.path);
  if (opens !== undefined) return say(opens.title);
  const [number] = Object.values(params);
  if (number === undefined || !/\d/.test(number)) return null;
  // of a record: its part, as /order/:no/print
  const part = page.path.split('/').at(-1)!;
  const shows = part.startsWith(':') ? undefined : commands.find(({ id }) => id === `${area?.id}.${part}`);
  return shows === undefined ? number : `${number} ${say(shows.title)}`;
}
const ofWindow = (...parts: (string | null | undefined)[]): string => [...parts, currentI18n()._(msg`护理管理系统`)].filter((part) => typeof part === 'string' && part !== '').join(' · ');
/** Title of the window: what the page says it is about (subject.ts), the page, the area of a record, the console. */
export function windowTitle(titled: Titled & { key: string }, areas: readonly Area[], about: string | null = null): string {
  const own = pageTitle(titled, areas) ?? pageOf(titled.key)?.querySelector('h1')?.textContent;
  const area = askedTitle(titled) === null && Object.keys(titled.params).length > 0 ? areaOf(areas, titled.page.path) : undefined;
  return ofWindow(askedTitle(titled) === null ? plainTitle(about) : null, own, area && currentI18n()._(area.title));
}
/** What their headings say, until somebody is there for whom they are drawn. */
const FAULTS: Readonly<Record<string, Words>> = { '/401': msg`没有登录，或登录已失效`, '/404': msg`没有这一页` };
/** What a static page is called before its code is here; null: only its heading knows. */
export const staticTitle = (path: string, areas: readonly Area[]): string | null => pageTitle({ page: { path }, params: {}, href: path }, areas) ?? (FAULTS[path] === undefined ? null : currentI18n()._(FAULTS[path]));
/** Title of the window before any script has run, as the prerendered entry of a static path has it; `*` is every other address. */
export const entryTitle = (path: string, areas: readonly Area[]): string => ofWindow(staticTitle(path, areas));
