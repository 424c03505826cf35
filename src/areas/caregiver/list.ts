import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { maskedPhone } from '../../host/column.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import type { Asked } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import { LAST_SERVED, LIVING_ORDER, ORDERS, ratingOf, ratingsBeside } from '../order/tables.ts';
import { CAREGIVER_FIELDS, type caregiverQuery } from './contract.ts';
import { waysToCaregiver } from './find.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, LIVING_CAREGIVER, postedOver, postedTo, postedToday, REVIEW_DUE } from './tables.ts';

type Filter = Omit<z.output<typeof caregiverQuery>, 'pageNum' | 'pageSize' | 'count'>;
/** A filter of the contract as the list kit takes it. `over`: who is posted on some of these days is meant, not who is today. */
export const caregiverFiltered = (reach: Reach, { status, hospitalId, certificate, review, ...asked }: Filter, over?: { from: string; to: string }): Asked => ({
  ...asked,
  named: [
    status && sql`c.status = ${status}`,
    over === undefined ? postedTo(reach, hospitalId) : postedOver(reach, hospitalId, over),
    certificate && CERTIFICATE_ENDING,
    review && REVIEW_DUE,
  ],
});
/** In the order of the levels, and of the states: spelt out, as 0018_list_order.sql spells it. */
const place = (column: SQL, values: readonly string[]): FieldSql => ({ value: column, keys: [{ sql: sql`array_position(${sql.raw(`'{${values.join()}}'`)}::text[], ${column})`, type: 'bigint' }] });

/** The caregivers as a list, newest first; where someone is posted and serves is asked as far as the reader's scope goes. A phone is asked as it is shown, or whole. */
export function caregiverList(reach: Reach): Listed {
  // all who serve, once: they are few, and asked for each caregiver it would be a million questions; `limit` has each of their orders looked up, where else all orders would be read
  const order = reach.select(ORDERS, { columns: sql`o.id`, where: [LIVING_ORDER, sql`o.id = a.order_id`], limit: 1 });
  const serving = sql`(select a.caregiver_id, ${LAST_SERVED} as until from order_assignment a cross join lateral (${order}) o where a.status = 'serving' group by a.caregiver_id) s`;
  const rating = ratingOf(reach);
  const rated = ratingsBeside(reach);
  const columns: Record<keyof typeof CAREGIVER_FIELDS, FieldSql> = {
    staffNo: { value: sql`c.staff_no` },
    // the first reading of the name (0011_list.sql repeats these words)
    name: { value: sql`c.name`, person: sql`c`, keys: [{ sql: sql`coalesce(nullif(c.name_pinyin, ''), lower(c.name))`, type: 'text' }, { sql: sql`c.name`, type: 'text' }] },
    gender: { value: sql`c.gender`, type: 'smallint' },
    level: place(sql`c.level`, CAREGIVER_FIELDS.level.values),
    employment: place(sql`c.employment`, CAREGIVER_FIELDS.employment.values),
    status: place(sql`c.status`, CAREGIVER_FIELDS.status.values),
    // whoever sees the caregivers of some hospitals only sees none without one
    hospitalId: { value: sql`ch.hospital_id`, exists: true, ...(reach.scope === 'all' ? {} : { filled: sql`true` }), through: (inner) => sql`exists (select 1 from caregiver_hospital ch where ${postedToday(reach.match)} and ${inner(sql`ch.hospital_id`)})` },
    mobile: { value: maskedPhone(sql`c.mobile`), whole: sql`c.mobile` },
    // 0018_list_order.sql repeats these words
    origin: { value: sql`nullif(coalesce(c.origin_province, '') || coalesce(c.origin_city, ''), '')` },
    servingUntil: {
      value: sql`s.until`, through: (inner) => sql`c.id in (select s.caregiver_id from ${serving} where ${inner(sql`s.until`)})`,
      join: sql`left join ${serving} on s.caregiver_id = c.id`,
    },
    healthExpiresOn: { value: sql`c.health_until` },
    ratingAvg: { value: rating.average, ...(rated && { keys: [{ sql: rated.average, type: 'numeric', nullable: true }], join: rated.join }) },
    // as it is compared with what was typed, which may be a fraction (0019_list_speed.sql repeats these words)
    ratingCount: { value: sql`${rating.count}::numeric`, ...(rated && { keys: [{ sql: sql`${rated.count}::numeric`, type: 'numeric' }], join: rated.join }) },
    hiredOn: { value: sql`c.hired_on` },
    createdAt: { value: sql`c.created_at` },
  };
  return { fields: CAREGIVER_FIELDS, columns, source: CAREGIVERS, id: sql`c.id`, made: sql`c.created_at`, always: [LIVING_CAREGIVER], tables: ['caregiver', 'caregiver_hospital', 'caregiver_certificate', 'order_assignment', 'care_order'], find: waysToCaregiver };
}
