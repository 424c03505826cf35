import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Fault, type Language } from '../kernel/error.ts';
import { AHEAD } from './column.ts';
import type { House } from './house.ts';
import { CODES, count, forget } from './limit.ts';
import { Unsent } from './messenger.ts';
import type { Runner } from './reach.ts';
import { hashAnswer, same } from './token.ts';

/** What a code serves for, and nothing else: an account, a purpose, and the phone or mailbox it is sent to. */
export interface Subject {
  purpose: 'sign-in' | 'recover' | 'bind' | 'unbind';
  /** null: there is no such account; all is done as usual, but no code is right. */
  userId: string | null;
  contact: string;
  type: 'MOBILE' | 'EMAIL';
}
const WORDS: Record<Language, (code: string) => string> = {
  'zh-cn': (code) => `【护理管理系统】验证码 ${code}，5 分钟内有效，请勿告诉他人。`,
  en: (code) => `[Nursing management system] Your code is ${code}. It is valid for 5 minutes. Do not tell it to anyone.`,
};
// mailboxes are told apart without regard to case, as the accounts' column does
const plain = (contact: string): string => contact.toLowerCase();
const hashOf = (house: House, { purpose, userId, contact }: Subject, code: string): Buffer => hashAnswer(house.secret, `code ${purpose}`, `${userId} ${plain(contact)}`, code);
const nameOf = (house: House, contact: string): string => hashAnswer(house.secret, 'contact', '', plain(contact)).toString('base64url');

/** Counts one more code under `key`: one a minute, five an hour. @throws Fault too_many */
export async function admit(runner: Runner, key: string): Promise<void> {
  const minute = await count(runner, `code-minute:${key}`, 60);
  if (minute.n > CODES.minute) throw new Fault('too_many', { seconds: Math.max(1, minute.left) });
  const hour = await count(runner, `code-hour:${key}`, 3600);
  if (hour.n > CODES.hour) throw new Fault('too_many', { seconds: Math.max(1, hour.left) });
}

/**
 * Makes a code of six digits, keeps its keyed hash, and gives the way to send it. A newer code replaces an older one.
 * A phone or mailbox gets one a minute and five in any hour, whoever asks, three of them for a lost phone; one that was certainly not sent is none of them. @throws Fault too_many
 */
export async function issue(house: House, subject: Subject, language: Language): Promise<() => Promise<void>> {
  const { purpose, userId, contact, type } = subject;
  const ofMinute = `code-minute:${nameOf(house, contact)}`;
  const minute = await count(house.db, ofMinute, 60);
  if (minute.n > CODES.minute) throw new Fault('too_many', { seconds: Math.max(1, minute.left) });
  const { rows: [hour] } = await house.db.execute<{ n: number; lost: number; left: number }>(sql`
    select count(*)::int as n, count(*) filter (where purpose = 'recover')::int as lost, coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int as left
    from sys_verification where contact = ${plain(contact)} and created_at between now() - interval '1 hour' and now() + ${AHEAD}`);
  // who knows a name alone can ask for a lost phone: the last two are for who has the password
  if (hour!.n >= CODES.hour || (purpose === 'recover' && hour!.lost >= CODES.hour - 2)) throw new Fault('too_many', { seconds: Math.max(1, hour!.left) });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { rows: [kept] } = await house.db.execute<{ id: string }>(sql`
    insert into sys_verification (purpose, contact, contact_type, user_id, code_hash, expires_at)
    values (${purpose}, ${plain(contact)}, ${type}, ${userId}, ${hashOf(house, subject, code)}, now() + make_interval(secs => ${CODES.life})) returning id::text`);
  return async () => {
    try {
      await house.messenger.send({ kind: type === 'MOBILE' ? 'sms' : 'email', to: contact, text: WORDS[language](code), answer: code, at: new Date().toISOString() });
    } catch (error) {
      if (error instanceof Unsent && error.sure) {
        await house.db.execute(sql`delete from sys_verification where id = ${kept!.id}`);
        await forget(house.db, ofMinute);
      }
      throw error;
    }
  };
}

/**
 * Looks at a code: its own id when it is right, else null. Counted before it is compared and whatever becomes of the call,
 * so five looks are five looks. One that is spent already still passes here, for a repeat with the same Idempotency-Key; `spend` refuses it.
 */
export async function look(house: House, subject: Subject, code: string): Promise<string | null> {
  const { rows: [row] } = await house.db.execute<{ id: string; hash: Buffer }>(sql`
    update sys_verification set attempts = attempts + 1
    where attempts < ${CODES.tries} and expires_at > now() and id = (
      select max(id) from sys_verification where user_id = ${subject.userId} and purpose = ${subject.purpose} and contact = ${plain(subject.contact)})
    returning id::text, code_hash as hash`);
  return row !== undefined && same(row.hash, hashOf(house, subject, code)) ? row.id : null;
}
/** Uses a code up, in the transaction that it serves: of many at once one gets true. */
export async function spend(runner: Runner, codeId: string): Promise<boolean> {
  const { rows } = await runner.execute(sql`update sys_verification set consumed_at = now() where id = ${codeId} and consumed_at is null returning id`);
  return rows.length === 1;
}
