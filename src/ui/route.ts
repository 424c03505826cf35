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

/** Whether this is the redirect helper of spec section 2. */
export const isRedirect = (path: string): boolean => /^\/redirect\//i.test(path);
interface Known {
  parser: Parser;
  pages: readonly Page[];
  viewer: SignedIn;
}
/** The first page of a group, with the query it was opened with; undefined for what is no group of this person. */
function firstOf(href: string, { parser, viewer }: Known): string | undefined {
  const [path, search] = splitHref(href);
  const first = Object.entries(viewer.allowed.redirects).find(([group]) => parse(parser, group, path) !== null)?.[1];
  return first === undefined || search === '' ? first : `${first}?${search}`;
}
/** What `/redirect/…` stands for, a group as its first page; null for what is no address of this console, which might lead elsewhere (CVE-2019-18350 came in by this door). */
function beyond(to: string, known: Known): string | null {
  const on = to.replace(/^(\/redirect(?=\/))+/i, '');
  return /^\/(?![/\\])/.test(on) ? (firstOf(on, known) ?? on) : null;
}
/** Where the redirect of the login page may lead: a page that this person may open, with its query untouched; anything else is the dashboard (reliability.md). */
export function safeRedirect(to: string | null, known: Known): string {
  const on = beyond(to ?? '', known);
  const found = on === null ? null : pageAt(known.parser, known.pages, splitHref(on)[0]);
  // whoever signs in has been refused nothing yet
  return found !== null && !/^\/40[14]$/.test(found.page.path) && known.viewer.paths.includes(found.page.path) ? on! : HOME;
}

/** The navigation rules of spec section 2, as one pure function. `outside`: the address at which one was last signed out, where that is known. */
export function resolve(href: string, { parser, pages, phase, viewer, outside }: { parser: Parser; pages: readonly Page[]; phase: Phase; viewer: SignedIn | null; outside?: string }): Target {
  const [path, search] = splitHref(href);
  if (path === '/') return { kind: 'redirect', to: HOME };
  const found = pageAt(parser, pages, path);
  const login = found?.page.path === LOGIN;
  if (phase !== 'in' || viewer === null) {
    if (login) return { kind: 'page', ...found };
    return phase === 'out' ? { kind: 'redirect', to: `${LOGIN}?redirect=${encodeURIComponent(href)}` } : { kind: 'wait' };
  }
  const known = { parser, pages, viewer };
  // who has signed in here goes on; who opens it, being signed in, has no business here
  if (login) return { kind: 'redirect', to: outside === href ? safeRedirect(new URLSearchParams(search).get('redirect'), known) : HOME };
  // what is not there, or not for them, says so itself
  if (isRedirect(path)) return { kind: 'redirect', to: beyond(href, known) ?? HOME };
  const first = firstOf(href, known);
  if (first !== undefined) return { kind: 'redirect', to: first };
  if (found !== null && viewer.paths.includes(found.page.path)) return { kind: 'page', ...found };
  if (viewer.allowed.mustChange === true) return { kind: 'redirect', to: PASSWORD };
  if (found === null && viewer.paths.some((pattern) => parse(parser, pattern, path) !== null)) return { kind: 'absent' };
  return { kind: 'redirect', to: '/404' };
}
