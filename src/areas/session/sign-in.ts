import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Fault } from '../../kernel/error.ts';
import type { Ask } from '../../host/answer.ts';
import { drawCaptcha } from '../../host/captcha.ts';
import type { House } from '../../host/house.ts';
import { forget } from '../../host/limit.ts';
import { hashPassword, outdated } from '../../host/password.ts';
import { hashAnswer, same } from '../../host/token.ts';
import { trialKey, tried } from '../../host/trial.ts';
import { challenge, lockedAccount, methodsOf, SECOND, type Challenged, type Half } from './second.ts';
import { ACCOUNT, begin, LIFE, type Whole } from './store.ts';

const answerHash = (house: House, key: string, answer: string): Buffer => hashAnswer(house.secret, 'captcha', key, answer.trim().toUpperCase());

/** Draws a captcha and keeps the keyed hash of its answer. */
export async function newCaptcha(house: House): Promise<{ captchaKey: string; captchaBase64: string }> {
  const key = randomBytes(16).toString('base64url');
  const { answer, image } = drawCaptcha();
  await house.db.execute(sql`insert into sys_captcha (key, answer_hash, expires_at) values (${key}, ${answerHash(house, key, answer)}, now() + make_interval(secs => ${LIFE.captcha}))`);
  await house.messenger.send({ kind: 'captcha', key, answer, at: new Date().toISOString() });
  return { captchaKey: key, captchaBase64: image };
}
/** Right or wrong, the look spends it. @throws Fault bad_captcha */
async function spendCaptcha(house: House, key: string, answer: string): Promise<void> {
  const { rows } = await house.db.execute<{ hash: Buffer; alive: boolean }>(sql`delete from sys_captcha where key = ${key} returning answer_hash as hash, expires_at > now() as alive`);
  if (!rows[0]?.alive || !same(rows[0].hash, answerHash(house, key, answer))) throw new Fault('bad_captcha');
}

/**
 * Signs in: captcha, at most ten trials per account, one hash whatever is wrong, one answer whatever is wrong. An account with
 * a second step gets a challenge instead of a session, and its trials stay counted until that step is done. @throws Fault bad_captcha, bad_sign_in
 */
export async function signIn(house: House, ask: Pick<Ask, 'from' | 'about' | 'write'>, said: { username: string; password: string; captchaKey: string; captchaCode: string; rememberMe: boolean }): Promise<Whole | Challenged> {
  ask.about.entity = 'user';
  await spendCaptcha(house, said.captchaKey, said.captchaCode);
  const { rows: [found] } = await house.db.execute<Half & Record<string, unknown>>(sql`select ${ACCOUNT}, ${SECOND} from sys_user u where u.username = ${said.username} and u.deleted_at is null`);
  if (found) ask.about.entityId = found.id;
  const key = trialKey(found?.id, said.username);
  const within = await tried(house.db, key);
  const right = await house.checkPassword(found?.passwordHash, said.password);
  if (!found || !right || found.status !== 1 || found.ended || !within) throw new Fault('bad_sign_in');
  const fresh = outdated(found.passwordHash, house.cost) ? await hashPassword(said.password, house.cost) : null;
  return ask.write<Whole | Challenged>(async (tx) => {
    const now = await lockedAccount(tx, found.id);
    // the hash may be another one: of a new password, or of this one, made anew by a sign-in beside this
    if (now === undefined || (now.passwordHash !== found.passwordHash && !(await house.checkPassword(now.passwordHash, said.password)))) throw new Fault('bad_sign_in');
    if (fresh !== null) await tx.execute(sql`update sys_user set password_hash = ${fresh} where id = ${found.id}`);
    if (methodsOf(now).length > 0) return challenge(tx, now, said.rememberMe);
    await forget(tx, key);
    return begin(tx, now, said.rememberMe, ask.from);
  });
}
