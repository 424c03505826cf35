import type { ClientBase } from 'pg';
import { firstState, follow, type EvaluationState, type OrderEvent, type ServiceState } from '../../../machines/order.ts';
import { insertRows, type Row } from '../../host/bulk.ts';
import { dayAt, dayText, instantAt } from '../../host/calendar.ts';
import { CAREGIVER_SHARE_BP, share } from '../../kernel/price.ts';
import { nextIds } from './batch.ts';
import type { Bookings } from './booking.ts';
import type { OrderRow } from './order-sheet.ts';
import type { Service } from './place.ts';
import { CARE_ORDER, CHILDREN } from './table.ts';

/** A row with everything it names found. `carerId` null: none, or one whose own row was refused. */
export interface Prepared extends OrderRow {
  where: { hospital: { id: string; feeBp: number } | undefined; departmentId: string | undefined; wardId: string | null; bedId: string | null };
  service: Service;
  patientId: string;
  carerId: string | null;
  fingerprint: string;
}
export const BY_STATUS: Record<OrderRow['values']['订单状态'], { state: ServiceState; events: readonly string[]; evaluation: EvaluationState; stint: string }> = {
  pending_assign: { state: 'pending_assign', events: [], evaluation: 'none', stint: 'planned' },
  pending_service: { state: 'assigned', events: ['assign'], evaluation: 'none', stint: 'planned' },
  in_service: { state: 'in_service', events: ['assign', 'start'], evaluation: 'none', stint: 'serving' },
  pending_payment: { state: 'completed', events: ['assign', 'start', 'complete'], evaluation: 'open', stint: 'ended' },
  pending_evaluation: { state: 'completed', events: ['assign', 'start', 'complete'], evaluation: 'open', stint: 'ended' },
  closed: { state: 'completed', events: ['assign', 'start', 'complete'], evaluation: 'expired', stint: 'ended' },
  // a refund is due of what was paid for nothing: the order was called off
  refunding: { state: 'cancelled', events: ['assign', 'cancel'], evaluation: 'none', stint: 'void' },
  cancelled: { state: 'cancelled', events: ['cancel'], evaluation: 'none', stint: 'void' },
};

/** An order with its caregiver, and how it is served; `until`: the instant at which it ends by now, where it may have been extended since. */
export type Served = Pick<Prepared, 'values' | 'carerId'> & { mode: string; until?: string };
/** The stint of an order's caregiver, for the whole of the order. */
export function stintOf(orderId: string, { values: v, carerId, mode, until }: Served, bookings: Bookings, actor: { id: string }): Row {
  const { stint } = BY_STATUS[v.订单状态];
  const [begins, ends] = [instantAt(v.开始日期, 0), until ?? instantAt(v.结束日期 + 1, 0)];
  const exclusive = mode === 'one_to_one' && stint !== 'void' && bookings.take(v.订单号, carerId!, begins, ends);
  return { order_id: orderId, caregiver_id: carerId, during: `[${begins},${ends})`, exclusive, tolerated: !exclusive, status: stint, assigned_by: actor.id };
}
/** Of what happened to an order, whose it was: its one caregiver's, as far as it went. */
export function carersOf({ values: v, carerId }: Pick<Served, 'values' | 'carerId'>): Row {
  const { state, events } = BY_STATUS[v.订单状态];
  const when = (happened: boolean): string | null => (happened ? carerId : null);
  return { started_carer: when(events.includes('start')), ended_carer: when(state === 'completed'), cancelled_carer: when(state === 'cancelled' && events.includes('assign')) };
}
/** The ids of caregivers by staff number; null of those who were deleted. */
export async function readCarers(client: ClientBase, staffNos: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ no: string; id: string | null }>('SELECT staff_no AS no, CASE WHEN deleted_at IS NULL THEN id END::text AS id FROM caregiver WHERE staff_no = ANY($1)', [[...new Set(staffNos)]]);
  return new Map(rows.map(({ no, id }) => [no, id]));
}

/**
 * Writes orders with everything that hangs on them. The sheet's amounts stay as they are: what days do not explain is an
 * adjustment, and a cancelled order owes nothing but keeps what was received unless it is to be refunded.
 */
export async function writeOrders(client: ClientBase, some: readonly Prepared[], bookings: Bookings, actor: { id: string; role: number }): Promise<void> {
  const ids = await nextIds(client, 'care_order', some.length);
  const rows = { care_order: [] as Row[], order_assignment: [] as Row[], order_service_day: [] as Row[], order_payment: [] as Row[], order_refund: [] as Row[], order_adjustment: [] as Row[], order_event: [] as Row[] };
  const today = dayAt(Date.now());
  const now = new Date().toISOString();
  for (const [i, { values: v, where, service, patientId, carerId, fingerprint }] of some.entries()) {
    const id = ids[i]!;
    const { state, events } = BY_STATUS[v.订单状态];
    // of whoever is not here nobody says how they served: once it is paid, it is closed
    const evaluation = v.订单状态 === 'pending_payment' && carerId === null ? 'none' : BY_STATUS[v.订单状态].evaluation;
    const feeBp = where.hospital!.feeBp;
    const unit = v['单价(元)'];
    const cancelled = state === 'cancelled';
    const payable = !cancelled ? v.应收款 : v.订单状态 === 'cancelled' ? v.实收款 : 0;
    const days = cancelled ? [] : Array.from({ length: v.结束日期 - v.开始日期 + 1 }, (_, d) => v.开始日期 + d);
    const begins = instantAt(v.开始日期, 0);
    const ends = instantAt(v.结束日期 + 1, 0);
    const served = state === 'in_service' || state === 'completed';
    // a sheet tells no dates but the stay's: it was booked when it began at the latest, called off before that, and what its days do not explain belongs to the last of them
    const sooner = (at: string): string => (at < now ? at : now);
    const made = sooner(begins);
    for (const day of days)
      rows.order_service_day.push({
        order_id: id, day: dayText(day), fraction: 1, unit_price_fen: unit, amount_fen: unit, caregiver_id: carerId, caregiver_pay_fen: carerId === null ? 0 : share(unit, CAREGIVER_SHARE_BP), hospital_fee_fen: share(unit, feeBp), attendance: served && day < today ? 'present' : 'planned',
      });
    if (payable !== days.length * unit) rows.order_adjustment.push({ order_id: id, amount_fen: payable - days.length * unit, kind: cancelled ? 'surcharge' : 'correction', reason: cancelled ? '导入：已取消，保留实收款' : '导入：应收款与按天计价的差额', created_by: actor.id, created_at: cancelled ? made : sooner(instantAt(v.结束日期, 720)) });
    if (v.实收款 > 0) rows.order_payment.push({ order_id: id, kind: served ? 'balance' : 'deposit', method: v.支付方式 ?? 'other', amount_fen: v.实收款, proof_kind: v.收据号 ? 'receipt' : null, proof_no: v.收据号 || null, received_by: actor.id, received_at: made, idempotency_key: `import:${v.订单号}` });
    if (cancelled && v.实收款 > payable) rows.order_refund.push({ order_id: id, amount_fen: v.实收款 - payable, status: 'requested', reason: '导入：退款中', requested_by: actor.id });
    if (carerId) rows.order_assignment.push(stintOf(id, { values: v, carerId, mode: service.mode }, bookings, actor));

    let from: ServiceState | null = null;
    const reason = v.护工工号 !== '' && carerId === null ? `由表格导入；护工 ${v.护工工号} 未载入系统` : '由表格导入';
    const lived = ['create', ...events.filter((name) => name !== 'assign' || !cancelled || carerId !== null)];
    for (const event of lived) {
      const to: ServiceState = event === 'create' ? firstState() : follow(from!, event as OrderEvent)!;
      rows.order_event.push({ order_id: id, event, from_state: from, to_state: to, actor_id: actor.id, actor_role: actor.role, reason, after: event === 'create' ? JSON.stringify({ sheet: fingerprint }) : null, at: now });
      from = to;
    }
    rows.care_order.push({
      id, order_no: v.订单号, source: 'import', hospital_id: where.hospital!.id, department_id: where.departmentId!, ward_id: where.wardId, bed_id: where.bedId, bed_text: where.bedId === null ? v.床号 : null, patient_id: patientId, dependency: service.dependency, requirements: v.备注 || null,
      service_item_id: service.id, care_mode: service.mode, coverage: service.coverage, unit_price_fen: unit, caregiver_share_bp: CAREGIVER_SHARE_BP, hospital_fee_bp: feeBp, planned_start: dayText(v.开始日期), planned_end: dayText(v.结束日期),
      actual_start_at: served ? begins : null, actual_end_at: state === 'completed' ? ends : null, service_state: state, eval_state: evaluation, payable_fen: payable, paid_fen: v.实收款, cancel_reason: cancelled ? '由表格导入' : null, closed_at: v.订单状态 === 'closed' || (cancelled && v.实收款 === payable) ? ends : null,
      cancelled_at: cancelled ? made : null, ...carersOf({ values: v, carerId }), version: lived.length, created_at: made, created_by: actor.id, updated_at: now, updated_by: actor.id,
    });
  }
  await insertRows(client, 'care_order', CARE_ORDER, rows.care_order);
  for (const [table, columns] of Object.entries(CHILDREN)) await insertRows(client, table, columns, rows[table as keyof typeof CHILDREN]);
}
