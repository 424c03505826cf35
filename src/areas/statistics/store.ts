import { sql } from 'drizzle-orm';
import { STATUSES } from '../../../machines/order.ts';
import type { Reach } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { HOSPITALS, LIVING_HOSPITAL } from '../hospital/tables.ts';
import { ALIVE, LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { statistics } from './contract.ts';

type Overview = Reply<typeof statistics.overview>;

/** Orders by status, in the order of the statuses, and by hospital; a status or hospital without orders counts 0. */
export async function readOverview(reach: Reach): Promise<Overview> {
  const orders = reach.select(ORDERS, { columns: sql`o.status, o.hospital_id, o.payable_fen, o.balance_fen, ${ALIVE} as live`, where: [LIVING_ORDER] });
  const [counted, byHospital] = await Promise.all([
    reach.run<Overview['byStatus'][number]>(sql`select status, count(*)::int as orders, sum(balance_fen)::float8 as "balanceFen" from (${orders}) o group by status`),
    reach.rows<Overview['byHospital'][number]>(
      { ...HOSPITALS, from: sql`${HOSPITALS.from} left join (
        select hospital_id, count(*)::int as orders, count(*) filter (where live)::int as live, sum(payable_fen)::float8 as payable, sum(balance_fen)::float8 as balance from (${orders}) o group by hospital_id
      ) t on t.hospital_id = h.id` },
      { columns: sql`h.id::text, h.name, coalesce(t.orders, 0) as orders, coalesce(t.live, 0) as live, coalesce(t.payable, 0) as "payableFen", coalesce(t.balance, 0) as "balanceFen"`, where: [LIVING_HOSPITAL], order: sql`h.id` },
    ),
  ]);
  return { byStatus: STATUSES.map((status) => counted.find((row) => row.status === status) ?? { status, orders: 0, balanceFen: 0 }), byHospital };
}
