import type { ComponentType } from 'react';
import { splitHref } from '../kernel/href.ts';
import type { Page, PageProps } from './page.ts';

/** A page that is drawn: the visible one is the last, those before it are kept alive out of sight. */
export interface Shown {
  key: string;
  page: Page;
  View: ComponentType<PageProps>;
  params: Record<string, string>;
  /** The address it was last shown at. */
  href: string;
  cached: boolean;
  /** How often it was made anew. */
  round?: number;
}
export type Stack = readonly Shown[];
/** Pages that are kept alive out of sight at most: as many as the spec names (section 9); the one that was left longest ago goes. */
export const MOST_KEPT = 6;

const pathOf = (href: string): string => splitHref(href)[0];
/** What it takes to know what a page is about. */
type Place = Pick<Shown, 'page' | 'href' | 'cached'>;
/** Whether it is a record with something over it, as `/order/:no/:verb`: a name under another. */
const isOver = ({ page }: Pick<Place, 'page'>): boolean => /\/:\w+\/:\w+$/.test(page.path);
/** What a page is known by, however its address is spelled; a record is one, whatever lies over it. */
export function keyOf({ page, href, cached }: Place): string {
  const given = pathOf(href).split('/');
  return cached ? page.path : page.path.split('/').slice(0, isOver({ page }) ? -1 : undefined).map((part, at) => (part.startsWith(':') ? given[at] : part)).join('/');
}
/** Where one comes back to a page: to the record, not to what lay over it. */
export const homeOf = (place: Place): string => (isOver(place) ? keyOf(place) : place.href);
/** The stack with this page on top. */
export function withPage(stack: Stack, { page, View, params, href, cached }: Omit<Shown, 'key' | 'round'>): Stack {
  const top = stack.at(-1);
  const key = keyOf({ page, href, cached });
  if (top?.key === key && top.href === href) return stack;
  const kept = stack.filter((shown) => shown.cached && shown.key !== key).slice(-MOST_KEPT);
  return [...kept, { key, page, View, params, href, cached, round: stack.find((shown) => shown.key === key)?.round ?? 0 }];
}
let shownNow: Stack = [];
/** What is drawn from here on. */
export const noteStack = (stack: Stack): void => void (shownNow = stack);
/** What lies over a list: forms, drawers, and the steps of a command. */
const OVER = /^(?:new|edit|account|import|export|cmd)=/;
/** Where menu and commands lead to: to a page that is kept as it was left (spec section 2) but for what lay over it, and to the bare one from the page itself; what opens over a list opens over it as it is. */
export function wayTo(href: string): string {
  const [path, over] = splitHref(href);
  if (over !== '' && !OVER.test(over)) return href;
  const [, left = ''] = splitHref(shownNow.slice(0, over === '' ? -1 : undefined).find(({ key }) => key === path)?.href ?? '');
  const query = [...left.split('&').filter((part) => !OVER.test(part)), over].filter(Boolean).join('&');
  return query === '' ? path : `${path}?${query}`;
}
/** The stack with the page of this path made anew: by another key React draws it from nothing, at its place. */
export const renewed = (stack: Stack, path: string): Stack => stack.map((shown) => (shown.key === path || pathOf(shown.href) === path ? { ...shown, round: (shown.round ?? 0) + 1 } : shown));
/** The stack without those of these pages that are out of sight. */
export function without(stack: Stack, keys: readonly string[]): Stack {
  const left = stack.filter((shown, i) => i === stack.length - 1 || !keys.includes(shown.key));
  return left.length === stack.length ? stack : left;
}

const droppers = new Set<(keys: readonly string[]) => void>();
/** Ends the pages that are kept under these keys, as when their tabs are closed. */
export function dropPages(keys: readonly string[]): void {
  for (const dropper of droppers) dropper(keys);
}
/** Calls back when pages are to end; returns how to stop. */
export function onDropPages(dropper: (keys: readonly string[]) => void): () => void {
  droppers.add(dropper);
  return () => void droppers.delete(dropper);
}
