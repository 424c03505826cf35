import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { parseDay } from '../../host/calendar.ts';
import { fold, literal, meansMasked, waysOfName } from '../../host/find.ts';
import { spelling } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { refuse, seeOne, type Act, type Held } from './act.ts';
import { readCarers } from './carer.ts';
import type { Candidate, candidateQuery } from './contract.ts';
import { byFit, fitOf, servesAlready, type Carer, type Need } from './fit.ts';
import { ending } from './situation.ts';
import { daysOf, remainder, stayOf, type Part } from './stint.ts';

const MOST = 50;
type Wanted = Pick<Held, 'id' | 'hospitalId' | 'patientId' | 'careMode' | 'maxPatients' | 'prefGender' | 'prefLevel' | 'prefLanguage'>;

/** Whom a part of an order needs. */
export const needOf = ({ id, careMode, ...order }: Wanted, part: Part): Need => ({ ...order, ...part, ...daysOf(part), orderId: id, exclusive: careMode === 'one_to_one' });

/**
 * The caregiver, locked until the transaction ends, if every guard lets them serve this part of the order; so no two events can
 * both take the last place. Lock the order first. The order's own stints never stand in the way.
 * @throws Fault refused with the first reason
 */
export async function fitsOrRefuse(tx: Runner, ask: Pick<Act<unknown>, 'reach' | 'from'>, order: Wanted, caregiverNo: string, part: Part): Promise<Carer> {
  // what is read after this line is what whoever held the lock before has left
  await tx.execute(sql`select id from caregiver where staff_no = ${caregiverNo} and deleted_at is null for no key update`);
  const [carer] = await readCarers(new Reach(tx, ask.reach.scope), { ...part, where: [sql`c.staff_no = ${caregiverNo}`], patients: [order.patientId], kept: true });
  if (carer === undefined) return refuse('no_caregiver', ask.from);
  const [why] = fitOf(carer, needOf(order, part)).blocks;
  return why === undefined ? carer : refuse(why, ask.from);
}

type Query = z.output<typeof candidateQuery>;
/** The part of the stay that an event would give away. @throws Fault refused when there is none, bad_input for what is no day */
function partOf(order: Held, { event, day, half, plannedEnd, endHalf }: Query, from: Act<unknown>['from']): Part {
  if (event === 'assign') return stayOf(order);
  if (event === 'change') return remainder(order, day === undefined ? undefined : { day, half: half ?? 'AM' }, Date.now()) ?? refuse('shift_past', from);
  if (plannedEnd === undefined || parseDay(plannedEnd) === null) throw new Fault('bad_input', { detail: 'plannedEnd' });
  const part = { from: stayOf(order).to, to: ending(plannedEnd, endHalf ?? 'PM') };
  return part.from < part.to ? part : refuse('ends_earlier', from);
}
/** Whoever is posted to the order's hospital on some day of the part; or, where something was typed, everyone of that name, number or phone whom the reader may choose. */
function lookedFor(q: string, { hospitalId, firstDay, lastDay }: Need): SQL {
  const typed = fold(q);
  if (typed === '') return sql`exists (select 1 from caregiver_hospital ch where ch.caregiver_id = c.id and ch.hospital_id = ${hospitalId}::bigint and ch.during && daterange(${firstDay}::date, ${lastDay}::date, '[]'))`;
  const ways = [...waysOfName(sql`c`, typed).map(({ where }) => where), sql`c.staff_no like ${`%${literal(typed.toUpperCase())}%`}`, ...(/^\d{4,}$/.test(typed) ? [meansMasked(sql`c.mobile`, typed)] : [])];
  return sql`(${sql.join(ways.map((way) => sql`(${way})`), sql` or `)})`;
}

/** Who could serve the order, at most 50: best first, with their reasons; those who may not come last, with why. @throws Fault not_found, refused, bad_input */
export async function candidates({ reach, params, query, from }: Pick<Act<unknown>, 'reach' | 'params' | 'from'> & { query: Query }): Promise<Candidate[]> {
  const order = await seeOne(reach, params['no']);
  const part = partOf(order, query, from);
  const need = needOf(order, part);
  // an input method may still be composing it
  const carers = await spelling(query.q ?? '', (typed) => readCarers(reach, { ...part, where: [lookedFor(typed, need)], patients: [order.patientId] }), ({ name }) => name);
  return carers
    .map((carer) => {
      const fit = fitOf(carer, need);
      const already = query.event === 'change' && servesAlready(carer, order.id, part);
      return { carer, fit: already ? { ...fit, blocks: ['same_caregiver' as const, ...fit.blocks] } : fit };
    })
    .toSorted(byFit)
    .slice(0, MOST)
    .map(({ carer: { staffNo, name, gender, age, level, languages, ratingAvg, ratingCount, patientsNow }, fit }) => ({ caregiverNo: staffNo, name, gender, age, level, languages, ratingAvg, ratingCount, patientsNow, ...fit }));
}
