import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { audit } from '../../host/audit.ts';
import { serversOn, type Database } from '../../host/db/open.ts';
import { asGiven, fingerprint, keep, oldFile, replace, SECRET_BYTES, secretIn } from '../../host/secret.ts';
import type { Settings } from '../../host/settings.ts';
import { seal, unseal } from './totp.ts';

/** What a change of the secret did: authenticator secrets sealed anew, recovery codes that are gone, sessions that were ended. */
export interface Rotated {
  totp: number;
  recovery: number;
  sessions: number;
}

/**
 * Puts what the secret keys under a new one, in one transaction: authenticator secrets are sealed anew. Recovery codes cannot be, for only
 * their hashes are known, so they go; and everybody signs in again, because whoever knew the old secret could continue a session by its
 * refresh token. `olds`: the secrets under which a sealed value may stand. @throws Error naming the accounts whose authenticator in use stands under none of them
 */
export function rotateSecret({ db }: Pick<Database, 'db'>, olds: readonly Buffer[], next: Buffer): Promise<Rotated> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; username: string; used: boolean; sealed: Buffer }>(sql`select id::text, username::text, totp_confirmed_at is not null and deleted_at is null as used, totp_secret as sealed from sys_user where totp_secret is not null order by id for update`);
    const lost: string[] = [];
    let totp = 0;
    for (const { id, username, used, sealed } of rows) {
      const plain = [next, ...olds].map((secret) => unseal(secret, id, sealed)).find((text) => text !== null);
      if (plain === undefined && used) lost.push(username);
      if (plain !== undefined) totp++;
      // nobody signs in by the others: one of those that no secret opens is good for nothing and goes
      await tx.execute(plain === undefined ? sql`update sys_user set totp_secret = null, totp_confirmed_at = null where id = ${id}` : sql`update sys_user set totp_secret = ${seal(next, id, plain!)} where id = ${id}`);
    }
    const who = lost.slice(0, 5).join(', ') + (lost.length > 5 ? ', …' : '');
    if (lost.length > 0) throw new Error(`原密钥不对：有 ${lost.length} 个账号的动态口令无法解开（${who}），没有改动任何内容。若其密钥已遗失，请先重置这些账号的两步验证。The old secret is not the right one: the authenticators of ${lost.length} accounts (${who}) cannot be read with it. Nothing was changed. If theirs is lost, have the second step of these accounts reset first.`);
    const codes = await tx.execute(sql`delete from sys_recovery_code returning user_id`);
    const sessions = await tx.execute(sql`update sys_session set revoked_at = now(), revoke_reason = 'rotate' where revoked_at is null and expires_at > now() returning id`);
    for (const table of ['sys_token', 'sys_captcha', 'sys_challenge', 'sys_verification']) await tx.execute(sql`delete from ${sql.identifier(table)}`);
    const rotated = { totp, recovery: codes.rows.length, sessions: sessions.rows.length };
    await audit(tx, { actor: { userId: '', role: 0, sessionId: '' }, action: 'secret.rotate', entity: 'secret', ok: true, after: rotated, from: { ip: '', userAgent: 'rotate', requestId: '', language: 'zh-cn' } });
    return rotated;
  });
}

/** A server that still has the old secret would write under it. */
async function refuseRunning(database: Database): Promise<void> {
  const at = await serversOn(database);
  if (at.length > 0) throw new Error(`仍有服务在使用这个数据库，请先全部停止（${at.join('、')}）。Servers still use this database: stop them all first (${at.join(', ')}).`);
}

/** The words of the command, before anything is opened. @throws Error with the usage */
export function rotateArgs(args: readonly string[]): void {
  if (args.join(' ') !== 'secret') throw new Error('用法 usage: npm run rotate -- secret');
}
/**
 * `npm run rotate -- secret`. A secret of the environment is replaced by APP_SECRET_NEXT, which is then to be set as APP_SECRET; one that
 * is kept in DATA_DIR by a new random one. Cut off in the middle, it may simply be run again. @throws Error
 */
export async function runRotate(database: Database, { secret, secretFile, nextSecret }: Pick<Settings, 'secret' | 'secretFile' | 'nextSecret'>, args: readonly string[], log: (line: string) => void): Promise<void> {
  rotateArgs(args);
  if (secretFile === undefined && nextSecret === undefined) throw new Error('请用 APP_SECRET_NEXT 给出新密钥。Give the new secret as APP_SECRET_NEXT.');
  if (secretFile !== undefined && nextSecret !== undefined) throw new Error(`密钥保存在 DATA_DIR/secret 中，不需要 APP_SECRET_NEXT；若今后由环境给出，请同时设置 ${asGiven(secretFile)}。The secret is kept in DATA_DIR/secret, so there is no use for APP_SECRET_NEXT; if the environment is to give it from now on, set ${asGiven(secretFile)} beside it.`);
  await refuseRunning(database);
  const olds = [secret];
  const beside = `${secretFile}.next`;
  // each under a name of its own: a backup from before may need any of them
  const old = oldFile(`${secretFile}`, fingerprint(secret));
  let next = nextSecret;
  if (next === undefined) {
    // of a run that was cut off: the database may be under it already
    const begun = secretIn(beside);
    // one that is not whole came from a full disk: nothing was ever sealed under it
    if (begun !== null && begun !== 'broken') olds.push(begun);
    next = olds[1] ?? randomBytes(SECRET_BYTES);
    keep(beside, next);
  }
  const { totp, recovery, sessions } = await rotateSecret(database, olds, next);
  if (secretFile !== undefined) {
    keep(old, secret);
    replace(beside, secretFile);
  }
  log('密钥已更换 The secret was rotated');
  log(`  authenticator secrets sealed anew ${totp}, recovery codes removed ${recovery}, sessions ended ${sessions}`);
  log(secretFile === undefined ? '现在把 APP_SECRET 设为新密钥再启动；旧密钥只用于恢复以前的备份。Now set APP_SECRET to the new one and start; the old one serves only to restore older backups.' : `旧密钥保存为 ${old}，只用于恢复以前的备份。The old one is kept as ${old}, only to restore older backups.`);
}
