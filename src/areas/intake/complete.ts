import type { ClientBase } from 'pg';
import { byColumn, insertRows } from '../../host/bulk.ts';
import type { Bookings } from './booking.ts';
import { BY_STATUS, carersOf, stintOf, type Served } from './order-write.ts';
import type { OrderRow } from './order-sheet.ts';
import { CHILDREN } from './table.ts';

/** An order that was loaded without its caregiver, who is there now. */
export type Bare = OrderRow & Served & { id: string };

/**
 * Gives orders that were loaded without their caregiver the stint and the days that the first load would have given them, and those
 * that were added since. What happened stays in the timeline, so an event of its own says who was added.
 */
export async function completeOrders(client: ClientBase, some: readonly Bare[], bookings: Bookings, actor: { id: string; role: number }): Promise<void> {
  const rows = some.map((order) => ({ id: order.id, carer: order.carerId, evaluation: BY_STATUS[order.values.订单状态].evaluation, ...carersOf(order) }));
  const given = `FROM unnest($1::text[], $2::text[]) AS t(id, carer)`;
  await client.query(`UPDATE care_order o SET version = version + 1, updated_at = now(), updated_by = $5, started_carer = t.started::bigint, ended_carer = t.ended::bigint, cancelled_carer = t.cancelled::bigint,
    eval_state = CASE o.eval_state WHEN 'none' THEN t.evaluation ELSE o.eval_state END, closed_at = CASE WHEN o.eval_state = 'none' AND t.evaluation = 'open' THEN NULL ELSE o.closed_at END
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $6::text[]) AS t(id, started, ended, cancelled, evaluation) WHERE o.id = t.id::bigint`, [...byColumn(['id', 'started_carer', 'ended_carer', 'cancelled_carer'], rows), actor.id, rows.map(({ evaluation }) => evaluation)]);
  await client.query(`UPDATE order_service_day d SET caregiver_id = t.carer::bigint, caregiver_pay_fen = round(d.amount_fen * o.caregiver_share_bp / 10000.0) ${given} JOIN care_order o ON o.id = t.id::bigint WHERE d.order_id = o.id AND d.caregiver_id IS NULL`, byColumn(['id', 'carer'], rows));
  await insertRows(client, 'order_assignment', CHILDREN.order_assignment, some.map((order) => stintOf(order.id, order, bookings, actor)));
  const at = new Date().toISOString();
  await insertRows(client, 'order_event', CHILDREN.order_event, some.map(({ id, values: v }) => {
    const { state } = BY_STATUS[v.订单状态];
    return { order_id: id, event: 'import', from_state: state, to_state: state, actor_id: actor.id, actor_role: actor.role, reason: `由表格导入；补上护工 ${v.护工工号}`, after: null, at };
  }));
}
