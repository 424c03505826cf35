import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import type { Runner } from '../../host/reach.ts';
import { act, refuse, type Held } from './act.ts';
import type { Acted, order } from './contract.ts';
import { enter } from './ledger.ts';

/** The refund under way; the chart's guards have seen that there is one. Money in fen. */
async function underWay(tx: Runner, { id }: Held): Promise<{ id: string; amountFen: number }> {
  const { rows: [row] } = await tx.execute<{ id: string; amountFen: number }>(sql`select id::text, amount_fen::float8 as "amountFen" from order_refund where order_id = ${id} and status in ('requested', 'approved') order by id desc limit 1`);
  return row!;
}

/** Asks for money to be given back. @throws Fault like `act`; refused when it is more than is due back */
export const requestRefund = (ask: Ask<(typeof order)['refund-request']>): Promise<Acted> =>
  act(ask, 'refund-request', async (tx, held) => {
    const { amountFen, reason } = ask.body;
    if (amountFen > -held.balanceFen) refuse('amount_over', ask.from);
    await tx.execute(sql`insert into order_refund (order_id, amount_fen, reason, requested_by) values (${held.id}, ${amountFen}, ${reason}, ${ask.viewer.userId})`);
    return { before: { refundFen: null }, after: { refundFen: amountFen } };
  });
/** The second person's yes. @throws Fault like `act`; refused to whoever asked, and when less is due back by now */
export const approveRefund = (ask: Ask<(typeof order)['refund-approve']>): Promise<Acted> =>
  act(ask, 'refund-approve', async (tx, held) => {
    const { id, amountFen } = await underWay(tx, held);
    await tx.execute(sql`update order_refund set status = 'approved', approved_by = ${ask.viewer.userId} where id = ${id}`);
    return { after: { refundFen: amountFen } };
  });
/** The no, with its reason; also of whoever asked, and to what was approved and can no longer be paid. @throws Fault like `act` */
export const rejectRefund = (ask: Ask<(typeof order)['refund-reject']>): Promise<Acted> =>
  act(ask, 'refund-reject', async (tx, held) => {
    const { id, amountFen } = await underWay(tx, held);
    await tx.execute(sql`update order_refund set status = 'rejected', approved_by = null where id = ${id}`);
    return { before: { refundFen: amountFen }, after: { refundFen: null } };
  });
/** The money goes back. @throws Fault like `act`; refused when less is due back by now */
export const payRefund = (ask: Ask<(typeof order)['refund-pay']>): Promise<Acted> =>
  act(ask, 'refund-pay', async (tx, held) => {
    const { id, amountFen } = await underWay(tx, held);
    const { method, externalNo } = ask.body;
    const payment = await enter(tx, held, ask.viewer.userId, { kind: 'refund', method, amountFen: -amountFen, externalNo });
    await tx.execute(sql`update order_refund set status = 'paid', payment_id = ${payment.id} where id = ${id}`);
    return {
      before: { refundedFen: held.refundedFen, balanceFen: held.balanceFen },
      after: { refundedFen: held.refundedFen + amountFen, balanceFen: held.balanceFen + amountFen, method, proofNo: payment.proofNo },
    };
  });
