import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { givenSecret, keptSecret } from './secret.ts';

/** What the environment decides; read once, at the start. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute folder of the embedded database, the secret and the outbox. */
  dataDir: string;
  /** `postgres://…`; without it the embedded database is used. */
  databaseUrl?: string;
  /** A hot standby of that database, which lists and statistics are read from. */
  replicaUrl?: string;
  /** Absolute folder that captcha answers, SMS and e-mail are written to when there is no gateway. */
  outboxDir: string;
  /** HTTP address that SMS and e-mail are posted to. */
  smsGatewayUrl?: string;
  /** `/admin-api`: begins with a slash, ends without one. */
  apiPrefix: string;
  production: boolean;
  /** Whether what stands at this address is our own proxy: its `X-Forwarded-For` and `X-Request-Id` are believed, and nobody else's. */
  trusts: (address: string | undefined) => boolean;
  /** Where metrics are told, when they are; whoever asks bears `token`, when there is one. */
  metrics?: { host: string; port: number; token?: string };
  /** Keys hashes and tokens; the same on every instance. At least 32 bytes. */
  secret: Buffer;
  /** Where the secret is kept when the environment does not give it. */
  secretFile?: string;
  /** The one that is to replace it (`npm run rotate -- secret`). */
  nextSecret?: Buffer;
}

type Environment = Record<string, string | undefined>;
/** The environment as settings. Makes `dataDir`/secret on the first run. @throws Error naming every bad value at once, in both languages */
export const readSettings = (env: Environment): Settings => settingsOf(env, true);
/** The same for a command: no folder is made, and a secret only once it is asked for. @throws Error as `readSettings` */
export const readPlace = (env: Environment): Settings => settingsOf(env, false);
function settingsOf(env: Environment, serves: boolean): Settings {
  const wrong: string[] = [];
  const value = (name: string): string | undefined => (env[name] === undefined || env[name] === '' ? undefined : env[name]);
  const check = (name: string, fits: boolean, zh: string, en: string): void => {
    if (!fits) wrong.push(`${name}=${shownOf(name, value(name) ?? '')}  ${zh} ${en}`);
  };
  const urlOf = (name: string, protocols: readonly string[]): boolean => {
    // a name without a host is what a socket has; the driver reads it, URL does not
    const given = value(name)?.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, '$1socket');
    return given === undefined || (/^\w+:\/\//.test(given) && URL.canParse(given) && protocols.includes(new URL(given).protocol));
  };

  const port = value('PORT') ?? '8080';
  check('PORT', /^\d{1,5}$/.test(port) && Number(port) <= 65_535, '应为 0 至 65535 的整数。', 'must be a whole number from 0 to 65535.');
  const host = value('HOST') ?? '127.0.0.1';
  check('HOST', /^[\w.:%-]+$/.test(host), '应为 IP 地址或主机名。', 'must be an IP address or a host name.');
  check('DATABASE_URL', urlOf('DATABASE_URL', ['postgres:', 'postgresql:']), '应为 postgres:// 开头的地址。', 'must be an address that begins with postgres://.');
  const replicaUrl = value('DATABASE_REPLICA_URL');
  check('DATABASE_REPLICA_URL', urlOf('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']), '应为 postgres:// 开头的地址。', 'must be an address that begins with postgres://.');
  check('DATABASE_REPLICA_URL', replicaUrl === undefined || value('DATABASE_URL') !== undefined, '需要同时设置 DATABASE_URL。', 'needs DATABASE_URL beside it.');
  check('SMS_GATEWAY_URL', urlOf('SMS_GATEWAY_URL', ['http:', 'https:']), '应为 http(s):// 开头的地址。', 'must be an address that begins with http(s)://.');
  const apiPrefix = value('API_PREFIX') ?? '/admin-api';
  check('API_PREFIX', /^(\/[a-z0-9_-]+)+$/i.test(apiPrefix), '应以 / 开头且不以 / 结尾，例如 /admin-api。', 'must begin with / and not end with it, such as /admin-api.');
  const production = env['NODE_ENV'] === 'production';
  const databaseUrl = value('DATABASE_URL');
  const smsGatewayUrl = value('SMS_GATEWAY_URL');
  const [given, next] = [value('APP_SECRET'), value('APP_SECRET_NEXT')].map((text) => (text === undefined ? undefined : givenSecret(text)));
  check('APP_SECRET', given !== null, '至少需要 32 个字节，或 hex: 加至少 64 位十六进制数。', 'needs at least 32 bytes, or hex: and at least 64 hexadecimal digits.');
  check('APP_SECRET', given !== undefined || !(production && databaseUrl !== undefined), '生产环境使用 DATABASE_URL 时必须设置；要沿用 DATA_DIR/secret，请设为 hex: 加该文件的内容。', 'must be set in production with DATABASE_URL; to keep the one of DATA_DIR/secret, set hex: and what that file holds.');
  check('APP_SECRET_NEXT', next !== null && (next === undefined || given?.equals(next) !== true), '至少需要 32 个字节，或 hex: 加至少 64 位十六进制数，且与 APP_SECRET 不同。', 'needs at least 32 bytes, or hex: and at least 64 hexadecimal digits, and must differ from APP_SECRET.');
  const proxies = (value('TRUSTED_PROXIES') ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');
  const trusts = blockOf(proxies);
  check('TRUSTED_PROXIES', trusts !== null, '应为以逗号分隔的 IP 地址或网段，例如 127.0.0.1,10.0.0.0/8。', 'must be IP addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8.');
  const metrics = metricsIn(value, check);
  const dataDir = resolve(value('DATA_DIR') ?? 'data');
  const outboxDir = resolve(value('OUTBOX_DIR') ?? join(dataDir, 'outbox'));
  check('DATA_DIR', serves || existsSync(dataDir) ? usable(dataDir) : true, '无法创建或写入此目录。', 'cannot be made or written to.');
  check('OUTBOX_DIR', !serves || smsGatewayUrl !== undefined || usable(outboxDir), '无法创建或写入此目录。', 'cannot be made or written to.');
  if (wrong.length > 0) throw new Error(['设置有误 These settings cannot be used:', ...wrong.map((line) => `  ${line}`)].join('\n'));
  const secretFile = join(dataDir, 'secret');
  const settings = {
    port: Number(port), host, dataDir, outboxDir, apiPrefix, production, trusts: trusts ?? (() => false),
    ...(metrics === null ? {} : { metrics }),
    ...(given ? { secret: given } : { secret: serves ? keptSecret(secretFile) : NO_SECRET, secretFile }),
    ...(next ? { nextSecret: next } : {}),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(replicaUrl === undefined ? {} : { replicaUrl }),
    ...(smsGatewayUrl === undefined ? {} : { smsGatewayUrl }),
  };
  if (settings.secret === NO_SECRET) {
    let kept: Buffer | undefined;
    const ask = (): Buffer => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      return (kept ??= keptSecret(secretFile));
    };
    Object.defineProperty(settings, 'secret', { get: ask });
  }
  return settings;
}
const NO_SECRET = Buffer.alloc(0);
/** A value in a refusal, which stands in the log. An address may hold a password anywhere: one that is mistyped says what it begins with, if anything. */
function shownOf(name: string, value: string): string {
  if (/SECRET|TOKEN/.test(name)) return '***';
  return name.endsWith('_URL') ? `${/^\w+:\/\//.exec(value)?.[0] ?? ''}***` : value.replace(/\/\/.*@/s, '//***@');
}
type Check = (name: string, fits: boolean, zh: string, en: string) => void;
/** Addresses and networks as a question; null when one is none. */
function blockOf(parts: readonly string[]): Settings['trusts'] | null {
  const list = new BlockList();
  for (const part of parts) {
    const [address = '', bits, ...more] = part.split('/');
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    if (version === 0 || more.length > 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most))) return null;
    list.addSubnet(address, bits === undefined ? most : Number(bits), version === 6 ? 'ipv6' : 'ipv4');
  }
  // a socket that takes both families writes ::ffff: before the old one
  return (address = '') => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}
function metricsIn(value: (name: string) => string | undefined, check: Check): NonNullable<Settings['metrics']> | null {
  const port = value('METRICS_PORT');
  const host = value('METRICS_HOST') ?? '127.0.0.1';
  const token = value('METRICS_TOKEN');
  check('METRICS_PORT', port === undefined || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535), '应为 0 至 65535 的整数。', 'must be a whole number from 0 to 65535.');
  check('METRICS_HOST', /^[\w.:%-]+$/.test(host), '应为 IP 地址或主机名。', 'must be an IP address or a host name.');
  check('METRICS_TOKEN', token === undefined || token.length >= 16, '至少需要 16 个字符。', 'needs at least 16 characters.');
  // figures of the house are not for the world
  check('METRICS_HOST', token !== undefined || /^(127(\.\d+){3}|::1|localhost)$/.test(host), '不是本机地址时必须设置 METRICS_TOKEN。', 'needs METRICS_TOKEN unless it is a loopback address.');
  return port === undefined ? null : { host, port: Number(port), ...(token === undefined ? {} : { token }) };
}
/** Makes a folder for its owner alone, and those above it. One by one: where a system says that what is there is not, as /proc does, Node's own `recursive` never ends. @throws Error */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}
function usable(dir: string): boolean {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
