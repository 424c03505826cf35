import { call, newKey } from '../../ui/call.ts';
import type { KeyMemory } from '../../ui/keyboard.ts';
import type { OwnMemory } from '../../ui/palette/memory-source.ts';

/** The schemas come with the first question: the login page has no room for them. */
const contract = () => import(/* webpackChunkName: "own-contract" */ './contract.ts').then(({ own }) => own);
/** What the server keeps of the palette for the person at this page. */
export const ownClient: OwnMemory = {
  load: async () => call((await contract()).memory, { background: true }),
  keep: async (changes, leaving) => call((await contract()).remember, { body: changes, keepalive: leaving, idempotencyKey: newKey() }),
  ran: async ({ id, on, count }) => call((await contract()).ran, { body: { id, on: [...on], count }, idempotencyKey: newKey() }),
};
/** One's own keys, kept with the account. */
export const ownKeyMemory: KeyMemory = {
  load: async () => call((await contract()).keys, { background: true }),
  save: (keys) => void contract().then(({ keepKeys }) => call(keepKeys, { body: { keys: { ...keys } }, idempotencyKey: newKey() })).catch(() => {}),
};
