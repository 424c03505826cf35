import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { Reach } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { hold } from './act.ts';
import type { Acted, order } from './contract.ts';
import { rowsOf } from './row.ts';

/** Writes down what was complained of, whatever the state of the order: most come after its end. @throws Fault not_found, bad_input for a caregiver who was never given the order */
export const complain = ({ viewer, reach, write, params, body: { kind, severity, content, caregiverNo } }: Ask<typeof order.complain>): Promise<Acted> =>
  write(async (tx) => {
    const inside = new Reach(tx, reach.scope);
    const held = await hold(inside, params['no'], false);
    const { rows: [carer] } = await tx.execute<{ id: string }>(sql`
      select c.id::text from caregiver c where c.staff_no = ${caregiverNo} and exists (select 1 from order_assignment a where a.order_id = ${held.id} and a.caregiver_id = c.id)`);
    if (caregiverNo !== null && carer === undefined) throw new Fault('bad_input', { detail: 'caregiverNo' });
    await tx.execute(sql`insert into order_complaint (order_id, caregiver_id, kind, severity, content, created_by) values (${held.id}, ${carer?.id ?? null}, ${kind}, ${severity}, ${content}, ${viewer.userId})`);
    // no event and no new version, but written: who is away is told by it (areas/live/store.ts)
    await tx.execute(sql`update care_order set updated_at = now(), updated_by = ${viewer.userId} where id = ${held.id}`);
    await tx.execute(sql`select pg_notify('order', ${JSON.stringify({ no: held.orderNo, version: null, hospitalId: held.hospitalId, departmentIds: [held.departmentId] })})`);
    if (carer !== undefined) await tx.execute(sql`select pg_notify('caregiver', json_build_object('no', c.staff_no, 'hospitalIds', array[${held.hospitalId}::text])::text) from caregiver c where c.id = ${carer.id}`);
    const [row] = await rowsOf(inside, viewer, [held.id]);
    return { result: { row: row! }, entity: 'order', entityId: held.orderNo, hospitalId: held.hospitalId, after: { kind, severity, caregiverNo } };
  });
