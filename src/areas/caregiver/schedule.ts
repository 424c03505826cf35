import { sql } from 'drizzle-orm';
import { parseDay } from '../../host/calendar.ts';
import { beginOf, TODAY } from '../../host/column.ts';
import type { Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { act, refuse, type Act, type Posted } from './act.ts';
import { LONGEST_LEAVE, type Acted } from './contract.ts';

interface Posting {
  hospitalId: string;
  from: string;
  to: string | null;
}
/** The constraint that an error is about. */
const constraintOf = (error: unknown): string => (error as { cause?: { constraint?: string } }).cause?.constraint ?? '';
/** Stints from today on that no posting of their hospital covers: one that goes on past its planned end too. */
async function uncovered(tx: Runner, id: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id::text from order_assignment a join care_order o on o.id = a.order_id
    where a.caregiver_id = ${id} and (a.status = 'serving' or a.status = 'planned' and upper(a.during) > now()) and o.deleted_at is null
      and not coalesce((select range_agg(ch.during) @> daterange(greatest((lower(a.during) at time zone 'Asia/Shanghai')::date, ${TODAY}), greatest(((upper(a.during) - interval '1 microsecond') at time zone 'Asia/Shanghai')::date, ${TODAY}), '[]')
        from caregiver_hospital ch where ch.caregiver_id = a.caregiver_id and ch.hospital_id = o.hospital_id), false)`);
  return new Set(rows.map((row) => row.id));
}
/** Posts a caregiver: to these hospitals on these days, as far as the writer's reach goes; postings elsewhere stay. @throws Fault as `act`, bad_input, not_found, refused where a service would lose its posting */
export const post = (ask: Act<{ postings: readonly Posting[] }>): Promise<Acted> =>
  act(ask, 'post', async (tx, held, inside) => {
    const { postings } = ask.body;
    for (const [i, { from, to }] of postings.entries()) {
      const [first, last] = [parseDay(from), to === null ? null : parseDay(to)];
      if (first === null || (to !== null && (last === null || last < first))) throw new Fault('bad_input', { detail: `postings.${i}` });
    }
    const named = (): Promise<Posted[]> => inside.run<Posted>(sql`
      select h.id::text as "hospitalId", h.name || ' ' || coalesce(lower(ch.during)::text, '') || ' – ' || coalesce((upper(ch.during) - 1)::text, '') as words
      from caregiver_hospital ch join hospital h on h.id = ch.hospital_id where ch.caregiver_id = ${held.id} and ${inside.match(sql`ch.hospital_id`)} order by lower(ch.during), h.id`);
    const [before, bare] = [await named(), await uncovered(tx, held.id)];
    await tx.execute(sql`delete from caregiver_hospital ch where ch.caregiver_id = ${held.id} and ${inside.match(sql`ch.hospital_id`)}`);
    for (const { hospitalId, from, to } of postings) {
      const { rows } = await tx.execute(sql`
        insert into caregiver_hospital (caregiver_id, hospital_id, during) select ${held.id}::bigint, h.id, daterange(${from}::date, ${to}::date, '[]') from hospital h
        where h.id = ${hospitalId}::bigint and h.deleted_at is null and ${inside.match(sql`h.id`)} returning id`);
      if (rows.length === 0) throw new Fault('not_found');
    }
    if ([...(await uncovered(tx, held.id))].some((stint) => !bare.has(stint))) refuse('posting_needed', ask.from);
    const after = await named();
    if (JSON.stringify(before) === JSON.stringify(after)) refuse('nothing_changed', ask.from);
    return { before: { postings: before }, after: { postings: after } };
  }).catch((error: unknown) => {
    if (constraintOf(error).startsWith('caregiver_hospital')) refuse('posting_overlap', ask.from);
    throw error;
  });

/** Days off; from now on, when they have begun, the caregiver is on leave. @throws Fault as `act`, bad_input, refused where they are to serve then or are off already */
export const leave = (ask: Act<{ from: string; to: string }>): Promise<Acted> =>
  act(ask, 'leave', async (tx, held) => {
    const { from, to, reason = null } = ask.body;
    const [first, last] = [parseDay(from), parseDay(to)];
    if (first === null) throw new Fault('bad_input', { detail: 'from' });
    if (last === null || last < first) throw new Fault('bad_input', { detail: 'to' });
    if (last - first >= LONGEST_LEAVE) refuse('leave_long', ask.from);
    const days = sql`tstzrange(${beginOf(from)}, ${beginOf(to)} + interval '1 day')`;
    // on a day on which days off were ended early the next ones begin where those ended
    const { rows: [past] } = await tx.execute<{ end: string | null }>(sql`select max(upper(l.during))::text as "end" from caregiver_leave l where l.caregiver_id = ${held.id} and upper(l.during) <= now() and now() < upper(${days}) and upper(l.during) > ${beginOf(from)} and upper(l.during) <= ${beginOf(from)} + interval '1 day'`);
    const during = sql`tstzrange(greatest(${beginOf(from)}, ${past!.end}::timestamptz), ${beginOf(to)} + interval '1 day')`;
    // who serves past the planned end serves now
    const busy = await tx.execute(sql`
      select 1 from order_assignment a join care_order o on o.id = a.order_id where a.caregiver_id = ${held.id} and a.status in ('planned', 'serving') and o.deleted_at is null
        and (a.during && ${during} or (a.status = 'serving' and upper(a.during) <= now() and ${during} @> now())) limit 1`);
    if (busy.rows.length > 0) refuse('serving_then', ask.from);
    await tx.execute(sql`insert into caregiver_leave (caregiver_id, during, reason, approved_by) values (${held.id}, ${during}, ${reason}, ${ask.viewer.userId})`);
    return { after: { leaveFrom: from, leaveTo: to } };
  }).catch((error: unknown) => {
    if (constraintOf(error).startsWith('caregiver_leave')) refuse('leave_overlap', ask.from);
    throw error;
  });
/** Takes days off back: all of them, or what is left of those that have begun. @throws Fault as `act`, not_found, refused for what is over */
export const cancelLeave = (ask: Act): Promise<Acted> =>
  act(ask, 'leave', async (tx, held) => {
    const { rows: [was] } = await tx.execute<{ id: string; from: string; to: string; over: boolean; begun: boolean }>(sql`
      select l.id::text, (lower(l.during) at time zone 'Asia/Shanghai')::date::text as "from", ((upper(l.during) - interval '1 microsecond') at time zone 'Asia/Shanghai')::date::text as "to", upper(l.during) <= now() as over, lower(l.during) < now() as begun
      from caregiver_leave l where l.id = ${ask.params['id'] ?? '0'}::bigint and l.caregiver_id = ${held.id}`);
    if (was === undefined) throw new Fault('not_found');
    if (was.over) refuse('leave_past', ask.from);
    await tx.execute(was.begun ? sql`update caregiver_leave set during = tstzrange(lower(during), now()) where id = ${was.id}` : sql`delete from caregiver_leave where id = ${was.id}`);
    return { before: { leaveFrom: was.from, leaveTo: was.to } };
  }, 'leave-cancel');
