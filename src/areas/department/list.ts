import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { literal } from '../../host/find.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import { listWindow, openList } from '../../host/list/list.ts';
import type { Parts, Reach, Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { ALIVE, LIVING_ORDER, ORDERS, ORDER_PATIENTS } from '../order/tables.ts';
import { BED_FIELDS, DEPARTMENT_FIELDS, WARD_FIELDS, type BedRow, type department, type DepartmentRow, type WardRow } from './contract.ts';
import { BEDS, DEPARTMENTS, WARDS } from './tables.ts';

type Query<K extends 'list' | 'wards' | 'beds'> = z.output<NonNullable<(typeof department)[K]['query']>>;

const containing = (columns: readonly SQL[], words: string | undefined): SQL | undefined =>
  words === undefined ? undefined : sql`(${sql.join(columns.map((column) => sql`${column} ilike ${`%${literal(words)}%`}`), sql` or `)})`;
const isStatus = (column: SQL, status: number | undefined): SQL | undefined => (status === undefined ? undefined : sql`${column} = ${status}`);
const isOf = (column: SQL, id: string | undefined): SQL | undefined => (id === undefined ? undefined : sql`${column} = ${id}::bigint`);
/** The rows of these ids, in their order. */
async function inOrder<T extends { id: string }>(ids: readonly string[], rows: Promise<T[]>): Promise<T[]> {
  const known = new Map((await rows).map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
const idIn = (column: SQL, ids: readonly string[]): SQL => sql`${column} = any(${sql.param(ids)}::bigint[])`;
async function found<T>(reach: Reach, source: Source, parts: Parts): Promise<T> {
  const row = await reach.one<T>(source, parts);
  if (row === undefined) throw new Fault('not_found');
  return row;
}

function departmentColumns(reach: Reach): SQL {
  // by the hospital too: the index of live orders begins with it
  const live = reach.select(ORDERS, { columns: sql`count(*)::int`, where: [LIVING_ORDER, ALIVE, sql`o.hospital_id = d.hospital_id`, sql`o.department_id = d.id`] });
  return sql`d.id::text, d.hospital_id::text as "hospitalId", h.name as "hospitalName", d.code, d.name, d.sort, d.status, (select count(*)::int from hospital_ward w where w.department_id = d.id) as wards,
    (select count(*)::int from hospital_bed b join hospital_ward w on w.id = b.ward_id where w.department_id = d.id) as beds, (${live}) as "liveOrders", d.version`;
}
function wardColumns(reach: Reach): SQL {
  const live = reach.select(ORDERS, { columns: sql`1`, where: [LIVING_ORDER, ALIVE, sql`o.hospital_id = b.hospital_id`, sql`o.bed_id = b.id`] });
  return sql`w.id::text, w.hospital_id::text as "hospitalId", h.name as "hospitalName", w.department_id::text as "departmentId", d.name as "departmentName", w.name, w.building, w.floor, w.nurse_phone as "nursePhone", w.status,
    (select count(*)::int from hospital_bed b where b.ward_id = w.id) as beds, (select count(*)::int from hospital_bed b where b.ward_id = w.id and exists (${live})) as taken, w.version`;
}
function bedColumns(reach: Reach): SQL {
  const order = reach.select(ORDER_PATIENTS, {
    columns: sql`json_build_object('orderNo', o.order_no, 'patientName', p.name, 'from', o.planned_start, 'to', o.planned_end)`,
    where: [LIVING_ORDER, ALIVE, sql`o.hospital_id = b.hospital_id`, sql`o.bed_id = b.id`], order: sql`o.service_state = 'in_service' desc, o.planned_start, o.id`, limit: 1,
  });
  return sql`b.id::text, b.ward_id::text as "wardId", b.bed_no as "bedNo", b.kind, b.status, (${order}) as "order", b.version`;
}

const STATUS = (column: SQL): FieldSql => ({ value: column, type: 'smallint' });
const up = (column: SQL) => ({ sql: column, type: 'bigint', desc: false }) as const;
/** Departments as a list: hospital after hospital, each in its own order. */
const DEPARTMENT_LIST: Listed = {
  fields: DEPARTMENT_FIELDS, columns: { name: { value: sql`d.name` }, code: { value: sql`d.code` }, status: STATUS(sql`d.status`), sort: { value: sql`d.sort` } } satisfies Record<keyof typeof DEPARTMENT_FIELDS, FieldSql>,
  source: DEPARTMENTS, id: sql`d.id`, keys: [up(sql`d.hospital_id`), up(sql`d.sort`)], always: [], tables: ['hospital', 'hospital_department'], find: (q) => [containing([sql`d.name`, sql`d.code`], q)!],
};
/** Wards as a list: in the order of their departments, then as they were made. */
const WARD_LIST: Listed = {
  fields: WARD_FIELDS,
  columns: { name: { value: sql`w.name` }, building: { value: sql`w.building` }, floor: { value: sql`w.floor` }, nursePhone: { value: sql`w.nurse_phone` }, status: STATUS(sql`w.status`) } satisfies Record<keyof typeof WARD_FIELDS, FieldSql>,
  source: WARDS, id: sql`w.id`, keys: [up(sql`d.hospital_id`), up(sql`d.sort`), up(sql`d.id`)], always: [], tables: ['hospital', 'hospital_department', 'hospital_ward'], find: (q) => [containing([sql`w.name`, sql`w.building`, sql`w.floor`], q)!],
};
/** Beds as a list by their numbers: 2 before 10 before 10A, those without a number last, as on the bed map. */
const BED_LIST: Listed = {
  fields: BED_FIELDS, columns: { bedNo: { value: sql`b.bed_no` }, kind: { value: sql`b.kind` }, status: STATUS(sql`b.status`) } satisfies Record<keyof typeof BED_FIELDS, FieldSql>,
  source: BEDS, id: sql`b.id`, keys: [up(sql`case when b.bed_no ~ '^\\d' then length(substring(b.bed_no from '^\\d*')) else 99 end`), { sql: sql`b.bed_no`, type: 'text', desc: false }], always: [], tables: ['hospital', 'hospital_department', 'hospital_ward', 'hospital_bed'], find: (q) => [containing([sql`b.bed_no`], q)!],
};

/** A window of the departments of one hospital, or of all. */
export function listDepartments(reach: Reach, { hospitalId, keywords, status, where, sort, ...window }: Query<'list'>): Promise<Page<DepartmentRow>> {
  const named = [isOf(sql`d.hospital_id`, hospitalId), containing([sql`d.name`, sql`d.code`], keywords), isStatus(sql`d.status`, status)];
  return listWindow(openList(reach, DEPARTMENT_LIST, { where, sort, named }), window, (ids) => inOrder(ids, reach.rows<DepartmentRow>(DEPARTMENTS, { columns: departmentColumns(reach), where: [idIn(sql`d.id`, ids)] })));
}
/** A window of the wards of one department, or of all. */
export function listWards(reach: Reach, { departmentId, keywords, status, where, sort, ...window }: Query<'wards'>): Promise<Page<WardRow>> {
  const named = [isOf(sql`w.department_id`, departmentId), containing([sql`w.name`, sql`w.building`, sql`w.floor`], keywords), isStatus(sql`w.status`, status)];
  return listWindow(openList(reach, WARD_LIST, { where, sort, named }), window, (ids) => inOrder(ids, reach.rows<WardRow>(WARDS, { columns: wardColumns(reach), where: [idIn(sql`w.id`, ids)] })));
}
/** A window of the beds of one ward. */
export function listBeds(reach: Reach, { wardId, keywords, status, where, sort, ...window }: Query<'beds'>): Promise<Page<BedRow>> {
  const named = [isOf(sql`b.ward_id`, wardId), containing([sql`b.bed_no`], keywords), isStatus(sql`b.status`, status)];
  return listWindow(openList(reach, BED_LIST, { where, sort, named }), window, (ids) => inOrder(ids, reach.rows<BedRow>(BEDS, { columns: bedColumns(reach), where: [idIn(sql`b.id`, ids)] })));
}

/** @throws Fault not_found */
export const readDepartment = (reach: Reach, id: string): Promise<DepartmentRow> => found(reach, DEPARTMENTS, { columns: departmentColumns(reach), where: [isOf(sql`d.id`, id)] });
/** @throws Fault not_found */
export const readWard = (reach: Reach, id: string): Promise<WardRow> => found(reach, WARDS, { columns: wardColumns(reach), where: [isOf(sql`w.id`, id)] });
/** @throws Fault not_found */
export const readBed = (reach: Reach, id: string): Promise<BedRow> => found(reach, BEDS, { columns: bedColumns(reach), where: [isOf(sql`b.id`, id)] });
