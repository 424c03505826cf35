import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the environment decides; read once, at the start. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute folder of the embedded database, the secret and the outbox. */
  dataDir: string;
  /** `postgres://…`; without it the embedded database is used. */
  databaseUrl?: string;
  /** Absolute folder that captcha answers, SMS and e-mail are written to when there is no gateway. */
  outboxDir: string;
  /** HTTP address that SMS and e-mail are posted to. */
  smsGatewayUrl?: string;
  /** `/admin-api`: begins with a slash, ends without one. */
  apiPrefix: string;
  production: boolean;
  /** Keys hashes and tokens; the same on every instance. At least 32 bytes. */
  secret: Buffer;
}

/** The environment as settings. Makes `dataDir`/secret on the first run. @throws Error naming every bad value at once, in both languages */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const wrong: string[] = [];
  const value = (name: string): string | undefined => (env[name] === undefined || env[name] === '' ? undefined : env[name]);
  const check = (name: string, fits: boolean, zh: string, en: string): void => {
    if (!fits) wrong.push(`${name}=${name === 'APP_SECRET' ? '***' : (value(name) ?? '').replace(/:[^:@/]*@/, ':***@')}  ${zh} ${en}`);
  };
  const urlOf = (name: string, protocols: readonly string[]): boolean => {
    const given = value(name);
    return given === undefined || (URL.canParse(given) && protocols.includes(new URL(given).protocol));
  };

  const port = value('PORT') ?? '8080';
  check('PORT', /^\d{1,5}$/.test(port) && Number(port) <= 65_535, '应为 0 至 65535 的整数。', 'must be a whole number from 0 to 65535.');
  const host = value('HOST') ?? '127.0.0.1';
  check('HOST', /^[\w.:%-]+$/.test(host), '应为 IP 地址或主机名。', 'must be an IP address or a host name.');
  check('DATABASE_URL', urlOf('DATABASE_URL', ['postgres:', 'postgresql:']), '应为 postgres:// 开头的地址。', 'must be an address that begins with postgres://.');
  check('SMS_GATEWAY_URL', urlOf('SMS_GATEWAY_URL', ['http:', 'https:']), '应为 http(s):// 开头的地址。', 'must be an address that begins with http(s)://.');
  const apiPrefix = value('API_PREFIX') ?? '/admin-api';
  check('API_PREFIX', /^(\/[a-z0-9_-]+)+$/i.test(apiPrefix), '应以 / 开头且不以 / 结尾，例如 /admin-api。', 'must begin with / and not end with it, such as /admin-api.');
  const production = env['NODE_ENV'] === 'production';
  const databaseUrl = value('DATABASE_URL');
  const smsGatewayUrl = value('SMS_GATEWAY_URL');
  const given = value('APP_SECRET');
  check('APP_SECRET', given === undefined || Buffer.byteLength(given) >= 32, '至少需要 32 个字节。', 'needs at least 32 bytes.');
  check('APP_SECRET', given !== undefined || !(production && databaseUrl !== undefined), '生产环境使用 DATABASE_URL 时必须设置。', 'must be set in production with DATABASE_URL.');
  const dataDir = resolve(value('DATA_DIR') ?? 'data');
  const outboxDir = resolve(value('OUTBOX_DIR') ?? join(dataDir, 'outbox'));
  check('DATA_DIR', usable(dataDir), '无法创建或写入此目录。', 'cannot be made or written to.');
  check('OUTBOX_DIR', smsGatewayUrl !== undefined || usable(outboxDir), '无法创建或写入此目录。', 'cannot be made or written to.');
  if (wrong.length > 0) throw new Error(['设置有误 These settings cannot be used:', ...wrong.map((line) => `  ${line}`)].join('\n'));
  return {
    port: Number(port), host, dataDir, outboxDir, apiPrefix, production,
    secret: given === undefined ? keptSecret(join(dataDir, 'secret')) : Buffer.from(given),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(smsGatewayUrl === undefined ? {} : { smsGatewayUrl }),
  };
}
function usable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
/** The secret of this folder, made on the first run; two first runs at once agree on one. */
function keptSecret(file: string): Buffer {
  try {
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
