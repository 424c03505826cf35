import { msg } from '@lingui/core/macro';
import { namesOf } from '../../kernel/access.ts';
import { call, CallFailure, DROPPED, fetchContract, newKey } from '../../ui/call.ts';
import { fetchPart } from '../../ui/fetch-part.ts';
import { currentI18n } from '../../ui/language.tsx';
import type { KeyMemory } from '../../ui/keyboard.ts';
import type { OwnMemory } from '../../ui/palette/memory-source.ts';
import { currentViewer } from '../../ui/session.ts';
import type { AccountSettings, SettingMemory } from '../../ui/setting-source.ts';

/** The schemas come with the first question: the login page has no room for them. */
const contract = () => fetchContract(() => import(/* webpackChunkName: "frame" */ './contract.ts'));
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
/** It holds on this computer until one signs out, and is said so. */
async function notKept(error: unknown): Promise<void> {
  if (error instanceof CallFailure && error.code === DROPPED) return;
  const { toast } = await fetchPart(() => import(/* webpackChunkName: "frame" */ '../../ui/toast.tsx'));
  const why = error instanceof Error ? error.message : String(error);
  toast({ words: currentI18n()._(msg`快捷键没有存到账号，重新登录后是原来的：${why}`), failed: true });
}
/** One's own keys, kept with the account. */
export const ownKeyMemory: KeyMemory = {
  load: async () => call((await contract()).own.keys, { background: true }),
  save: (keys, gone) => {
    const whose = currentViewer()?.userId;
    // its turn may come when somebody else has signed in here
    kept = kept.then(contract).then(async ({ own }) => currentViewer()?.userId === whose && call(own.keepKeys, { body: { keys: { ...keys }, gone: [...gone] }, idempotencyKey: newKey() })).catch(notKept);
  },
};
/** Who works for the hospitals they are bound to, and for no others. */
const BOUND: readonly string[] = [...namesOf(3), ...namesOf(4)];
/** One's own settings, kept with the account. */
export const ownSettingMemory: SettingMemory = {
  load: async () => call((await contract()).own.settings, { background: true }) as Promise<AccountSettings>,
  save: async (values) => call((await contract()).own.keepSettings, { body: { values }, background: true, idempotencyKey: newKey() }) as Promise<AccountSettings>,
  hospitals: async () => {
    if (currentViewer()?.roles.some((role) => BOUND.includes(role)) !== true) return [];
    const { hospital } = await fetchContract(() => import(/* webpackChunkName: "frame" */ '../hospital/contract.ts'));
    return (await call(hospital.options, { background: true })).map(({ name }) => name);
  },
};
