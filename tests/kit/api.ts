import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { stringify } from 'qs';
import { addAccount } from '../../src/areas/account/store.ts';
import type { UserInfo } from '../../src/areas/session/contract.ts';
import type { Served } from '../../src/host/answer.ts';
import { buildApp } from '../../src/host/app.ts';
import type { Database } from '../../src/host/db/open.ts';
import { memoryMessenger } from '../../src/host/messenger.ts';
import { hashPassword, type PasswordCost } from '../../src/host/password.ts';
import type { Endpoint, Envelope } from '../../src/kernel/endpoint.ts';
import { served } from '../../src/served.gen.ts';
import { testDatabase } from './database.ts';

/** Every account made here signs in with it. */
export const PASSWORD = 'Tide-pool-2026';
export const PREFIX = '/admin-api';
const CHEAP = { memoryCost: 32, timeCost: 1, parallelism: 1 };
/** What time ends is ended when a test says so: the sweeps of a server would come into the middle of one, on a slow machine into another. */
export const STILL = { poll: 86_400_000, alone: 86_400_000 };

/** What goes with a call. `key`: Idempotency-Key. `raw`: the body as it stands, of the type in `headers`. `from`: the address of the caller. */
export interface Given {
  query?: Record<string, unknown> | string;
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
  key?: string;
  from?: string;
}
export interface Answer<T = unknown> {
  status: number;
  headers: Record<string, unknown>;
  /** The answer as text, and as it is. */
  text: string;
  bytes: Buffer;
  body: Envelope<T> & { result: T };
}
type Ask = <T = unknown>(path: string, given?: Given) => Promise<Answer<T>>;
/** Calls below the API prefix with one access token, or none. */
export interface Client {
  get: Ask;
  post: Ask;
  put: Ask;
  del: Ask;
  /** Any method on any address, prefix included. */
  send: (method: string, url: string, given?: Given) => Promise<Answer>;
}
/** What signing in answers. */
export interface Pair {
  token: string;
  refreshToken: string;
  expiresIn: number;
  userInfo: UserInfo;
}
export type Api = Awaited<ReturnType<typeof startApi>>;

/** A form with one file, as a browser sends it. */
export function formOf(file: Buffer | string, { name = '账号.xlsx', field = 'file', more = '' } = {}): Given {
  const head = `${more}--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return { raw: Buffer.concat([Buffer.from(head), Buffer.from(file as string), Buffer.from('\r\n--edge--\r\n')]), headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
}
/** Below the prefix, its `:names` filled. */
export const pathOf = ({ path }: Endpoint, value = '1'): string => path.replace(/:\w+/g, encodeURIComponent(value));

function clientOf(app: FastifyInstance, token?: string): Client {
  const send = async <T>(method: string, url: string, { query, body, raw, headers, key, from }: Given = {}): Promise<Answer<T>> => {
    const asked = typeof query === 'string' ? query : stringify(query ?? {});
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const reply = await app.inject({
      method: method as 'GET',
      url: asked === '' ? url : `${url}?${asked}`,
      headers: { ...(token === undefined ? {} : { 'x-access-token': token }), ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json') && reply.body !== '';
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, bytes: reply.rawPayload, body: (isJson ? JSON.parse(reply.body) : null) as Answer<T>['body'] };
  };
  const below = (method: string): Ask => (path, given) => send(method, PREFIX + path, given);
  return { get: below('GET'), post: below('POST'), put: below('PUT'), del: below('DELETE'), send };
}

/** The server over a fresh database, asked without a socket. `more` is served beside the real table. `cost`: of a password, cheap unless a test needs its time. */
export async function startApi(more: readonly Served[] = [], cost: PasswordCost = CHEAP) {
  const database: Database = await testDatabase();
  const messenger = memoryMessenger();
  const log: Record<string, unknown>[] = [];
  const app = await buildApp({ database, settings: { apiPrefix: PREFIX, secret: randomBytes(32) }, served: [...served, ...more], messenger, cost, pace: STILL, log: (line) => void log.push(line) });
  const passwordHash = await hashPassword(PASSWORD, cost);
  const anonymous = clientOf(app);

  const api = {
    database, app, messenger, log, anonymous,
    client: (token: string): Client => clientOf(app, token),
    /** A new account; its id. `hospitals`: ids of whole hospitals it belongs to. */
    async account({ username, role, hospitals = [] }: { username: string; role: number; hospitals?: readonly string[] }): Promise<string> {
      const id = await addAccount(database.db, { username, passwordHash, nickname: `${username}的昵称`, role, mustChangePassword: false });
      for (const hospital of hospitals) await database.pool.query('insert into sys_user_hospital (user_id, hospital_id) values ($1, $2)', [id, hospital]);
      return id;
    },
    /** A captcha and its answer, as the person reads it off the picture. */
    async captcha(): Promise<{ captchaKey: string; captchaCode: string; image: string }> {
      const { body } = await anonymous.get<{ captchaKey: string; captchaBase64: string }>('/sys/captcha/randomImage');
      const { captchaKey, captchaBase64: image } = body.result;
      return { captchaKey, captchaCode: messenger.sent.find((m) => m.key === captchaKey)!.answer!, image };
    },
    /** One attempt to sign in with a fresh, rightly read captcha. */
    async attempt(username: string, password = PASSWORD, more: { rememberMe?: boolean } = {}, given: Given = {}): Promise<Answer<Pair>> {
      const { captchaKey, captchaCode } = await api.captcha();
      return anonymous.post<Pair>('/sys/login', { ...given, body: { username, password, captchaKey, captchaCode, ...more } });
    },
    /** Signs in, which must succeed. */
    async signIn(username: string, rememberMe = false): Promise<Pair> {
      const { status, text, body } = await api.attempt(username, PASSWORD, { rememberMe });
      if (status !== 200) throw new Error(`${username} could not sign in: ${text}`);
      return body.result;
    },
    as: async (username: string): Promise<Client> => clientOf(app, (await api.signIn(username)).token),
    /** Lets time pass for all that ends by itself: everything in the database was that much longer ago. */
    async later(interval: string): Promise<void> {
      await database.pool.query(`update sys_captcha set expires_at = expires_at - interval '${interval}'`);
      await database.pool.query(`update sys_challenge set expires_at = expires_at - interval '${interval}'`);
      await database.pool.query(`update sys_verification set created_at = created_at - interval '${interval}', expires_at = expires_at - interval '${interval}'`);
      await database.pool.query(`update sys_counter set reset_at = reset_at - interval '${interval}'`);
      await database.pool.query(`update sys_session set created_at = created_at - interval '${interval}', last_seen_at = last_seen_at - interval '${interval}', expires_at = expires_at - interval '${interval}'`);
      await database.pool.query(`update sys_user set one_time_at = one_time_at - interval '${interval}'`);
      await database.pool.query(`update sys_token set expires_at = expires_at - interval '${interval}', used_at = used_at - interval '${interval}'`);
    },
    /** The code that was last sent to a phone or mailbox. */
    sentTo: (contact: string): string => messenger.sent.findLast((m) => m.to === contact)!.answer!,
    /** All that the tables hold, as text. */
    async everything(): Promise<string> {
      const tables = await database.pool.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
      const texts: string[] = [];
      for (const { name } of tables.rows) texts.push(...(await database.pool.query<{ t: string }>(`select t::text as t from ${name} t`)).rows.map(({ t }) => t));
      return texts.join('\n');
    },
    /** Rows of any table. */
    rows: async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await database.pool.query(text, values)).rows as T[],
    async close(): Promise<void> {
      await app.close();
      await database.close();
    },
  };
  return api;
}
