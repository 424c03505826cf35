import { sql } from 'drizzle-orm';
import { fold, literal } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import { bedApart } from '../../kernel/bed.ts';
import { LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { FreeBed } from './contract.ts';
import { bedForms } from './find.ts';
import { ALIVE, LIVING_ORDER, ORDERS } from './tables.ts';
import { WARDS } from './ward.ts';

const MOST = 10;

/** The beds that a place and a number mean, `骨科 12床` or `骨科12床`, and that no live order has: one that has is found by its order. Nothing for a bed without a place. */
export async function findFreeBeds(reach: Reach, q: string): Promise<FreeBed[]> {
  const words = fold(q).split(' ').slice(0, 4).flatMap(bedApart);
  const at = words.findLastIndex((word) => bedForms(word) !== null);
  const places = words.filter((_, i) => i !== at);
  if (at < 0 || places.length === 0) return [];
  const taken = reach.select(ORDERS, { columns: sql`1`, where: [LIVING_ORDER, ALIVE, sql`o.bed_id = b.id`] });
  const isPlace = (word: string) => sql`(d.name ilike ${`%${literal(word)}%`} or w.name ilike ${`%${literal(word)}%`} or h.name ilike ${`%${literal(word)}%`})`;
  return reach.rows<FreeBed>({ ...WARDS, from: sql`${WARDS.from} join hospital h on h.id = w.hospital_id join hospital_bed b on b.ward_id = w.id` }, {
    columns: sql`b.id::text, b.bed_no as "bedNo", w.id::text as "wardId", w.name as "wardName", d.name as "departmentName", h.id::text as "hospitalId", h.name as "hospitalName"`,
    where: [LIVING_HOSPITAL, sql`least(b.status, w.status, d.status, h.status) = 1`, sql`b.bed_no = any(${sql.param(bedForms(words[at]!))}::text[])`, ...places.map(isPlace), sql`not exists (${taken})`],
    order: sql`h.id, d.sort, d.id, w.id, b.id`,
    limit: MOST,
  });
}
