import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Reach } from '../../host/reach.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import { ALIVE, LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { hospital, hospitalRow } from './contract.ts';
import { HOSPITALS, LIVING_HOSPITAL } from './tables.ts';

type Row = z.output<typeof hospitalRow>;

/** The hospitals the reader works for, in the order in which they joined. */
export const hospitalOptions = (reach: Reach): Promise<Reply<typeof hospital.options>> =>
  reach.rows(HOSPITALS, { columns: sql`h.id::text, h.name`, where: [LIVING_HOSPITAL], order: sql`h.id` });

/** A window of the hospitals, in the order in which they joined. */
export async function listHospitals(reach: Reach, { pageNum, pageSize }: { pageNum: number; pageSize: number }): Promise<Page<Row>> {
  const where = [LIVING_HOSPITAL];
  const live = reach.select(ORDERS, { columns: sql`count(*)::int`, where: [LIVING_ORDER, ALIVE, sql`o.hospital_id = h.id`] });
  const [list, total] = await Promise.all([
    reach.rows<Row>(HOSPITALS, {
      columns: sql`h.id::text, h.code, h.name, h.level, h.kind, h.city,
        (select count(*)::int from hospital_department d where d.hospital_id = h.id) as departments, (select count(*)::int from hospital_bed b where b.hospital_id = h.id) as beds,
        (${live}) as "liveOrders", h.contract_end::text as "contractEnd", h.status`,
      where, order: sql`h.id`, limit: pageSize, offset: (pageNum - 1) * pageSize,
    }),
    reach.count(HOSPITALS, where),
  ]);
  return { list, total, pageNum, pageSize };
}
