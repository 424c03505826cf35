import { matchRoute, type Parser } from 'wouter';
import { splitHref } from '../kernel/href.ts';
import type { Page } from './page.ts';
import type { Phase, SignedIn } from './session.ts';

/** What an address leads to. */
export type Target =
  | { kind: 'page'; page: Page; params: Record<string, string> }
  /** Allowed, but the build has no such page. */
  | { kind: 'absent' }
  /** Who may open it is not known yet. */
  | { kind: 'wait' }
  | { kind: 'redirect'; to: string };

const HOME = '/dashboard';
/** Where someone with a one-time password is led, whatever they open. */
const PASSWORD = '/profile?part=password';
/** The only page open without a session (spec section 2). */
export const LOGIN = '/login';

function parse(parser: Parser, pattern: string, path: string): Record<string, string> | null {
  const [fits, raw] = matchRoute(parser, pattern, path);
  if (!fits) return null;
  const params: Record<string, string> = {};
  try {
    for (const name of pattern.match(/:\w+/g) ?? []) params[name.slice(1)] = decodeURIComponent((raw as Record<string, string | undefined>)[name.slice(1)] ?? '');
  } catch {
    return null; // a broken percent sequence names nothing
  }
  return params;
}
/** The page of a path, whoever may open it. */
export const pageAt = (parser: Parser, pages: readonly Page[], path: string): { page: Page; params: Record<string, string> } | null => {
  for (const page of pages) {
    const params = parse(parser, page.path, path);
    if (params !== null) return { page, params };
  }
  return null;
};

/**
 * Where a `redirect` may lead: a page of this build that this person may open, with its query untouched, or the
 * first page of a group; anything else is the dashboard. An address of another site never fits a page (CVE-2019-18350 came in by this door).
 */
export function safeRedirect(to: string | null, { parser, pages, viewer }: { parser: Parser; pages: readonly Page[]; viewer: SignedIn }): string {
  if (to === null || !/^\/(?![/\\])/.test(to)) return HOME;
  const [path] = splitHref(to);
  const found = pageAt(parser, pages, path);
  if (found === null) return Object.hasOwn(viewer.allowed.redirects, path) ? viewer.allowed.redirects[path]! : HOME;
  return viewer.paths.includes(found.page.path) ? to : HOME;
}

/** The navigation rules of spec section 2, as one pure function. */
export function resolve(href: string, { parser, pages, phase, viewer }: { parser: Parser; pages: readonly Page[]; phase: Phase; viewer: SignedIn | null }): Target {
  const [path, search] = splitHref(href);
  if (path === '/') return { kind: 'redirect', to: HOME };
  const found = pageAt(parser, pages, path);
  const login = found?.page.path === LOGIN;
  if (phase !== 'in' || viewer === null) {
    if (login) return { kind: 'page', ...found };
    return phase === 'out' ? { kind: 'redirect', to: `${LOGIN}?redirect=${encodeURIComponent(href)}` } : { kind: 'wait' };
  }
  if (login) return { kind: 'redirect', to: safeRedirect(new URLSearchParams(search).get('redirect'), { parser, pages, viewer }) };
  if (path.startsWith('/redirect/')) return { kind: 'redirect', to: safeRedirect(href.slice('/redirect'.length), { parser, pages, viewer }) };
  const group = Object.hasOwn(viewer.allowed.redirects, path) ? viewer.allowed.redirects[path] : undefined;
  if (group !== undefined) return { kind: 'redirect', to: group };
  if (found !== null && viewer.paths.includes(found.page.path)) return { kind: 'page', ...found };
  if (viewer.allowed.mustChange === true) return { kind: 'redirect', to: PASSWORD };
  if (found === null && viewer.paths.some((pattern) => parse(parser, pattern, path) !== null)) return { kind: 'absent' };
  return { kind: 'redirect', to: '/404' };
}
