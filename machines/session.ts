import { assign, fromPromise, setup } from 'xstate';

/** Who is signed in, as the server says it (spec section 3). */
export interface Person {
  userId: string;
  username: string;
  nickname: string;
  avatar: string | null;
  role: number;
  roles: string[];
  perms: string[];
}
/** A session as this computer keeps it. Parts that a stored token alone does not tell are null. */
export interface Kept {
  token: string;
  refreshToken: string | null;
  /** When the token ends, in milliseconds since 1970. */
  expiresAt: number | null;
  person: Person | null;
  /** Whether it outlives the browser session. */
  remember: boolean;
}
/** A line of the menu, as the server's routes say it: what is hidden is not among them. */
export interface MenuRoute {
  path: string;
  /** Chinese. */
  title: string;
  icon?: string | undefined;
  /** A group stays a group, also with one line in it. */
  alwaysShow?: boolean | undefined;
  /** The query that its link has. */
  params?: Readonly<Record<string, string>> | undefined;
  children?: readonly MenuRoute[] | undefined;
}
/** What this person may open, as the server's routes say it. */
export interface Allowed {
  /** Paths and patterns such as `/order/:no`. */
  paths: readonly string[];
  /** `/order` → `/order/index` */
  redirects: Readonly<Record<string, string>>;
  /** Paths of pages that stay alive when one leaves them. */
  cached: readonly string[];
  /** The menu in its order; absent: nothing is known of it. */
  menu?: readonly MenuRoute[];
  /** Pages whose tab cannot be closed. */
  affix?: readonly string[];
  /** The password is a one-time one: until it is changed nothing else is allowed. */
  mustChange?: boolean;
  /** The role for which the server said so; absent: it did not. */
  role?: number;
  /** Somebody has given this person another role since: what is shown is of the former one. */
  outdated?: boolean;
}
/** What the person types to sign in (spec section 3). */
export interface Credentials {
  username: string;
  password: string;
  captchaKey: string;
  captchaCode: string;
  rememberMe: boolean;
}
/** What the server asks beside the password before it lets someone in. `mobile` is masked. */
export interface SecondStep {
  challenge: string;
  methods: readonly ('totp' | 'sms' | 'recovery')[];
  mobile: string | null;
  /** As the person chose with the password. */
  rememberMe: boolean;
}
/** The answer to it, which ends the sign-in that was half done. */
export interface SecondCredentials {
  challenge: string;
  method: SecondStep['methods'][number];
  code: string;
  rememberMe: boolean;
}
/** Why a call was refused, in words for the person; `second`: nothing was wrong, but there is more to answer. */
export interface Failure {
  status: number;
  code: number;
  message: string;
  second?: SecondStep;
}
/** What the session can be told. */
export type SessionEvent =
  | { type: 'signIn'; credentials: Credentials | SecondCredentials }
  | { type: 'signOut' }
  /** Leaves without the server's word. */
  | { type: 'signOutHere' }
  | { type: 'confirm' }
  | { type: 'dismiss' }
  /** The server refused this session's token: a fact from the transport. */
  | { type: 'refused' }
  | { type: 'refresh' }
  /** The server has refused what this person's role may do, as far as the page knows. */
  | { type: 'barred' }
  /** The one-time password has been changed. */
  | { type: 'passwordChanged' }
  /** Another tab signed in, or renewed this session. */
  | { type: 'adopt'; kept: Kept }
  /** Another tab signed out. */
  | { type: 'leftElsewhere' };

const failureOf = (error: unknown): Failure => {
  const { status = 0, code = 0, message = String(error), second } = (error ?? {}) as Partial<Failure>;
  return { status, code, message, ...(second === undefined ? {} : { second }) };
};
const absent = <T, I extends {} | null | undefined = {} | null | undefined>() => fromPromise<T, I>(() => Promise.reject(new Error()));

/**
 * The session of spec section 4: the only owner of token, person, allowed routes, expiry dialog and sign-out.
 * Storage and page are the actions `keep`, `forget` and `reload`; the server is the actors.
 */
export const sessionMachine = setup({
  types: {
    context: {} as { kept: Kept | null; allowed: Allowed | null; failure: Failure | null; /** The server itself has just said who this is. */ asked: boolean; /** The token was renewed while this page began. */ renewed: boolean },
    input: {} as { kept: Kept | null },
    events: {} as SessionEvent,
  },
  actors: {
    signIn: absent<Kept, Credentials | SecondCredentials>(),
    loadPerson: absent<Person>(),
    loadRoutes: absent<Allowed>(),
    refresh: absent<Kept, Kept>(),
    signOut: absent<unknown>(),
  },
  actions: {
    /** Stores `context.kept`. */
    keep: () => {},
    /** Removes token, user info and cached dictionaries; late answers are dropped from here on. */
    forget: () => {},
    /** What is still under way was asked under a dead token: its refusals are no news. */
    overlook: () => {},
    reload: () => {},
    /** The page anew, with its drafts, where nothing would be lost or cut. */
    renew: () => {},
    outdate: assign({ allowed: ({ context }) => context.allowed && { ...context.allowed, outdated: true } }),
    drop: assign({ kept: null, allowed: null }),
    take: assign({ kept: ({ context, event }) => (event.type === 'adopt' ? event.kept : context.kept), failure: null }),
  },
  guards: {
    hasPerson: ({ context }) => context.kept !== null && context.kept.person !== null,
    hasToken: ({ context }) => context.kept !== null,
    canRefresh: ({ context }) => context.kept !== null && context.kept.refreshToken !== null,
    ended: ({ event }) => failureOf((event as { error?: unknown }).error).status === 401,
    renewable: ({ context, event }) => !context.renewed && context.kept !== null && context.kept.refreshToken !== null && failureOf((event as { error?: unknown }).error).status === 401,
    // somebody has changed the role of who was stored; who has just been asked for is believed, or a server that is behind would be asked without end
    otherPerson: ({ context, event }) => !context.asked && ((event as { output?: Allowed }).output?.role ?? context.kept?.person?.role) !== context.kept?.person?.role,
    // and since the routes were told; what was not said, then or now, is no other
    otherRole: ({ context, event }) => ![undefined, context.allowed?.role ?? context.kept?.person?.role].includes((event as { output?: Allowed }).output?.role),
    outdated: ({ context }) => context.allowed?.outdated === true,
    samePerson: ({ context, event }) => event.type === 'adopt' && event.kept.person !== null && event.kept.person.userId === context.kept?.person?.userId,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ kept: input.kept, allowed: null, failure: null, asked: false, renewed: false }),
  initial: 'booting',
  on: {
    leftElsewhere: { guard: 'hasToken', target: '.signedOut', actions: ['forget', 'drop'] },
    adopt: [{ guard: 'samePerson', actions: ['take', 'keep'] }, { guard: 'hasPerson', actions: 'reload' }, { target: '.booting', actions: ['take', 'keep'] }],
  },
  states: {
    booting: { always: [{ guard: 'hasPerson', target: 'loadingRoutes' }, { guard: 'hasToken', target: 'loadingPerson' }, { target: 'signedOut' }] },
    signedOut: { on: { signIn: 'signingIn' } },
    signingIn: {
      entry: assign({ failure: null }),
      invoke: {
        id: 'signIn',
        src: 'signIn',
        // nothing else leads here
        input: ({ event }) => (event as SessionEvent & { type: 'signIn' }).credentials,
        onDone: { target: 'loadingRoutes', actions: [assign({ kept: ({ event }) => event.output }), 'keep'] },
        onError: { target: 'signedOut', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    // a token without user info: a new tab of someone who is not remembered, or storage that could not be read
    loadingPerson: {
      invoke: {
        id: 'loadPerson',
        src: 'loadPerson',
        onDone: { target: 'loadingRoutes', actions: [assign({ asked: true, kept: ({ context, event }) => context.kept && { ...context.kept, person: event.output } }), 'keep'] },
        onError: { target: 'signedOut', actions: ['forget', 'drop', assign({ failure: ({ event }) => failureOf(event.error) })] },
      },
    },
    loadingRoutes: {
      invoke: {
        id: 'loadRoutes',
        src: 'loadRoutes',
        onDone: [{ guard: 'otherPerson', target: 'loadingPerson' }, { target: 'signedIn', actions: assign({ allowed: ({ event }) => event.output }) }],
        onError: [{ guard: 'renewable', target: 'renewing' }, { target: 'signedOut', actions: ['forget', 'drop', assign({ failure: ({ event }) => failureOf(event.error) })] }],
      },
    },
    // a session outlives its token: the browser was closed, or the computer slept. Where that fails the routes have not been loaded, and who is signed out is not let in by the next load (spec section 4)
    renewing: {
      entry: assign({ renewed: true }),
      invoke: {
        id: 'renew', src: 'refresh', input: ({ context }) => context.kept!,
        onDone: { target: 'loadingRoutes', actions: [assign({ kept: ({ event }) => event.output }), 'keep'] },
        onError: { target: 'signedOut', actions: ['forget', 'drop', assign({ failure: ({ event }) => failureOf(event.error) })] },
      },
    },
    signedIn: {
      initial: 'fresh',
      states: {
        fresh: { on: { refresh: { guard: 'canRefresh', target: 'refreshing' }, barred: [{ guard: 'outdated', actions: 'renew' }, { target: 'asking' }] } },
        asking: {
          invoke: { id: 'askRole', src: 'loadRoutes', onDone: [{ guard: 'otherRole', target: 'fresh', actions: ['outdate', 'renew'] }, { target: 'fresh', actions: assign({ allowed: ({ context, event }) => (event.output.mustChange === true ? event.output : context.allowed) }) }], onError: 'fresh' },
          on: { refresh: { guard: 'canRefresh', target: 'refreshing' } },
        },
        refreshing: {
          invoke: {
            id: 'refresh', src: 'refresh', input: ({ context }) => context.kept!,
            onDone: { target: 'fresh', actions: [assign({ kept: ({ event }) => event.output }), 'keep'] },
            // the session is over, or nothing came back: then the next call says so
            onError: [{ guard: 'ended', target: '#session.expired' }, { target: 'fresh' }],
          },
        },
      },
      on: {
        signOut: 'signingOut',
        refused: 'expired',
        passwordChanged: { actions: assign({ allowed: ({ context }) => context.allowed && { ...context.allowed, mustChange: false } }) },
      },
    },
    signingOut: {
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: ['forget', 'drop'] },
        onError: [{ guard: 'ended', target: 'signedOut', actions: ['forget', 'drop'] }, { target: 'unreachable', actions: assign({ failure: ({ event }) => failureOf(event.error) }) }],
      },
    },
    // the server did not take the sign-out: the session is kept, and the person is told
    unreachable: {
      exit: assign({ failure: null }),
      on: { signOut: 'signingOut', signOutHere: { target: 'signedOut', actions: ['forget', 'drop'] }, dismiss: 'signedIn' },
    },
    expired: {
      on: {
        confirm: { target: 'signedOut', actions: ['forget', 'drop', 'reload'] },
        dismiss: { target: 'lapsed', actions: 'overlook' },
        adopt: { guard: 'samePerson', target: 'signedIn', actions: ['take', 'keep'] },
      },
    },
    // the dialog was put away: what is on the page stays readable until the next call is refused
    lapsed: {
      on: { refused: 'expired', signOut: 'signingOut', adopt: { guard: 'samePerson', target: 'signedIn', actions: ['take', 'keep'] } },
    },
  },
});
