import { sql, type SQL } from 'drizzle-orm';
import { endsWith, fold, literal, meansMasked, waysOfName, type Way } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import type { FoundOrder } from './contract.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { ALIVE, LIVING_ORDER, ORDER_PATIENTS } from './tables.ts';

const MOST = 20;
type Why = FoundOrder['why'];

const inside = (text: string): string => `%${literal(text)}%`;
/** `12床`, `加1床`, `a3`: the number on the bed, however the sheet wrote it. */
function waysOfBed(word: string): Way<Why>[] {
  const number = word.replace(/号?床位?$/u, '');
  const said = number !== word;
  if (number === '' || [...number].length > 12 || !(said || /^[a-z加]?\d{1,4}$/u.test(number))) return [];
  const bare = number.toUpperCase();
  const forms = [bare, `${bare}床`, `${bare}号`, `${bare}号床`, ...(/^\d$/.test(bare) ? [`0${bare}`, `0${bare}床`] : [])];
  return [{ why: 'bed', where: sql`(o.bed_id in (select bed.id from hospital_bed bed where bed.bed_no = any(${sql.param(forms)}::text[])) or (o.bed_text is not null and o.bed_text = any(${sql.param(forms)}::text[])))` }];
}
/** The ways in which one word may name an order, best first: exact, then end or beginning, then inside. */
function waysOf(word: string): Way<Why>[] {
  const number: SQL = sql`o.order_no`;
  const upper = word.toUpperCase();
  if (/^\d+$/.test(word)) {
    const tail: Way<Why> = { why: 'number', where: endsWith(number, word) };
    const phone: Way<Why> = { why: 'phone', where: sql`(${meansMasked(sql`p.mobile`, word)} or ${meansMasked(sql`p.contact_mobile`, word)})` };
    const within: Way<Why> = { why: 'number', where: sql`${number} like ${inside(word)}` };
    // one or two digits are rather a bed than the end of one number in a hundred
    if (word.length < 3) return [...waysOfBed(word), tail];
    return [tail, ...(word.length < 4 ? [] : [phone]), within, ...waysOfBed(word)];
  }
  if (/^[a-z0-9-]*\d[a-z0-9-]*$/.test(word)) {
    return [{ why: 'number', where: sql`${number} = ${upper}` }, { why: 'number', where: endsWith(number, upper) }, ...waysOfBed(word), ...(word.length < 3 ? [] : [{ why: 'number' as const, where: sql`${number} like ${inside(upper)}` }])];
  }
  return [...waysOfBed(word), ...waysOfName(sql`p`, word)];
}
/** What the other words of `张三 骨科` must fit: person, number, phone, bed, or any of the places. */
function fits(word: string): SQL {
  const part = inside(word);
  const bed = inside(word.replace(/号?床位?$/u, '').toUpperCase());
  return sql`(p.name like ${part} or p.name_pinyin like ${part} or p.name_initials like ${part} or o.order_no like ${inside(word.toUpperCase())} or o.bed_text like ${bed}
    or exists (select 1 from hospital_bed bed where bed.id = o.bed_id and bed.bed_no like ${bed})
    or exists (select 1 from hospital_department dep where dep.id = o.department_id and dep.name like ${part})
    or exists (select 1 from hospital_ward ward where ward.id = o.ward_id and ward.name like ${part})
    or exists (select 1 from hospital place where place.id = o.hospital_id and place.name like ${part}))`;
}
/** All that may be meant, best first; of several words each may be the one that leads. */
function questions(q: string): { why: Why; where: SQL[] }[] {
  const words = q.split(' ').slice(0, 4);
  const one = words.length === 1 || words.every((word) => /^[a-z]+$/.test(word));
  if (one) return waysOf(words.join('')).map(({ why, where }) => ({ why, where: [where] }));
  return words.flatMap((word, i) => waysOf(word).map(({ why, where }) => ({ why, where: [where, ...words.filter((_, k) => k !== i).map(fits)] })));
}
/** The ways in which `q` (folded) may mean an order `o` of a patient `p`, each a condition of its own. */
export const waysToOrder = (q: string): SQL[] => questions(q).map(({ where }) => sql`(${sql.join(where, sql` and `)})`);

/** The orders that `q` may mean, at most 20: by rank, those still alive before ended ones, then the newest. Nothing for nothing. */
export async function findOrders(reach: Reach, actor: Actor, q: string): Promise<FoundOrder[]> {
  const folded = fold(q);
  if (folded === '') return [];
  const found = new Map<string, Why>();
  for (const { why, where } of questions(folded)) {
    // each half stops at its own twenty newest, so a name shared by thousands costs no more than a rare one
    const half = (alive: boolean): SQL => reach.select(ORDER_PATIENTS, { columns: sql`o.id, ${alive} as alive`, where: [LIVING_ORDER, alive ? ALIVE : sql`not (${ALIVE})`, ...where], order: sql`o.id desc`, limit: MOST });
    const rows = await reach.run<{ id: string }>(sql`select id::text from ((${half(true)}) union all (${half(false)})) hit order by hit.alive desc, hit.id desc limit ${MOST}`);
    for (const { id } of rows) if (!found.has(id)) found.set(id, why);
    if (found.size >= MOST) break;
  }
  const rows = await rowsOf(reach, actor, [...found.keys()].slice(0, MOST));
  return rows.map((row) => ({ row, why: found.get(row.id)! }));
}
