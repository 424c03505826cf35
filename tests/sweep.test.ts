// What time ends, of a history that was brought in: very many rows at once, and one of the things that end may break.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweep } from '../src/host/sweep.ts';
import { careKit } from './kit/care.ts';
import { jobKit, type JobKit } from './kit/job.ts';

const DAY = 86_400_000;
const MANY = 1_200;
let kit: JobKit;
let care: Awaited<ReturnType<typeof careKit>>;
beforeEach(async () => {
  kit = await jobKit();
  care = await careKit(kit.api.database);
});
afterEach(() => kit.close());
const counted = async (table: string, column: string): Promise<Record<string, number>> => Object.fromEntries((await kit.api.rows<{ state: string; n: number }>(`select ${column} as state, count(*)::int as n from ${table} group by 1`)).map(({ state, n }) => [state, n]));
const due = (at: Awaited<ReturnType<typeof care.place>>): Promise<string> => care.order(at, { service_state: 'completed', eval_state: 'open', actual_end_at: new Date(Date.now() - 40 * DAY) });

test('as many orders and stints as there are, a few hundred by each statement', async () => {
  const { api } = kit;
  const place = await care.place('第一医院');
  const first = await due(place);
  await api.rows(`insert into care_order (order_no, hospital_id, department_id, patient_id, service_item_id, care_mode, coverage, unit_price_fen, caregiver_share_bp, hospital_fee_bp, planned_start, planned_end, service_state, eval_state, actual_end_at, created_by)
    select 'PH25' || 1000000 + n, hospital_id, department_id, patient_id, service_item_id, care_mode, coverage, unit_price_fen, caregiver_share_bp, hospital_fee_bp, planned_start, planned_end, service_state, eval_state, actual_end_at, created_by
    from care_order, generate_series(2, ${MANY}) n where order_no = $1`, [first]);
  // one that was handed over every minute
  const orderId = await care.orderId(await care.order(place, { service_state: 'in_service' }));
  const carer = await care.caregiver('郑一', [place]);
  await api.rows(`insert into order_assignment (order_id, caregiver_id, during, exclusive, status, assigned_by)
    select $1, $2, tstzrange(now() - n * interval '1 minute', now() - (n - 1) * interval '1 minute'), false, 'planned', ${care.actorId} from generate_series(1, ${MANY}) n`, [orderId, carer.id]);
  await api.rows(`create table piece (name text, n int); create function count_piece() returns trigger language plpgsql as $$ begin insert into piece select tg_table_name, count(*) from changed having count(*) > 0; return null; end $$`);
  for (const table of ['care_order', 'order_assignment']) await api.rows(`create trigger count_piece after update on ${table} referencing new table as changed for each statement execute function count_piece()`);
  await sweep(api.database.db);
  expect(await counted('care_order', 'eval_state')).toEqual({ none: 1, expired: MANY });
  expect(await counted('order_assignment', 'status')).toEqual({ serving: 1, ended: MANY - 1 });
  const pieces = await api.rows<{ name: string; most: number }>('select name, max(n) as most from piece group by 1 order by 1');
  expect(pieces).toEqual(['care_order', 'order_assignment'].map((name) => ({ name, most: 500 })));
});

test('an order that cannot be ended holds up no stint, and the job of orders is tried again', async () => {
  const { api, server } = kit;
  const place = await care.place('第一医院');
  await due(place);
  await care.stint(await care.orderId(await care.order(place, { service_state: 'in_service' })), (await care.caregiver('郑一', [place])).id, 'planned', -1, 2);
  await api.rows(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$; create trigger refuse before update on care_order for each row when (new.eval_state = 'expired') execute function refuse()`);
  const one = await server('one', () => undefined);
  await expect.poll(() => counted('order_assignment', 'status')).toEqual({ serving: 1 });
  await expect.poll(() => api.rows(`select state, tries from job where kind = 'sweep.order' and run_at between now() and now() + interval '1 minute'`)).toEqual([{ state: 'waiting', tries: 1 }]);
  expect(one.log).toContainEqual(expect.objectContaining({ job: 'sweep.order', state: 'broke' }));
  expect(await counted('care_order', 'eval_state')).toEqual({ none: 1, open: 1 });
});
