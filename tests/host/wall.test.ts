import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Runner, Scope } from '../../src/host/reach.ts';
import { goesAround, write, type Call } from '../../src/host/write.ts';
import { startLife, type Life } from '../kit/life.ts';

// The second wall (0036): a statement that has lost its scope. The embedded database has one role, a superuser, whom no wall holds.
const url = process.env['TEST_DATABASE_URL'];
let life: Life;
let foreignNo: string;
let ownNo: string;
beforeAll(async () => {
  life = await startLife();
  ownNo = await life.made();
  foreignNo = await life.made({ hospitalId: life.foreign.hospitalId, departmentId: life.foreign.departments[0]!.id, wardId: null, bedId: null });
  for (const [no, place] of [[ownNo, life.place], [foreignNo, life.foreign]] as const) {
    await life.done(no, 'pay', { amountFen: 5_000, method: 'cash' });
    await life.done(no, 'adjust', { kind: 'surcharge', amountFen: 100, reason: '加' });
    const carer = await life.kit.caregiver('护工', [place], { certificate: '2099-01-01' });
    await life.done(no, 'assign', { caregiverNo: carer.no });
    await life.done(no, 'start', { reason: '先做' });
    await life.api.rows(`insert into hospital_shift (hospital_id, shift, start_time, end_time) values (${place.hospitalId}, 'day', '08:00', '20:00')`);
  }
});
afterAll(() => life.api.close());

/** Rows that `statement` writes in a transaction as a call would begin it. */
async function written(statement: string, scope?: Scope): Promise<number> {
  const viewer = { userId: life.userId.resident, sessionId: '', username: '', nickname: '', role: 3, roles: [], perms: [] };
  const call: Call = { action: 'POST /test', viewer, key: undefined, request: null, secret: Buffer.from('x'), from: { ip: '', userAgent: '', requestId: '', language: 'en' }, ...(scope === undefined ? {} : { scope }) };
  let rows = 0;
  const work = async (tx: Runner): Promise<never> => {
    rows = (await tx.execute(sql.raw(statement))).rowCount ?? 0;
    throw new Error('taken back');
  };
  await write(life.api.database.db, call, work).catch((error: Error) => {
    if (error.message !== 'taken back') throw error.cause ?? error;
  });
  return rows;
}
const OF_ORDERS = ['order_adjustment', 'order_assignment', 'order_complaint', 'order_evaluation', 'order_event', 'order_extension', 'order_payment', 'order_refund', 'order_service_day'];
const OF_HOSPITALS = ['care_order', 'hospital_bed', 'hospital_department', 'hospital_holiday', 'hospital_shift', 'hospital_ward', 'service_price', 'settlement_period'];
/** Written for every hospital at once, or by triggers alone: the audit, sums and tallies, whose account is where, and postings: who leaves the company leaves them all. */
const UNBOUND = /^(audit_event|stat_|order_tally$|sys_user_hospital$|caregiver_hospital$)/;

if (url !== undefined) {
  test('every table whose rows belong to a hospital is walled, and holds its owner too', async () => {
    const rows = await life.api.rows<{ name: string; isHeld: boolean }>(`
      select c.relname as name, bool_and(c.relrowsecurity and c.relforcerowsecurity) as "isHeld" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname in ('hospital_id', 'order_id') and not a.attisdropped group by 1 order by 1`);
    const bound = rows.filter(({ name }) => !UNBOUND.test(name));
    expect(bound.map(({ name }) => name)).toEqual([...OF_HOSPITALS, ...OF_ORDERS].sort());
    expect(bound.filter(({ isHeld }) => !isHeld)).toEqual([]);
    expect(await goesAround(life.api.database.db)).toBe(false);
  });

  test('rows of another hospital are not locked, changed or removed, whatever the statement says', async () => {
    const [mine, theirs] = [life.place, life.foreign].map(({ hospitalId }): Scope => [{ hospitalId, departments: [] }]);
    let told = 0;
    for (const table of [...OF_HOSPITALS, ...OF_ORDERS]) {
      const hospital = OF_HOSPITALS.includes(table) ? 't.hospital_id' : '(select o.hospital_id from care_order o where o.id = t.order_id)';
      const [there] = await life.api.rows<{ all: number; mine: number; theirs: number }>(
        `select count(*)::int as all, count(*) filter (where ${hospital} = $1::bigint)::int as mine, count(*) filter (where ${hospital} = $2::bigint)::int as theirs from ${table} t`, [life.place.hospitalId, life.foreign.hospitalId]);
      const locks = `select from ${table} for update`;
      expect([table, await written(locks), await written(locks, 'all'), await written(locks, mine), await written(locks, theirs), await written(locks, [])]).toEqual([table, there!.all, there!.all, there!.mine, there!.theirs, 0]);
      if (there!.mine > 0 && there!.theirs > 0) told++;
    }
    // both hospitals have rows in so many that it says something
    expect(told).toBeGreaterThan(8);
    expect(await written(`update care_order set diagnosis = 'x'`, mine)).toBe(1);
    expect(await written('delete from hospital_shift', mine)).toBe(1);
  });

  test('none is made for another hospital, nor handed over to it', async () => {
    const mine: Scope = [{ hospitalId: life.place.hospitalId, departments: [] }];
    const adjusts = (no: string): string => `insert into order_adjustment (order_id, kind, amount_fen, reason, created_by) select id, 'discount', -1, 'x', 1 from care_order where order_no = '${no}'`;
    const prices = (place: Life['place']): string => `insert into service_price (hospital_id, service_item_id, price_fen, caregiver_share_bp, valid) values (${place.hospitalId}, ${life.serviceId}, 1, 1, '[2010-01-01,2010-02-01)')`;
    expect(await written(adjusts(ownNo), mine)).toBe(1);
    expect(await written(prices(life.place), mine)).toBe(1);
    for (const statement of [adjusts(foreignNo), prices(life.foreign), `update hospital_shift set hospital_id = ${life.foreign.hospitalId}, shift = 'night'`]) await expect(written(statement, mine), statement).rejects.toMatchObject({ code: '42501' });
    expect(await written(adjusts(foreignNo))).toBe(1);
  });
} else test('the embedded database has no second wall', async () => {
  expect(await goesAround(life.api.database.db)).toBe(true);
});
