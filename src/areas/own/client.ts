import { call, newKey } from '../../ui/call.ts';
import type { KeyMemory } from '../../ui/keyboard.ts';
import type { OwnMemory } from '../../ui/palette/memory-source.ts';

/** The schemas come with the first question: the login page has no room for them. */
const contract = () => import(/* webpackChunkName: "own-contract" */ './contract.ts');
/** What is kept of keys is written one after the other: the last word is the last choice. */
let kept: Promise<unknown> = Promise.resolve();
/** What the server keeps of the palette for the person at this page. */
export const ownClient: OwnMemory = {
  load: async () => call((await contract()).own.memory, { background: true }),
  keep: async (changes, leaving) => call((await contract()).own.remember, { body: changes, keepalive: leaving, idempotencyKey: newKey() }),
  ran: async ({ id, on, count }) => {
    const { own, OWN_MOST, RECORD_NO } = await contract();
    return call(own.ran, { body: { id, on: on.filter((no) => RECORD_NO.test(no)).slice(0, OWN_MOST.on), count }, idempotencyKey: newKey() });
  },
};
/** One's own keys, kept with the account. */
export const ownKeyMemory: KeyMemory = {
  load: async () => call((await contract()).own.keys, { background: true }),
  save: (keys, gone) => void (kept = kept.then(async () => call((await contract()).own.keepKeys, { body: { keys: { ...keys }, gone: [...gone] }, idempotencyKey: newKey() })).catch(() => {})),
};
