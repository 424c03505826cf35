import { sql } from 'drizzle-orm';
import { Fault } from '../../kernel/error.ts';
import type { Ask } from '../../host/answer.ts';
import { maskedPhone, toldNumber } from '../../host/column.ts';
import type { House } from '../../host/house.ts';
import { endSessionsOf } from '../../host/session.ts';
import { trialKey, tried } from '../../host/trial.ts';
import { admit, issue, look, spend, type Subject } from '../../host/verification.ts';

interface Found extends Record<string, unknown> {
  id: string;
  role: number;
  status: number;
  mobile: string | null;
  email: string | null;
}
const FOUND = sql`id::text, role, status, mobile, email::text`;
async function find(house: House, ask: Pick<Ask, 'about'>, userName: string): Promise<Found | undefined> {
  ask.about.entity = 'user';
  const { rows: [found] } = await house.db.execute<Found>(sql`select ${FOUND} from sys_user where username = ${userName} and deleted_at is null`);
  if (found) ask.about.entityId = found.id;
  return found;
}
/** Where the code goes: the phone, else the mailbox. Without either, or without an account, to nobody, by the same steps. */
function subjectOf(found: Found | undefined, key: string): Subject {
  const contact = found?.status === 1 ? (found.mobile ?? found.email) : null;
  if (found === undefined || contact === null) return { purpose: 'recover', userId: null, contact: `nobody ${key}`, type: 'MOBILE' };
  return { purpose: 'recover', userId: found.id, contact, type: found.mobile !== null ? 'MOBILE' : 'EMAIL' };
}

/** Sends a code for a lost phone. The answer, its time and its limit are the same whoever is asked for. @throws Fault too_many */
export async function sendRecovery(house: House, ask: Pick<Ask, 'from' | 'about'>, userName: string): Promise<null> {
  const found = await find(house, ask, userName);
  const key = trialKey(found?.id, userName);
  await admit(house.db, key);
  const subject = subjectOf(found, key);
  // that the phone has had its codes elsewhere is not for a stranger to know
  const send = await issue(house, subject, ask.from.language).catch((error: unknown) => {
    if (error instanceof Fault) return null;
    throw error;
  });
  // not waited for: the gateway's time would tell; a failure is in the log
  if (subject.userId !== null) void send?.().catch(() => undefined);
  return null;
}

/** Gives the account a new phone by the code, and ends all its sessions. One answer for everything wrong. @throws Fault bad_code, taken */
export async function changeLostPhone(house: House, ask: Pick<Ask, 'from' | 'about' | 'write'>, { userName, phone, smsCode }: { userName: string; phone: string; smsCode: string }): Promise<null> {
  const found = await find(house, ask, userName);
  const key = trialKey(found?.id, userName);
  // by itself: who knows a name alone must not shut its owner out of signing in
  const within = await tried(house.db, `recover ${key}`);
  const codeId = await look(house, subjectOf(found, key), smsCode);
  if (found === undefined || codeId === null || !within) throw new Fault('bad_code');
  const work = ask.write(async (tx) => {
    // the code vouches for the phone or mailbox that it was sent to, as long as that is the account's
    const { rows: [now] } = await tx.execute<Found>(sql`select ${FOUND} from sys_user where id = ${found.id} and status = 1 and deleted_at is null for no key update`);
    if (now === undefined || subjectOf(now, key).contact !== subjectOf(found, key).contact || !(await spend(tx, codeId))) throw new Fault('bad_code');
    const { rows: [changed] } = await tx.execute<{ before: string | null; after: string; moved: boolean }>(sql`
      update sys_user u set mobile = ${phone}, version = u.version + 1, updated_at = now(), updated_by = u.id
      from sys_user old where old.id = u.id and u.id = ${found.id} returning ${maskedPhone(sql`old.mobile`)} as before, ${maskedPhone(sql`u.mobile`)} as after, u.mobile is distinct from old.mobile as moved`);
    await endSessionsOf(tx, found.id, 'phone changed');
    return { result: null, entity: 'user', entityId: found.id, before: { mobile: changed!.before }, after: { mobile: changed!.moved ? toldNumber(changed!.before, changed!.after) : changed!.after }, actor: { userId: found.id, role: found.role, sessionId: '' } };
  });
  return work.catch(async (error: unknown) => {
    if ((error as { cause?: { constraint?: string } }).cause?.constraint !== 'sys_user_mobile_uq') throw error;
    // spent all the same: one code must not serve to ask after five phones
    await spend(house.db, codeId);
    throw new Fault('taken', { detail: phone });
  });
}
