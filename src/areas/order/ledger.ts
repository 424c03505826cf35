import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { TODAY } from '../../host/column.ts';
import type { Runner } from '../../host/reach.ts';
import { act, refuse, type Effect, type Held } from './act.ts';
import type { Acted, ledgerRow, order, PAY_METHODS } from './contract.ts';

type Kind = z.output<typeof ledgerRow>['kind'];
/** One row for the ledger. Signed amount in fen. */
interface Entry {
  kind: Kind;
  method: (typeof PAY_METHODS)[number];
  amountFen: number;
  externalNo?: string | null | undefined;
  payer?: string | null | undefined;
  note?: string | null | undefined;
}

/**
 * The next receipt number of the day, `SJ` + yyMMdd + running number. The count is a row of its own, taken with the transaction
 * and given back with it: numbers have no gaps, and whoever is second waits.
 */
async function nextReceipt(tx: Runner): Promise<string> {
  const { rows: [row] } = await tx.execute<{ no: string }>(sql`
    insert into receipt_day as r (day, last) values (${TODAY}, 1) on conflict (day) do update set last = r.last + 1
    returning 'SJ' || to_char(r.day, 'YYMMDD') || lpad(r.last::text, greatest(5, length(r.last::text)), '0') as no`);
  return row!.no;
}
/** Writes a row of the ledger with its receipt number. An order's version moves with every row, so the key of one is never met again. */
export async function enter(tx: Runner, held: Held, by: string, { kind, method, amountFen, externalNo = null, payer = null, note = null }: Entry): Promise<{ id: string; proofNo: string }> {
  const proofNo = await nextReceipt(tx);
  const { rows: [row] } = await tx.execute<{ id: string }>(sql`
    insert into order_payment (order_id, kind, method, amount_fen, external_no, proof_kind, proof_no, payer, note, received_by, received_at, idempotency_key)
    values (${held.id}, ${kind}, ${method}, ${amountFen}, ${externalNo}, 'receipt', ${proofNo}, ${payer}, ${note}, ${by}, now(), ${`order:${held.orderNo}:${held.version}`})
    returning id::text`);
  return { id: row!.id, proofNo };
}

/** A deposit before service, or when nothing is owed yet; the balance when it closes the sum, else a part of it. */
function kindOf({ serviceState, balanceFen }: Held, amountFen: number): Kind {
  if (serviceState === 'pending_assign' || serviceState === 'assigned' || (serviceState === 'in_service' && balanceFen <= 0)) return 'deposit';
  return balanceFen > 0 && amountFen >= balanceFen ? 'balance' : 'topup';
}
async function receive(tx: Runner, held: Held, by: string, entry: Omit<Entry, 'kind'>): Promise<Effect> {
  const { proofNo } = await enter(tx, held, by, { ...entry, kind: kindOf(held, entry.amountFen) });
  return {
    before: { paidFen: held.paidFen, balanceFen: held.balanceFen },
    after: { paidFen: held.paidFen + entry.amountFen, balanceFen: held.balanceFen - entry.amountFen, method: entry.method, proofNo },
  };
}
/** Money received for an order. @throws Fault like `act` */
export const pay = (ask: Ask<typeof order.pay>): Promise<Acted> => act(ask, 'pay', (tx, held) => receive(tx, held, ask.viewer.userId, ask.body));
/** Exactly what is still owed. @throws Fault like `act` */
export const settle = (ask: Ask<typeof order.settle>): Promise<Acted> => act(ask, 'settle', (tx, held) => receive(tx, held, ask.viewer.userId, { ...ask.body, amountFen: held.balanceFen }));

/** A discount, surcharge or correction of what is payable. @throws Fault like `act`; refused when nothing would be left to pay */
export const adjust = (ask: Ask<typeof order.adjust>): Promise<Acted> =>
  act(ask, 'adjust', async (tx, held) => {
    const { kind, amountFen, reason } = ask.body;
    const payableFen = held.payableFen + amountFen;
    if (payableFen <= 0) refuse('payable', ask.from);
    await tx.execute(sql`insert into order_adjustment (order_id, amount_fen, kind, reason, created_by) values (${held.id}, ${amountFen}, ${kind}, ${reason}, ${ask.viewer.userId})`);
    return { before: { payableFen: held.payableFen, balanceFen: held.balanceFen }, after: { payableFen, balanceFen: held.balanceFen + amountFen } };
  });
