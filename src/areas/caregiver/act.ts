import { sql, type SQL } from 'drizzle-orm';
import { caregiverRefusal, followCaregiver, type CaregiverEvent, type CaregiverState } from '../../../machines/caregiver.ts';
import type { Ask } from '../../host/answer.ts';
import { isName } from '../../host/find.ts';
import { followRule, POSTED_NOW } from '../../host/health.ts';
import { Reach, type Runner, type Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { toldWords, type ToldName } from '../../kernel/refusal.ts';
import { touchServed } from '../order/tables.ts';
import type { Acted } from './contract.ts';
import { rowsOf } from './row.ts';
import { FACTS_COLUMNS, FACTS_FROM, situationOf, type Facts } from './situation.ts';
import { asWritten, CAREGIVERS, LIVING_CAREGIVER, numbered, postedBefore } from './tables.ts';

/** A caregiver locked for an event, with the facts its guards ask for. `posted`: hospitals of today. */
export interface Held extends Facts {
  id: string;
  staffNo: string;
  name: string;
  version: number;
  posted: string[];
}
/** A posting in words, with whose it is: told only to who sees that hospital. */
export interface Posted {
  hospitalId: string;
  words: string;
}
/** What changed, by the names of `caregiverDetail`, personal numbers masked: shown in the story, field by field. */
export type Change = Record<string, string | number | boolean | null | readonly Posted[]>;
/** What an event did besides moving the caregiver on. */
export interface Effect {
  /** Assignments of columns. */
  set?: readonly SQL[];
  before?: Change;
  after?: Change;
  reason?: string | null | undefined;
  certificateId?: string;
  /** What is kept for an undo; false: it cannot be taken back. */
  keep?: boolean;
  /** For an undo: where the caregiver stood, and the event that it takes back. */
  back?: { to: CaregiverState; undoes: string };
}
/** What is asked of every event. */
export type Act<B = unknown> = Pick<Ask, 'viewer' | 'reach' | 'write' | 'params' | 'from'> & { body: B & { version: number; reason?: string | null | undefined } };

/** @throws Fault refused with the reason in the reader's language; `more` follows it */
export function refuse(why: ToldName, from: Ask['from'], more = ''): never {
  throw new Fault('refused', { detail: toldWords(why, from.language) + more });
}
/** Caregivers in reach, and whom this person has just posted away from there: what they did last can be taken back. */
const postedAwayBy = (userId: string): Source => ({
  ...CAREGIVERS,
  scope: (match) => sql`(${CAREGIVERS.scope(match)} or exists (select 1 from caregiver_event e where e.caregiver_id = c.id and e.version = c.version and e.event = 'post' and e.actor_id = ${userId} and e.at > now() - interval '10 minutes' and ${postedBefore(match)}))`,
});
/** The caregiver, locked until the transaction ends. `gone`: also one whom this person has just deleted or posted away. @throws Fault not_found, also when out of scope */
async function hold(reach: Reach, no: string | undefined, gone: string | null): Promise<Held> {
  if (!isName(no)) throw new Fault('not_found');
  const there = gone === null ? LIVING_CAREGIVER : sql`(${LIVING_CAREGIVER} or (c.updated_by = ${gone} and c.deleted_at > now() - interval '10 minutes'))`;
  const [locked] = await reach.run<{ id: string }>(sql`${reach.select(gone === null ? CAREGIVERS : postedAwayBy(gone), { columns: sql`c.id::text`, where: [there, numbered(no)], order: asWritten(no) })} for no key update`);
  if (locked === undefined) throw new Fault('not_found');
  // read after the lock, so that it is what the transaction before left
  const [held] = await reach.run<Held>(sql`select c.id::text, c.staff_no as "staffNo", c.name, c.version, c.status, ${POSTED_NOW} as posted, ${FACTS_COLUMNS} from caregiver c ${FACTS_FROM} where c.id = ${locked.id}`);
  return held!;
}
const rows = (table: string, id: string): SQL => sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${sql.raw(table)} x where x.caregiver_id = ${id})`;
/** Every row that an event may change, as it is before it; undo.ts puts it back. */
async function takeSnapshot(tx: Runner, id: string): Promise<unknown> {
  const { rows: [row] } = await tx.execute<{ snapshot: unknown }>(sql`select jsonb_build_object('caregiver', (select to_jsonb(c) from caregiver c where c.id = ${id}),
    'certificates', ${rows('caregiver_certificate', id)}, 'postings', ${rows('caregiver_hospital', id)}, 'leaves', ${rows('caregiver_leave', id)}) as snapshot`);
  return row!.snapshot;
}
/** One line of the story, and word to whoever watches (areas/live/server.ts), also where the caregiver was posted before. */
export async function tell(tx: Runner, { id, posted }: Pick<Held, 'id' | 'posted'>, actor: { userId: string; role: number }, line: { event: string; from: string | null; to: string; reason?: string | null | undefined; before?: Change | undefined; after?: Change | undefined; snapshot?: unknown; undoes?: string | undefined }): Promise<void> {
  await tx.execute(sql`
    insert into caregiver_event (caregiver_id, version, event, from_status, to_status, actor_id, actor_role, reason, before, after, snapshot, undoes)
    select c.id, c.version, ${line.event}, ${line.from}, ${line.to}, ${actor.userId}, ${actor.role}, ${line.reason ?? null}, ${JSON.stringify(line.before ?? {})}::jsonb, ${JSON.stringify(line.after ?? {})}::jsonb, ${line.snapshot === undefined ? null : JSON.stringify(line.snapshot)}::jsonb, ${line.undoes ?? null}::bigint
    from caregiver c where c.id = ${id}`);
  await tx.execute(sql`
    select pg_notify('caregiver', json_build_object('no', c.staff_no, 'version', c.version, 'hospitalIds', (
      select coalesce(json_agg(distinct h), '[]') from (select json_array_elements_text(${POSTED_NOW}) as h union select unnest(${sql.param(posted)}::text[])) x))::text) from caregiver c where c.id = ${id}`);
}

/**
 * One event of a caregiver's, one transaction: lock, version, chart and guards, `work`, what follows by itself (host/health.ts), story, audit,
 * idempotency record. Each event adds exactly one to the version. `name`: what the story calls it, where that is not the event.
 * @throws Fault not_found, conflict when they have moved on since `version`, refused with the reason
 */
export function act<B>({ viewer, reach, write, params, from, body }: Act<B>, event: CaregiverEvent, work: (tx: Runner, held: Held, inside: Reach) => Promise<Effect>, name: string = event): Promise<Acted> {
  return write(async (tx) => {
    const inside = new Reach(tx, reach.scope);
    const held = await hold(inside, params['no'], event === 'undo' ? viewer.userId : null);
    if (held.version !== body.version) throw new Fault('conflict');
    const refusal = caregiverRefusal(event, situationOf(held, viewer, { reason: typeof body.reason === 'string' }));
    if (refusal !== null) refuse(refusal, from);
    const snapshot = await takeSnapshot(tx, held.id);
    const { set = [], before = {}, after = {}, reason = body.reason, certificateId, keep = true, back } = await work(tx, held, inside);
    const meant = back?.to ?? followCaregiver(held.status, event)!;
    await tx.execute(sql`update caregiver set ${sql.join([...set, sql`status = ${meant}, version = version + 1, updated_at = now(), updated_by = ${viewer.userId}`], sql`, `)} where id = ${held.id}`);
    // an undo leads back to where they stood, whatever certificate they had there
    const to = (await followRule(tx, held.id, event !== 'undo' && held.healthy)) ?? meant;
    const moved = to === held.status ? [{}, {}] : [{ status: held.status }, { status: to }];
    await tell(tx, held, viewer, { event: name, from: held.status, to, reason, before: { ...before, ...moved[0] }, after: { ...after, ...moved[1] }, ...(keep && event !== 'undo' ? { snapshot } : {}), undoes: back?.undoes });
    if ('name' in after) await touchServed(tx, held.id);
    const [row = null] = await rowsOf(inside, viewer, [held.id]);
    return { result: { row, ...(certificateId === undefined ? {} : { certificateId }) }, entity: 'caregiver', entityId: held.staffNo, before: { ...before, ...moved[0] }, after: { ...after, ...moved[1], event: name } };
  });
}
