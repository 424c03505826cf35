import { sql, type SQL } from 'drizzle-orm';
import { STATUSES } from '../../../machines/order.ts';
import { endsWith, fold, gather, isOneOf, literal, LOOKED, meansMasked, piecewise, saidInside, spelledShort, undotted, waysOfName, withoutDots, type Way } from '../../host/find.ts';
import { beginsAs, sounded } from '../../host/pinyin.ts';
import type { Reach } from '../../host/reach.ts';
import { bedApart, bedsWhole, compared, inOne, isBed, meantBesides, otherWards, placeApart } from '../../kernel/bed.ts';
import type { FoundOrder } from './contract.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { ALIVE, DUE_TODAY, EACH_PATIENT, LIVING_ORDER, newestOrders, ORDERS } from './tables.ts';

const MOST = 20;
type Why = FoundOrder['why'];
/** A way to an order by what is its own (`o`), or by its patient (`p`). */
interface OrderWay extends Way<Why> {
  by: 'order' | 'patient';
}
const byOrder = (why: Why, where: SQL): OrderWay => ({ why, where, by: 'order' });
const byPatient = (way: Way<Why>): OrderWay => ({ ...way, by: 'patient' });

const inside = (text: string): string => `%${literal(text)}%`;
/** `12床`, `加1床`, `a3`, `3-12`: the numbers that are on such a bed, however a sheet wrote it; null for what is none. */
export function bedForms(word: string): string[] | null {
  const number = word.replace(/号?床位?$/u, '');
  const said = number !== word;
  if (number === '' || [...number].length > 12 || !(said || isBed(number))) return null;
  const bare = number.toUpperCase();
  return [bare, `${bare}床`, `${bare}号`, `${bare}号床`, ...(/^\d[A-Z]?$/.test(bare) ? [`0${bare}`, `0${bare}床`] : [])];
}
function waysOfBed(word: string): OrderWay[] {
  const forms = bedForms(word);
  if (forms === null) return [];
  const known = sql`o.bed_id = any(array(select bed.id from hospital_bed bed where bed.bed_no = any(${sql.param(forms)}::text[])))`;
  const written = sql`o.bed_text is not null and o.bed_text = any(${sql.param(forms)}::text[])`;
  return [{ ...byOrder('bed', sql`(${known} or (${written}))`), pieces: [known, written] }];
}
/** The ways in which one word may name an order, best first: exact, then end or beginning, then inside. */
function waysOf(word: string): OrderWay[] {
  const number: SQL = sql`o.order_no`;
  const upper = word.toUpperCase();
  if (/^\d+$/.test(word)) {
    const tail = byOrder('number', endsWith(number, word));
    // one or two digits are rather a bed than the end of one number in a hundred
    if (word.length < 3) return [...waysOfBed(word), tail];
    const phone = byPatient({ why: 'phone', where: sql`(${meansMasked(sql`p.mobile`, word)} or ${meansMasked(sql`p.contact_mobile`, word)})` });
    return [tail, ...(word.length < 4 ? [] : [phone]), byOrder('number', sql`${number} like ${inside(word)}`), ...waysOfBed(word)];
  }
  if (/^[a-z0-9-]*\d[a-z0-9-]*$/.test(word)) {
    return [byOrder('number', sql`${number} = ${upper}`), byOrder('number', endsWith(number, upper)), ...waysOfBed(word), ...(word.length < 3 ? [] : [byOrder('number', sql`${number} like ${inside(upper)}`)])];
  }
  return [...waysOfBed(word), ...waysOfName(sql`p`, word).map(byPatient)];
}
/** Departments whose names begin with the sound of a word, by that word. */
type Heard = ReadonlyMap<string, readonly string[]>;
const NOTHING_HEARD: Heard = new Map();
async function heardIn(reach: Reach, words: readonly string[]): Promise<Heard> {
  const letters = words.length < 2 ? [] : words.filter((word) => /^[a-z]{2,}$/.test(word));
  if (letters.length === 0) return NOTHING_HEARD;
  const named = await reach.run<{ name: string; ids: string[] }>(sql`select name, array_agg(id::text) as ids from hospital_department group by name`);
  return new Map(letters.map((word) => [word, named.flatMap(({ name, ids }) => (beginsAs(word, name) ? ids : []))]));
}
/** What the other words of `张三 骨科` must fit: person, number, phone, bed, or any of the places; a department also by its sound. */
function fits(word: string, heard: Heard): SQL {
  const part = inside(word);
  const bed = inside(word.replace(/号?床位?$/u, '').toUpperCase());
  const letters = /^[a-z]+$/.test(word);
  const said = letters ? (saidInside(sql`p.name_pinyin`, word) ?? sql`false`) : sql`p.name_pinyin like ${part}`;
  const short = letters ? spelledShort(sql`p`, word) : null;
  return sql`(${undotted(sql`p.name`)} like ${inside(withoutDots(word))} or ${said} ${short === null ? sql`` : sql`or ${short.where}`} or p.name_initials like ${part} or o.order_no like ${inside(word.toUpperCase())} or o.bed_text like ${bed}
    or o.bed_id in (select bed.id from hospital_bed bed where bed.bed_no like ${bed})
    or o.department_id in (select dep.id from hospital_department dep where dep.name like ${part})
    ${heard.get(word)?.length ? sql`or ${isOneOf(sql`o.department_id`, heard.get(word)!)}` : sql``}
    or o.ward_id in (select ward.id from hospital_ward ward where ward.name like ${part})
    or o.hospital_id in (select place.id from hospital place where place.name like ${part}))`;
}
/** A way, and what the words beside it must fit. */
interface Question extends OrderWay {
  others: readonly SQL[];
}
const wordsOf = (q: string): string[] => {
  const words = compared(sounded(bedsWhole(q)).split(' '));
  return words.every((word) => /^[a-z]+$/.test(word)) ? [words.join('')] : words;
};
/** All that these words may mean, best first; of several words each may be the one that leads. */
const meant = (words: readonly string[], heard: Heard): Question[] => words.flatMap((word, i) => waysOf(word).map((way) => ({ ...way, others: words.filter((_, k) => k !== i).map((other) => fits(other, heard)) })));
/** The words with beds apart from what they are said with, and from the sound of a department that there is, which may be written in syllables. */
const partsOf = (words: readonly string[], heard: Heard): string[] => {
  const run = inOne(words);
  return (run.some((word) => !words.includes(word) && heard.get(word)?.length) ? run : words).flatMap((word) => (heard.get(placeApart(word)[0]!)?.length ? placeApart(word) : bedApart(word)));
};
/** All that may be meant: the words as they stand, then with beds apart and places in one, then with the number of a ward as others write it. */
function questions(words: readonly string[], heard: Heard): Question[] {
  const apart = partsOf(words, heard);
  return [...new Set([words, apart, apart.map(otherWards)].map((one) => one.join(' ')))].flatMap((one) => meant(one.split(' '), heard));
}
/** The ways in which `q` (folded) may mean an order `o` of a patient `p`, each a condition of its own. */
export const waysToOrder = (q: string): SQL[] => questions(wordsOf(q), NOTHING_HEARD).map(({ where, others }) => sql`(${sql.join([where, ...others], sql` and `)})`);

/** What the palette calls a status in one word, and what is overdue: beside other words it narrows them. */
const STATES: Readonly<Record<string, SQL>> = { overdue: DUE_TODAY.overdue, ...Object.fromEntries(STATUSES.map((status) => [status, sql`o.status = ${status}`])) };
/** In these an order is alive, in the others, but for one that is refunded, it is not: the half in which none can be would be read to its end. */
const LIVING = new Set(['overdue', 'pending_assign', 'pending_service', 'in_service']);

interface Hit {
  id: string;
  alive: boolean;
}
const half = (alive: boolean): SQL => (alive ? ALIVE : sql`not (${ALIVE})`);
/** Those alive before the others, then the newest, each once. */
const best = (hits: readonly Hit[]): string[] => [...new Map(hits.toSorted((a, b) => Number(b.alive) - Number(a.alive) || Number(BigInt(b.id) - BigInt(a.id))).map((hit) => [hit.id, hit])).keys()].slice(0, MOST);
/** Of the newest orders (in these `states`), those alive or those not, the ones that fit, joined to their patients one by one: what a word fits is looked for among them, not they among all that it fits. */
function among(reach: Reach, where: readonly SQL[], alive: boolean, states: readonly SQL[] = []): Promise<Hit[]> {
  const newest = newestOrders(reach, [half(alive), ...states], LOOKED.newest, alive);
  return reach.run<Hit>(sql`select o.id::text, ${alive}::boolean as alive from (${newest}) o ${EACH_PATIENT} where ${sql.join([...where], sql` and `)} order by o.id desc limit ${MOST}`);
}
/** What a question finds, best first, and whether it was too broad for all to be looked at. */
async function ask(reach: Reach, { where, pieces = [where], by, others }: Question): Promise<{ ids: string[]; broad: boolean }> {
  // how many hospitals there are is hidden: all orders of two of them would be gathered first, to be compared with those of one bed
  const own = (alive: boolean): SQL[] => pieces.map((piece) => reach.select(ORDERS, { columns: sql`o.id::text`, where: [LIVING_ORDER, half(alive), piece], kept: true }));
  const { near, broad } = await gather(reach, piecewise(by === 'patient' ? pieces.map((piece) => sql`select p.id::text from patient p where ${piece}`) : [...own(true), ...own(false)]));
  if (near.length === 0) return { ids: [], broad };
  // of several words another may be rarer: what all are too broad for is asked once, in the end
  const isWalked = broad && others.length === 0;
  const alive = isWalked ? await among(reach, [where], true) : [];
  // of a word that is everywhere these are the best there are
  if (alive.length === MOST) return { ids: best(alive), broad };
  const known = reach.rows<Hit>({ ...ORDERS, from: sql`care_order o ${others.length === 0 ? sql`` : EACH_PATIENT}` }, { columns: sql`o.id::text, ${ALIVE} as alive`, where: [LIVING_ORDER, isOneOf(by === 'patient' ? sql`o.patient_id` : sql`o.id`, near), ...others], order: sql`alive desc, o.id desc`, limit: MOST, ...(others.length === 0 ? { kept: true } : {}) });
  const ended = isWalked ? among(reach, [where], false) : [];
  return { ids: best([...alive, ...(await Promise.all([known, ended])).flat()]), broad };
}

/** The words as they may be meant besides: by the names of departments and wards. */
export async function besidesOf(reach: Reach, words: readonly string[]): Promise<string[][]> {
  if (!words.some((word) => /\p{Script=Han}{2}/u.test(word))) return [];
  const names = await reach.run<{ name: string }>(sql`select lower(name) as name from hospital_department union select lower(name) from hospital_ward`);
  return meantBesides(words, names.map(({ name }) => name));
}
/** The orders that `q` may mean, at most 20: by rank, those still alive before ended ones, then the newest. Nothing for nothing. */
export async function findOrders(reach: Reach, actor: Actor, q: string): Promise<Omit<FoundOrder, 'marks'>[]> {
  const found = await findAs(reach, actor, q);
  if (found.length > 0) return found;
  const all = fold(q).split(' ');
  const states = all.filter((word) => Object.hasOwn(STATES, word));
  for (const words of await besidesOf(reach, wordsOf(all.filter((word) => !states.includes(word)).join(' ')))) {
    const other = await findAs(reach, actor, [...words, ...states].join(' '));
    if (other.length > 0) return other;
  }
  return [];
}
async function findAs(reach: Reach, actor: Actor, q: string): Promise<Omit<FoundOrder, 'marks'>[]> {
  const all = fold(q);
  const named = all.split(' ').filter((word) => !Object.hasOwn(STATES, word)).join(' ');
  // a status alone is but a name
  const states = named === '' ? [] : all.split(' ').flatMap((word) => (Object.hasOwn(STATES, word) ? STATES[word]! : []));
  const folded = named === '' ? all : named;
  if (folded === '') return [];
  const found = new Map<string, Why>();
  const take = (ids: readonly string[], why: Why): void => {
    for (const id of ids) if (!found.has(id)) found.set(id, why);
  };
  const words = wordsOf(folded);
  const heard = await heardIn(reach, [...words, ...inOne(words)].flatMap(placeApart));
  const asked = questions(words, heard).map((one) => ({ ...one, others: [...one.others, ...states] }));
  // a place beside a status leads to nothing by itself
  let anyBroad = states.length > 0;
  for (const question of asked) {
    const { ids, broad } = await ask(reach, question);
    take(ids, question.why);
    anyBroad ||= broad;
    if (found.size >= MOST) break;
  }
  const apart = partsOf(words, heard);
  if (apart.length + states.length > 1 && anyBroad && found.size < MOST) {
    const every = apart.map((word) => fits(word, heard));
    const halves = [true, false].filter((alive) => all.split(' ').every((word) => !Object.hasOwn(STATES, word) || word === 'refunding' || LIVING.has(word) === alive));
    take(best((await Promise.all(halves.map((alive) => among(reach, every, alive, states)))).flat()), states.length > 0 ? 'place' : (asked[0]?.why ?? 'name'));
  }
  const rows = await rowsOf(reach, actor, [...found.keys()].slice(0, MOST));
  return rows.map((row) => ({ row, why: found.get(row.id)! }));
}
