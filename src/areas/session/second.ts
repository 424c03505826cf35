import { sql } from 'drizzle-orm';
import { Fault } from '../../kernel/error.ts';
import type { Ask, Written } from '../../host/answer.ts';
import { maskedPhone } from '../../host/column.ts';
import type { House } from '../../host/house.ts';
import { forget } from '../../host/limit.ts';
import type { Runner } from '../../host/reach.ts';
import { hashToken, newToken } from '../../host/token.ts';
import { trialKey, tried } from '../../host/trial.ts';
import { issue, look, spend, type Subject } from '../../host/verification.ts';
import { recoveryHash } from './recovery-code.ts';
import { ACCOUNT, begin, LIFE, type Account, type Whole } from './store.ts';
import { stepOf, unseal } from './totp.ts';

/** How the second step can be done. */
export type Method = 'totp' | 'sms' | 'recovery';
/** What an account asks beside the password. `mobile`: whole, `masked`: as it may be shown. */
export interface Steps {
  totpSecret: Buffer | null;
  smsStep: boolean;
  mobile: string | null;
  masked: string | null;
}
/** The columns of `Steps`, of sys_user as `u`. A secret that is not confirmed yet asks nothing, nor does SMS without a phone. */
export const SECOND = sql`case when u.totp_confirmed_at is not null then u.totp_secret end as "totpSecret", u.sms_step and u.mobile is not null as "smsStep", u.mobile, ${maskedPhone(sql`u.mobile`)} as masked`;
/** The ways that are open; none: the password is enough. */
export const methodsOf = ({ totpSecret, smsStep }: Steps): Method[] => [...(totpSecret !== null ? (['totp'] as const) : []), ...(smsStep ? (['sms'] as const) : []), ...(totpSecret !== null ? (['recovery'] as const) : [])];

/** What sign-in answers when it is half done. */
export interface Challenged {
  second: { challenge: string; methods: Method[]; mobile: string | null };
}
/** What both steps of signing in read of an account. */
export type Half = Account & Steps;
const TRIES = 5;
/** The account as it is now, locked to the end of the transaction: it may have changed while what was said was looked at. Undefined when it is deleted or disabled. */
export async function lockedAccount(tx: Runner, id: string): Promise<Half | undefined> {
  const { rows } = await tx.execute<Half & Record<string, unknown>>(sql`select ${ACCOUNT}, ${SECOND} from sys_user u where u.id = ${id} and u.status = 1 and u.deleted_at is null for no key update`);
  return rows[0];
}

/** Half a sign-in: the password was right, there is no session yet. Only the hash of the challenge is kept. */
export async function challenge(tx: Runner, account: Half, rememberMe: boolean): Promise<Written<Challenged>> {
  const token = newToken();
  await tx.execute(sql`insert into sys_challenge (hash, user_id, remember_me, expires_at) values (${hashToken(token)}, ${account.id}, ${rememberMe}, now() + make_interval(secs => ${LIFE.challenge}))`);
  const methods = methodsOf(account);
  return { result: { second: { challenge: token, methods, mobile: account.smsStep ? account.masked : null } }, entity: 'user', entityId: account.id, after: { second: methods }, actor: { userId: account.id, role: account.role, sessionId: '' } };
}

const LIVING = sql`c.attempts < ${TRIES} and c.expires_at > now() and u.id = c.user_id and u.status = 1 and u.deleted_at is null`;
const subjectOf = ({ id, mobile }: Half): Subject => ({ purpose: 'sign-in', userId: id, contact: mobile!, type: 'MOBILE' });

/** Sends the code of the second step to the phone. @throws Fault challenge_over, no_contact, too_many */
export async function sendSecond(house: House, ask: Pick<Ask, 'from' | 'about'>, token: string): Promise<null> {
  ask.about.entity = 'user';
  const { rows: [open] } = await house.db.execute<Half & Record<string, unknown>>(sql`select ${ACCOUNT}, ${SECOND} from sys_challenge c, sys_user u where c.hash = ${hashToken(token)} and ${LIVING}`);
  if (!open) throw new Fault('challenge_over');
  ask.about.entityId = open.id;
  if (!open.smsStep) throw new Fault('no_contact');
  const send = await issue(house, subjectOf(open), ask.from.language);
  await send();
  return null;
}

/** Uses up what was proved, in the transaction that begins the session; false when it was used up meanwhile. */
type Use = (tx: Runner) => Promise<boolean>;
const one = async (rows: Promise<{ rows: unknown[] }>): Promise<boolean> => (await rows).rows.length === 1;
/** How each method looks at a code; null: it is wrong. */
const PROOFS: Record<Method, (house: House, account: Half, code: string) => Promise<Use | null>> = {
  totp: async (house, { id, totpSecret }, code) => {
    const secret = unseal(house.secret, id, totpSecret!);
    const step = secret === null ? null : stepOf(secret, code, Date.now());
    // a code serves once, and none before it serves after it (RFC 6238, 5.2)
    return step === null ? null : (tx) => one(tx.execute(sql`update sys_user set totp_step = ${step} where id = ${id} and totp_confirmed_at is not null and coalesce(totp_step, 0) < ${step} returning id`));
  },
  sms: async (house, account, code) => {
    const codeId = await look(house, subjectOf(account), code);
    return codeId === null ? null : (tx) => spend(tx, codeId);
  },
  recovery: async (house, { id }, code) => (tx) => one(tx.execute(sql`update sys_recovery_code set used_at = now() where user_id = ${id} and code_hash = ${recoveryHash(house.secret, id, code)} and used_at is null returning user_id`)),
};

/** Ends a sign-in by its second step. Every try counts, for the challenge and for the account, before it is looked at. @throws Fault challenge_over, bad_code */
export async function signInSecond(house: House, ask: Pick<Ask, 'from' | 'about' | 'write'>, said: { challenge: string; method: Method; code: string }): Promise<Whole> {
  ask.about.entity = 'user';
  const hash = hashToken(said.challenge);
  const { rows: [open] } = await house.db.execute<Half & { rememberMe: boolean } & Record<string, unknown>>(sql`
    update sys_challenge c set attempts = c.attempts + 1 from sys_user u where c.hash = ${hash} and ${LIVING} returning ${ACCOUNT}, ${SECOND}, c.remember_me as "rememberMe"`);
  if (!open) throw new Fault('challenge_over');
  ask.about.entityId = open.id;
  const key = trialKey(open.id, '');
  const within = await tried(house.db, key);
  const use = within && methodsOf(open).includes(said.method) ? await PROOFS[said.method](house, open, said.code.trim()) : null;
  if (use === null) throw new Fault('bad_code');
  return ask.write(async (tx) => {
    const now = await lockedAccount(tx, open.id);
    // what replaces a password or ends sessions takes the challenge away too, and does so holding the account
    if (now === undefined || !(await one(tx.execute(sql`delete from sys_challenge where hash = ${hash} returning hash`)))) throw new Fault('challenge_over');
    if (!methodsOf(now).includes(said.method) || now.mobile !== open.mobile || !(await use(tx))) throw new Fault('bad_code');
    await forget(tx, key);
    return begin(tx, now, open.rememberMe, ask.from);
  });
}
