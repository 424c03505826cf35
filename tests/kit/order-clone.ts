import type { Life } from './life.ts';

/** An order that others are made like, with the two caregivers it may have. */
export interface Template {
  no: string;
  carers: readonly [string, string];
}
/** A copy of it: its own patient, and two caregivers of its own. */
export interface Clone {
  id: string;
  no: string;
  patientId: string;
  carers: readonly [string, string];
}

/** Copies an order with all that hangs on it `count` times, each for a patient and two caregivers of its own: thousands of orders to begin with, in a few statements. */
export function cloner({ api, place }: Life) {
  let made = 0;
  const columns = async (table: string, but: readonly string[]): Promise<string[]> =>
    (await api.rows<{ name: string }>(`select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`, [table])).map(({ name }) => name).filter((name) => !but.includes(name));
  return async function clone(template: Template, count: number, actorId: string, actorRole: number): Promise<Clone[]> {
    const numbers = Array.from({ length: count }, () => 1_000_000 + ++made);
    const people = async (side: 1 | 2): Promise<Map<string, string>> => {
      const rows = await api.rows<{ id: string; no: string }>(`insert into caregiver (staff_no, name, gender, mobile, status) select 'PZ' || $2::text || n, '护工', 2, $3::text || n, 'active' from unnest($1::int[]) n returning id::text, staff_no as no`, [numbers, side, `13${side}0`]);
      const ids = rows.map((row) => row.id);
      await api.rows(`insert into caregiver_hospital (caregiver_id, hospital_id, during) select c, $2, '[2020-01-01,)' from unnest($1::bigint[]) c`, [ids, place.hospitalId]);
      await api.rows(`insert into caregiver_certificate (caregiver_id, kind, expires_on) select c, 'health', '2099-01-01' from unnest($1::bigint[]) c`, [ids]);
      return new Map(rows.map((row) => [row.no, row.id]));
    };
    const [first, second] = [await people(1), await people(2)];
    const patients = await api.rows<{ id: string }>(`insert into patient (name, gender) select '病人', 1 from unnest($1::int[]) returning id::text`, [numbers]);
    const [from] = await api.rows<{ id: string }>('select id::text from care_order where order_no = $1', [template.no]);
    const carers = await api.rows<{ id: string }>('select id::text from caregiver where staff_no = any($1) order by array_position($1, staff_no)', [template.carers]);
    const order = await columns('care_order', ['id', 'order_no', 'patient_id', 'created_by']);
    const clones = await api.rows<{ id: string; no: string; patientId: string }>(
      `insert into care_order (order_no, patient_id, created_by, ${order.join(', ')}) select 'PZ' || t.n, t.p, $4, ${order.map((name) => `o.${name}`).join(', ')} from care_order o, unnest($2::int[], $3::bigint[]) t(n, p) where o.id = $1 returning id::text, order_no as no, patient_id::text as "patientId"`,
      [from!.id, numbers, patients.map(({ id }) => id), actorId],
    );
    const mine = clones.map((row) => ({ ...row, carers: [`PZ1${row.no.slice(2)}`, `PZ2${row.no.slice(2)}`] as const }));
    // the template's caregivers become the copy's own
    const map = [clones.map(({ id }) => id), mine.map((row) => first.get(row.carers[0])!), mine.map((row) => second.get(row.carers[1])!), carers[0]!.id] as const;
    for (const table of ['order_assignment', 'order_service_day', 'order_payment', 'order_adjustment', 'order_refund']) {
      const names = await columns(table, ['id', 'order_id', 'proof_no']);
      const value = (name: string): string =>
        name === 'idempotency_key' ? `x.${name} || t.o` : name === 'caregiver_id' || name === 'relief_id' ? `case x.${name} when $5::bigint then t.a else case when x.${name} is not null then t.b end end` : `x.${name}`;
      await api.rows(`insert into ${table} (order_id, ${names.join(', ')}) select t.o, ${names.map(value).join(', ')} from ${table} x, unnest($2::bigint[], $3::bigint[], $4::bigint[]) t(o, a, b) where x.order_id = $1 and $5::bigint is not null`, [from!.id, ...map]);
    }
    await api.rows(`insert into order_event (order_id, event, from_state, to_state, actor_id, actor_role) select t.o, x.event, x.from_state, x.to_state, $3, $4 from order_event x, unnest($2::bigint[]) t(o) where x.order_id = $1 order by t.o, x.id`, [from!.id, map[0], actorId, actorRole]);
    return mine;
  };
}
