import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { losable, reloadKeeping, STAYS } from './leave.ts';
import { connectionLost, onBack, serverAnswers } from './network.ts';
import { waitFor } from './slow.ts';
import { wordsHere } from './words-gate.ts';

/** A part of the console that could not be fetched. `answers`: the server is there, so it is the part that is gone, as after a deploy. */
export class PartLost extends Error {
  constructor(readonly answers: boolean, cause: unknown) {
    super('a part of the console could not be fetched', { cause });
    this.name = 'PartLost';
  }
}
/** Whether the fetch of a module failed: no browser says so but in words (Chromium and Firefox, Safari). Whatever else an import throws is a fault of what was fetched. */
const isFetch = (error: unknown): boolean => error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

/** After a deploy the old chunks are gone: loads the new console, once, with drafts kept. Returns false if that was tried for this address already, or would lose what was typed. */
export function reloadOnce(): boolean {
  // in history.state rather than storage: it lives exactly as long as the visit to this address
  const state = (history.state ?? {}) as { reloaded?: boolean };
  if (state.reloaded === true || losable()) return false;
  history.replaceState({ ...state, reloaded: true }, '');
  reloadKeeping();
  return true;
}

let underWay = 0;
/** Parts that are being fetched now. */
export const partsUnderWay = (): number => underWay;
/** `asked`: someone waits for it. */
async function get<T>(load: () => Promise<T>, isEarly: boolean, asked: boolean): Promise<T> {
  // what is fetched late is shown with its words, which the first pages do without
  if (!isEarly) return (await Promise.all([get(load, true, asked), wordsHere(asked)]))[0];
  const over = asked ? waitFor({ part: true }) : () => {};
  underWay += 1;
  try {
    // a second try only of a fetch: a module that threw would throw again
    return await load().catch((error: unknown) => (asked && isFetch(error) ? load() : Promise.reject(error)));
  } catch (error) {
    if (!asked || !isFetch(error)) throw error;
    const answers = await serverAnswers();
    if (!answers) connectionLost();
    // the page goes; who waits for the part is told only where it stays after all
    else if (reloadOnce()) {
      over();
      await new Promise((done) => setTimeout(done, STAYS));
    }
    throw new PartLost(answers, error);
  } finally {
    underWay -= 1;
    over();
  }
}
/**
 * Every lazy `import()` of the console goes through here: `fetchPart(() => import(…))`. A fetch that failed is tried once more;
 * if the server answers but the part is gone, the console reloads once to the same place and nothing settles meanwhile; if it does
 * not, the banner says so. A later call tries again. What a module throws while it runs goes out as it is.
 * `isEarly`: it has no words, or only those of the first pages (`EARLY` of src/build/static-routes.mjs).
 * @throws PartLost when it did not come
 */
export const fetchPart = <T>(load: () => Promise<T>, isEarly = false): Promise<T> => get(load, isEarly, true);
/** The same while nobody waits for it: a failure is nobody's business, so nothing is told, nothing reloads. @throws whatever kept it away */
export const fetchUnasked = <T>(load: () => Promise<T>, isEarly = false): Promise<T> => get(load, isEarly, false);

/** Resolves when the server answers again. */
const back = (): Promise<void> => new Promise((done) => {
  const deaf = onBack(() => {
    deaf();
    done();
  });
});
async function untilHere<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await fetchPart(load);
    } catch (error) {
      if (!(error instanceof PartLost) || error.answers) throw error;
      await back();
    }
}
/** A component whose code is fetched when it is first drawn: React's `lazy`, which would remember a failure for ever, but one that does not come waits until the server is back. Stands under a Suspense. */
// as React types its own: a component is in and out of its properties
// oxlint-disable-next-line typescript/no-explicit-any
export const late = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> => lazy(() => untilHere(load));
