import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../kernel/endpoint.ts';
import type { FaultName } from '../kernel/error.ts';
import type { Ask } from './answer.ts';
import { audit, type AuditRow } from './audit.ts';
import { faultOf, languageOf } from './envelope.ts';
import { NOBODY } from './guard.ts';
import { beginning } from './json.ts';
import { JobRefused } from './job/store.ts';
import { ACCOUNT_LINES, callerOf, STRANGERS } from './limit.ts';
import type { Runner } from './reach.ts';

/** An address as the database takes one: without the zone of a link; where a proxy names none that is one, the proxy's own; '' where nobody knows. */
const addressOf = ({ ip, socket }: FastifyRequest): string => [ip, socket.remoteAddress ?? ''].map((one) => one.replace(/%.*$/, '')).find((one) => isIP(one) !== 0) ?? '';
/** Whether it says that nobody is there. */
export const isUnattended = ({ headers }: FastifyRequest): boolean => headers['x-unattended'] !== undefined;
/** Where a call comes from. */
export const fromOf = (request: FastifyRequest): Ask['from'] => ({ ip: addressOf(request), userAgent: (request.headers['user-agent'] ?? '').slice(0, 300), requestId: request.id, language: languageOf(request.headers), ...(isUnattended(request) ? { unattended: true } : {}) });
// what the name of an action begins with is what it is about, but for those of signing in and of one's own account
const OF_ACCOUNT: ReadonlySet<string | undefined> = new Set(['sign-in', 'sign-out', 'refresh', 'profile', 'password', 'code', 'mobile', 'email', 'totp', 'sms-step']);
const thingOf = (action: string | undefined): string | undefined => {
  const first = action?.split('.')[0];
  return OF_ACCOUNT.has(first) ? 'user' : first;
};
/** What a call is about: as its handler has said, else by its path. */
export const aboutOf = (endpoint: Endpoint, params: Record<string, string>, { entity, entityId }: Ask['about']): Pick<AuditRow, 'action' | 'entity' | 'entityId'> => ({
  action: endpoint.audit ?? `${endpoint.method} ${endpoint.path}`, entity: entity ?? thingOf(endpoint.audit), entityId: entityId ?? (beginning((Object.values(params)[0] ?? '').replaceAll('\0', ''), 100) || undefined),
});
/** What the audit can say of any call of the table, whatever becomes of it; null for an address that is none of its calls. */
export function lineOf(request: FastifyRequest): Omit<AuditRow, 'ok'> | null {
  const { endpoint, own } = request.routeOptions.config;
  if (endpoint === undefined) return null;
  const { viewer } = request.seen ?? NOBODY;
  const about: Ask['about'] = { ...(own === true && viewer.userId !== '' ? { entity: 'user', entityId: viewer.userId } : {}), ...request.about };
  return { actor: about.actor ?? viewer, ...aboutOf(endpoint, (request.params ?? {}) as Record<string, string>, about), from: fromOf(request) };
}

/** What anyone can be told without end, having proved nothing. */
const CHEAP: ReadonlySet<FaultName> = new Set(['expired', 'too_many', 'too_large', 'bad_input', 'not_json', 'not_form']);
/** Lines of one minute. `of`: how many each caller has; `rest`: how many more were only counted. */
interface Told {
  lines: number;
  of: Map<string, number>;
  rest: Map<string, number>;
}
const none = (): Told => ({ lines: 0, of: new Map(), rest: new Map() });
/** How many were only counted, by those with the most. */
const mostOf = ({ rest }: Told): Record<string, number> => Object.fromEntries([...rest].sort(([, a], [, b]) => b - a).slice(0, 20));
const sumOf = ({ rest }: Told): number => [...rest.values()].reduce((sum, n) => sum + n, 0);

/** The refusals of one app in the audit. `note` one; `close` writes what is only counted so far. */
export function refusals(runner: Runner, failed: (error: unknown) => void): { note: (request: FastifyRequest, error: unknown) => Promise<void>; close: () => Promise<void> } {
  let minute = { ends: 0, strangers: none(), accounts: none() };
  let waiting: NodeJS.Timeout | undefined;
  const close = async (): Promise<void> => {
    clearTimeout(waiting);
    waiting = undefined;
    const { strangers, accounts } = minute;
    minute = { ...minute, strangers: { ...strangers, rest: new Map() }, accounts: { ...accounts, rest: new Map() } };
    if (strangers.rest.size + accounts.rest.size === 0) return;
    const after = { calls: sumOf(strangers) + sumOf(accounts), ...(strangers.rest.size === 0 ? {} : { from: mostOf(strangers) }), ...(accounts.rest.size === 0 ? {} : { accounts: mostOf(accounts) }) };
    await audit(runner, { actor: NOBODY.viewer, action: 'refused.more', ok: false, error: 'too_many', after, from: { ip: '', userAgent: '', requestId: '', language: 'zh-cn' } }).catch(failed);
  };
  /** Is there room for a line of this caller's among its like? If not, it is counted. */
  const room = async (kind: 'strangers' | 'accounts', caller: string): Promise<boolean> => {
    if (minute.ends <= performance.now()) {
      await close();
      minute = { ends: performance.now() + STRANGERS.seconds * 1000, strangers: none(), accounts: none() };
    }
    const told = minute[kind];
    const [each, all] = kind === 'accounts' ? [ACCOUNT_LINES, Infinity] : [STRANGERS.each, STRANGERS.all];
    const n = (told.of.get(caller) ?? 0) + 1;
    if (n <= each && told.lines < all) {
      told.of.set(caller, n);
      told.lines++;
      return true;
    }
    waiting ??= setTimeout(() => void close(), Math.max(0, minute.ends - performance.now())).unref();
    const who = told.rest.has(caller) || told.rest.size < STRANGERS.known ? caller : 'others';
    told.rest.set(who, (told.rest.get(who) ?? 0) + 1);
    return false;
  };
  const note = async (request: FastifyRequest, error: unknown): Promise<void> => {
    if (error instanceof JobRefused) return;
    const line = lineOf(request);
    const { fault } = faultOf(error);
    // without a database there is no audit either, and whoever comes while a server stops is refused nothing
    if (line === null || fault === 'unavailable' || fault === 'stopping') return;
    const { actor: { userId }, from: { ip } } = line;
    if (userId !== '' ? !(await room('accounts', userId)) : CHEAP.has(fault) && !(await room('strangers', callerOf(ip)))) return;
    await audit(runner, { ...line, ok: false, error: fault }).catch(failed);
  };
  return { note, close };
}
