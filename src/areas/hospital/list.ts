import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask, Viewer } from '../../host/answer.ts';
import type { Download } from '../../host/download.ts';
import { literal } from '../../host/find.ts';
import type { FieldSql, Listed } from '../../host/list/definition.ts';
import { exportList, type Exported } from '../../host/list/export.ts';
import { findInList, listWindow, openList } from '../../host/list/list.ts';
import { wordsOf, type Worded } from '../../host/list/word.ts';
import type { Reach } from '../../host/reach.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import { ALIVE, LIVING_ORDER, ORDERS } from '../order/tables.ts';
import { HOSPITAL_FIELDS, type hospital, type HOSPITAL_EXPORTED, type HospitalRow } from './contract.ts';
import { canOf } from './store.ts';
import { HOSPITALS, LIVING_HOSPITAL } from './tables.ts';

const DEPARTMENTS = sql`(select count(*)::int from hospital_department d where d.hospital_id = h.id)`;
const BEDS = sql`(select count(*)::int from hospital_bed b where b.hospital_id = h.id)`;
const liveOrders = (reach: Reach): SQL => sql`(${reach.select(ORDERS, { columns: sql`count(*)::int`, where: [LIVING_ORDER, ALIVE, sql`o.hospital_id = h.id`] })})`;

/** The hospitals as a list, in the order in which they joined. */
function hospitalList(reach: Reach): Listed {
  const columns: Record<keyof typeof HOSPITAL_FIELDS, FieldSql> = {
    code: { value: sql`h.code` }, name: { value: sql`h.name` }, level: { value: sql`h.level` }, kind: { value: sql`h.kind` }, city: { value: sql`h.city` }, departments: { value: DEPARTMENTS }, beds: { value: BEDS }, liveOrders: { value: liveOrders(reach) },
    contractEnd: { value: sql`h.contract_end` }, status: { value: sql`h.status`, type: 'smallint' },
  };
  return {
    fields: HOSPITAL_FIELDS, columns, source: HOSPITALS, id: sql`h.id`, oldestFirst: true, made: sql`h.created_at`, always: [LIVING_HOSPITAL], tables: ['hospital', 'hospital_department', 'hospital_bed', 'care_order'],
    find: (q) => [sql`(${sql.join([sql`h.code`, sql`h.name`, sql`h.short_name`, sql`h.city`, sql`h.name_pinyin`, sql`h.name_initials`].map((column) => sql`${column} ilike ${`%${literal(q)}%`}`), sql` or `)})`],
  };
}
async function rowsOf(reach: Reach, viewer: Viewer, ids: readonly string[]): Promise<HospitalRow[]> {
  const rows = await reach.rows<Omit<HospitalRow, 'can'>>(HOSPITALS, {
    columns: sql`h.id::text, h.code, h.name, h.level, h.kind, h.city, ${DEPARTMENTS} as departments, ${BEDS} as beds, ${liveOrders(reach)} as "liveOrders", h.contract_end::text as "contractEnd", h.status, h.version`,
    where: [sql`h.id = any(${sql.param(ids)}::bigint[])`],
  });
  const known = new Map(rows.map((row) => [row.id, { ...row, can: canOf(viewer) }]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A window of the hospitals. */
export const listHospitals = (reach: Reach, viewer: Viewer, { pageNum, pageSize, count, ...asked }: z.output<NonNullable<typeof hospital.list.query>>): Promise<Page<HospitalRow>> =>
  listWindow(openList(reach, hospitalList(reach), asked), { pageNum, pageSize, count }, (ids) => rowsOf(reach, viewer, ids));
/** The next hospital that has `q`. */
export const findInHospitals = (reach: Reach, { row, q, back, ...asked }: z.output<NonNullable<typeof hospital.findIn.query>>): Promise<Reply<typeof hospital.findIn>> => findInList(openList(reach, hospitalList(reach), asked), { row, q, back });

/** The columns of a sheet of hospitals. */
const columnsOf = (word: Worded): Record<(typeof HOSPITAL_EXPORTED)[number], Exported<HospitalRow>> => ({
  code: { heading: ['编码', 'Code'], width: 12, cell: (row) => row.code },
  name: { heading: ['医院', 'Hospital'], width: 32, cell: (row) => row.name },
  level: { heading: ['等级', 'Level'], width: 12, cell: (row) => word('hospital_level', row.level) },
  kind: { heading: ['类型', 'Kind'], cell: (row) => word('hospital_kind', row.kind) },
  city: { heading: ['城市', 'City'], width: 12, cell: (row) => row.city },
  departments: { heading: ['科室', 'Departments'], width: 10, cell: (row) => row.departments },
  beds: { heading: ['床位', 'Beds'], width: 10, cell: (row) => row.beds },
  liveOrders: { heading: ['进行中订单', 'Ongoing orders'], width: 14, cell: (row) => row.liveOrders },
  contractEnd: { heading: ['合同到期', 'Contract ends'], width: 14, cell: (row) => row.contractEnd },
  status: { heading: ['状态', 'Status'], width: 10, cell: (row, language) => (row.status === 1 ? (language === 'en' ? 'Active' : '合作中') : language === 'en' ? 'Inactive' : '已停用') },
});
/** The chosen hospitals as a sheet, in the reader's language. */
export async function exportHospitals(ask: Ask<typeof hospital.export>): Promise<Download> {
  const { reach, viewer, body, from } = ask;
  const columns = columnsOf(await wordsOf(reach, ['hospital_level', 'hospital_kind'], from.language));
  return exportList(ask, { list: hospitalList(reach), filter: body.selection.filter, columns, title: ['医院', 'hospitals'], entity: 'hospital', rowsOf: (ids) => rowsOf(reach, viewer, ids) }, body);
}
