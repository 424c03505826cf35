import type { EvaluationState, ServiceState } from '../../../machines/order.ts';
import { instantAt } from '../../host/calendar.ts';
import type { Hospital } from './place.ts';
import type { OrderRows } from './table.ts';
import type { Actor, World } from './world.ts';

interface Account {
  id: number;
  state: ServiceState;
  hospital: Hospital;
  /** Price of a day, and of all days together, in fen. */
  unit: number;
  total: number;
  /** The day after which money is settled, as a day number. */
  lastDay: number;
  /** When the deposit was taken. */
  taken: string;
  actor: Actor;
  world: World;
  rows: OrderRows;
  happen: (event: string, at: string, reason?: string, by?: Actor) => void;
}
const METHODS = [['wechat', 45], ['alipay', 20], ['cash', 12], ['card', 13], ['transfer', 8], ['insurance', 2]] as const;
const TAGS = ['耐心细致', '专业', '勤快', '沟通好', '准时', '经验丰富'];
const WORDS = ['照顾得很周到，谢谢。', '夜里翻身拍背都很及时。', '沟通顺畅，家属放心。', '总体不错。', '交接时稍有延误。'];
const COMPLAINTS = [['complaint', 2, '夜间叫护工两次没有应。'], ['change_request', 1, '家属希望换一位会说方言的护工。'], ['complaint', 3, '交接班迟到半小时，病床边没有人。'], ['incident', 3, '如厕时滑倒，已请值班医生查看，无外伤。'], ['complaint', 1, '翻身记录没有当班填写。']] as const;
/** Every so many orders something was complained of; no chance is used up by it, so that the other rows stay as they are. */
const COMPLAINED = 149;
const settledAt = 7 * 60 + 30;

/** One order's ledger, adjustments, refunds and evaluation: sums and rows are made together, so they agree. */
export function keepBooks({ id, state, hospital, unit, total, lastDay, taken, actor, world, rows, happen }: Account) {
  const { random, today, approver } = world;
  const sums = { payable: state === 'cancelled' ? 0 : total, paid: 0, refunded: 0 };
  let payments = 0;
  const pay = (kind: 'deposit' | 'balance' | 'refund', amount: number, at: string): number => {
    // an order has three payments at most, so its ids never meet another's
    const payment = (id - 1) * 3 + ++payments;
    rows.order_payment.push({ id: payment, order_id: id, kind, method: random.weighted(METHODS), amount_fen: amount, proof_kind: 'receipt', proof_no: `SJ${String(payment).padStart(8, '0')}`, received_by: actor.id, received_at: at, idempotency_key: `seed:${payment}`, created_at: at });
    if (amount > 0) sums.paid += amount;
    else sums.refunded -= amount;
    happen(amount > 0 ? 'pay' : 'refund-pay', at);
    return payment;
  };
  const adjust = (amount: number, reason: string, at: string): void => {
    rows.order_adjustment.push({ order_id: id, amount_fen: amount, kind: amount < 0 ? 'discount' : 'surcharge', reason, created_by: actor.id, created_at: at });
    sums.payable += amount;
    happen('adjust', at, reason);
  };
  const giveBack = (paidOut: boolean, at: string): void => {
    const due = sums.paid - sums.refunded - sums.payable;
    happen('refund-request', at);
    if (paidOut && approver) happen('refund-approve', at, undefined, approver);
    const payment = paidOut ? pay('refund', -due, at) : null;
    rows.order_refund.push({ order_id: id, amount_fen: due, status: paidOut ? 'paid' : 'requested', reason: state === 'cancelled' ? '订单取消，退回预付款' : '优惠后多付', requested_by: actor.id, approved_by: paidOut && approver ? approver.id : null, payment_id: payment, created_at: at });
  };
  const balance = (): number => sums.payable - sums.paid + sums.refunded;

  return {
    /** Some families pay for the first days when they order. */
    deposit(): void {
      if (!random.chance(state === 'cancelled' ? 0.4 : 0.7)) return;
      pay('deposit', state === 'cancelled' ? hospital.prepayDays * unit : Math.min(hospital.prepayDays * unit, total), taken);
    },
    /** What follows the end of the order, and its sums. `carer` is who served last. */
    settle(carer: number | null): { evaluation: EvaluationState; payable: number; paid: number; refunded: number; closed: boolean } {
      let evaluation: EvaluationState = 'none';
      const since = today - lastDay;
      const later = (days: number): string => instantAt(lastDay + Math.min(days, since), settledAt);
      if (state === 'cancelled' && sums.paid > 0) giveBack(since > 3 && approver !== null && approver.id !== actor.id && random.chance(0.8), since > 0 ? later(2) : taken);
      if (state === 'completed') {
        const odd = random.next();
        if (odd < 0.03 && total > unit) adjust(-Math.floor(unit / 2), '老客户优惠', later(1));
        else if (odd < 0.045) adjust(2000, '加床及耗材费', later(1));
        const settled = random.chance(since > 10 ? 0.99 : 0.6);
        if (settled && balance() > 0) pay('balance', balance(), later(2));
        if (settled && odd > 0.994) adjust(-Math.min(3000, Math.floor(total / 2)), '服务争议减免', later(3));
        if (balance() < 0) giveBack(false, later(3));
        evaluation = settled && random.chance(0.6) ? 'done' : since > 30 ? 'expired' : 'open';
        if (evaluation === 'done' && carer !== null) {
          const overall = random.weighted([[5, 62], [4, 27], [3, 8], [2, 2], [1, 1]] as const);
          const near = (): number => Math.min(5, Math.max(1, overall + random.whole(-1, 1)));
          rows.order_evaluation.push({
            order_id: id, caregiver_id: carer, overall, skill: near(), attitude: near(), discipline: near(), tags: overall > 3 ? TAGS.filter(() => random.chance(0.3)) : [],
            content: random.chance(0.4) ? random.pick(WORDS) : null, source: 'family', created_by: actor.id, created_at: later(4),
          });
          happen('evaluate', later(4));
        }
      }
      if (state === 'completed' && carer !== null && id % COMPLAINED === 0) {
        const [kind, severity, content] = COMPLAINTS[Math.floor(id / COMPLAINED) % COMPLAINTS.length]!;
        rows.order_complaint.push({ order_id: id, caregiver_id: carer, kind, severity, content, created_by: actor.id, created_at: later(1) });
      }
      return { evaluation, ...sums, closed: state === 'cancelled' ? balance() === 0 : state === 'completed' && balance() === 0 && evaluation !== 'open' };
    },
  };
}
