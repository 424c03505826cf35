import { sql } from 'drizzle-orm';
import { fold, literal } from '../../host/find.ts';
import { readings } from '../../host/pinyin.ts';
import type { Reach } from '../../host/reach.ts';
import { bedsWhole, compared, inOne, otherWards, placeApart } from '../../kernel/bed.ts';
import { LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { FreeBed } from './contract.ts';
import { bedForms, besidesOf } from './find.ts';
import { ALIVE, LIVING_ORDER, ORDERS } from './tables.ts';
import { WARDS } from './ward.ts';

const MOST = 10;
const LETTERED = /^[a-z]{2,4}\d{1,3}号?床/;

/** The departments whose sounds or initials these letters are. */
async function departmentsCalled(reach: Reach, letters: string): Promise<string[]> {
  const all = await reach.rows<{ name: string }>(WARDS, { columns: sql`distinct d.name` });
  return all.map(({ name }) => name).filter((name) => Object.values(readings(name)).some((ways) => ways.split(' ').includes(letters)));
}
async function freeBeds(reach: Reach, words: readonly string[]): Promise<FreeBed[]> {
  const at = words.findLastIndex((word) => bedForms(word) !== null);
  const places = words.filter((_, i) => i !== at);
  if (at < 0 || places.length === 0) return [];
  const called = new Map<string, string[]>();
  for (const word of places) called.set(word, /^[a-z]{2,}$/.test(word) ? await departmentsCalled(reach, word) : [word]);
  const taken = reach.select(ORDERS, { columns: sql`1`, where: [LIVING_ORDER, ALIVE, sql`o.bed_id = b.id`] });
  const isCalled = (word: string) => sql`lower(d.name) = any(${sql.param(called.get(word)!)}::text[])`;
  const isPlace = (word: string) => sql`(${isCalled(word)} or d.name ilike ${`%${literal(word)}%`} or w.name ilike any(${sql.param([word, otherWards(word)].map((one) => `%${literal(one)}%`))}::text[]) or h.name ilike ${`%${literal(word)}%`})`;
  return reach.rows<FreeBed>({ ...WARDS, from: sql`${WARDS.from} join hospital h on h.id = w.hospital_id join hospital_bed b on b.ward_id = w.id` }, {
    columns: sql`b.id::text, b.bed_no as "bedNo", w.id::text as "wardId", w.name as "wardName", d.name as "departmentName", h.id::text as "hospitalId", h.name as "hospitalName"`,
    where: [LIVING_HOSPITAL, sql`least(b.status, w.status, d.status, h.status) = 1`, sql`b.bed_no = any(${sql.param(bedForms(words[at]!))}::text[])`, ...places.map(isPlace), sql`not exists (${taken})`],
    order: sql`(${sql.join(places.map(isCalled), sql` or `)}) desc, h.id, d.sort, d.id, w.id, b.id`,
    limit: MOST,
  });
}
/** The beds that a place and a number mean, `骨科 12床`, `骨科12床`, `gk12` or `gu ke 12`, and that no live order has: one that has is found by its order. Departments that are called so first. Nothing for a bed without a place. */
export async function findFreeBeds(reach: Reach, q: string): Promise<FreeBed[]> {
  const words = inOne(compared(bedsWhole(fold(q)).split(' ')));
  const found = await freeBeds(reach, words.flatMap(placeApart));
  // letters before the number may be the bed's own: `骨科 VIP2床`
  const others = found.length > 0 ? [] : [...(words.some((word) => LETTERED.test(word)) ? [words.flatMap((word) => (LETTERED.test(word) ? word : placeApart(word)))] : []), ...(await besidesOf(reach, words))];
  for (const other of others) {
    const beds = await freeBeds(reach, other);
    if (beds.length > 0) return beds;
  }
  return found;
}
