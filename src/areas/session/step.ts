import { sql } from 'drizzle-orm';
import { Fault } from '../../kernel/error.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import type { Ask, Viewer } from '../../host/answer.ts';
import { maskedPhone } from '../../host/column.ts';
import type { House } from '../../host/house.ts';
import { provePassword } from '../../host/trial.ts';
import type { session } from './contract.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-code.ts';
import { base32, newSecret, seal, stepOf, unseal, uriOf } from './totp.ts';

type Asked = Pick<Ask, 'viewer' | 'write'>;

/** What one's own account asks beside the password. */
export async function steps(house: House, viewer: Viewer): Promise<Reply<typeof session.steps>> {
  const { rows } = await house.db.execute<Reply<typeof session.steps> & Record<string, unknown>>(sql`
    select u.totp_confirmed_at is not null as totp, u.sms_step and u.mobile is not null as sms, ${maskedPhone(sql`u.mobile`)} as mobile,
      (select count(*)::int from sys_recovery_code r where r.user_id = u.id and r.used_at is null) as "recoveryLeft"
    from sys_user u where u.id = ${viewer.userId}`);
  return rows[0]!;
}

/** Draws a secret for an authenticator app; it asks nothing until it is confirmed. @throws Fault wrong_password, already_on */
export async function beginTotp(house: House, { viewer, write }: Asked, password: string): Promise<Reply<typeof session.beginTotp>> {
  await provePassword(house, viewer.userId, password);
  const secret = newSecret();
  return write(async (tx) => {
    const { rows } = await tx.execute(sql`update sys_user set totp_secret = ${seal(house.secret, viewer.userId, secret)}, totp_step = null where id = ${viewer.userId} and totp_confirmed_at is null returning id`);
    if (rows.length === 0) throw new Fault('already_on');
    return { result: { secret: base32(secret), uri: uriOf(secret, viewer.username) }, entity: 'user', entityId: viewer.userId, secret: true };
  });
}
/** Puts it in force by a first code, and answers ten recovery codes, of which only hashes are kept. @throws Fault bad_code, already_on */
export async function confirmTotp(house: House, { viewer, write }: Asked, code: string): Promise<Reply<typeof session.confirmTotp>> {
  return write(async (tx) => {
    const { rows: [row] } = await tx.execute<{ sealed: Buffer | null; on: boolean }>(sql`select totp_secret as sealed, totp_confirmed_at is not null as on from sys_user where id = ${viewer.userId} for update`);
    if (row!.on) throw new Fault('already_on');
    const secret = row!.sealed === null ? null : unseal(house.secret, viewer.userId, row!.sealed);
    const step = secret === null ? null : stepOf(secret, code, Date.now());
    if (step === null) throw new Fault('bad_code');
    const recoveryCodes = newRecoveryCodes();
    await tx.execute(sql`update sys_user set totp_confirmed_at = now(), totp_step = ${step} where id = ${viewer.userId}`);
    await tx.execute(sql`delete from sys_recovery_code where user_id = ${viewer.userId}`);
    for (const one of recoveryCodes) await tx.execute(sql`insert into sys_recovery_code (user_id, code_hash) values (${viewer.userId}, ${recoveryHash(house.secret, viewer.userId, one)})`);
    return { result: { recoveryCodes }, entity: 'user', entityId: viewer.userId, before: { totp: false }, after: { totp: true }, secret: true };
  });
}
/** Takes it out of force, recovery codes included. @throws Fault wrong_password */
export async function endTotp(house: House, { viewer, write }: Asked, password: string): Promise<null> {
  await provePassword(house, viewer.userId, password);
  return write(async (tx) => {
    const { rows } = await tx.execute<{ on: boolean }>(sql`update sys_user u set totp_secret = null, totp_confirmed_at = null, totp_step = null from sys_user old where old.id = u.id and u.id = ${viewer.userId} returning old.totp_confirmed_at is not null as on`);
    await tx.execute(sql`delete from sys_recovery_code where user_id = ${viewer.userId}`);
    return { result: null, entity: 'user', entityId: viewer.userId, before: { totp: rows[0]!.on }, after: { totp: false } };
  });
}
/** Switches the code by SMS on or off. @throws Fault wrong_password, no_contact without a phone */
export async function setSmsStep(house: House, { viewer, write }: Asked, { password, on }: { password: string; on: boolean }): Promise<null> {
  await provePassword(house, viewer.userId, password);
  return write(async (tx) => {
    const { rows: [old] } = await tx.execute<{ on: boolean; bound: boolean }>(sql`select sms_step as on, mobile is not null as bound from sys_user where id = ${viewer.userId} for update`);
    if (on && !old!.bound) throw new Fault('no_contact');
    await tx.execute(sql`update sys_user set sms_step = ${on} where id = ${viewer.userId}`);
    return { result: null, entity: 'user', entityId: viewer.userId, before: { sms: old!.on }, after: { sms: on } };
  });
}
