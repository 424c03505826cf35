import { sql } from 'drizzle-orm';
import type { Reach, Source } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { LIST_BOUNDS } from '../../kernel/list.ts';
import { LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { order } from './contract.ts';

type Names = Reply<typeof order.names>;
const DEPARTMENTS: Source = { from: sql`hospital_department d join hospital h on h.id = d.hospital_id`, scope: (match) => match(sql`d.hospital_id`, sql`d.id`) };
/** The catalogue; who is bound to hospitals has what those have a price for, or had orders of, as the summary knows: an import brings no prices, and prices go. */
const SERVICES: Source = {
  from: sql`service_item s`,
  scope: (match) => sql`(exists (select from service_price c where c.service_item_id = s.id and ${match(sql`c.hospital_id`)})
    or exists (select from hospital_department d join stat_day t on t.department_id = d.id and t.service_item_id = s.id where ${match(sql`d.hospital_id`, sql`d.id`)}))`,
};

/** What orders can be asked by, by name: departments, of one hospital or of all that the reader works for, and services. */
export async function orderNames(reach: Reach, hospitalId: string | undefined): Promise<Names> {
  const where = [LIVING_HOSPITAL, hospitalId === undefined ? undefined : sql`h.id = ${hospitalId}::bigint`];
  const [departments, services] = await Promise.all([
    // a name of more departments than one condition may have values would be a condition that nobody understands
    reach.run<Names['departments'][number]>(sql`${reach.select(DEPARTMENTS, { columns: sql`d.name, array_agg(d.id::text order by d.id) as ids`, where })} group by d.name having count(*) <= ${LIST_BOUNDS.values} order by min(d.sort), min(d.id)`),
    // of a hospital that the reader does not work for there is nothing to ask for
    reach.rows<Names['services'][number]>(SERVICES, { columns: sql`s.id::text, s.name`, where: hospitalId === undefined ? [] : [sql`exists (select from hospital h where h.id = ${hospitalId}::bigint and ${LIVING_HOSPITAL} and ${reach.match(sql`h.id`)})`], order: sql`s.code, s.id` }),
  ]);
  return { departments, services };
}
