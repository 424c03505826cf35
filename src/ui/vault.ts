// Where the session lives in this browser, under the spec's keys (sections 4 and 9). Everything is tried: storage may be
// forbidden or full, and then memory alone serves until the page goes.
import type { Kept, Person } from '../../machines/session.ts';

/** Storage keys of spec section 9. */
export const KEY = { token: 'access_token', person: 'userInfo', dictionary: 'dict_cache' } as const;

/** Where drafts wait in session storage while an expired session is renewed (draft.ts). */
export const DRAFT = 'draft';

let held: Kept | null = null;
let era = 0;
let refusal: Error | null = null;
/** Whether local storage took the token: only then does its absence mean something. */
let mirrored = false;
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};
const stores = (): Storage[] => (typeof document === 'undefined' ? [] : [attempt(() => localStorage, null), attempt(() => sessionStorage, null)].filter((s) => s !== null));

/** Counts sessions: an answer asked in an earlier era belongs to someone who has left. */
export const currentEra = (): number => era;
/** Begins a new era. */
export const nextEra = (): void => {
  era += 1;
};

/** The token to attach: what is stored, or what memory holds where nothing can be stored. A write goes out as the person this page shows. */
export function storedToken({ write = false } = {}): string | null {
  const [local] = stores();
  const token = local === undefined || !mirrored ? (held?.token ?? null) : attempt(() => local.getItem(KEY.token), null);
  return write && token !== null ? (held?.token ?? token) : token;
}

/** The token that stands in storage now; undefined where it cannot be read or did not take the one that is held: then memory alone serves. */
export const tokenNow = (): string | null | undefined => (held !== null && !mirrored ? undefined : attempt(() => localStorage.getItem(KEY.token) || null, undefined));

/** How the server has refused the token that is kept; null while it has not: what is sent with it would be refused again. */
export const currentRefusal = (): Error | null => refusal;
/** The token that is kept is refused from here on, or it is good after all. */
export const keepRefusal = (by: Error | null): void => void (refusal = by);

type Record = Person & { token: string; refreshToken: string | null; expiresAt: number | null };
const isText = (value: unknown): value is string => typeof value === 'string';
/** Whether stored user info is what was stored: anyone may have written there since. */
function isRecord(given: unknown): given is Record {
  const of = (given ?? {}) as { [name: string]: unknown };
  const { avatar = null, refreshToken = null, expiresAt = null, roles, perms } = of;
  return (
    [of['userId'], of['username'], of['nickname'], of['token']].every((text) => isText(text) && text !== '') && Number.isInteger(of['role']) &&
    [roles, perms].every((list) => Array.isArray(list) && list.every(isText)) && (avatar === null || isText(avatar)) && (refreshToken === null || isText(refreshToken)) && (expiresAt === null || Number.isFinite(expiresAt))
  );
}
/** Reads what an earlier page left. User info counts only if it has a userId and belongs to the stored token; who it is, is asked for where it does not tell all. */
export function readVault(): Kept | null {
  const [local] = stores();
  const token = (local === undefined ? null : attempt(() => local.getItem(KEY.token), null)) || null;
  mirrored ||= token !== null;
  for (const [i, store] of stores().entries()) {
    const text = attempt(() => store.getItem(KEY.person), null);
    if (text === null) continue;
    try {
      const record = JSON.parse(text) as Record;
      if (!isText(record.userId) || record.userId === '') throw new TypeError();
      const { token: of, refreshToken, expiresAt, ...person } = record;
      if (token === null || of !== token) continue;
      return (held = { token, refreshToken: isText(refreshToken) ? refreshToken : null, expiresAt: Number.isFinite(expiresAt) ? expiresAt : null, person: isRecord(record) ? person : null, remember: i === 0 });
    } catch {
      for (const other of stores()) attempt(() => other.removeItem(KEY.person), undefined);
    }
  }
  return token === null ? null : (held = { token, refreshToken: null, expiresAt: null, person: null, remember: false });
}

/** Keeps a session: the token in local storage, the person where `remember` says. */
export function keepSession(kept: Kept): void {
  if (held?.person?.userId !== kept.person?.userId) nextEra();
  held = kept;
  refusal = null;
  const [local, session] = stores();
  mirrored = attempt(() => {
    local!.setItem(KEY.token, kept.token);
    return true;
  }, false);
  if (kept.person === null) return;
  const record: Record = { ...kept.person, token: kept.token, refreshToken: kept.refreshToken, expiresAt: kept.expiresAt };
  attempt(() => (kept.remember ? session : local)!.removeItem(KEY.person), undefined);
  attempt(() => (kept.remember ? local : session)!.setItem(KEY.person, JSON.stringify(record)), undefined);
}
/** Removes token, user info and cached dictionaries (spec section 4). */
export function forgetSession(): void {
  nextEra();
  held = null;
  for (const store of stores()) for (const key of Object.values(KEY)) attempt(() => store.removeItem(key), undefined);
}
/** Whether drafts wait for someone to sign in again. */
export const draftsWait = (): boolean => attempt(() => sessionStorage.getItem(DRAFT), null) !== null;
