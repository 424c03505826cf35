import type { ComponentType } from 'react';

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
}
const loaded = new Map<string, ComponentType<PageProps>>();

/** The page's component if its code is here. wouter navigates synchronously, so a `lazy` page would always flash its fallback. */
export const pageView = (page: Page): ComponentType<PageProps> | undefined => loaded.get(page.path);
/** Fetches the code of a page. @throws when the chunk is gone, as after a deploy. */
export async function loadPage(page: Page): Promise<void> {
  if (!loaded.has(page.path)) loaded.set(page.path, (await page.load()).default);
}

/** Whether the server is there at all: what is missing then is a file, not the network. */
export const serverAnswers = (): Promise<boolean> => fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then((reply) => reply.ok, () => false);
/** After a deploy the old chunks are gone: loads the new console, once. Returns false if that was tried for this address already. */
export function reloadOnce(): boolean {
  // in history.state rather than storage: it lives exactly as long as the visit to this address
  const state = (history.state ?? {}) as { reloaded?: boolean };
  if (state.reloaded === true) return false;
  history.replaceState({ ...state, reloaded: true }, '');
  location.reload();
  return true;
}
