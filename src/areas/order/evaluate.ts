import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import type { Runner } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { act, refuse } from './act.ts';
import type { Acted, EVALUATION_SOURCES, order } from './contract.ts';

type Source = (typeof EVALUATION_SOURCES)[number];
/** The hospital speaks for itself; everybody else for the family, or for the provider. @throws Fault forbidden */
function sourceOf(role: number, said: Source | undefined): Source {
  const may: readonly Source[] = role === 4 ? ['hospital'] : ['family', 'provider'];
  const source = said ?? may[0]!;
  if (!may.includes(source)) throw new Fault('forbidden');
  return source;
}
const served = (caregiver: ReturnType<typeof sql>, orderId: string) => sql`exists (select 1 from order_assignment a where a.order_id = ${orderId} and a.caregiver_id = ${caregiver} and a.status in ('serving', 'ended'))`;

/** Reckons these caregivers' ratings from their evaluations: after one was written, or taken back. */
export async function rateAgain(tx: Runner, caregiverIds: readonly string[]): Promise<void> {
  const these = sql`any(${sql.param([...caregiverIds])}::bigint[])`;
  // two evaluations of one caregiver at once: the second waits here, and then sees the first; `no key`, for both have already named the caregiver
  await tx.execute(sql`select id from caregiver where id = ${these} order by id for no key update`);
  await tx.execute(sql`update caregiver c set (rating_avg, rating_count) = (select round(avg(v.overall), 2), count(*) from order_evaluation v where v.caregiver_id = c.id) where c.id = ${these}`);
}

/** Marks and words for one caregiver who served. The last one evaluated ends the order's evaluation. @throws Fault like `act`; forbidden for another's source */
export const evaluate = (ask: Ask<typeof order.evaluate>): Promise<Acted> =>
  act(ask, 'evaluate', async (tx, held) => {
    const { viewer, from, body: { caregiverNo, overall, skill = null, attitude = null, discipline = null, tags, content = null, source: said } } = ask;
    const source = sourceOf(viewer.role, said);
    const { rows: [carer] } = await tx.execute<{ id: string; name: string }>(sql`select c.id::text, c.name from caregiver c where c.staff_no = ${caregiverNo} and ${served(sql`c.id`, held.id)}`);
    if (carer === undefined) refuse('never_served', from);
    const made = await tx.execute(sql`
      insert into order_evaluation (order_id, caregiver_id, source, overall, skill, attitude, discipline, tags, content, created_by)
      values (${held.id}, ${carer.id}, ${source}, ${overall}, ${skill}, ${attitude}, ${discipline}, ${sql.param([...new Set(tags)])}::text[], ${content}, ${viewer.userId})
      on conflict do nothing returning id`);
    if (made.rows.length === 0) refuse('evaluated', from);
    await rateAgain(tx, [carer.id]);
    const { rows: [left] } = await tx.execute<{ any: boolean }>(sql`
      select exists (select 1 from caregiver c where ${served(sql`c.id`, held.id)} and not exists (select 1 from order_evaluation v where v.order_id = ${held.id} and v.caregiver_id = c.id)) as any`);
    const state = left!.any ? held.evaluationState : 'done';
    return { set: [sql`eval_state = ${state}`], before: { evaluationState: held.evaluationState }, after: { evaluationState: state, caregiverName: carer.name, caregiverNo, source, overall } };
  });
