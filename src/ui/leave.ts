// What would be lost by going away, asked for at each way out: closing the tab, another address, a reload, signing out. No
// imports: whatever moves or reloads the page stands above it.

/** Something that was typed and not sent. `kept`: other pages and a reload by the console itself leave it whole. `apart`: who signs out is asked about it by a question of its own. `ask`: asks the person, and goes on with `go` if they give it up. */
interface Holder {
  dirty: () => boolean;
  kept: boolean;
  apart: boolean;
  ask: ((go: () => void) => void) | null;
}
const holders = new Set<Holder>();
let free = false;
/** The browser asks in its own words before the tab closes. */
const stay = (event: BeforeUnloadEvent): void => {
  if (!free && [...holders].some(({ dirty }) => dirty())) event.preventDefault();
};
/** Says that something may be lost, for as long as `dirty` answers yes. Returns how to stop. */
export function holdUnsaved(dirty: () => boolean, { kept = false, apart = false, ask = null }: Partial<Omit<Holder, 'dirty'>> = {}): () => void {
  const own: Holder = { dirty, kept, apart, ask };
  if (holders.size === 0) addEventListener('beforeunload', stay);
  holders.add(own);
  return () => {
    holders.delete(own);
    if (holders.size === 0) removeEventListener('beforeunload', stay);
  };
}
/** Whether signing out would lose something that nothing else asks about. */
export const unsaved = (): boolean => [...holders].some(({ dirty, apart }) => !apart && dirty());
/** Whether even a reload by the console itself would. */
export const losable = (): boolean => [...holders].some(({ dirty, kept }) => !kept && dirty());
/** Before the address changes: whether it has to wait, because the person is asked first. `go`: how it is gone on with. */
export function heldBack(go: () => void): boolean {
  const holder = [...holders].findLast(({ dirty, kept, ask }) => !kept && ask !== null && dirty());
  holder?.ask!(go);
  return holder !== undefined;
}

/** What waits until the person has said that what is not saved may go. */
let then: (() => void) | null = null;
const listeners = new Set<() => void>();
function put(next: typeof then): void {
  then = next;
  for (const listener of listeners) listener();
}
/** Does what ends all that is typed, such as signing out: at once, or after the person has said so. */
export const beforeLoss = (what: () => void): void => (unsaved() ? put(what) : what());
/** The answer. */
export function answerLoss(loses: boolean): void {
  const what = then;
  put(null);
  if (loses) what?.();
}
/** Whether the person is to answer. */
export const asksLoss = (): boolean => then !== null;
export const subscribeLoss = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const savers = new Set<() => void>();
/** Calls back when the console is about to reload itself, so that drafts are kept. */
export const beforeReload = (saver: () => void): void => void savers.add(saver);
/** Milliseconds after which a page that was to be left is taken to stay: the browser was told so, or the server gave no other. */
export const STAYS = 10_000;
/** The browser asks nothing any more: the page is reloaded, and what can be kept is. Where it stays after all, it asks again. */
export function letGo(): void {
  free = true;
  setTimeout(() => void (free = false), STAYS);
}
/** Keeps them. */
export function keepDrafts(): void {
  for (const saver of savers) saver();
}
/** Reloads the console; drafts are kept. */
export function reloadKeeping(): void {
  keepDrafts();
  letGo();
  location.reload();
}
/** Reloads it because the person wants that: for what would be lost the browser asks. */
export const reloadHere = (): void => (losable() ? location.reload() : reloadKeeping());
