import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Served } from './answer.ts';
import { buildApp } from './app.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openDatabase, serversOn, type Database } from './db/open.ts';
import { traceOf } from './envelope.ts';
import { gatewayMessenger, outboxMessenger } from './messenger.ts';
import { serveMetrics } from './metric-server.ts';
import { passwordCheck, SECURE_COST } from './password.ts';
import type { Settings } from './settings.ts';
import { goesAround } from './write.ts';

type Log = (line: string) => void;
/** The demonstration data, which the areas own. */
export interface Demonstration {
  /** Fills an empty database and makes its accounts; leaves one that has accounts alone. */
  prepare: (database: Database, log: Log) => Promise<void>;
  usernames: readonly string[];
  password: string;
}
interface Parts {
  settings: Settings;
  served: readonly Served[];
  demonstration: Demonstration;
  /** Folder of the built console; where there is none yet (development) the API alone is served. */
  webRoot: string;
  log?: Log;
}
const otherSecret = (at: string[]): string => `正在使用这个数据库的另一个服务（${at.join('、')}）用的是别的 APP_SECRET：请给每个服务设置同一个。A server that runs on this database (${at.join(', ')}) has another APP_SECRET: give each server the same one.`;
/** In production a machine reads what is said: one object a line, like the calls. */
const toLog: Log = (text) => console.log(JSON.stringify({ at: new Date().toISOString(), level: 'info', text: text.trim() }));
const STOP_MS = 9_500;
/** Time for the callers that wait to get their 503 before the process ends. */
const LAST_WORDS_MS = 1_000;
/** Exit code when the embedded database hangs: EX_SOFTWARE. */
const DATABASE_LOST = 70;

/**
 * Starts the server and stays until SIGTERM or SIGINT.
 * @throws Error whose message says, in both languages, why it does not start
 */
export async function serve({ settings: given, served, demonstration, webRoot, log = given.production ? toLog : console.log }: Parts): Promise<void> {
  const stops = stopOnSignal(log);
  const settings = { ...given, host: await addressOf(given) };
  const { production, smsGatewayUrl, outboxDir, databaseUrl, dataDir, metrics } = settings;
  if (production && smsGatewayUrl === undefined) throw new Error('生产环境不能使用演示发件箱，请设置 SMS_GATEWAY_URL。Production does not start with the demonstration outbox: set SMS_GATEWAY_URL.');
  // asked before the first start spends its time on demonstration data
  await free(settings);
  const database = await openDatabase(settings);
  const app = await prepare(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const figures = metrics === undefined ? null : await serveMetrics(metrics, app.meter.text).catch(async (error: unknown) => {
    await app.close();
    await database.close();
    throw error;
  });
  stops(async () => {
    await app.close();
    await figures?.close();
    await database.close();
  });
  // what Node would print holds values: names, phones
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ at: new Date().toISOString(), level: 'fatal', ...traceOf(error) }));
    process.exit(1);
  });
  void database.down.then((error) => {
    log(`数据库失去响应，进程退出。The database is lost, the process ends: ${error.message}`);
    setTimeout(() => process.exit(DATABASE_LOST), LAST_WORDS_MS);
  });

  const { port } = app.server.address() as { port: number };
  log(`护理管理系统 Nursing management system: http://${shown(settings.host)}:${port}/`);
  log(`  数据库 database: ${databaseUrl === undefined ? `${dataDir}/pg` : 'PostgreSQL'}`);
  if (databaseUrl !== undefined && (await goesAround(database.db))) log('  DATABASE_URL 的数据库角色是超级用户或带有 BYPASSRLS，行级安全不起作用，见 operating.md。The role of DATABASE_URL is a superuser or has BYPASSRLS: row-level security does not hold it (operating.md).');
  if (database.replica !== undefined) log(`  只读副本 replica: ${database.replica.figures().up ? '使用中 in use' : '暂不可用 out of use'}`);
  if (figures !== null) log(`  指标 metrics: http://${shown(metrics!.host)}:${figures.port}/metrics`);
  if (production) return;
  const open = await openAccounts(database, demonstration);
  if (open.length > 0) {
    log(`  演示账号 demonstration accounts: ${open.join(', ')}`);
    log(`  密码 password: ${demonstration.password}`);
  }
  if (smsGatewayUrl === undefined) log(`  验证码与短信 captcha answers and SMS: ${outboxDir}/outbox.jsonl`);

  async function prepare(opened: Database): Promise<FastifyInstance> {
    const others = await serversOn(opened, settings.secret);
    if (others.length > 0) {
      // two that were tried out beside each other, each with the secret that it made itself, serve those who signed in at them
      if (settings.secretFile === undefined) throw new Error(otherSecret(others));
      log(otherSecret(others));
    }
    await opened.patiently(async () => {
      await migrateDatabase(opened, undefined, log);
      if (production) await refuseDemonstration(opened, demonstration);
      else await demonstration.prepare(opened, log);
    });
    const messenger = smsGatewayUrl === undefined ? outboxMessenger(outboxDir) : gatewayMessenger(smsGatewayUrl);
    const made = await buildApp({ database: opened, settings, served, messenger, ...(existsSync(webRoot) ? { webRoot } : {}) });
    await made.listen({ port: settings.port, host: settings.host }).catch(async (error: NodeJS.ErrnoException) => {
      await made.close();
      throw new Error(unheard(settings, error));
    });
    return made;
  }
}

const shown = (host: string): string => (host.includes(':') ? `[${host}]` : host);
/** One address of the host: for each other one of `localhost` Fastify has a server that is not ours, without our refusals, and none where the port is taken. @throws Error when it has none */
const addressOf = (settings: Settings): Promise<string> =>
  lookup(settings.host, { order: 'ipv4first' }).then(({ address }) => address, (error: NodeJS.ErrnoException) => Promise.reject(new Error(unheard(settings, error))));
/** @throws Error when the port cannot be had */
function free(settings: Settings): Promise<void> {
  const probe = createServer();
  return new Promise((done, failed) => {
    probe.once('error', (error: NodeJS.ErrnoException) => failed(new Error(unheard(settings, error))));
    probe.listen(settings.port, settings.host, () => probe.close(() => done()));
  });
}
function unheard({ host, port }: Settings, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `端口 ${port}（${host}）已被占用，请停止占用它的程序或设置 PORT。Port ${port} on ${host} is taken: stop what uses it or set PORT.`;
  if (code === 'EACCES') return `没有权限使用端口 ${port}，请设置 PORT。Port ${port} is not permitted: set PORT.`;
  return `无法在 ${host}:${port} 上监听，请检查 HOST 与 PORT。Cannot listen on ${host}:${port}, check HOST and PORT: ${message}`;
}

/** The demonstration accounts that are there: one of that name whose password has been changed is a real one. */
async function openAccounts({ db }: Database, { usernames, password }: Demonstration): Promise<string[]> {
  const { rows } = await db.execute<{ username: string; hash: string }>(
    sql`select username::text, password_hash as hash from sys_user where deleted_at is null and username = any(${sql.param([...usernames])}::text[]::citext[])`,
  );
  const check = passwordCheck(SECURE_COST);
  const open = new Set<string>();
  for (const { username, hash } of rows) if (await check(hash, password)) open.add(username);
  return usernames.filter((name) => open.has(name));
}
async function refuseDemonstration(database: Database, demonstration: Demonstration): Promise<void> {
  const open = await openAccounts(database, demonstration);
  if (open.length > 0) throw new Error(`数据库中有演示账号（${open.join('、')}），生产环境不能启动。This database holds demonstration accounts (${open.join(', ')}); production does not start with it.`);
}

/** Ends the process when it is told to: until there is something to close, which is given to what is returned, at once. A container's first process is sent no signal that it has not asked for. */
function stopOnSignal(log: Log): (close: () => Promise<void>) => void {
  let stopping = false;
  let close = async (): Promise<void> => undefined;
  const stop = (): void => {
    if (stopping) return; // a terminal and npm both pass Ctrl+C on
    stopping = true;
    log('正在停止 Stopping…');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return (how) => void (close = how);
}
