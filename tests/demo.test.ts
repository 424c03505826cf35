import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { follow, ORDER_EVENTS, type OrderEvent, type ServiceState } from '../machines/order.ts';
import { prepareDemonstration, runSeed } from '../src/areas/demo/seed.ts';
import { verifyStatistics } from '../src/areas/statistics/verify.ts';
import type { Database } from '../src/host/db/open.ts';
import { idNumberFault } from '../src/host/identity.ts';
import { testDatabase } from './kit/database.ts';

const SMALL = ['--orders', '1200', '--caregivers', '240', '--hospitals', '4', '--seed', 'test', '--today', '2026-11-21'];
const quiet = (): void => undefined;
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await runSeed(database, SMALL, quiet);
}, 240_000);
afterAll(() => database.close());
const all = async <T>(statement: string, from: Database = database): Promise<T[]> => (await from.pool.query(statement)).rows as T[];
/** The rows that break a rule: none. */
const none = async (statement: string): Promise<void> => expect(await all(statement)).toEqual([]);

describe('demonstration data', () => {
  it('is as many as asked', async () => {
    expect(await all('SELECT (SELECT count(*)::int FROM care_order) AS orders, (SELECT count(*)::int FROM caregiver) AS caregivers, (SELECT count(*)::int FROM hospital) AS hospitals')).toEqual([{ orders: 1200, caregivers: 240, hospitals: 4 }]);
    expect(await all(`SELECT username::text AS u, role, (SELECT array_agg(hospital_id::int ORDER BY hospital_id) FROM sys_user_hospital h WHERE h.user_id = s.id) AS hospitals FROM sys_user s ORDER BY role`)).toEqual([
      { u: 'admin', role: 1, hospitals: null }, { u: 'ops', role: 2, hospitals: null }, { u: 'resident', role: 3, hospitals: [1, 2] }, { u: 'hospital', role: 4, hospitals: [1, 2] },
    ]);
  });
  it('has something to do today', async () => {
    const [row] = await all<Record<string, number>>(`SELECT
      (SELECT count(*)::int FROM care_order WHERE status = 'pending_assign') AS to_assign, (SELECT count(*)::int FROM care_order WHERE service_state = 'assigned' AND planned_start = '2026-11-21') AS starting,
      (SELECT count(*)::int FROM care_order WHERE service_state = 'in_service' AND planned_end = '2026-11-21') AS ending, (SELECT count(*)::int FROM care_order WHERE status = 'pending_payment') AS to_settle,
      (SELECT count(*)::int FROM care_order WHERE status = 'refunding') AS refunding, (SELECT count(*)::int FROM caregiver_leave WHERE during @> '2026-11-21T04:00:00Z'::timestamptz) AS on_leave,
      (SELECT count(*)::int FROM caregiver_certificate x JOIN caregiver c ON c.id = caregiver_id WHERE c.status = 'active' AND expires_on BETWEEN '2026-11-21' AND '2026-12-21') AS certificates`);
    expect(Object.entries(row!).filter(([, n]) => n === 0)).toEqual([]);
  });
  it('ends with 张三, in service, whose number is the newest', async () => {
    const [newest] = await all<{ name: string; name_pinyin: string; service_state: string; order_no: string }>('SELECT p.name, p.name_pinyin, service_state, order_no FROM care_order o JOIN patient p ON p.id = patient_id ORDER BY o.id DESC LIMIT 1');
    expect(newest).toEqual({ name: '张三', name_pinyin: 'zhangsan', service_state: 'in_service', order_no: 'PH26112131200' });
    await none(`SELECT right(order_no, 5) FROM care_order GROUP BY 1 HAVING count(*) > 1`);
    await none(`SELECT o.id FROM care_order o JOIN care_order n ON n.id = o.id + 1 WHERE n.created_at < o.created_at`);
  });
  it('prices each day, and the days and adjustments make the payable amount', async () => {
    await none(`SELECT o.id FROM care_order o WHERE payable_fen <> (CASE WHEN service_state = 'cancelled' THEN 0 ELSE (SELECT sum(amount_fen) FROM order_service_day d WHERE d.order_id = o.id AND attendance <> 'void') + coalesce((SELECT sum(amount_fen) FROM order_adjustment a WHERE a.order_id = o.id), 0) END)`);
    await none(`SELECT d.* FROM order_service_day d JOIN care_order o ON o.id = order_id WHERE amount_fen <> floor(o.unit_price_fen * fraction * multiplier_bp / 10000 + 0.5) OR caregiver_pay_fen <> CASE WHEN caregiver_id IS NULL THEN 0 ELSE floor(amount_fen * caregiver_share_bp / 10000.0 + 0.5) END OR hospital_fee_fen <> floor(amount_fen * hospital_fee_bp / 10000.0 + 0.5)
      OR holiday <> EXISTS (SELECT FROM hospital_holiday h WHERE h.days @> day) OR multiplier_bp <> coalesce((SELECT h.multiplier_bp FROM hospital_holiday h WHERE h.days @> day), 10000)`);
    await none(`SELECT o.id FROM care_order o WHERE service_state <> 'cancelled' AND (planned_end - planned_start + 1 <> (SELECT count(*) FROM order_service_day d WHERE d.order_id = o.id AND day BETWEEN planned_start AND planned_end))`);
    await none(`SELECT o.id FROM care_order o JOIN service_price p ON p.hospital_id = o.hospital_id AND p.service_item_id = o.service_item_id AND p.valid @> planned_start WHERE price_fen <> unit_price_fen`);
  });
  it('keeps a ledger that agrees', async () => {
    await none(`SELECT o.id FROM care_order o WHERE paid_fen <> coalesce((SELECT sum(amount_fen) FROM order_payment p WHERE p.order_id = o.id AND amount_fen > 0), 0) OR refunded_fen <> -coalesce((SELECT sum(amount_fen) FROM order_payment p WHERE p.order_id = o.id AND amount_fen < 0), 0)`);
    await none(`SELECT r.id FROM order_refund r LEFT JOIN order_payment p ON p.id = payment_id WHERE status = 'paid' AND (p.amount_fen IS DISTINCT FROM -r.amount_fen OR approved_by IS NULL)`);
    await none(`SELECT o.id FROM care_order o WHERE (status = 'refunding') <> EXISTS (SELECT FROM order_refund r WHERE r.order_id = o.id AND r.status = 'requested')`);
  });
  it('never books a caregiver beyond a service, away from the posting, or without a certificate', async () => {
    await none(`SELECT o.id FROM care_order o WHERE (service_state IN ('assigned', 'in_service', 'completed')) <> EXISTS (SELECT FROM order_assignment a WHERE a.order_id = o.id AND a.status <> 'void')`);
    await none(`SELECT o.id FROM care_order o WHERE started_carer IS DISTINCT FROM CASE WHEN actual_start_at IS NOT NULL THEN (SELECT caregiver_id FROM order_assignment a WHERE a.order_id = o.id ORDER BY lower(during) LIMIT 1) END
      OR ended_carer IS DISTINCT FROM CASE WHEN service_state = 'completed' THEN (SELECT caregiver_id FROM order_service_day d WHERE d.order_id = o.id ORDER BY day DESC LIMIT 1) END`);
    await none(`SELECT e.id FROM order_event e WHERE event = 'assign' AND caregiver_id IS DISTINCT FROM (SELECT caregiver_id FROM order_assignment a WHERE a.order_id = e.order_id ORDER BY lower(during) LIMIT 1)`);
    await none(`SELECT a.id FROM order_assignment a JOIN care_order o ON o.id = order_id WHERE a.status = 'planned' AND service_state <> 'assigned' OR a.status = 'serving' AND service_state <> 'in_service'`);
    await none(`SELECT a.id FROM order_assignment a JOIN care_order o ON o.id = order_id JOIN service_item s ON s.id = service_item_id WHERE (SELECT count(*) FROM order_assignment b WHERE b.caregiver_id = a.caregiver_id AND b.status <> 'void' AND b.during @> lower(a.during)) > s.max_patients`);
    await none(`SELECT a.id FROM order_assignment a JOIN care_order o ON o.id = order_id WHERE NOT EXISTS (SELECT FROM caregiver_hospital h WHERE h.caregiver_id = a.caregiver_id AND h.hospital_id = o.hospital_id AND h.during @> o.planned_start)
      OR NOT EXISTS (SELECT FROM caregiver_certificate c WHERE c.caregiver_id = a.caregiver_id AND kind = 'health' AND planned_start BETWEEN issued_on AND expires_on) OR EXISTS (SELECT FROM caregiver_leave l WHERE l.caregiver_id = a.caregiver_id AND l.during && a.during)`);
    await none(`SELECT c.id FROM caregiver c WHERE (status = 'suspended') <> ((SELECT max(expires_on) FROM caregiver_certificate x WHERE x.caregiver_id = c.id AND kind = 'health') < '2026-11-21')`);
    await none(`SELECT d.day FROM order_service_day d JOIN care_order o ON o.id = order_id WHERE service_state <> 'pending_assign' AND attendance <> 'void' AND NOT EXISTS (SELECT FROM order_assignment a WHERE a.order_id = d.order_id AND a.caregiver_id = d.caregiver_id AND a.during && tstzrange(day::timestamp AT TIME ZONE 'Asia/Shanghai', (day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'))`);
  });
  it('lets every order live by the chart, in time', async () => {
    const events = await all<{ order_id: string; event: string; from_state: ServiceState | null; to_state: ServiceState; at: Date; state: ServiceState }>('SELECT order_id, event, from_state, to_state, at, service_state AS state FROM order_event JOIN care_order o ON o.id = order_id ORDER BY order_id, order_event.id');
    const wrong: unknown[] = [];
    for (const [i, e] of events.entries()) {
      const before = events[i - 1]?.order_id === e.order_id ? events[i - 1] : undefined;
      const moves = (ORDER_EVENTS as readonly string[]).includes(e.event);
      const right = before === undefined ? e.event === 'create' && e.to_state === 'pending_assign' : e.from_state === before.to_state && e.at >= before.at && e.to_state === (moves ? follow(before.to_state, e.event as OrderEvent) : before.to_state);
      if (!right || (events[i + 1]?.order_id !== e.order_id && e.to_state !== e.state)) wrong.push(e);
    }
    expect(wrong).toEqual([]);
    expect(events.length).toBeGreaterThan(4000);
    await none(`SELECT id FROM care_order WHERE greatest(created_at, updated_at, actual_start_at, actual_end_at, closed_at) > '2026-11-21T02:00:00Z' OR actual_end_at < actual_start_at`);
  });
  it('has orders that went on, ended early, or were called off with a caregiver, for many reasons, as those who do so write it', async () => {
    const [many] = await all<Record<string, number>>(`SELECT (SELECT count(DISTINCT reason)::int FROM order_extension) AS extended, (SELECT count(DISTINCT end_reason)::int FROM care_order) AS early, (SELECT count(DISTINCT cancel_reason)::int FROM care_order WHERE cancelled_carer IS NOT NULL) AS cancelled`);
    expect(Object.entries(many!).filter(([, n]) => n < 3)).toEqual([]);
    await none(`SELECT x.id FROM order_extension x JOIN care_order o ON o.id = order_id WHERE (new_end, new_half) IS DISTINCT FROM (planned_end, end_half) OR old_end < planned_start OR added_fen <> (SELECT sum(amount_fen) FROM order_service_day d WHERE d.order_id = o.id AND day > old_end)`);
    await none(`SELECT 1 FROM order_extension x FULL JOIN (SELECT * FROM order_event WHERE event = 'extend') e ON e.order_id = x.order_id AND e.at = x.created_at AND e.reason IS NOT DISTINCT FROM x.reason WHERE x.id IS NULL OR e.id IS NULL OR e.caregiver_id IS DISTINCT FROM (SELECT caregiver_id FROM order_assignment a WHERE a.order_id = x.order_id)`);
    // what came after the end is void, and what was called off altogether; nothing else is
    await none(`SELECT d.* FROM order_service_day d JOIN care_order o ON o.id = order_id WHERE (attendance = 'void') <> (service_state = 'cancelled' OR service_state = 'completed' AND day > ended_on) OR day > planned_end`);
    await none(`SELECT o.id FROM care_order o WHERE (end_reason IS NOT NULL) <> (service_state = 'completed' AND planned_end > ended_on) OR service_state = 'completed' AND end_reason IS DISTINCT FROM (SELECT reason FROM order_event e WHERE e.order_id = o.id AND event = 'complete')`);
    await none(`SELECT o.id FROM care_order o WHERE service_state = 'cancelled' AND (cancelled_carer IS DISTINCT FROM (SELECT caregiver_id FROM order_assignment a WHERE a.order_id = o.id AND status = 'void') OR cancelled_at IS DISTINCT FROM (SELECT at FROM order_event e WHERE e.order_id = o.id AND event = 'cancel' AND from_state = CASE WHEN cancelled_carer IS NULL THEN 'pending_assign' ELSE 'assigned' END))`);
    expect((await verifyStatistics(database)).differences).toEqual([]);
  }, 240_000);
  it('rates caregivers by the evaluations of orders they served', async () => {
    await none(`SELECT x.id FROM order_complaint x WHERE NOT EXISTS (SELECT FROM order_assignment a WHERE a.order_id = x.order_id AND a.caregiver_id = x.caregiver_id)`);
    await none(`SELECT e.id FROM order_evaluation e WHERE NOT EXISTS (SELECT FROM order_assignment a WHERE a.order_id = e.order_id AND a.caregiver_id = e.caregiver_id)`);
    await none(`SELECT c.id FROM caregiver c LEFT JOIN (SELECT caregiver_id, round(avg(overall), 2) AS avg, count(*) AS n FROM order_evaluation GROUP BY 1) e ON e.caregiver_id = c.id WHERE rating_avg IS DISTINCT FROM e.avg OR rating_count <> coalesce(e.n, 0)`);
    await none(`SELECT o.id FROM care_order o WHERE (eval_state = 'done') <> EXISTS (SELECT FROM order_evaluation e WHERE e.order_id = o.id)`);
  });
  it('has ID numbers that are sound and agree with birthday and gender', async () => {
    const people = await all<{ id_no: string; birthday: string; gender: number }>('SELECT id_no, birthday::text, gender FROM caregiver UNION ALL SELECT id_no, birthday::text, gender FROM patient WHERE id_no IS NOT NULL');
    expect(people.filter((p) => idNumberFault(p.id_no) !== null || p.id_no.slice(6, 14) !== p.birthday.replaceAll('-', '') || Number(p.id_no[16]) % 2 !== p.gender % 2)).toEqual([]);
    await none(`SELECT name FROM caregiver WHERE mobile !~ '^1[3-9][0-9]{9}$' OR name_pinyin IS NULL`);
  });
  it('leaves the identities where the next row can be written', async () => {
    expect(await all(`INSERT INTO hospital_department (hospital_id, code, name) VALUES (1, 'NEW', '新科室') RETURNING id > 0 AS made`)).toEqual([{ made: true }]);
  });
});

describe('the command', () => {
  it('makes the same rows for the same seed and day, and others for another', async () => {
    const digest = async (args: string[]): Promise<string[]> => {
      const fresh = await testDatabase();
      await runSeed(fresh, args, quiet);
      const sums = [];
      for (const table of ['hospital', 'hospital_bed', 'caregiver', 'caregiver_certificate', 'patient', 'care_order', 'order_assignment', 'order_service_day', 'order_payment', 'order_event', 'order_evaluation', 'order_complaint']) sums.push((await all<{ sum: string }>(`SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${table} t`, fresh))[0]!.sum);
      await fresh.close();
      return sums;
    };
    const few = ['--orders', '150', '--caregivers', '60', '--hospitals', '2', '--today', '2026-11-21', '--seed'];
    const first = await digest([...few, 'a']);
    expect(await digest([...few, 'a'])).toEqual(first);
    expect((await digest([...few, 'b']))[5]).not.toBe(first[5]);
  }, 240_000);
  it('ends before now at any hour of the day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T16:20:00Z') });
    const fresh = await testDatabase();
    await runSeed(fresh, ['--orders', '150', '--caregivers', '60', '--hospitals', '2'], quiet);
    vi.useRealTimers();
    const [{ last }] = (await all<{ last: Date }>('SELECT greatest((SELECT max(at) FROM order_event), (SELECT max(received_at) FROM order_payment), (SELECT max(updated_at) FROM care_order)) AS last', fresh)) as [{ last: Date }];
    expect(last.toISOString() > '2026-11-20T16:20:00Z' && last.toISOString() < '2026-11-21T16:20:00Z').toBe(true);
    await fresh.close();
  }, 120_000);
  it('refuses a database with data, wrong numbers, and demonstration accounts in production', async () => {
    await expect(runSeed(database, SMALL, quiet)).rejects.toThrow('holds data already');
    await expect(runSeed(database, ['--order', '5'], quiet)).rejects.toThrow('usage');
    await expect(runSeed(database, ['--orders', 'many'], quiet)).rejects.toThrow('--orders must be a whole number');
    await expect(runSeed(database, ['--today', '2026-02-30'], quiet)).rejects.toThrow('--today');
    vi.stubEnv('NODE_ENV', 'production');
    await expect(runSeed(database, SMALL, quiet)).rejects.toThrow('no demonstration accounts');
    vi.unstubAllEnvs();
  });
  it('makes no account that can sign in when told so', async () => {
    const fresh = await testDatabase();
    await runSeed(fresh, ['--orders', '30', '--caregivers', '20', '--hospitals', '2', '--no-accounts'], quiet);
    expect(await all('SELECT username FROM sys_user WHERE deleted_at IS NULL', fresh)).toEqual([]);
    // a start gives data without accounts its accounts, and nothing else; the next one leaves it alone
    const orders = await all('SELECT count(*) FROM care_order', fresh);
    for (let start = 0; start < 2; start++) {
      await prepareDemonstration(fresh, quiet);
      expect(await all('SELECT username::text AS u, (SELECT count(*)::int FROM sys_user_hospital h WHERE h.user_id = u.id) AS hospitals FROM sys_user u WHERE deleted_at IS NULL ORDER BY role', fresh)).toEqual([
        { u: 'admin', hospitals: 0 }, { u: 'ops', hospitals: 0 }, { u: 'resident', hospitals: 2 }, { u: 'hospital', hospitals: 2 },
      ]);
      expect(await all('SELECT count(*) FROM care_order', fresh)).toEqual(orders);
    }
    await fresh.close();
  }, 120_000);
  it('is filled once by two that begin at the same time, and gets its accounts once', async () => {
    const fresh = await testDatabase();
    const few = ['--orders', '30', '--caregivers', '20', '--hospitals', '2', '--no-accounts'];
    const outcomes = await Promise.allSettled([runSeed(fresh, few, quiet), runSeed(fresh, few, quiet)]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? 'filled' : String(one.reason))).toSorted()).toEqual([expect.stringContaining('holds data already'), 'filled']);
    await Promise.all([prepareDemonstration(fresh, quiet), prepareDemonstration(fresh, quiet)]);
    expect(await all('SELECT (SELECT count(*)::int FROM care_order) AS orders, (SELECT count(*)::int FROM sys_user WHERE deleted_at IS NULL) AS accounts', fresh)).toEqual([{ orders: 30, accounts: 4 }]);
    await fresh.close();
  }, 120_000);
});
