import { sql } from 'drizzle-orm';
import type { CaregiverState } from '../../../machines/caregiver.ts';
import { assigned, columnsOf, putBack } from '../../host/put-back.ts';
import type { Runner } from '../../host/reach.ts';
import { act, refuse, type Act, type Change, type Effect, type Held } from './act.ts';
import type { Acted } from './contract.ts';

/** The event that is taken back. */
interface Done extends Record<string, unknown> {
  id: string;
  event: string;
  from: CaregiverState | null;
  before: Change;
  after: Change;
}
const TABLES = [['certificates', 'caregiver_certificate'], ['postings', 'caregiver_hospital'], ['leaves', 'caregiver_leave']] as const;
/** Columns that an undo leaves alone: what someone is called by, and what follows from events, evaluations and certificates. */
const STAYS = ['id', 'staff_no', 'status', 'version', 'rating_avg', 'rating_count', 'complaint_count', 'health_until', 'created_at', 'created_by', 'updated_at', 'updated_by'];

/** Orders were given on the strength of it, or go on for longer: before some event of theirs since, a stint did not stand or did not reach as far. */
const builtOn = async (tx: Runner, held: Held, { id }: Done): Promise<boolean> =>
  (await tx.execute(sql`
    select 1 from caregiver_event e, order_assignment a where e.id = ${id} and a.caregiver_id = ${held.id} and a.status <> 'void' and (a.created_at >= e.at or exists (
      select 1 from order_event v, jsonb_populate_recordset(null::order_assignment, v.snapshot->'stints') s where v.order_id = a.order_id and v.at >= e.at and s.id = a.id and (s.status = 'void' or not s.during @> a.during))) limit 1`)).rows.length > 0;

async function restore(tx: Runner, held: Held, done: Done): Promise<Effect> {
  const kept = (part: string) => sql`(select e.snapshot->${part} from caregiver_event e where e.id = ${done.id})`;
  for (const [part, table] of TABLES) await putBack(tx, { table, key: 'id', owner: 'caregiver_id', id: held.id, was: sql`jsonb_populate_recordset(null::${sql.raw(table)}, ${kept(part)})` });
  await tx.execute(sql`update caregiver t set ${assigned(await columnsOf(tx, 'caregiver', STAYS))} from jsonb_populate_record(null::caregiver, ${kept('caregiver')}) s where t.id = ${held.id}`);
  const { status: _was, ...before } = done.before;
  const { status: _is, ...after } = done.after;
  return { before: after, after: before, back: { to: done.from!, undoes: done.id } };
}

/** Takes back one's own last event by one that undoes it. @throws Fault like `act`; refused when something was built on it since */
export const undo = (ask: Act): Promise<Acted> =>
  act(ask, 'undo', async (tx, held) => {
    const { rows: [done] } = await tx.execute<Done>(sql`select e.id::text, e.event, e.from_status as "from", coalesce(e.before, '{}') as before, coalesce(e.after, '{}') as after from caregiver_event e where e.caregiver_id = ${held.id} order by e.id desc limit 1`);
    if (await builtOn(tx, held, done!)) refuse('undo_built_on', ask.from);
    if (done!.event === 'create') return { set: [sql`deleted_at = now()`], back: { to: held.status, undoes: done!.id } };
    return restore(tx, held, done!);
  }).catch((error: { code?: string; cause?: { code?: string } }) => {
    // what the database does not let stand beside what has come since
    if (String((error.cause ?? error).code).startsWith('23')) refuse('undo_built_on', ask.from);
    throw error;
  });
