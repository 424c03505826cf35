import { quietFor } from './call.ts';

/** Milliseconds without a call before anything is fetched that nobody waits for, between two looks, and of patience: what is shown comes first, but a call that hangs keeps nothing away for long. */
export const CALM = { rest: 100, look: 50, most: 2_000 } as const;
/** Looks in a moment whether the page has come and asks nothing of the server. A look that comes late says no: the page was busy, and what it drew may be about to ask. `left`: nobody waits for the answer any more, and nothing is looked at. */
export async function looksCalm(left = () => false): Promise<boolean> {
  const began = Date.now();
  await new Promise((done) => setTimeout(done, CALM.look));
  return left() || (Date.now() - began <= 2 * CALM.look && document.readyState === 'complete' && quietFor() >= CALM.rest);
}
/** Resolves when a look says so, or when patience ends. */
export async function calm(left?: () => boolean): Promise<void> {
  const began = Date.now();
  while (!(await looksCalm(left)) && Date.now() - began < CALM.most);
}
