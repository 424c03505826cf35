import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { parseDay } from '../../host/calendar.ts';
import { typed } from '../../host/pinyin.ts';
import type { Reach, Source } from '../../host/reach.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { ALIVE, LIVING_ORDER, ORDER_PATIENTS } from '../order/tables.ts';
import type { bedPlace, hospital, Places, ServicePrice, wardPlace } from './contract.ts';
import { HOSPITALS, LIVING_HOSPITAL } from './tables.ts';

/** Departments (alias `d`); who is bound to some of a hospital sees those alone. */
const DEPARTMENTS: Source = { from: sql`hospital_department d`, scope: (match) => match(sql`d.hospital_id`, sql`d.id`) };
const WARDS: Source = { from: sql`hospital_ward w`, scope: (match) => match(sql`w.hospital_id`, sql`w.department_id`) };

async function find(reach: Reach, id: string): Promise<{ id: string; name: string; status: number }> {
  const [row] = await reach.rows<{ id: string; name: string; status: number }>(HOSPITALS, { columns: sql`h.id::text, h.name, h.status`, where: [LIVING_HOSPITAL, sql`h.id = ${id}::bigint`] });
  if (row === undefined) throw new Fault('not_found');
  return row;
}
/** Rows under the id of what they belong to. */
function under<T extends { of: string }>(rows: readonly T[]): (of: string) => Omit<T, 'of'>[] {
  const groups = new Map<string, Omit<T, 'of'>[]>();
  for (const { of, ...row } of rows) groups.set(of, [...(groups.get(of) ?? []), row]);
  return (of) => groups.get(of) ?? [];
}

/** The departments of a hospital that the reader works for. @throws Fault not_found, also when the hospital is out of scope */
export async function departmentsOf(reach: Reach, id: string): Promise<Reply<typeof hospital.departments>> {
  await find(reach, id);
  return reach.rows(DEPARTMENTS, { columns: sql`d.id::text, d.name`, where: [sql`d.hospital_id = ${id}::bigint`], order: sql`d.sort, d.id` });
}
/** A hospital's departments, wards and beds with who lies there. @throws Fault not_found, also when it is out of scope */
export async function readPlaces(reach: Reach, id: string): Promise<Places> {
  const hospital = await find(reach, id);
  const inside = (column: SQL): SQL => sql`${column} = ${id}::bigint`;
  // one live order a bed: the one being served, else the next
  const taken = reach.select(ORDER_PATIENTS, {
    columns: sql`distinct on (o.bed_id) o.bed_id, o.order_no, p.name, o.planned_start, o.planned_end`,
    where: [LIVING_ORDER, ALIVE, inside(sql`o.hospital_id`), sql`o.bed_id is not null`],
    order: sql`o.bed_id, o.service_state = 'in_service' desc, o.planned_start, o.id`,
  });
  const beds: Source = { ...WARDS, from: sql`${WARDS.from} join hospital_bed b on b.ward_id = w.id left join (${taken}) t on t.bed_id = b.id` };
  const [departments, wards, inBeds] = await Promise.all([
    reach.rows<{ id: string; name: string; status: number }>(DEPARTMENTS, { columns: sql`d.id::text, d.name, d.status`, where: [inside(sql`d.hospital_id`)], order: sql`d.sort, d.id` }),
    reach.rows<Omit<z.output<typeof wardPlace>, 'beds'> & { of: string }>(WARDS, { columns: sql`w.id::text, w.department_id::text as of, w.name, w.building, w.floor, w.status`, where: [inside(sql`w.hospital_id`)], order: sql`w.id` }),
    reach.rows<z.output<typeof bedPlace> & { of: string }>(beds, {
      columns: sql`b.id::text, b.ward_id::text as of, b.bed_no as "bedNo", b.status,
        case when t.bed_id is not null then json_build_object('orderNo', t.order_no, 'patientName', t.name, 'from', t.planned_start, 'to', t.planned_end) end as order`,
      where: [inside(sql`b.hospital_id`)],
      // 2 before 10 before 10A, those without a number last
      order: sql`b.ward_id, b.bed_no !~ '^\\d', length(substring(b.bed_no from '^\\d*')), b.bed_no, b.id`,
    }),
  ]);
  const [wardsOf, bedsOf] = [under(wards), under(inBeds)];
  return { ...hospital, departments: departments.map((department) => ({ ...typed(department), wards: wardsOf(department.id).map((ward) => ({ ...typed(ward), beds: bedsOf(ward.id) })) })) };
}

/** The services a hospital has a price for on `day`. @throws Fault not_found, also when it is out of scope; bad_input for what is no day */
export async function servicesOn(reach: Reach, id: string, day: string): Promise<ServicePrice[]> {
  if (parseDay(day) === null) throw new Fault('bad_input', { detail: 'day' });
  await find(reach, id);
  const priced: Source = { from: sql`service_item s join service_price c on c.service_item_id = s.id`, scope: (match) => match(sql`c.hospital_id`) };
  return reach.rows<ServicePrice>(priced, {
    columns: sql`s.id::text, s.code, s.name, s.care_mode as "careMode", s.max_patients as "maxPatients", s.coverage, s.dependency, c.price_fen::float8 as "priceFen"`,
    where: [sql`c.hospital_id = ${id}::bigint`, sql`c.valid @> ${day}::date`, sql`s.status = 1`],
    order: sql`s.code, s.id`,
  });
}
