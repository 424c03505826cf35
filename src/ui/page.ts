import type { ComponentType } from 'react';
import { fetchPart, fetchUnasked } from './fetch-part.ts';

/** What a page is given: the `:names` of its path, decoded. */
export interface PageProps {
  params: Record<string, string>;
}
/** A page as the made list names it. */
export interface Page {
  path: string;
  /** Name of its chunk, by which the prerendered HTML preloads it. */
  chunk: string;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
  /** Its words come with the frame's. */
  early?: boolean;
}
const loaded = new Map<string, ComponentType<PageProps>>();

/** The page's component if its code is here. wouter navigates synchronously, so a `lazy` page would always flash its fallback. */
export const pageView = (page: Page): ComponentType<PageProps> | undefined => loaded.get(page.path);
/** Fetches the code of a page. @throws PartLost when it cannot be fetched */
export async function loadPage(page: Page): Promise<void> {
  if (!loaded.has(page.path)) loaded.set(page.path, (await fetchPart(page.load, page.early)).default);
}
/** The same while nobody waits for it, so that a failure is nobody's business: nothing is told, nothing reloads. */
export const loadAhead = (page: Page): Promise<void> => fetchUnasked(page.load, page.early).then((part) => void loaded.set(page.path, part.default), () => {});
