import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import { dayText } from '../../host/calendar.ts';
import type { Reach } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';
import { WAIT_DAYS, type Group, type groupsQuery, type Narrowed, type statistics, type Values } from './contract.ts';
import { measureOf, MEASURES, type Dimension, type Measure } from './measure.ts';
import { countBeds, countPosted, endingCertificates, owed, postedByCaregiver } from './plenty.ts';
import { chosen, DAY_SUMS, figuresOf, joined, MONEY_SUMS, neededBy, type Column, type Raw } from './raw.ts';
import { sumCaregivers, waitsOf } from './served.ts';
import { piecesOf, said, type Days } from './span.ts';
import { byPlace, caregiverId, isRecounting, isWaited, rangeOf, sums, telling, waitedBy } from './store.ts';
import { placed, spreadOf, type Asked, type Key, type Period, type Summed } from './sum.ts';

type Query = z.output<typeof groupsQuery>;
const KEYS: Partial<Record<Group, Key>> = { hospital: 'hospital_id', department: 'department_id', service: 'service_item_id', method: 'method' };
/** What reasons are counted of: the measure, its rate and what that divides by, and where its words stand: on a day, or at an instant of the hospital's clock. */
interface Reason {
  measures: readonly Measure[];
  column: Column;
  of?: Column;
  from: SQL;
  day?: SQL;
  at?: SQL;
  words: SQL;
  where: SQL;
  /** Of which caregiver it is told. */
  whose: SQL;
}
const REASONS: Partial<Record<Group, Reason>> = {
  'cancelled-reason': { measures: ['cancelled'], column: 'cancelled', from: sql`care_order o`, at: sql`o.cancelled_at`, words: sql`o.cancel_reason`, where: sql`o.service_state = 'cancelled'`, whose: sql`o.cancelled_carer` },
  'ended-early-reason': { measures: ['endedEarly', 'endedEarlyRate'], column: 'ended_early', of: 'ended', from: sql`care_order o`, day: sql`o.ended_on`, words: sql`o.end_reason`, where: sql`o.service_state = 'completed' and o.end_reason is not null`, whose: sql`o.ended_carer` },
  'replaced-reason': { measures: ['replaced', 'replacedRate'], column: 'replaced', of: 'started', from: sql`order_event e join care_order o on o.id = e.order_id`, at: sql`e.at`, words: sql`e.reason`, where: sql`e.event = 'change' and not exists (select 1 from order_event u where u.undoes = e.id)`, whose: sql`e.caregiver_id` },
  'extended-reason': { measures: ['extended', 'extendedRate'], column: 'extended', of: 'started', from: sql`order_event e join care_order o on o.id = e.order_id`, at: sql`e.at`, words: sql`e.reason`, where: sql`e.event = 'extend' and not exists (select 1 from order_event u where u.undoes = e.id)`, whose: sql`e.caregiver_id` },
};
/** How often each reason was given; what was given without one has an empty key. */
async function sumReasons(reach: Reach, { column, from, day, at, words, where, whose }: Reason, periods: readonly Period[], narrowed: Narrowed, caregiver: string | undefined): Promise<Summed[]> {
  const during = ({ from: first, to: last }: Days): SQL => {
    const within = (on: SQL): SQL => sql`${on} between ${dayText(first)}::date and ${dayText(last)}::date`;
    return day !== undefined ? within(day) : sql`${at} >= ${dayText(first - 1)}::date and ${at} < ${dayText(last + 2)}::date and ${within(sql`(${at} at time zone h.timezone)::date`)}`;
  };
  const parts = periods.map(({ tag, days }) => reach.select({ from: sql`${from} join hospital h on h.id = o.hospital_id`, scope: ORDERS.scope }, {
    columns: sql`${sql.raw(`'${tag}'`)} as tag, coalesce(${words}, '') as key`,
    where: [LIVING_ORDER, where, during(days), caregiver === undefined ? undefined : sql`${whose} = ${caregiver}::bigint`,
      ...placed(narrowed).map((condition) => condition && sql`exists (select 1 from (select o.hospital_id, o.department_id, o.service_item_id) t where ${condition})`)],
  }));
  const rows = await reach.run<{ tag: Period['tag']; key: string; n: number }>(sql`select tag, key, count(*)::int as n from (${sql.join(parts, sql` union all `)}) t group by 1, 2`);
  return rows.map(({ tag, key, n }) => ({ tag, key, at: '', raw: { [column]: n } }));
}

interface Named {
  id: string;
  name: string;
  /** The hospital of a department. */
  hospital?: string;
}
const ids = (keys: readonly string[]): SQL => sql`any(${sql.param(keys)}::bigint[])`;
/** What keys are called, and what they are known by outside. Only of keys that were found within reach. */
async function namesOf(reach: Reach, group: Group, keys: readonly string[], narrowed: Narrowed): Promise<Map<string, Named>> {
  const numbers = keys.filter((key) => /^\d+$/.test(key));
  const ask = (statement: SQL) => reach.run<Named & { key: string }>(statement);
  const rows = group === 'hospital' ? await ask(sql`select h.id::text as key, h.id::text, h.name from hospital h where h.id = ${ids(numbers)}`)
    : group === 'department' ? await ask(sql`select d.id::text as key, d.id::text, d.hospital_id::text as hospital, ${narrowed.hospital === undefined ? sql`h.name || ' · ' || d.name` : sql`d.name`} as name from hospital_department d join hospital h on h.id = d.hospital_id where d.id = ${ids(numbers)}`)
    : group === 'service' ? await ask(sql`select s.id::text as key, s.id::text, s.name from service_item s where s.id = ${ids(numbers)}`)
    : group === 'caregiver' ? await ask(sql`select c.id::text as key, c.staff_no as id, c.name from caregiver c where c.id = ${ids(numbers)}`)
    : keys.map((key) => ({ key, id: key, name: key }));
  return new Map(rows.map(({ key, ...named }) => [key, named]));
}

/** What there is beside the sums, by the key: each adds its rows. */
async function besides({ reach, narrowed, periods }: Asked, group: Group, needs: ReadonlySet<string>, caregiver: string | undefined): Promise<Summed[]> {
  const [now, before] = [periods[0]!.days, periods[1]!.days];
  const found: Summed[] = [];
  const both = (key: string, of: (days: Days) => Raw): void => void found.push({ tag: 'now', key, at: '', raw: of(now) }, { tag: 'before', key, at: '', raw: of(before) });
  if (needs.has('bed_days') && (group === 'hospital' || group === 'department')) {
    const beds = await countBeds(reach, KEYS[group] as 'hospital_id' | 'department_id', narrowed);
    for (const key of beds.keys) both(key, (days) => ({ bed_days: beds.on(days, key) }));
  }
  if (needs.has('posted_days') && group === 'hospital') {
    const posted = await countPosted(reach, spreadOf(periods), 'hospital_id', narrowed, caregiver);
    for (const key of posted.keys) both(key, (days) => ({ posted_days: posted.on(days, key) }));
  }
  if (needs.has('owed_fen') && group !== 'method') for (const { key, fen } of await owed(reach, group === 'caregiver' ? group : (KEYS[group] as 'hospital_id'), narrowed, caregiver)) found.push({ tag: 'now', key, at: '', raw: { owed_fen: fen } });
  if (needs.has('certificates') && group === 'hospital') for (const { key, n } of await endingCertificates(reach, true, narrowed)) found.push({ tag: 'now', key, at: '', raw: { certificates: n } });
  return found;
}
interface Line extends Named {
  key: string;
  /** What it is sorted by; null: nothing can be told. */
  place: number | null;
}
/** By their places, what has none last; by name among equals. */
function sorted(lines: Line[], way: 1 | -1): Line[] {
  const name = new Intl.Collator('zh-CN').compare;
  return lines.sort((a, b) => (a.place === b.place ? name(a.name, b.name) : a.place === null ? 1 : b.place === null ? -1 : (a.place - b.place) * way));
}

/** Figures by what the question names. @throws Fault bad_input as `rangeOf`, and for a sort that is no measure of the question */
export async function readGroups({ reach, query, from }: Pick<Ask<typeof statistics.groups>, 'reach' | 'from'> & { query: Query }): Promise<Reply<typeof statistics.groups>> {
  const { now, before } = rangeOf(query, from);
  const { group, measures: wished, sort, limit, from: _from, to: _to, against: _against, ...narrowed } = query;
  const reason = REASONS[group];
  const dimension = (reason === undefined && group !== 'hospital' ? group : undefined) as Dimension | undefined;
  const applies = reason === undefined ? telling(narrowed, dimension) : (measure: Measure) => reason.measures.includes(measure) && telling(narrowed)(measure);
  const measures = wished === undefined ? chosen(MEASURES.filter(applies)) : chosen(wished);
  if (sort !== undefined && !(measures as string[]).includes(sort.replace(/^-/, ''))) throw new Fault('bad_input', { detail: 'sort' });
  const needs = neededBy(measures.filter(applies));
  const periods: Period[] = [{ tag: 'now', days: now, pieces: piecesOf(now, true) }, { tag: 'before', days: before, pieces: piecesOf(before, true) }];
  const asked = { reach, narrowed, periods, key: KEYS[group] };
  const one = narrowed.caregiver === undefined ? undefined : await caregiverId(reach, narrowed.caregiver);
  const isPosted = needs.has('posted_days');
  const found: Summed[] = reason !== undefined ? (needs.size === 0 ? [] : await sumReasons(reach, reason, periods, narrowed, one))
    : group === 'caregiver' ? (await Promise.all([sumCaregivers(asked, needs), isWaited(needs) && (one !== undefined || now.to - now.from < WAIT_DAYS) ? waitsOf(asked, one, true) : [], isPosted ? postedByCaregiver(asked, one) : [], besides(asked, group, needs, one)])).flat().filter(({ key }) => one === undefined || key === one)
    : (await Promise.all([sums(asked, needs, one), besides(asked, group, needs, one)])).flat();

  // what is no sum of the rows: what every reason's rate divides by, and people who are counted in each of their hospitals
  const [divisors, people, posted] = await Promise.all([
    reason?.of !== undefined && needs.has(reason.of) ? sums({ ...asked, key: undefined }, new Set([reason.of, 'taken']), one) : [],
    group === 'hospital' && needs.has('certificates') ? endingCertificates(reach, false, narrowed) : [],
    group === 'hospital' && isPosted ? countPosted(reach, spreadOf(periods), undefined, narrowed, one) : null,
  ]);
  const base = (tag: Period['tag']): Raw => ({ ...divisors.find((row) => row.tag === tag)?.raw });
  const [present, past] = [byPlace(found, 'now', ({ key }) => key), byPlace(found, 'before', ({ key }) => key)];
  const zero: Raw = Object.fromEntries([...DAY_SUMS, ...MONEY_SUMS, 'bed_days', 'owed_fen', 'certificates'].filter((column) => needs.has(column as Column)).map((column) => [column, 0]));
  const keys = [...new Set([...present.keys(), ...past.keys()])];
  const names = await namesOf(reach, group, keys, narrowed);
  const lasting = (measure: Measure): boolean => applies(measure) && measureOf(measure).now !== true;
  const bases = { now: base('now'), before: base('before') };
  const told = (key: string, some: readonly Measure[]): Values => figuresOf(Object.assign({ ...zero }, present.get(key), bases.now), some, applies);
  const by = sort?.replace(/^-/, '') as Measure | undefined;
  // of thousands of lines some are shown: of the others what they are sorted by is all that is computed
  const lines = sorted(keys.flatMap((key): Line[] => {
    const name = names.get(key);
    return name === undefined ? [] : [{ ...name, key, place: by === undefined ? null : (told(key, [by])[by] ?? null) }];
  }), sort?.startsWith('-') === true ? -1 : 1);
  const rows = lines.slice(0, limit).map(({ key, place: _place, ...named }) => ({ ...named, values: told(key, measures), before: figuresOf(Object.assign({ ...zero }, past.get(key), bases.before), measures, lasting) }));
  const beyond = lines.slice(limit);
  const sumOf = (some: Iterable<Raw>): Raw => ({ ...zero, ...joined(some) });
  const whole = isWaited(needs) && reason === undefined ? await waitedBy({ ...asked, key: undefined }, one) : [];
  const there = (days: Days): Raw => (posted === null ? {} : { posted_days: posted.on(days) });
  const waited = (tag: Period['tag']): Raw => whole.find((row) => row.tag === tag)?.raw ?? { wait_half: null, wait_most: null };
  return {
    ...said(now), previous: said(before), recounting: await isRecounting(reach, narrowed.hospital), at: new Date().toISOString(), rows,
    rest: beyond.length === 0 ? null : { rows: beyond.length, values: figuresOf({ ...sumOf(beyond.map(({ key }) => present.get(key) ?? {})), ...bases.now }, measures, applies) },
    totals: figuresOf({ ...sumOf(present.values()), ...waited('now'), ...bases.now, ...there(now), ...people.map(({ n }) => ({ certificates: n }))[0] }, measures, applies),
    before: figuresOf({ ...sumOf(past.values()), ...waited('before'), ...bases.before, ...there(before) }, measures, lasting),
  };
}
