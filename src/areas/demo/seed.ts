import { parseArgs } from 'node:util';
import type { ClientBase } from 'pg';
import { byColumn, continueIds, insertRows } from '../../host/bulk.ts';
import { dayAt, dayText, instantAt, parseDay } from '../../host/calendar.ts';
import { clerk } from '../../host/clerk.ts';
import { unhurried } from '../../host/db/lost.ts';
import type { Database } from '../../host/db/open.ts';
import { readings } from '../../host/pinyin.ts';
import { countAll } from '../../host/stat-count.ts';
import { DEMO_ACCOUNTS, makeAccounts } from './account.ts';
import { NOW, orderMaker } from './order.ts';
import { Ward } from './patient.ts';
import { makePlaces } from './place.ts';
import { PLACE_TABLES } from './place-table.ts';
import { Random } from './random.ts';
import { Roster } from './roster.ts';
import { STAFF_TABLES, staffMaker, type Carer, type StaffRows } from './staff.ts';
import { DAY_RUN, noOrderRows, ORDER_TABLES, SPREAD_DAYS, type OrderRows, type OrderTable } from './table.ts';
import type { Actor } from './world.ts';

/** How much to make, from which seed, as of which day (a day number). */
interface Plan {
  orders: number;
  caregivers: number;
  hospitals: number;
  seed: string;
  today: number;
  accounts: boolean;
}
const CHUNK = 2500;
const WITH_IDS = ['hospital', 'hospital_department', 'hospital_ward', 'hospital_bed', 'service_item', 'caregiver', 'patient', 'care_order', 'order_payment'];
const plain = { orders: 20_000, caregivers: 3_000, hospitals: 12, seed: '1', accounts: true };

const USAGE = '用法 usage: npm run seed -- [--orders N] [--caregivers N] [--hospitals N] [--seed S] [--today YYYY-MM-DD] [--no-accounts]';
function options(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { orders: { type: 'string' }, caregivers: { type: 'string' }, hospitals: { type: 'string' }, seed: { type: 'string' }, today: { type: 'string' }, 'no-accounts': { type: 'boolean' } } }).values;
  } catch {
    throw new Error(USAGE);
  }
}
function planOf(args: readonly string[]): Plan {
  const values = options(args);
  const whole = (name: 'orders' | 'caregivers' | 'hospitals', low: number, high: number): number => {
    const text = values[name] ?? String(plain[name]);
    if (!/^\d{1,8}$/.test(text) || Number(text) < low || Number(text) > high) throw new Error(`--${name} 须为 ${low} 到 ${high} 的整数。--${name} must be a whole number from ${low} to ${high}.`);
    return Number(text);
  };
  // before the story's hour it is still the day before: nothing has happened that is yet to come
  const today = values.today === undefined ? dayAt(Date.now() - NOW * 60_000) : parseDay(values.today);
  if (today === null) throw new Error('--today 须形如 2026-11-21。--today must look like 2026-11-21.');
  return { orders: whole('orders', 1, 5_000_000), caregivers: whole('caregivers', 1, 500_000), hospitals: whole('hospitals', 2, 500), seed: values.seed ?? plain.seed, today, accounts: values['no-accounts'] !== true };
}
const isEmpty = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM hospital) OR EXISTS (SELECT FROM caregiver) OR EXISTS (SELECT FROM patient) OR EXISTS (SELECT FROM service_item) AS any');
  return rows[0]?.any !== true;
};

async function write(client: ClientBase, plan: Plan, log: (line: string) => void): Promise<void> {
  const random = new Random(plan.seed);
  const places = makePlaces(random, plan.hospitals, plan.today, readings);
  for (const { table, key, columns } of PLACE_TABLES) await insertRows(client, table, columns, places.rows[key]);
  const made = plan.accounts ? await makeAccounts(client, instantAt(plan.today - 800, 540), places.hospitals.slice(0, 2).map((h) => h.id)) : [];
  const accounts: Actor[] = plan.accounts ? made.map((id, i) => ({ id, role: DEMO_ACCOUNTS[i]!.role })) : [await clerk(client)];

  const carers: Carer[] = [];
  const makeStaff = staffMaker(random, plan.today, places.hospitals, readings);
  while (carers.length < plan.caregivers) {
    const rows: StaffRows = { caregiver: [], caregiver_certificate: [], caregiver_hospital: [], caregiver_leave: [] };
    for (let i = 0; i < CHUNK && carers.length < plan.caregivers; i++) carers.push(makeStaff(carers.length + 1, rows));
    for (const [table, columns] of Object.entries(STAFF_TABLES)) await insertRows(client, table, columns, rows[table as keyof StaffRows]);
  }

  // orders in the order of their creation over a year, or less when there are few; the days draw even shares
  const [admin, ops, resident] = accounts;
  const make = orderMaker({ random, today: plan.today, hospitals: places.hospitals, ward: new Ward(random, readings), roster: new Roster(carers), actors: ops && resident ? [ops, ops, resident] : accounts, approver: ops ? (admin ?? null) : null });
  const span = Math.min(365, Math.max(20, Math.ceil(plan.orders / 20)));
  let writing: Promise<void> = Promise.resolve();
  for (let index = 0; index < plan.orders; ) {
    const rows = noOrderRows();
    for (let i = 0; i < CHUNK && index < plan.orders; i++, index++) {
      const newest = index === plan.orders - 1;
      const at = newest ? span : (index / plan.orders) * (span + 1 / 3);
      const day = Math.floor(at);
      // nobody orders before five in the morning, and today ends, so far, before eight
      const minute = newest ? 474 : 300 + (at - day) * (day === span ? 480 : 1080);
      make(index, plan.today - span + day, Math.floor(minute), rows, newest);
    }
    await writing; // the database writes one chunk while the next is made
    writing = writeOrders(client, rows);
    writing.catch(() => undefined); // awaited above or below, never lost
    if (index % 50_000 === 0) log(`订单 orders: ${index} / ${plan.orders}`);
  }
  await writing;
  await client.query('UPDATE caregiver c SET rating_avg = e.average, rating_count = e.n FROM (SELECT caregiver_id, round(avg(overall), 2) AS average, count(*) AS n FROM order_evaluation GROUP BY 1) e WHERE e.caregiver_id = c.id');
  // a few for each account that were handed over
  for (const id of made) await client.query(`UPDATE care_order SET keeper_id = $1, handed_at = created_at WHERE id IN (SELECT id FROM care_order WHERE hospital_id = $2 AND keeper_id IS NULL AND status NOT IN ('closed', 'cancelled') ORDER BY id DESC LIMIT 3)`, [id, places.hospitals[0]!.id]);
  for (const table of WITH_IDS) await continueIds(client, table);
}
async function writeOrders(client: ClientBase, rows: OrderRows): Promise<void> {
  for (const [table, columns] of Object.entries(ORDER_TABLES)) await insertRows(client, table, columns, rows[table as OrderTable]);
  for (let from = 0; from < rows.day.length; from += 5000) await client.query(SPREAD_DAYS, byColumn(DAY_RUN, rows.day.slice(from, from + 5000)));
}

/** One transaction: a load that is cut off leaves the database as it was, so that the next start begins anew. Of several that start at once one works, and the others wait to see what it has done. */
async function within<T>(database: Database, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    unhurried(client);
    await client.query('BEGIN');
    for (const limit of ['statement_timeout', 'lock_timeout']) await client.query(`SET LOCAL ${limit} = 0`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('demonstration'))`);
    const made = await work(client);
    await client.query('COMMIT');
    return made;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
/** Fills an empty database, `begun` when it is about to; false: it is not empty. */
async function fill(database: Database, plan: Plan, log: (line: string) => void, begun = (): void => undefined): Promise<boolean> {
  const began = Date.now();
  const filled = await within(database, async (client) => {
    if (!(await isEmpty(client))) return false;
    begun();
    // counted once, at the end
    await client.query(`SET LOCAL stat.later = 'on'`);
    await write(client, plan, log);
    // without statistics of rows that are this new a count reads tables once for each row
    await client.query('ANALYZE');
    await countAll((statement) => client.query(statement));
    await client.query('SELECT stat_fold_all()');
    return true;
  });
  if (!filled) return false;
  await within(database, (client) => client.query('ANALYZE'));
  const counts = `${plan.orders} 订单 orders, ${plan.caregivers} 护工 caregivers, ${plan.hospitals} 医院 hospitals`;
  log(`演示数据已就绪 demonstration data: ${counts}, ${dayText(plan.today)}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return true;
}

/** What is to be made, before anything is opened. @throws Error in both languages when an argument is wrong, or production would get demonstration accounts */
export function seedArgs(args: readonly string[]): Plan {
  const plan = planOf(args);
  if (plan.accounts && process.env['NODE_ENV'] === 'production') throw new Error('生产环境不创建演示账号；如只要数据，请加 --no-accounts。Production makes no demonstration accounts; add --no-accounts for data alone.');
  return plan;
}
/**
 * `npm run seed`: fills an empty database, the same rows for the same seed and day (password hashes aside).
 * @throws Error in both languages when the database holds data, an argument is wrong, or production would get demonstration accounts
 */
export async function runSeed(database: Database, args: readonly string[], log: (line: string) => void): Promise<void> {
  const plan = seedArgs(args);
  if (!(await fill(database, plan, log))) throw new Error('数据库里已有数据，未做任何改动。The database holds data already; nothing was changed.');
}
/**
 * Before a start that is no production, where nobody could sign in yet: fills an empty database with the default set, and
 * gives one that holds data alone (imported, or seeded without accounts) the demonstration accounts.
 */
export async function prepareDemonstration(database: Database, log: (line: string) => void): Promise<void> {
  const hasAccounts = async (client: Pick<ClientBase, 'query'>): Promise<boolean> => (await client.query('SELECT FROM sys_user WHERE deleted_at IS NULL LIMIT 1')).rows.length > 0;
  if (await hasAccounts(database.pool)) return;
  if (await fill(database, planOf([]), log, () => log('首次启动，正在生成演示数据… First start: making demonstration data…'))) return;
  await within(database, async (client) => {
    if (await hasAccounts(client)) return;
    const hospitals = await client.query<{ id: string }>('SELECT id::text FROM hospital ORDER BY id LIMIT 2');
    await makeAccounts(client, new Date().toISOString(), hospitals.rows.map(({ id }) => Number(id)));
  });
}
