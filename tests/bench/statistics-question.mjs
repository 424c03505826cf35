// What the statistics are asked, the same put to the rows themselves, and whether both say the same.

const back = (day, days) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
const local = (column) => `(${column} at time zone h.timezone)::date`;
const PLACED = 'join care_order o on o.id = x.order_id join hospital h on h.id = o.hospital_id';
/** What of each row of the rows' answer belongs to which figure. */
const PARTS = {
  made: ({ n }) => ({ made: n }), started: ({ n }) => ({ started: n }), ended: ({ n, m }) => ({ ended: n, endedEarly: m }), cancelled: ({ n }) => ({ cancelled: n }),
  days: ({ n, m, fen }) => ({ serviceDays: n / 2, serviceDaysHoliday: m / 2, receivable: fen }), paid: ({ fen }) => ({ received: fen }), repaid: ({ fen }) => ({ refunded: -fen }), adjusted: ({ fen }) => ({ receivable: fen }),
  rated: ({ n }) => ({ evaluations: n }), turned: ({ n, m }) => ({ replaced: n, extended: m }),
};
/** The same sums from the rows, as `what, at, key, n, m, fen`: `at` groups days, `key` orders `o`, `where` narrows orders; `parts`: not all of PARTS. */
function rowsOf({ from, to, at, key = `''`, where = 'true', parts = Object.keys(PARTS) }) {
  const order = (day, more = 'true', early = '0') => `select ${day} as day, ${key} as key, 1 as n, ${early} as m, 0::bigint as fen from care_order o join hospital h on h.id = o.hospital_id where o.deleted_at is null and ${where} and ${more} and ${day} between '${from}' and '${to}'`;
  const child = (table, column, n, m, fen, more = 'true') => `select ${column} as day, ${key} as key, ${n} as n, ${m} as m, ${fen} as fen from ${table} x ${PLACED} where o.deleted_at is null and ${where} and ${more} and ${column} between '${from}' and '${to}'`;
  const all = {
    made: order(local('o.created_at')), started: order(local('o.actual_start_at')), ended: order('o.ended_on', `o.service_state = 'completed'`, '(o.end_reason is not null)::int'), cancelled: order(local('o.cancelled_at'), `o.service_state = 'cancelled'`),
    days: child('order_service_day', 'x.day', '(x.fraction * 2)::int', '(x.fraction * 2)::int * (x.multiplier_bp > 10000)::int', 'x.amount_fen', `x.attendance <> 'void'`),
    paid: child('order_payment', local('x.received_at'), '0', '0', 'x.amount_fen', `x.kind <> 'refund'`), repaid: child('order_payment', local('x.received_at'), '0', '0', 'x.amount_fen', `x.kind = 'refund'`),
    adjusted: child('order_adjustment', local('x.created_at'), '0', '0', 'x.amount_fen'), rated: child('order_evaluation', local('x.created_at'), '1', '0', '0::bigint'),
    turned: child('order_event', local('x.at'), `(x.event = 'change')::int`, `(x.event = 'extend')::int`, '0::bigint', `x.event in ('change', 'extend') and not exists (select from order_event u where u.undoes = x.id)`),
  };
  return `select what, (${at})::text as at, key, sum(n) as n, sum(m) as m, sum(fen) as fen from (${parts.map((what) => `select '${what}' as what, t.* from (${all[what]}) t`).join(' union all ')}) t group by 1, 2, 3`;
}

/** Figures by step or line, `'2026-11 骨科'` → values: what is 0 is left out. */
function told(rows) {
  const found = new Map();
  for (const { what, at, key, ...sums } of rows) {
    const place = `${at} ${key}`;
    const values = found.get(place) ?? {};
    const { n, m, fen } = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)]));
    for (const [name, value] of Object.entries(PARTS[what]({ n, m, fen }))) values[name] = (values[name] ?? 0) + value;
    found.set(place, values);
  }
  return found;
}
/** Compares what both say, by place: each figure of the rows' answer, for each place that either knows. @throws Error with the first that differs */
function agree(name, ours, rows, figures) {
  for (const place of new Set([...ours.keys(), ...rows.keys()]))
    for (const figure of figures) {
      const [a, b] = [ours.get(place)?.[figure] ?? 0, rows.get(place)?.[figure] ?? 0];
      if (a !== b) throw new Error(`${name}: ${figure} of ${place.trim()} is ${a}, and the rows come to ${b}`);
    }
}
const FIGURES = [...new Set(Object.values(PARTS).flatMap((part) => Object.keys(part({ n: 1, m: 1, fen: 1 }))))];
const ofSeries = (name) => (answer, rows) => agree(name, new Map(answer.series.map(({ at, values }) => [`${at} `, values])), told(rows), FIGURES);
const ofGroups = (name, figures = FIGURES) => (answer, rows) => agree(name, new Map(answer.rows.map(({ id, values }) => [` ${id}`, values])), told(rows), figures);
/** Lines that say themselves what they are: `key` and figures by name; those that the answer leaves out beyond its last line do not count. */
const ofLines = (name, figures) => (answer, rows) => {
  const shown = new Map(answer.rows.map(({ id, values }) => [id, values]));
  const known = new Map(rows.map(({ key, ...values }) => [key, Object.fromEntries(Object.entries(values).map(([figure, value]) => [figure, Number(value)]))]));
  agree(name, shown, new Map([...known].filter(([key]) => shown.has(key))), figures);
  if (answer.rest === null && shown.size < known.size) throw new Error(`${name}: ${shown.size} lines, and the rows know ${known.size}`);
  for (const figure of figures) {
    const sum = [...known.values()].reduce((all, values) => all + values[figure], 0);
    if (answer.totals[figure] !== sum) throw new Error(`${name}: ${figure} is ${answer.totals[figure]} in all, and the rows come to ${sum}`);
  }
};

/** What is asked, as `{ name, at, query, text, check }`: of the server and of the rows; `check` throws where they differ. `before`: days before the year of the originals. */
export async function questionsOf(query, today, before) {
  const [{ department, hospital, service }] = await query(`select department_id::text as department, hospital_id::text as hospital, service_item_id::text as service from care_order order by id desc limit 1`);
  const [{ id: carer, no }] = await query(`select c.id::text, c.staff_no as no from caregiver c join order_service_day y on y.caregiver_id = c.id where y.day between '${back(today, 30)}' and '${today}' group by c.id order by count(*) desc limit 1`);
  const [all, year, days] = [{ from: back(today, before + 364), to: today }, { from: back(today, 372), to: back(today, 8) }, { from: back(today, 29), to: today }];
  const month = `date_trunc('month', day)::date`;
  const series = (name, asked, at, more = {}, where = 'true') => ({ name, at: '/statistics/measures', query: { ...asked, ...more }, text: rowsOf({ ...asked, at, where }), check: ofSeries(name) });
  const groups = (name, group, column) => ({ name, at: '/statistics/groups', query: { ...all, group, limit: '500' }, text: rowsOf({ ...all, at: `''`, key: `o.${column}::text` }), check: ofGroups(name) });
  const lines = (name, asked, text, figures) => ({ name, at: '/statistics/groups', query: asked, text, check: ofLines(name, figures) });
  const share = (range, where) => `select c.staff_no as key, sum(y.days)::float8 as "serviceDays", sum(y.fen)::float8 as receivable from (
      select x.order_id, x.caregiver_id, case when x.relief_id is null then x.fraction else x.fraction - floor(x.fraction) / 2 end as days, case when x.relief_id is null then x.amount_fen else x.amount_fen - x.amount_fen / 2 end as fen from order_service_day x where x.attendance <> 'void' and x.day between '${range.from}' and '${range.to}' and x.caregiver_id is not null
      union all select x.order_id, x.relief_id, floor(x.fraction) / 2, x.amount_fen / 2 from order_service_day x where x.attendance <> 'void' and x.day between '${range.from}' and '${range.to}' and x.relief_id is not null
    ) y join care_order o on o.id = y.order_id join caregiver c on c.id = y.caregiver_id where o.deleted_at is null and ${where} group by 1`;
  const carers = (name, range, where = 'true', more = {}) => lines(name, { ...range, group: 'caregiver', sort: '-serviceDays', measures: 'serviceDays,receivable', ...more }, share(range, where), ['serviceDays', 'receivable']);
  const reasons = (name, group, figure, event) => lines(name, { ...all, group, limit: '500' }, `select coalesce(x.reason, '') as key, count(*) as "${figure}" from order_event x ${PLACED} where o.deleted_at is null and x.event = '${event}' and not exists (select from order_event u where u.undoes = x.id) and ${local('x.at')} between '${all.from}' and '${all.to}' group by 1`, [figure]);
  const waits = (name, asked, where = 'true') => ({
    name, at: '/statistics/groups', query: { ...asked, group: 'caregiver', limit: '500', sort: '-waitMost', measures: 'waitHalf,waitMost' },
    text: `select c.staff_no as key, percentile_disc(0.5) within group (order by w.minutes) as half, percentile_disc(0.9) within group (order by w.minutes) as most from (
      select distinct on (x.order_id) x.caregiver_id, greatest(0, floor(extract(epoch from x.at - o.created_at) / 60))::int as minutes, ${local('x.at')} as day from order_event x ${PLACED} where o.deleted_at is null and o.source <> 'import' and x.event = 'assign' order by x.order_id, x.id
    ) w join caregiver c on c.id = w.caregiver_id where w.day between '${asked.from}' and '${asked.to}' and ${where} group by 1`,
    check({ rows }, plain) {
      const should = new Map(plain.map(({ key, half, most }) => [key, `${half} ${most}`]));
      // whoever waited in the period before alone has a line too, without figures, after all others
      const told = rows.filter(({ values }) => values.waitHalf !== null);
      if (told.length !== Math.min(500, should.size)) throw new Error(`${name}: ${told.length} lines, and the rows know ${should.size}`);
      for (const { id, values } of told) if (`${values.waitHalf} ${values.waitMost}` !== should.get(id)) throw new Error(`${name}: of ${id} ${values.waitHalf}, ${values.waitMost}, and the rows come to ${should.get(id)}`);
    },
  });
  const list = (name, did, where) => ({ name, at: '/orders', query: { did: `${did}:${year.from}:${year.to}`, count: 'only' }, text: `select count(*)::int as n from care_order o where o.deleted_at is null and ${where}`, check: ({ total }, [{ n }]) => { if (total !== n) throw new Error(`${name}: ${total}, and the rows come to ${n}`); } });
  return [
    series('five years by month', all, month, { by: 'month' }), series('five years by day', all, 'day', { by: 'day' }), series('a year by week', year, `date_trunc('week', day)::date`, { by: 'week' }), series('30 days by day', days, 'day', { by: 'day' }),
    series('five years of a department by month', all, month, { by: 'month', department }, `o.department_id = ${department}`), series('five years of a hospital by day', all, 'day', { by: 'day', hospital }, `o.hospital_id = ${hospital}`), series('five years of a service by month', all, month, { by: 'month', service }, `o.service_item_id = ${service}`),
    groups('five years by hospital', 'hospital', 'hospital_id'), groups('five years by department', 'department', 'department_id'), groups('five years by service', 'service', 'service_item_id'),
    lines('five years by way of paying', { ...all, group: 'method', measures: 'received,refunded' }, `select x.method as key, coalesce(sum(x.amount_fen) filter (where x.kind <> 'refund'), 0) as received, coalesce(-sum(x.amount_fen) filter (where x.kind = 'refund'), 0) as refunded from order_payment x ${PLACED} where o.deleted_at is null and ${local('x.received_at')} between '${all.from}' and '${all.to}' group by 1`, ['received', 'refunded']),
    carers('five years by caregiver', all), carers('a year by caregiver', year), lines('five years by caregiver: what began and ended with them, and what is owed', { ...all, group: 'caregiver', sort: '-ended', measures: 'started,ended,outstanding' }, `select c.staff_no as key, sum(t.started) as started, sum(t.ended) as ended from (
      select o.started_carer as id, 1 as started, 0 as ended from care_order o join hospital h on h.id = o.hospital_id where o.deleted_at is null and ${local('o.actual_start_at')} between '${all.from}' and '${all.to}'
      union all select o.ended_carer, 0, 1 from care_order o where o.deleted_at is null and o.service_state = 'completed' and o.ended_on between '${all.from}' and '${all.to}') t join caregiver c on c.id = t.id group by 1`, ['started', 'ended']),
    carers('five years of one caregiver', all, `c.id = ${carer}`, { caregiver: no }),
    waits('how long orders waited for each caregiver, 31 days', { from: back(today, 30), to: today }), waits('how long orders waited for one caregiver, five years', { ...all, caregiver: no }, `c.id = ${carer}`),
    reasons('five years by reason of replacement', 'replaced-reason', 'replaced', 'change'),
    { name: 'heat map, a year by day', at: '/statistics/heat', query: { ...year, by: 'day', measure: 'receivable' }, text: rowsOf({ ...year, at: 'day', key: 'o.hospital_id::text', parts: ['days', 'adjusted'] }), check: (answer, rows) => agree('heat map', new Map(answer.rows.flatMap(({ id, values }) => values.map((receivable, i) => [`${answer.days[i]} ${id}`, { receivable }]))), told(rows), ['receivable']) },
    {
      name: 'what is owed by age', at: '/statistics/bands', query: {}, text: `select count(*)::int as orders, sum(o.balance_fen)::float8 as fen from care_order o where o.deleted_at is null and o.balance_fen > 0`,
      check: ({ orders, fen }, [plain]) => { if (orders !== plain.orders || fen !== plain.fen) throw new Error(`owed: ${orders}, ${fen} fen, and the rows come to ${plain.orders}, ${plain.fen} fen`); },
    },
    list('the orders behind a year of ends', 'ended', `o.service_state = 'completed' and o.ended_on between '${year.from}' and '${year.to}'`),
    list('the orders behind a year of service days', 'served', `exists (select from order_service_day x where x.order_id = o.id and x.attendance <> 'void' and x.day between '${year.from}' and '${year.to}')`),
  ];
}
