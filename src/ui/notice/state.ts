import { useSyncExternalStore } from 'react';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { navigate } from '../location.ts';
import { currentViewer, onSignedOut } from '../session.ts';
import { noticeSource, type NoticeCount, type NoticeKind, type Notices } from './source.ts';

/** What the bell knows: `failed` while nothing could be read. */
interface State {
  open: boolean;
  notices: Notices | null;
  failed: Error | null;
}
const NOTHING: State = { open: false, notices: null, failed: null };
let state = NOTHING;
const listeners = new Set<() => void>();
function turn(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Counts questions: an answer that a later question has overtaken says nothing new. */
let asked = 0;
onSignedOut(() => {
  asked += 1;
  turn(NOTHING);
});

/** What the bell knows, now and in parts of the page. */
export const noticesNow = (): State => state;
export const useNotices = (): State => useSyncExternalStore(subscribe, noticesNow, () => NOTHING);
/** How many rows a kind has, as the bell last heard; undefined: nobody knows, or there is no such kind. */
export const useNoticeTotal = (id: string): number | undefined => useSyncExternalStore(subscribe, () => state.notices?.of[id]?.total, () => undefined);
/** Unread of all kinds together. */
export const unreadOf = (notices: Notices | null): number => Object.values(notices?.of ?? {}).reduce((sum, { unread }) => sum + unread, 0);
/** So many as a mark: two digits are as many as there is room for. */
export const markOf = (unread: number): string => (unread > 99 ? '99+' : String(unread));
/** The kinds of whoever is signed in. */
export const kindsNow = (): readonly NoticeKind[] => {
  const viewer = currentViewer();
  return viewer === null ? [] : (noticeSource()?.kinds(viewer) ?? []);
};

async function take(question: Promise<Notices>): Promise<boolean> {
  const mine = ++asked;
  try {
    const notices = await question;
    // counts alone leave the names that are known
    const named = (id: string, count: NoticeCount): NoticeCount => (count.names.length > 0 || count.total === 0 ? count : { ...count, names: state.notices?.of[id]?.names ?? [] });
    if (mine === asked) turn({ notices: { ...notices, of: Object.fromEntries(Object.entries(notices.of).map(([id, count]) => [id, named(id, count)])) }, failed: null });
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (mine === asked) turn({ failed: error });
    return false;
  }
}
/** Asks again; with names while they are shown. What is known stays where it fails, which is then false. */
export const readAgain = (): Promise<boolean> => take(noticeSource()!.read(state.open));

/** These kinds were seen as they were then: at once here, then on the server. */
async function see(ids: readonly string[], at: string | null): Promise<boolean> {
  const { notices } = state;
  if (notices !== null) turn({ notices: { ...notices, of: Object.fromEntries(Object.entries(notices.of).map(([id, count]) => [id, ids.includes(id) ? { ...count, unread: 0 } : count])) } });
  return take(noticeSource()!.seen(ids, at));
}
/** Everything is read. What the server does not take is unread again, and that is said. */
export async function seeAll(): Promise<void> {
  // what came since the counts that are shown is not among them
  if (await see(kindsNow().map(({ id }) => id), state.notices?.at ?? null)) return;
  const { failed } = state;
  if (!(failed instanceof CallFailure && failed.code === DROPPED)) announce(failed!.message);
  await readAgain();
}
/** Shows the notices, or puts them away. */
export const toggleNotices = (): void => {
  if (state.open) turn({ open: false });
  else if (kindsNow().length > 0) turn({ open: true });
};
/** Opens the rows of a kind, which are read by that, and not by who stays where something would be lost; without a kind the notices themselves. */
export function openNotice(id: string): void {
  if (id === '') return toggleNotices();
  const kind = kindsNow().find((one) => one.id === id);
  if (kind === undefined) return;
  turn({ open: false });
  navigate(kind.to, { leaving: () => void see([id], null) });
}
