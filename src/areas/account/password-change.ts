import { sql } from 'drizzle-orm';
import { Fault } from '../../kernel/error.ts';
import type { Ask } from '../../host/answer.ts';
import type { House } from '../../host/house.ts';
import { hashPassword, passwordFault } from '../../host/password.ts';
import { endSessionsOf } from '../../host/session.ts';
import { provePassword } from '../../host/trial.ts';

/** Gives oneself another password and ends all one's other sessions. @throws Fault wrong_password, weak_password, same_password, conflict */
export async function changePassword(house: House, { viewer, write }: Pick<Ask, 'viewer' | 'write'>, said: { oldPassword: string; newPassword: string }): Promise<null> {
  const stored = await provePassword(house, viewer.userId, said.oldPassword);
  if (said.newPassword === said.oldPassword) throw new Fault('same_password');
  if (passwordFault(said.newPassword, viewer.username) !== null) throw new Fault('weak_password');
  const fresh = await hashPassword(said.newPassword, house.cost);
  return write(async (tx) => {
    const { rows } = await tx.execute(sql`
      update sys_user set password_hash = ${fresh}, must_change_password = false, one_time_at = null, version = version + 1, updated_at = now(), updated_by = id
      where id = ${viewer.userId} and password_hash = ${stored} returning id`);
    if (rows.length === 0) throw new Fault('conflict');
    await endSessionsOf(tx, viewer.userId, 'password changed', viewer.sessionId);
    return { result: null, entity: 'user', entityId: viewer.userId };
  });
}
