// A database cut into nodes by hospital: each node has the same migrations, the reference tables whole, and of the rest what its own hospitals have.
// `whole` is the database to cut; nobody may be connected to it. `query(database)` makes one that runs a statement there.

/** Tables that are spread, by the column that says whose a row is: `order_id` of an order, `hospital_id` itself. Everything else is a reference table. */
export const SPREAD = {
  hospital_id: ['care_order', 'settlement_period', 'stat_day', 'stat_day_delta', 'stat_money', 'stat_money_delta', 'stat_wait', 'stat_wait_delta', 'stat_caregiver', 'stat_caregiver_delta', 'order_tally'],
  order_id: ['order_assignment', 'order_service_day', 'order_extension', 'order_payment', 'order_refund', 'order_adjustment', 'order_evaluation', 'order_complaint', 'order_event'],
};
const NODES = 'cut_node_';

/** The hospitals of each of `n` nodes, ids as text: dealt out by size, the largest first, to whoever has least. */
export async function deal(ask, n) {
  const rows = await ask('select hospital_id::text as id, count(*)::int as orders from care_order group by 1 order by 2 desc, 1');
  const nodes = Array.from({ length: n }, () => ({ hospitals: [], orders: 0 }));
  for (const { id, orders } of rows) {
    const least = nodes.reduce((one, other) => (other.orders < one.orders ? other : one));
    least.hospitals.push(id);
    least.orders += orders;
  }
  return nodes;
}
/** Makes node `k` of `n`: a copy, less what is of other hospitals. Answers its database's name. */
export async function cutNode(server, query, whole, { k, n, hospitals }) {
  const name = `${NODES}${k}`;
  await server(`create database ${name} template ${whole}`);
  const run = await query(name);
  const own = `(${hospitals.join(', ')})`;
  // a row that leaves changes nothing: it is at home elsewhere
  await run('set session_replication_role = replica');
  for (const table of SPREAD.order_id) await run(`delete from ${table} x where not exists (select from care_order o where o.id = x.order_id and o.hospital_id in ${own})`);
  for (const table of SPREAD.hospital_id) await run(`delete from ${table} where hospital_id not in ${own}`);
  await run('delete from patient p where not exists (select from care_order o where o.patient_id = p.id)');
  // two nodes never give the same id: each counts in steps of n
  const spread = ['patient', ...SPREAD.hospital_id, ...SPREAD.order_id].map((table) => `'${table}'`).join();
  const sequences = await run(`select quote_ident(s.relname) as name from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i' join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace and t.relname in (${spread})`);
  for (const { name: sequence } of sequences) {
    const [{ last }] = await run(`select last_value as last from ${sequence}`);
    await run(`alter sequence ${sequence} increment by ${n} restart with ${(Math.floor(Number(last) / n) + 1) * n + k}`);
  }
  await run('set session_replication_role = origin');
  await run('vacuum analyze');
  return name;
}
