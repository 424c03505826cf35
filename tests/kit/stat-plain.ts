import type { Api } from './api.ts';

/** What of the orders is counted: condition on `o`, which is joined to its hospital `h`. */
export interface Which {
  from: string;
  to: string;
  /** SQL on `o`; written by the test, so no values. */
  where: string;
  method?: string | undefined;
  /** Id of a caregiver. */
  caregiver?: string | undefined;
  /** Hospitals and departments as conditions on beds and postings; null where a posting cannot be told. */
  beds: string;
  posts: string | null;
  /** Conditions on the posting `p` that a caregiver needs today; none: whoever it is. */
  carers: readonly string[];
}
const local = (instant: string): string => `(${instant} at time zone h.timezone)::date`;

const served = (more: string): string => `order_service_day x on x.order_id = o.id and x.attendance <> 'void' and x.fraction > 0 and ${more} and x.day $days`;
const written = (table: string, instant: string, more: string): string => `${table} x on x.order_id = o.id and ${more} and ${local(instant)} $days`;
const turned = (event: string): string => written('order_event', 'x.at', `x.event = '${event}' and not exists (select from order_event u where u.event = 'undo' and u.undoes = x.id)`);
/** Of measures that are made of rows of orders `o` of hospitals `h`: which rows, as what a join says; `$days`: where their day lies. */
export const ROWS_OF: Partial<Record<string, string>> = {
  serviceDays: served('true'), serviceDaysNormal: served('x.multiplier_bp <= 10000'), serviceDaysHoliday: served('x.multiplier_bp > 10000'), coveredBedDays: served('o.bed_id is not null'), bedCover: served('o.bed_id is not null'),
  received: written('order_payment', 'x.received_at', `x.kind <> 'refund'`), refunded: written('order_payment', 'x.received_at', `x.kind = 'refund'`), replaced: turned('change'), extended: turned('extend'),
  evaluations: written('order_evaluation', 'x.created_at', 'true'), satisfaction: written('order_evaluation', 'x.created_at', 'true'), complaints: written('order_complaint', 'x.created_at', `x.kind = 'complaint'`),
  receivable: `(select y.order_id, y.day from order_service_day y where y.attendance <> 'void' and y.fraction > 0 union all select j.order_id, (j.created_at at time zone g.timezone)::date from order_adjustment j join care_order q on q.id = j.order_id join hospital g on g.id = q.hospital_id) x on x.order_id = o.id and x.day $days`,
};

/**
 * Every measure by plain SQL over the rows themselves, as domain.md and the words on the page say it: nothing of the summary, nothing
 * of src. Days in halves are counted as days; rates are computed here.
 */
export async function recount(api: Pick<Api, 'rows'>, { from, to, where, method, caregiver, beds, posts, carers }: Which): Promise<Record<string, number | null>> {
  const within = (day: string): string => `${day} between '${from}' and '${to}'`;
  const orders = `care_order o join hospital h on h.id = o.hospital_id`;
  const mine = `o.deleted_at is null and ${where}`;
  // an order has ended with its last half that was served, whenever that was written down
  const last = `cross join lateral (select x.day, x.fraction from order_service_day x where x.order_id = o.id and x.attendance <> 'void' order by x.day desc limit 1) e`;
  const count = async (text: string): Promise<number> => Number((await api.rows<{ n: string | null }>(`select (${text}) as n`))[0]!.n ?? 0);
  const born = (table: string, what: string, instant: string, more: string): Promise<number> => count(`select ${what} from ${table} x join ${orders} on o.id = x.order_id where ${mine} and ${within(local(instant))} and ${more}`);
  const dayRows = `order_service_day x join ${orders} on o.id = x.order_id where ${mine} and x.attendance <> 'void' and ${within('x.day')}`;
  // who was there from noon on has half of the halves, and of the money what the first does not
  const share = caregiver === undefined ? 'x.fraction' : `(case when x.relief_id is null then x.fraction when x.relief_id = ${caregiver} then floor(x.fraction) / 2 else x.fraction - floor(x.fraction) / 2 end)`;
  const money = caregiver === undefined ? 'x.amount_fen' : `(case when x.relief_id is null then x.amount_fen when x.relief_id = ${caregiver} then floor(x.amount_fen / 2.0) else x.amount_fen - floor(x.amount_fen / 2.0) end)`;
  const who = caregiver === undefined ? 'true' : `(x.caregiver_id = ${caregiver} or x.relief_id = ${caregiver})`;
  const days = (more: string): Promise<number> => count(`select sum(${share}) from ${dayRows} and ${who} and ${more}`);
  const rated = caregiver === undefined ? 'true' : `x.caregiver_id = ${caregiver}`;
  const kept = `not exists (select from order_event u where u.event = 'undo' and u.undoes = x.id)`;
  const paid = method === undefined ? 'true' : `x.method = '${method}'`;

  const normal = await days('x.multiplier_bp <= 10000');
  const holiday = await days('x.multiplier_bp > 10000');
  const adjusted = caregiver === undefined ? await born('order_adjustment', 'sum(x.amount_fen)', 'x.created_at', 'true') : 0;
  // of a caregiver: who served when it began, or was to serve when it was called off, by the stints that this event found; who served last; who was given it first
  const found = (event: string): string => caregiver === undefined ? 'true' : `${caregiver} = (select (s->>'caregiver_id')::bigint from order_event e cross join lateral jsonb_array_elements(e.snapshot->'stints') s cross join lateral (select lower((s->>'during')::tstzrange) as begins) b
    where e.order_id = o.id and e.event = '${event}' and not exists (select from order_event u where u.undoes = e.id) and s->>'status' <> 'void' order by e.id desc, b.begins <= e.at desc, case when b.begins <= e.at then b.begins end desc, b.begins limit 1)`;
  const lastly = caregiver === undefined ? 'true' : `${caregiver} = (select coalesce(x.relief_id, x.caregiver_id) from order_service_day x where x.order_id = o.id and x.attendance <> 'void' order by x.day desc limit 1)`;
  const given = caregiver === undefined ? 'true' : `${caregiver} = (select c.id from caregiver c where c.staff_no = x.after->>'caregiverNo')`;
  const serving = caregiver === undefined ? 'true' : `case o.service_state when 'completed' then ${lastly} when 'in_service' then ${caregiver} = coalesce((select a.caregiver_id from order_assignment a where a.order_id = o.id and a.status <> 'void' and lower(a.during) <= now() order by lower(a.during) desc limit 1), (select a.caregiver_id from order_assignment a where a.order_id = o.id and a.status <> 'void' order by lower(a.during) limit 1)) else false end`;
  const [made, started, ended, cancelled] = await Promise.all([
    count(`select count(*) from ${orders} where ${mine} and ${within(local('o.created_at'))}`), count(`select count(*) from ${orders} where ${mine} and ${within(local('o.actual_start_at'))} and ${found('start')}`),
    count(`select count(*) from ${orders} ${last} where ${mine} and o.service_state = 'completed' and ${within('e.day')} and ${lastly}`), count(`select count(*) from ${orders} where ${mine} and o.service_state = 'cancelled' and ${within(local('o.cancelled_at'))} and ${found('cancel')}`),
  ]);
  const early = await count(`select count(*) from ${orders} ${last} where ${lastly} and ${mine} and o.service_state = 'completed' and ${within('e.day')} and (e.day < o.planned_end or (o.end_half = 'PM' and e.fraction < 1 and not (o.start_half = 'PM' and o.planned_start = o.planned_end)))`);
  const [replaced, extended] = [await born('order_event', 'count(*)', 'x.at', `x.event = 'change' and ${kept} and ${rated}`), await born('order_event', 'count(*)', 'x.at', `x.event = 'extend' and ${kept} and ${rated}`)];
  const taken = caregiver === undefined ? null : await born('order_assignment', 'count(*)', 'lower(x.during)', `(x.status <> 'void' or x.replaced_by is not null) and ${rated}`);
  const first = `o.source <> 'import' and x.event = 'assign' and x.id = (select min(f.id) from order_event f where f.order_id = o.id and f.event = 'assign')`;
  const waited = (part: number): string => `select percentile_disc(${part}) within group (order by greatest(0, floor(extract(epoch from x.at - o.created_at) / 60))) as n from order_event x join ${orders} on o.id = x.order_id where ${mine} and ${within(local('x.at'))} and ${first} and ${given}`;
  const one = async (text: string): Promise<number | null> => {
    const [row] = await api.rows<{ n: string | null }>(text);
    return row!.n === null ? null : Number(row!.n);
  };
  const [evaluations, stars, complaints] = [await born('order_evaluation', 'count(*)', 'x.created_at', rated), await born('order_evaluation', 'sum(x.overall)', 'x.created_at', rated), await born('order_complaint', 'count(*)', 'x.created_at', `x.kind = 'complaint' and ${rated}`)];
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const bedDays = (await count(`select count(*) from hospital_bed b join hospital_ward w on w.id = b.ward_id where b.status = 1 and w.status = 1 and ${beds}`)) * length;
  const covered = await days('o.bed_id is not null');
  // of a day that nobody served until noon, half
  const worked = caregiver === undefined ? await count(`select sum(case when x.caregiver_id is not null then x.fraction when x.relief_id is not null then floor(x.fraction) / 2 end) from ${dayRows}`) : await days('true');
  // where someone stood when the day was over, by the last thing that moved them; who left on that day was there
  const moved = (than: string, by: string, first: string): string => `(select ${first} from caregiver_event e where e.caregiver_id = c.id and e.from_status is distinct from e.to_status and ${local('e.at')} ${than} t.at::date order by e.id ${by} limit 1)`;
  const atWork = `case when not exists (select from caregiver_event e where e.caregiver_id = c.id) then c.status not in ('pending', 'blacklisted')
    else coalesce(${moved('<=', 'desc', `e.to_status not in ('pending', 'blacklisted', 'left') or (e.to_status = 'left' and ${local('e.at')} = t.at::date and coalesce(e.from_status, '') not in ('pending', 'blacklisted', 'left'))`)},
      not ${moved('>', 'asc', `coalesce(e.from_status in ('pending', 'blacklisted'), e.event = 'create' and e.to_status = 'blacklisted')`)}, true) end`;
  // day by day, each caregiver, at however many hospitals
  const posted = posts === null ? 0 : await count(`select count(distinct (t.at, c.id)) from generate_series('${from}'::date, '${to}'::date, '1 day') t(at) cross join caregiver_hospital p join caregiver c on c.id = p.caregiver_id join hospital h on h.id = p.hospital_id
    where ${posts} and ${caregiver === undefined ? 'true' : `c.id = ${caregiver}`} and ${atWork} and (c.deleted_at is null or t.at::date < ${local('c.deleted_at')}) and p.during @> t.at::date and t.at::date >= coalesce(c.hired_on, ${local('c.created_at')}) and (c.left_on is null or t.at::date <= c.left_on)
      and not exists (select from caregiver_leave l where l.caregiver_id = c.id and l.during @> tstzrange(t.at::date::timestamp at time zone h.timezone, (t.at::date + 1)::timestamp at time zone h.timezone))`);
  // today by the offices' clock; of each kind the one that lasts longest counts
  const today = `(now() at time zone 'Asia/Shanghai')::date`;
  const ending = `select count(distinct c.id) from caregiver c join (select caregiver_id, max(coalesce(expires_on, 'infinity')) as ends from caregiver_certificate where revoked_at is null group by caregiver_id, kind) k on k.caregiver_id = c.id
    where k.ends >= ${today} and k.ends <= ${today} + 30 and c.deleted_at is null and c.status in ('active', 'on_leave') ${carers.length === 0 ? '' : `and exists (select from caregiver_hospital p where p.caregiver_id = c.id and p.during @> ${today} and ${carers.join(' and ')})`}`;
  const rate = (above: number, below: number, times: number): number | null => (below === 0 ? null : Math.round((above * times) / below));
  return {
    made, started, ended, cancelled, serviceDays: normal + holiday, serviceDaysNormal: normal, serviceDaysHoliday: holiday, coveredBedDays: covered, bedDays, bedCover: rate(covered, bedDays, 10_000),
    receivable: adjusted + (await count(`select sum(${money}) from ${dayRows} and ${who}`)), received: await born('order_payment', 'sum(x.amount_fen)', 'x.received_at', `x.kind <> 'refund' and ${paid}`), refunded: -(await born('order_payment', 'sum(x.amount_fen)', 'x.received_at', `x.kind = 'refund' and ${paid}`)) || 0,
    outstanding: await count(`select sum(o.balance_fen) from ${orders} where ${mine} and o.balance_fen > 0 and ${serving}`), utilisation: posts === null ? null : rate(worked, posted, 10_000),
    replaced, replacedRate: rate(replaced, taken ?? started, 10_000), extended, extendedRate: rate(extended, taken ?? started, 10_000), endedEarly: early, endedEarlyRate: rate(early, taken ?? ended, 10_000),
    assigned: await born('order_event', 'count(*)', 'x.at', `${first} and ${given}`), waitHalf: await one(waited(0.5)), waitMost: await one(waited(0.9)),
    satisfaction: rate(stars, evaluations, 100), evaluations, complaints, complaintRate: rate(complaints, normal + holiday, 100_000), certificatesEnding: await count(ending),
  };
}
