import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayFromNow } from './kit/care.ts';
import { closingKit, dayIn, monthBefore } from './kit/closing.ts';
import { refused, startLife, type Life } from './kit/life.ts';

/* What a closed month holds fast besides its days, and who waits for whom while one is closed. */
const LAST = monthBefore(1);
const BEFORE = monthBefore(2);
let life: Life;
let kit: ReturnType<typeof closingKit>;
let carer: { id: string; no: string };
beforeAll(async () => {
  life = await startLife();
  kit = closingKit(life);
  carer = await life.kit.caregiver('孙一', [life.place, life.foreign], { certificate: '2099-01-01' });
});
afterAll(() => life.api.close());
const CLOSED = { code: '23C01', constraint: 'settlement_closed' };
const elsewhere = () => ({ hospitalId: life.foreign.hospitalId, departmentId: life.foreign.departments[0]!.id, wardId: life.foreign.departments[0]!.wardId, bedId: null });
const paid = (id: string, day: string): Promise<unknown[]> => life.api.rows(`insert into order_payment (order_id, kind, method, amount_fen, received_by, received_at, idempotency_key) values ($1, 'deposit', 'cash', 500, 1, $2, gen_random_uuid()::text)`, [id, `${day}T12:00:00+08:00`]);
const moved = (id: string, { hospitalId, departmentId, wardId }: ReturnType<typeof elsewhere>): Promise<unknown[]> => life.api.rows('update care_order set hospital_id = $2, department_id = $3, ward_id = $4, bed_id = null where id = $1', [id, hospitalId, departmentId, wardId]);

describe('an order takes its days and its money along', () => {
  let done: string;
  let deposit: string;
  let foreign: string;
  let gone: string;
  let free: string;
  let stay: string;
  let bedless: string;
  beforeAll(async () => {
    done = await kit.served(dayIn(LAST, 3), dayIn(LAST, 5), carer);
    // its money came in that month, its days are those of another
    deposit = await life.kit.orderId(await life.made({ plannedStart: dayIn(monthBefore(-1), 3), plannedEnd: dayIn(monthBefore(-1), 4) }));
    await paid(deposit, dayIn(LAST, 28));
    foreign = await life.kit.orderId(await kit.served(dayIn(LAST, 10), dayIn(LAST, 11), carer, elsewhere()));
    gone = await life.kit.orderId(await kit.served(dayIn(LAST, 20), dayIn(LAST, 21), carer));
    await life.api.rows('update care_order set deleted_at = now() where id = $1', [gone]);
    free = await life.made({ plannedStart: dayIn(BEFORE, 3), plannedEnd: dayIn(BEFORE, 4) });
    bedless = await kit.served(dayIn(LAST, 12), dayIn(LAST, 12), carer, { bedId: null });
    stay = await life.made({ plannedStart: dayIn(LAST, 25), plannedEnd: dayFromNow(5) });
    await life.done(stay, 'assign', { caregiverNo: (await life.kit.caregiver('赵转', [life.place], { certificate: '2099-01-01' })).no });
    await life.done(stay, 'start', { reason: '补录' });
    expect((await kit.close(LAST)).status).toBe(200);
  });

  test('it stays in its department: the statements of both would change', async () => {
    const { departments } = life.place;
    const before = await kit.books();
    expect(await refused(life.does(done, 'edit', { departmentId: departments[1]!.id }))).toBe('409 这些日子已经月结，先重开那个月');
    expect(await kit.books()).toEqual(before);
    await expect(life.api.rows('update care_order set department_id = $2, ward_id = null, bed_id = null where order_no = $1', [done, departments[1]!.id])).rejects.toMatchObject(CLOSED);
    // a ward is in no statement, and days of an open month go where they will
    await life.done(bedless, 'edit', { wardId: null });
    await life.done(free, 'edit', { departmentId: departments[1]!.id });
  });
  test('nor gains or loses its bed, which the figures of the month have counted', async () => {
    const was = await life.api.rows<{ bed: string | null }>('select bed_id::text as bed from care_order where order_no = $1', [done]);
    const other = was[0]!.bed === null ? life.place.departments[0]!.bedId : null;
    await expect(life.api.rows('update care_order set bed_id = $2 where order_no = $1', [done, other])).rejects.toMatchObject(CLOSED);
  });
  test('one who is still there moves to another department, and the statements stay as they are', async () => {
    const second = life.place.departments[1]!;
    const before = await kit.statement(LAST);
    await life.done(stay, 'edit', { departmentId: second.id });
    expect(await kit.statement(LAST)).toEqual(before);
  });
  test('it is not deleted with money of the month, nor brought back with days of it', async () => {
    const before = await kit.statement(LAST);
    await expect(life.api.rows('update care_order set deleted_at = now() where id = $1', [deposit])).rejects.toMatchObject(CLOSED);
    await expect(life.api.rows('update care_order set deleted_at = null where id = $1', [gone])).rejects.toMatchObject(CLOSED);
    expect(await kit.statement(LAST)).toEqual(before);
  });
  test('it goes to no hospital where the month of its days or its money is closed, and leaves none', async () => {
    const { hospitalId, departments: [first] } = life.place;
    await expect(moved(foreign, { ...elsewhere(), hospitalId, departmentId: first!.id, wardId: first!.wardId })).rejects.toMatchObject(CLOSED);
    await expect(moved(deposit, elsewhere())).rejects.toMatchObject(CLOSED);
    await moved(await life.kit.orderId(free), elsewhere());
  });
});

test('a sheet of one caregiver is of all hospitals: one of them alone is refused, not passed over', async () => {
  const ask = (query: object) => life.client.ops.get('/settlements/export', { query: { month: LAST, by: 'caregiver', caregiverNo: carer.no, ...query } });
  expect([(await ask({})).status, (await ask({ hospitalId: life.place.hospitalId })).status]).toEqual([200, 400]);
});

// embedded, one transaction follows the other
if (process.env['TEST_DATABASE_URL'] !== undefined) {
  describe('while others write', () => {
    /** Someone who writes in these hospitals, an import for one, until `end`. */
    async function writer(...hospitals: string[]) {
      const client = await life.api.database.pool.connect();
      await client.query('begin');
      for (const id of hospitals) await client.query('select settlement_share($1)', [id]);
      return { client, end: async () => { await client.query('rollback'); client.release(); } };
    }
    test('a closing says so and nothing else waits for it; other hospitals are closed meanwhile', async () => {
      const { end } = await writer(life.place.hospitalId);
      const closing = kit.close(BEFORE);
      // those who write in between go on
      const no = await life.made({ plannedStart: dayIn(BEFORE, 8), plannedEnd: dayIn(BEFORE, 9) });
      await life.done(no, 'cancel', { reason: '测试' });
      expect(await refused(closing)).toBe('409 这家医院正在导入或写入订单，稍后再试');
      expect((await kit.close(LAST, life.client.ops, {}, life.foreign.hospitalId)).status).toBe(200);
      await end();
      expect(await refused(kit.close(BEFORE))).not.toContain('稍后再试');
    });
    test('days of the hospital do not change while it is closed: who has one in hand is refused, and does not wait', async () => {
      const month = monthBefore(3);
      const id = await life.kit.orderId(await kit.served(dayIn(month, 3), dayIn(month, 4), carer));
      const closing = await life.api.database.pool.connect();
      await closing.query('begin');
      await closing.query('select pg_advisory_xact_lock(settlement_books($1))', [life.place.hospitalId]);
      await expect(life.api.rows(`update order_service_day set attendance = 'absent' where order_id = $1`, [id])).rejects.toMatchObject({ code: '23C01', constraint: 'settlement_busy' });
      await closing.query('rollback');
      closing.release();
      await life.api.rows(`update order_service_day set attendance = 'absent' where order_id = $1`, [id]);
    });
  });
}
