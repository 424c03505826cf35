import { useEffect, useSyncExternalStore } from 'react';
import type { Layout, ListName } from '../../kernel/list.ts';
import { announce } from '../announce.tsx';
import { CallFailure, DROPPED } from '../call.ts';
import { onSignedOut } from '../session.ts';
import { listMemory, type ListMemory, type View } from './memory-source.ts';

/** ms of rest before an arrangement is sent: a width is dragged through many. */
const REST = 600;
const layouts = new Map<ListName, Layout | null>();
const sending = new Map<ListName, ReturnType<typeof setTimeout>>();
let views: readonly View[] | null = null;
let asked: Promise<void> | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
const tell = (): void => {
  for (const listener of listeners) listener();
};
onSignedOut(() => {
  for (const timer of sending.values()) clearTimeout(timer);
  sending.clear();
  layouts.clear();
  views = null;
  asked = null;
  tell();
});
const said = (error: unknown): void => {
  if (!(error instanceof CallFailure)) throw error;
  if (error.code !== DROPPED) announce(error.message);
};

/** How one has arranged this list: undefined while that is not known, null when it never was. A list without a name keeps nothing. */
export function useLayout(list: ListName | undefined): Layout | null | undefined {
  useEffect(() => {
    const memory = listMemory();
    if (list === undefined || memory === null || layouts.has(list)) return;
    let gone = false;
    memory.layout(list).then(
      (layout) => {
        if (gone || layouts.has(list)) return;
        layouts.set(list, layout);
        tell();
      },
      // the list shows as it comes
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [list]);
  return useSyncExternalStore(subscribe, () => (list === undefined ? undefined : layouts.get(list)), () => undefined);
}
/** Arranges the list, at once here and soon on the server. */
export function keepLayout(list: ListName, layout: Layout | null): void {
  layouts.set(list, layout);
  tell();
  clearTimeout(sending.get(list));
  sending.set(list, setTimeout(send, REST, list));
  addEventListener('pagehide', sendAll);
}
function send(list: ListName, leaving = false): void {
  clearTimeout(sending.get(list));
  sending.delete(list);
  listMemory()?.keepLayout(list, layouts.get(list) ?? null, leaving).catch(said);
}
// who reloads or closes the page within the rest finds it arranged all the same
const sendAll = (): void => [...sending.keys()].forEach((list) => send(list, true));
/** Asks for the views once; again when `anew`. */
export function askViews(anew = false): Promise<void> {
  const memory = listMemory();
  if (memory === null) return Promise.resolve();
  if (anew || asked === null) asked = memory.views().then((found) => {
    views = found;
    tell();
  }, () => void (asked = null));
  return asked;
}
/** Every view that this person has or was given. */
export function useViews(): readonly View[] {
  useEffect(() => void askViews(), []);
  return useSyncExternalStore(subscribe, () => views ?? NONE, () => NONE);
}
const NONE: readonly View[] = [];
/** The views as they are known now. */
export const knownViews = (): readonly View[] => views ?? NONE;
/** Changes a view, or makes or removes one, and reads them anew, also when it was refused: it may have gone, or be another by now. @throws CallFailure */
export const withViews = <T>(work: (memory: ListMemory) => Promise<T>): Promise<T> => work(listMemory()!).finally(() => askViews(true));
