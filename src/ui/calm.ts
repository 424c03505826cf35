import { quietFor } from './call.ts';

/** Milliseconds without a call before anything is fetched that nobody waits for, and between two looks: what is shown comes first. */
export const CALM = { rest: 100, look: 50 } as const;
/** Whether the page has come and asks nothing of the server. */
export const isCalm = (): boolean => document.readyState === 'complete' && quietFor() >= CALM.rest;
/** Resolves when that is so; at once where it is. */
export async function calm(): Promise<void> {
  while (!isCalm()) await new Promise((done) => setTimeout(done, CALM.look));
}
