import type { Allowed, Kept, MenuRoute } from '../../../machines/session.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { call, CallFailure, fetchContract } from '../../ui/call.ts';
import { idleFor, noteTold } from '../../ui/presence.ts';
import type { SessionServer } from '../../ui/session.ts';
import type { account } from '../account/contract.ts';
import type { session as Contract } from './contract.ts';

type Row = Reply<typeof Contract.routes>[number];

/** A route as a line of the menu; none where it is hidden, or all that is in it. */
function lineOf({ path, meta: { title, icon, alwaysShow, params, hidden }, children }: Row): MenuRoute[] {
  if (hidden === true) return [];
  const below = children?.flatMap((child) => lineOf(child));
  return below?.length === 0 ? [] : [{ path, title, icon, alwaysShow, params, children: below }];
}
/** What the server's routes allow (spec section 2): every page, where a group leads, what stays alive, the menu, and which tabs stay. */
export function allowedBy(rows: readonly Row[]): Allowed {
  const leaves = rows.flatMap((row): Row[] => row.children ?? [row]);
  const marked = (mark: 'keepAlive' | 'affix'): string[] => leaves.filter(({ meta }) => meta[mark] === true).map(({ path }) => path);
  return {
    paths: leaves.map(({ path }) => path), redirects: Object.fromEntries(rows.flatMap(({ path, redirect }) => (redirect === undefined ? [] : [[path, redirect]]))),
    cached: marked('keepAlive'), menu: rows.flatMap(lineOf), affix: marked('affix'),
  };
}
// schemas are fetched with the first call that needs them, which keeps them out of the login page's first load
const contract = async (): Promise<typeof Contract> => (await fetchContract(() => import(/* webpackChunkName: "session-contract" */ './contract.ts'))).session;
/** Body code of the error catalogue: nobody came back. */
const UNVERIFIED = 40101;
const endOf = (expiresIn: number): number => Date.now() + expiresIn * 1000;

/** `account.profile` of the contract without its schema (a test compares them), which would come before the first rows of a list. */
export const profileEndpoint = {
  method: 'GET',
  path: '/sys/users/profile',
  reply: { safeParse: (value: unknown) => ({ success: typeof (value as Reply<typeof account.profile> | null)?.mustChangePassword === 'boolean', data: value }) },
} as const;
/** Whether the password is a one-time one, and the role of now. */
const own = async (): Promise<Pick<Allowed, 'mustChange' | 'role'>> => {
  const { mustChangePassword: mustChange, role } = await call<typeof account.profile>(profileEndpoint);
  return { mustChange, role };
};

/** The session's calls over the wire. */
export const sessionServer: SessionServer = {
  signIn: async (credentials): Promise<Kept> => {
    const { signIn, second } = await contract();
    const { rememberMe, ...answer } = credentials;
    const reply = 'challenge' in answer ? await call(second, { body: answer, auth: 'no-auth' }) : await call(signIn, { body: { ...answer, rememberMe }, auth: 'no-auth' });
    // the password was right and nothing failed, but nobody is signed in yet
    if ('second' in reply) throw Object.assign(new Error(), { second: { ...reply.second, rememberMe } });
    const { token, refreshToken, expiresIn, userInfo } = reply;
    return { token, refreshToken, expiresAt: endOf(expiresIn), person: userInfo, remember: rememberMe };
  },
  loadPerson: async () => {
    const { me } = await contract();
    try {
      const person = await call(me);
      // a built console does not check the shape of answers, and nobody is told here who is no person
      if (typeof (person as Partial<typeof person> | null)?.userId !== 'string') throw new CallFailure(200, 0, '', false, true);
      return person;
    } catch (error) {
      // the server answered, and with nothing that is a person (spec section 8); the login page has the words by this code
      throw error instanceof CallFailure && error.status === 200 && error.mute ? new CallFailure(401, UNVERIFIED, '') : error;
    }
  },
  loadRoutes: async () => {
    const { routes } = await contract();
    // without an answer to this the server's own refusals say it, and so they do where it comes long after the routes
    const unknown = { mustChange: false };
    const mine = own().catch(() => unknown);
    const rows = await call(routes);
    return { ...allowedBy(rows), ...(await Promise.race([mine, new Promise<typeof unknown>((done) => setTimeout(done, 2_000, unknown))])) };
  },
  refresh: async (kept) => {
    const { refresh } = await contract();
    const [began, over] = [Date.now(), new AbortController()];
    // within ten seconds the same question has the same answer; later it is a replay, which ends the session. So none is given up before one
    // is answered: another goes beside it, at once where it failed, and the last one while there is time
    const ask = async (...[at, ...later]: number[]): Promise<Reply<typeof refresh>> => {
      over.signal.throwIfAborted();
      const send = (more: { idle?: number }): Promise<Reply<typeof refresh>> => call(refresh, { body: { refreshToken: kept.refreshToken ?? '', ...more }, auth: 'no-auth', signal: over.signal });
      // a server of the version before knows nothing of idleness
      const sent = send({ idle: Math.floor(idleFor() / 1000) }).catch((error: CallFailure) => (error.status === 400 ? send({}) : Promise.reject(error)));
      if (at === undefined) return sent;
      const then = new Promise<null>((done) => setTimeout(done, began + at - Date.now(), null));
      const next = Promise.race([sent, then])
        .catch((error: CallFailure) => (error.status === 0 || error.status > 501 ? later.length === 0 && then : Promise.reject(error)))
        .then((came) => came || ask(...later));
      return Promise.any([sent, next]).catch(() => next);
    };
    const { token, refreshToken, expiresIn } = await ask(4_000, 8_000).finally(() => over.abort());
    noteTold(began);
    return { ...kept, token, refreshToken, expiresAt: endOf(expiresIn) };
  },
  signOut: async () => call((await contract()).signOut),
};
