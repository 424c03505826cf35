import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Fault } from '../../kernel/error.ts';
import { MAILBOX_CHANGED, NUMBER_CHANGED } from '../../kernel/recorded.ts';
import { mobile } from '../../kernel/shape.ts';
import type { Ask } from '../../host/answer.ts';
import { maskedEmail, maskedPhone, toldNumber } from '../../host/column.ts';
import type { House } from '../../host/house.ts';
import { CODES, count, uncount } from '../../host/limit.ts';
import { Unsent } from '../../host/messenger.ts';
import { Reach } from '../../host/reach.ts';
import { issue, look, spend, type Subject } from '../../host/verification.ts';
import { email } from './contract.ts';
import { readProfile, type Profile } from './store.ts';

/** A phone or a mailbox, in the words of the contract. */
export type ContactType = Subject['type'];
// column of sys_user, how it is shown, what may be bound, and the index that keeps it with one account
const KINDS = {
  MOBILE: { column: sql.identifier('mobile'), masked: maskedPhone, mark: NUMBER_CHANGED, shape: mobile, unique: 'sys_user_mobile_uq' },
  EMAIL: { column: sql.identifier('email'), masked: maskedEmail, mark: MAILBOX_CHANGED, shape: email, unique: 'sys_user_email_uq' },
} as const;
interface Own extends Record<string, unknown> {
  whole: string | null;
  shown: string | null;
}
async function ownContact(house: House, userId: string, type: ContactType): Promise<Own> {
  const { column, masked } = KINDS[type];
  const { rows } = await house.db.execute<Own>(sql`select u.${column}::text as whole, ${masked(sql`u.${column}`)} as shown from sys_user u where u.id = ${userId}`);
  return rows[0]!;
}

/**
 * Sends a code to a phone or mailbox: to one's own (whole, or masked as the profile shows it) for unbinding, to any other for
 * binding. The answer is the same whoever owns it. @throws Fault bad_input, too_many
 */
export async function sendContactCode(house: House, { viewer, from }: Pick<Ask, 'viewer' | 'from'>, asked: { contact: string; contactType: ContactType }): Promise<null> {
  const type = asked.contactType;
  const own = await ownContact(house, viewer.userId, type);
  const fits = z.safeParse(KINDS[type].shape, asked.contact);
  // as it would be bound, however it is written
  const isOwn = own.whole !== null && (fits.data?.toLowerCase() === own.whole.toLowerCase() || asked.contact.toLowerCase() === own.shown!.toLowerCase());
  if (!isOwn && !fits.success) throw new Fault('bad_input', { detail: 'contact' });
  const ofAccount = `code-account:${viewer.userId}`;
  const asks = await count(house.db, ofAccount, 3600);
  if (asks.n > CODES.account) throw new Fault('too_many', { seconds: Math.max(1, asks.left) });
  const send = await issue(house, { purpose: isOwn ? 'unbind' : 'bind', userId: viewer.userId, contact: isOwn ? own.whole! : fits.data!, type }, from.language);
  await send().catch(async (error: unknown) => {
    if (error instanceof Unsent && error.sure) await uncount(house.db, ofAccount);
    throw error;
  });
  return null;
}

/**
 * Binds a phone or mailbox by the code that was sent to it, or with null unbinds the one that is bound by a code sent there;
 * without a phone there is no step by SMS either. The one that is bound already changes nothing. @throws Fault bad_code; taken, only to who holds the right code
 */
export async function bindContact(house: House, { viewer, write }: Pick<Ask, 'viewer' | 'write'>, type: ContactType, contact: string | null, code: string): Promise<Profile> {
  const { column, masked, mark, unique } = KINDS[type];
  const own = await ownContact(house, viewer.userId, type);
  // the one that is bound already: a code for it is sent as for unbinding, for that is what it can be meant for
  const same = contact !== null && contact.toLowerCase() === own.whole?.toLowerCase();
  const codeId = await look(house, { purpose: contact === null || same ? 'unbind' : 'bind', userId: viewer.userId, contact: (same ? own.whole : contact ?? own.whole) ?? '', type }, code);
  if (codeId === null) throw new Fault('bad_code');
  const work = write(async (tx) => {
    if (!(await spend(tx, codeId))) throw new Fault('bad_code');
    if (same) return { result: await readProfile(new Reach(tx, []), viewer), entity: 'user', entityId: viewer.userId };
    const { rows: [changed] } = await tx.execute<{ before: string | null; after: string | null }>(sql`
      update sys_user u set ${column} = ${contact}, sms_step = u.sms_step and ${type === 'EMAIL' || contact !== null}, version = u.version + 1, updated_at = now(), updated_by = u.id
      from sys_user old where old.id = u.id and u.id = ${viewer.userId} returning ${masked(sql`old.${column}`)} as before, ${masked(sql`u.${column}`)} as after`);
    const name = type.toLowerCase();
    return { result: await readProfile(new Reach(tx, []), viewer), entity: 'user', entityId: viewer.userId, before: { [name]: changed!.before }, after: { [name]: toldNumber(changed!.before, changed!.after, mark) } };
  });
  return work.catch((error: unknown) => {
    if ((error as { cause?: { constraint?: string } }).cause?.constraint === unique) throw new Fault('taken', { detail: contact! });
    throw error;
  });
}
