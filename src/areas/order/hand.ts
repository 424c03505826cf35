import { sql, type SQL } from 'drizzle-orm';
import { statusOf } from '../../../machines/order.ts';
import type { Ask } from '../../host/answer.ts';
import { Reach } from '../../host/reach.ts';
import { ROLES, rightsOf, type Role } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { hold, refuse } from './act.ts';
import type { Acted, order } from './contract.ts';
import { idOf } from './number.ts';
import { rowsOf } from './row.ts';
import { ORDERS } from './tables.ts';

const SEES: readonly Role[] = ROLES.filter((role) => rightsOf(role).includes('biz:order:list'));
/** Account `u` lives and sees order `o`: every order, or those of its hospitals and departments (domain.md, "Data scope"). */
const SEES_ORDER: SQL = sql`u.deleted_at is null and u.status = 1 and u.role = any(${sql.param(SEES)}::smallint[])
  and (u.role <= 2 or exists (select 1 from sys_user_hospital uh where uh.user_id = u.id and uh.hospital_id = o.hospital_id and (uh.department_ids = '{}' or o.department_id = any(uh.department_ids))))`;
const NAME = sql`coalesce(u.nickname, u.username::text)`;
const keepers = (reach: Reach, orderId: string, which: SQL = sql`true`): Promise<Reply<typeof order.keepers>> =>
  reach.rows({ from: sql`care_order o join sys_user u on ${SEES_ORDER}`, scope: ORDERS.scope }, { columns: sql`u.id::text, ${NAME} as name, u.role`, where: [sql`o.id = ${orderId}::bigint`, which], order: sql`u.role desc, ${NAME}, u.id` });

/** Who may be given an order: those nearest to its bed first. @throws Fault not_found */
export const keepersOf = async (reach: Reach, no: string | undefined): Promise<Reply<typeof order.keepers>> => keepers(reach, await idOf(reach, no));

/** Gives an order to a colleague, who is told, or to oneself, who knows. @throws Fault not_found, bad_input for who does not see it, refused for one that has ended */
export const hand = ({ viewer, reach, write, params, from, body }: Ask<typeof order.hand>): Promise<Acted> =>
  write(async (tx) => {
    const inside = new Reach(tx, reach.scope);
    const held = await hold(inside, params['no'], false);
    const status = statusOf(held);
    if (status === 'closed' || status === 'cancelled') refuse(`is_${status}`, from);
    const [next] = body.keeperId === null ? [] : await keepers(inside, held.id, sql`u.id = ${body.keeperId}::bigint`);
    if (body.keeperId !== null && next === undefined) throw new Fault('bad_input', { detail: 'keeperId' });
    const { rows: [was] } = await tx.execute<{ id: string | null; name: string | null }>(sql`select o.keeper_id::text as id, ${NAME} as name from care_order o left join sys_user u on u.id = o.keeper_id where o.id = ${held.id}`);
    if (was!.id === body.keeperId) refuse('nothing_changed', from);
    const handed = next === undefined || next.id === viewer.userId ? sql`null` : sql`now()`;
    await tx.execute(sql`update care_order set keeper_id = ${body.keeperId}::bigint, handed_at = ${handed}, updated_at = now(), updated_by = ${viewer.userId} where id = ${held.id}`);
    await tx.execute(sql`select pg_notify('order', ${JSON.stringify({ no: held.orderNo, version: null, hospitalId: held.hospitalId, departmentIds: [held.departmentId] })})`);
    const [row] = await rowsOf(inside, viewer, [held.id]);
    return { result: { row: row! }, entity: 'order', entityId: held.orderNo, hospitalId: held.hospitalId, before: { keeperName: was!.name }, after: { keeperName: next?.name ?? null } };
  });
