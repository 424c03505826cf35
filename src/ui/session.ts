// The session actor of this page. It lives outside React, so StrictMode cannot start it twice.
import { useSyncExternalStore } from 'react';
import { createActor, fromPromise, type Actor, type SnapshotFrom } from 'xstate';
import { sessionMachine, type Allowed, type Credentials, type Failure, type Kept, type Person, type SecondCredentials } from '../../machines/session.ts';
import type { Viewer } from '../kernel/area.ts';
import { onRefused, onStale, type CallFailure } from './call.ts';
import { keepDrafts, letGo, losable } from './leave.ts';
import { attended, noteTold, unattend, untoldFor } from './presence.ts';
import { openTabs, type Tabs } from './tab.ts';
import { KEY, forgetSession, keepSession, nextEra, readVault } from './vault.ts';

/** The server as the session needs it; the entry hands it over, because ui/ knows no area. */
export interface SessionServer {
  signIn: (credentials: Credentials | SecondCredentials) => Promise<Kept>;
  loadPerson: () => Promise<Person>;
  loadRoutes: () => Promise<Allowed>;
  refresh: (kept: Kept) => Promise<Kept>;
  signOut: () => Promise<unknown>;
}
/** Where in the session's life the page is: `loading` also before anything has run, as in prerendered HTML. */
export type Phase = 'loading' | 'out' | 'in';
/** Which dialog the session asks for. */
export type SessionDialog = 'expired' | 'unreachable' | null;
/** The person with rights and paths, as pages and commands ask for them. */
export interface SignedIn extends Viewer, Person {
  roles: string[];
  perms: string[];
  role: number;
  allowed: Allowed;
}
type Snapshot = SnapshotFrom<typeof sessionMachine>;

/** Paths of spec section 2, and those of help, that need a session and no right. */
export const STATIC_PATHS: readonly string[] = ['/dashboard', '/profile', '/help/index', '/help/news', '/help/:topic', '/401', '/404'];
/** Where one's own password is changed. */
const PASSWORD_PATH = '/profile';
/** Milliseconds before its end at which a token is renewed. */
const AHEAD = 120_000;

let actor: Actor<typeof sessionMachine> | null = null;
let tabs: Tabs | null = null;
let people: BroadcastChannel | null = null;
let viewer: SignedIn | null = null;
const subscribers = new Set<() => void>();
const leavers = new Set<() => void>();

const phaseOf = (now: Snapshot): Phase => (now.matches('signedOut') || now.matches('signingIn') ? 'out' : now.context.allowed === null ? 'loading' : 'in');
function viewerOf({ kept, allowed }: Snapshot['context']): SignedIn | null {
  if (kept === null || kept.person === null || allowed === null) return null;
  if (viewer?.userId === kept.person.userId && viewer.nickname === kept.person.nickname && viewer.avatar === kept.person.avatar && viewer.allowed === allowed) return viewer;
  // with a one-time password the server refuses everything else, so nothing else is offered
  if (allowed.mustChange === true) return { ...kept.person, allowed, paths: [PASSWORD_PATH], roles: [], perms: [] };
  return { ...kept.person, allowed, paths: [...STATIC_PATHS, ...allowed.paths] };
}

/** What others see of a person, and may change. `own`: the password is their own by now, which other tabs would not hear from anywhere. */
type Named = Pick<Person, 'userId' | 'nickname' | 'avatar'> & { own?: true };
function rename({ userId, nickname, avatar, own }: Named): void {
  const now = actor?.getSnapshot();
  const kept = now?.context.kept;
  if (now?.matches('signedIn') !== true || kept?.person?.userId !== userId) return;
  actor!.send({ type: 'adopt', kept: { ...kept, person: { ...kept.person, nickname, avatar } } });
  if (own === true) actor!.send({ type: 'passwordChanged' });
}
/** A renewed session as it was asked for, with the name that was saved meanwhile. */
function withPerson(renewed: Kept): Kept {
  const person = actor?.getSnapshot().context.kept?.person ?? null;
  return person !== null && person.userId === renewed.person?.userId ? { ...renewed, person } : renewed;
}

let isLeaving = false;
/** What a document that is going away was asking as it began fails with it: that is nobody's answer, and ends no session. */
const unlessLeaving = async <T>(answer: Promise<T>): Promise<T> => answer.catch((error: unknown) => (isLeaving && viewer === null ? new Promise<never>(() => {}) : Promise.reject(error)));

/** Starts the session of this page from what storage holds. Called once, before the first render; tests call it with a server of their own. */
export function startSession(server: SessionServer, reload: () => void = () => (letGo(), location.reload())): () => void {
  const renewed = async (kept: Kept): Promise<Kept> => withPerson(await unlessLeaving(tabs === null ? server.refresh(kept) : tabs.one(() => server.refresh(kept), kept)));
  const started = createActor(
    sessionMachine.provide({
      actors: {
        signIn: fromPromise<Kept, Credentials | SecondCredentials>(({ input }) => server.signIn(input)),
        loadPerson: fromPromise<Person>(() => unlessLeaving(server.loadPerson())),
        loadRoutes: fromPromise<Allowed>(() => unlessLeaving(server.loadRoutes())),
        refresh: fromPromise<Kept, Kept>(({ input }) => renewed(input)),
        signOut: fromPromise<unknown>(async () => {
          await parted();
          return server.signOut().catch(async (error: CallFailure) => {
            const { kept } = started.getSnapshot().context;
            if (error.status !== 401 || kept === null || kept.refreshToken === null) throw error;
            // the token has ended, not the session, which would live on under the other one
            started.send({ type: 'adopt', kept: await renewed(kept).then((fresh) => (tabs?.tell(fresh), fresh)) });
            return server.signOut();
          });
        }),
      },
      actions: {
        keep: ({ context, event }) => {
          if (context.kept === null) return;
          keepSession(context.kept);
          if (event.type !== 'adopt') tabs?.tell(context.kept);
        },
        forget: forgetSession,
        overlook: () => {
          nextEra();
          // what put the question away is no act that asks it again
          unattend();
        },
        reload,
        renew: () => {
          // a form, a question, a one-time password that is shown, several that are under way: then the banner leaves it to the person
          if (losable() || document.querySelector('dialog[open]') !== null) return;
          keepDrafts();
          reload();
        },
      },
    }),
    { input: { kept: readVault() } },
  );
  actor = started;
  let was: Phase = 'loading';
  const watching = started.subscribe((now) => {
    const phase = phaseOf(now);
    viewer = phase === 'in' ? viewerOf(now.context) : null;
    if (was !== 'out' && phase === 'out') for (const leaver of leavers) leaver();
    was = phase;
    for (const subscriber of subscribers) subscriber();
  });
  tabs = openTabs({
    key: KEY.token,
    held: () => started.getSnapshot().context.kept,
    adopt: (kept) => started.send({ type: 'adopt', kept }),
    left: () => cutOff(() => started.send({ type: 'leftElsewhere' })),
    stranger: reload,
  });
  people = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('person');
  people?.addEventListener('message', ({ data }: MessageEvent<Named>) => rename(data));
  const { over, renews } = keepFresh(started);
  // of a token that has ended it says nothing of the session
  onRefused((type) => void ((type === 'refused' && renews()) || started.send({ type })));
  onStale(() => (renews() ? new Promise((then) => {
    const { unsubscribe } = started.subscribe((now) => now.matches({ signedIn: 'refreshing' }) || (unsubscribe(), then()));
  }) : null));
  const leave = ({ type, persisted }: PageTransitionEvent): void => {
    isLeaving = type === 'pagehide';
    // out of the browser's memory, and what it was asking for will not come
    if (!isLeaving && persisted && phaseOf(started.getSnapshot()) === 'loading') reload();
  };
  for (const type of ['pagehide', 'pageshow'] as const) addEventListener(type, leave);
  started.start();
  return () => {
    for (const type of ['pagehide', 'pageshow'] as const) removeEventListener(type, leave);
    onRefused(() => {});
    onStale(() => null);
    over();
    watching.unsubscribe();
    tabs?.close();
    people?.close();
    started.stop();
    actor = tabs = people = viewer = null;
  };
}

/** Renews the token shortly before it ends, or once one is back at it, but only for someone who is at work: the server ends idle
 * sessions, and so should we. One that is remembered ends by its own time, whoever is there. `renews`: whether it has ended and is being renewed. */
function keepFresh(started: Actor<typeof sessionMachine>): { over: () => void; renews: () => boolean } {
  noteTold(Date.now());
  // a clock that was put back since the token came: it ends no later for that
  const clockNow = (): number => Date.now() - performance.now();
  let by = { token: '', clock: 0 };
  const renews = (ahead = 0): boolean => {
    const { kept } = started.getSnapshot().context;
    if (kept !== null && kept.token !== by.token) by = { token: kept.token, clock: clockNow() };
    const now = Date.now() + Math.max(0, by.clock - clockNow());
    if (kept === null || kept.expiresAt === null || now < kept.expiresAt - ahead) return false;
    if (kept.remember || attended(untoldFor())) started.send({ type: 'refresh' });
    return started.getSnapshot().matches({ signedIn: 'refreshing' });
  };
  const timer = setInterval(() => renews(AHEAD), 15_000);
  return { over: () => clearInterval(timer), renews };
}

/** Calls back on every step of the session. */
export const onSession = (listener: () => void): (() => void) => {
  subscribers.add(listener);
  return () => void subscribers.delete(listener);
};
// not useSelector of @xstate/react: it reads the live actor while hydrating too, which already knows the stored token and so would not match the HTML
const useSession = <T>(select: (now: Snapshot) => T, prerendered: T): T =>
  useSyncExternalStore(onSession, () => (actor === null ? prerendered : select(actor.getSnapshot())), () => prerendered);

const dialogOf = (now: Snapshot): SessionDialog => (now.matches('expired') ? 'expired' : now.matches('unreachable') ? 'unreachable' : null);

/** See `Phase`. */
export const usePhase = (): Phase => useSession(phaseOf, 'loading');
/** Who is signed in; null while that is not known, and in prerendered HTML. */
export const useViewer = (): SignedIn | null => useSession(() => viewer, null);
/** Outside components: who is signed in now. */
export const currentViewer = (): SignedIn | null => viewer;
/** The dialog to show. */
export const useSessionDialog = (): SessionDialog => useSession(dialogOf, null);
/** Whether a sign-in or sign-out is under way. */
export const useSessionBusy = (): boolean => useSession((now) => now.matches('signingIn') || now.matches('signingOut') || (now.context.allowed === null && now.matches('loadingRoutes')), false);
/** Why the last sign-in, load or sign-out failed. */
export const useSessionFailure = (): Failure | null => useSession((now) => now.context.failure, null);

/** Sends the credentials, or what was asked beside them; the outcome is in `usePhase` and `useSessionFailure`. */
export const signIn = (credentials: Credentials | SecondCredentials): void => actor?.send({ type: 'signIn', credentials });
/** Asks the server to end the session; on failure the session stays and a dialog says so. */
export const signOut = (): void => actor?.send({ type: 'signOut' });
function tell(change: Partial<Named>): void {
  if (viewer === null) return;
  const { userId, nickname, avatar } = viewer;
  const named: Named = { userId, nickname, avatar, ...change };
  rename(named);
  people?.postMessage(named);
}
/** Takes over one's own name and picture as they were saved: in the frame, in storage and in the other tabs. */
export const personChanged = (change: Pick<Person, 'nickname' | 'avatar'>): void => tell(change);
/** The password is one's own now, in the other tabs too: what was refused until then is open. */
export const passwordChanged = (): void => tell({ own: true });
const savers = new Set<(person: string) => (() => void)>();
/** Calls back, with who is signed in, when a session ends that they did not end here: an expired one is confirmed and the page about to be reloaded, or another tab signed out; what it returns runs once all that was stored is removed. */
export const onCutOff = (saver: (person: string) => () => void): void => void savers.add(saver);
function cutOff(end: () => void): void {
  const saved = viewer === null ? [] : [...savers].map((saver) => saver(viewer!.userId));
  end();
  for (const save of saved) save();
}
/** Answers the session's dialog. */
export function answerDialog(answer: 'confirm' | 'dismiss' | 'signOut' | 'signOutHere'): void {
  const tell = (): void => actor?.send({ type: answer });
  return answer === 'confirm' ? cutOff(tell) : tell();
}
const parters = new Set<() => Promise<unknown>>();
/** Milliseconds that signing out waits for what is still to be kept. */
const PARTING = 1_500;
async function parted(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([Promise.allSettled([...parters].map((parter) => parter())), new Promise((then) => (timer = setTimeout(then, PARTING)))]);
  clearTimeout(timer);
}
/** Calls back when someone is about to sign out and the server still knows them; what it returns is waited for, but not long. */
export const onParting = (parter: () => Promise<unknown>): void => void parters.add(parter);
/** Calls back when a session ends in whatever way, so that what was remembered of it is thrown away. */
export function onSignedOut(listener: () => void): () => void {
  leavers.add(listener);
  return () => void leavers.delete(listener);
}
