// The data of a server that tests kill: `node killed.mjs <prepare|read>`, the database by the environment as for the server.
import { verifyAudit } from '../../src/areas/audit/verify.ts';
import { migrateDatabase } from '../../src/host/db/migrate.ts';
import { openDatabase } from '../../src/host/db/open.ts';
import { readSettings } from '../../src/host/settings.ts';
import { careKit, dayFromNow } from './care.ts';
import { signedIn } from './signed-in.ts';

/** What a client needs to write: a token, and the form of an order but for its patient. */
export interface Prepared {
  token: string;
  form: Record<string, unknown>;
}
/** An order as it was kept: what its rows add up to beside what it says of itself. */
export interface KeptOrder {
  no: string;
  version: number;
  events: string[];
  /** Actions of its audit rows that say it went well. */
  audited: string[];
  payable: number;
  due: number;
  paid: number;
  ledger: number;
  payments: number;
}
export interface KeptData {
  orders: KeptOrder[];
  keys: number;
  fault: unknown;
}

const database = await openDatabase(readSettings(process.env), 'batch');
await migrateDatabase(database);
const { pool } = database;
async function prepare(): Promise<Prepared> {
  const kit = await careKit(database);
  const place = await kit.place('第一医院', ['骨科'], { fee_bp: 500 });
  const serviceItemId = (await pool.query<{ id: string }>('select id::text from service_item')).rows[0]!.id;
  await kit.insert('service_price', { hospital_id: place.hospitalId, service_item_id: serviceItemId, price_fen: 26_001, caregiver_share_bp: 7000, valid: '[2020-01-01,)' });
  return {
    token: await signedIn(pool, kit.actorId),
    form: { hospitalId: place.hospitalId, departmentId: place.departments[0]!.id, serviceItemId, plannedStart: dayFromNow(1), startHalf: 'AM', plannedEnd: dayFromNow(4), endHalf: 'AM' },
  };
}
async function read(): Promise<KeptData> {
  const { rows: orders } = await pool.query<KeptOrder>(`
    select o.order_no as no, o.version, o.payable_fen::float8 as payable, o.paid_fen::float8 as paid,
      array(select e.event from order_event e where e.order_id = o.id order by e.id) as events,
      array(select a.action from audit_event a where a.ok and a.entity = 'order' and a.entity_id = o.order_no order by a.id) as audited,
      (select coalesce(sum(y.amount_fen) filter (where y.attendance <> 'void'), 0) from order_service_day y where y.order_id = o.id)::float8 + (select coalesce(sum(j.amount_fen), 0) from order_adjustment j where j.order_id = o.id)::float8 as due,
      (select coalesce(sum(l.amount_fen), 0) from order_payment l where l.order_id = o.id)::float8 as ledger, (select count(*)::int from order_payment l where l.order_id = o.id) as payments
    from care_order o order by o.id`);
  const { rows: [{ n } = { n: -1 }] } = await pool.query<{ n: number }>('select count(*)::int as n from idempotency_key where response is not null');
  return { orders, keys: n, fault: (await verifyAudit(database)).fault };
}
const said = process.argv[2] === 'prepare' ? await prepare() : await read();
await database.close();
process.stdout.write(JSON.stringify(said));
