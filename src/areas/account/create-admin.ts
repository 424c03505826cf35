import { parseArgs } from 'node:util';
import type { Database } from '../../host/db/open.ts';
import { hashPassword, oneTimePassword, passwordFault } from '../../host/password.ts';
import { audit } from '../../host/audit.ts';
import { addAccount } from './store.ts';

const USAGE = '用法 usage: npm run create-admin -- --username NAME [--password-stdin]';
const PASSWORD_FAULTS = {
  length: '密码须为 8 至 128 个字符。The password must have 8 to 128 characters.',
  common: '密码过于常见或容易猜到。The password is too common or easy to guess.',
} as const;

function options(args: string[]) {
  try {
    return parseArgs({ args, options: { username: { type: 'string' }, 'password-stdin': { type: 'boolean' } } }).values;
  } catch {
    throw new Error(USAGE);
  }
}
/** The words of the command, before anything is opened. @throws Error whose message says, in both languages, what to mend */
export function adminArgs(args: string[]): { username: string; fromInput: boolean } {
  const { username, 'password-stdin': fromInput = false } = options(args);
  if (username === undefined) throw new Error(USAGE);
  if (!/^[a-z][a-z0-9._-]{2,31}$/i.test(username)) throw new Error('账号须以字母开头，3 至 32 个字母、数字或 . _ -。The account name starts with a letter and has 3 to 32 letters, digits or . _ -.');
  return { username, fromInput };
}
/** The first line, read as a whole: a pipe may cut a sign anywhere. @throws Error when it has what no sign-in takes */
async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  const [line = ''] = Buffer.concat(parts).toString('latin1').split(/\r?\n/, 1);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
    if (!/\p{Cc}/u.test(text)) return text;
  } catch {
    // no UTF-8
  }
  throw new Error('密码须为 UTF-8 文字，不能含控制字符。The password must be text in UTF-8 without control signs.');
}

/**
 * Makes a super administrator; without `--password-stdin` prints a password that is shown this once.
 * @throws Error whose message says, in both languages, what to mend
 */
export async function createAdmin(database: Database, args: string[], input: AsyncIterable<Uint8Array> = process.stdin, log: (line: string) => void = console.log): Promise<void> {
  const { username, fromInput } = adminArgs(args);
  const given = fromInput ? await firstLine(input) : null;
  const fault = given === null ? null : passwordFault(given, username);
  if (fault !== null) throw new Error(PASSWORD_FAULTS[fault]);
  const password = given ?? oneTimePassword();
  const passwordHash = await hashPassword(password);
  const taken = await database.db.transaction(async (tx) => {
    const id = await addAccount(tx, { username, passwordHash, nickname: username, role: 1, mustChangePassword: given === null });
    await audit(tx, { actor: { userId: '', role: 0, sessionId: '' }, action: 'user.create', entity: 'user', entityId: id, ok: true, after: { role: 1 }, from: { ip: '127.0.0.1', userAgent: 'create-admin', requestId: '', language: 'zh-cn' } });
    return false;
  }).catch((error: { cause?: { code?: string } }) => {
    if (error.cause?.code === '23505') return true;
    throw error;
  });
  if (taken) throw new Error(`账号 ${username} 已存在。The account ${username} exists already.`);
  log(`已创建超级管理员 super administrator created: ${username}`);
  if (given === null) log(`一次性密码，7 天内有效，仅显示这一次 one-time password, valid for 7 days, shown only now: ${password}`);
}
