import { quietFor } from './call.ts';

/** Milliseconds without a call before anything is fetched that nobody waits for, between two looks, and of patience: what is shown comes first, but a call that hangs keeps nothing away for long. */
export const CALM = { rest: 100, look: 50, most: 2_000 } as const;
/** Whether the page has come and asks nothing of the server. */
export const isCalm = (): boolean => document.readyState === 'complete' && quietFor() >= CALM.rest;
/** Resolves when that is so, at once where it is, or when patience ends. */
export async function calm(): Promise<void> {
  const began = Date.now();
  while (!isCalm() && Date.now() - began < CALM.most) await new Promise((done) => setTimeout(done, CALM.look));
}
