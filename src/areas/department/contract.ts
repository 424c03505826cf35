import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { listBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { codeOf, day, id, pageOf, text, version } from '../../kernel/shape.ts';

const status = z.union([z.literal(0), z.literal(1)]);
// what an edit leaves out stays as it is
const said = (max: number) => z.optional(z.nullable(text(max)));
const filter = { keywords: z.optional(text(64)), status: z.optional(codeOf('0', '1')) };
const STATUS_FIELD = { type: 'choice', values: ['1', '0'], sort: true } as const;
/** What the three lists can be asked and sorted by (kernel/list.ts). `sort`: the departments' own order. */
export const DEPARTMENT_FIELDS = { name: { type: 'text', sort: true }, code: { type: 'text', sort: true }, status: STATUS_FIELD, sort: { type: 'number', sort: true } } as const satisfies ListFields;
export const WARD_FIELDS = { name: { type: 'text', sort: true }, building: { type: 'text', nullable: true, sort: true }, floor: { type: 'text', nullable: true, sort: true }, nursePhone: { type: 'text', nullable: true }, status: STATUS_FIELD } as const satisfies ListFields;

/** A department with what lies below it. `liveOrders`: not yet completed or cancelled. */
const departmentRow = z.strictObject({ id, hospitalId: id, hospitalName: z.string(), code: z.string(), name: z.string(), sort: z.int(), status: z.int(), wards: z.int(), beds: z.int(), liveOrders: z.int(), version: z.int() });
export type DepartmentRow = z.output<typeof departmentRow>;
const place = z.int().check(z.minimum(0), z.maximum(100_000));
/** `code` null: made of the name's initials; at an edit it stays. `sort`: small ones first. */
const departmentEdit = { code: z._default(z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][\w-]{0,19}$/))), null), name: text(40), sort: place, status };

/** A ward. `taken`: beds that a live order has. */
export const wardRow = z.strictObject({
  id, hospitalId: id, hospitalName: z.string(), departmentId: id, departmentName: z.string(), name: z.string(), building: z.nullable(z.string()), floor: z.nullable(z.string()), nursePhone: z.nullable(z.string()), status: z.int(), beds: z.int(), taken: z.int(), version: z.int(),
});
export type WardRow = z.output<typeof wardRow>;
const wardEdit = { name: text(40), building: said(20), floor: said(20), nursePhone: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^[\d+() -]{3,20}$/)))), status };

/** A standard bed, or one that was put in between. */
const BED_KINDS = ['normal', 'extra'] as const;
/** A bed. `order`: the live one that has it, being served or the next to come. */
export const bedRow = z.strictObject({ id, wardId: id, bedNo: z.string(), kind: z.string(), status: z.int(), order: z.nullable(z.strictObject({ orderNo: z.string(), patientName: z.string(), from: day, to: day })), version: z.int() });
export type BedRow = z.output<typeof bedRow>;
const kind = z.enum(BED_KINDS);
export const BED_FIELDS = { bedNo: { type: 'text', sort: true }, kind: { type: 'choice', values: BED_KINDS, sort: true }, status: STATUS_FIELD } as const satisfies ListFields;
/** Beds that are made at once, at most. */
export const MOST_BEDS = 100;

/** Departments, wards and beds. Switched off, nothing new is ordered there and what is under way goes on. What an order was ever made for cannot be removed. */
export const department = {
  list: endpoint('GET /hospitals/departments', { may: 'biz:hospital:list', summary: '科室列表', query: z.strictObject({ ...listBy(DEPARTMENT_FIELDS), ...filter, hospitalId: z.optional(id) }), reply: pageOf(departmentRow) }),
  read: endpoint('GET /hospitals/departments/:id', { may: 'biz:hospital:list', summary: '科室', reply: departmentRow }),
  add: endpoint('POST /hospitals/departments', { may: 'biz:hospital:edit', audit: 'department.add', summary: '新建科室', body: z.strictObject({ hospitalId: id, ...departmentEdit, /** Absent: after all others of the hospital. */ sort: z.optional(place) }), reply: departmentRow }),
  edit: endpoint('PUT /hospitals/departments/:id', { may: 'biz:hospital:edit', audit: 'department.edit', summary: '修改科室', body: z.strictObject({ ...z.partial(departmentRow).shape, ...departmentEdit, version }), reply: departmentRow }),
  remove: endpoint('DELETE /hospitals/departments/:id', { may: 'biz:hospital:edit', audit: 'department.delete', summary: '删除科室和其中的病区、床位', reply: z.null() }),
  wards: endpoint('GET /hospitals/wards', { may: 'biz:hospital:list', summary: '病区列表', query: z.strictObject({ ...listBy(WARD_FIELDS), ...filter, departmentId: z.optional(id) }), reply: pageOf(wardRow) }),
  readWard: endpoint('GET /hospitals/wards/:id', { may: 'biz:hospital:list', summary: '病区', reply: wardRow }),
  addWard: endpoint('POST /hospitals/wards', { may: 'biz:hospital:edit', audit: 'ward.add', summary: '新建病区', body: z.strictObject({ departmentId: id, ...wardEdit }), reply: wardRow }),
  editWard: endpoint('PUT /hospitals/wards/:id', { may: 'biz:hospital:edit', audit: 'ward.edit', summary: '修改病区', body: z.strictObject({ ...z.partial(wardRow).shape, ...wardEdit, version }), reply: wardRow }),
  removeWard: endpoint('DELETE /hospitals/wards/:id', { may: 'biz:hospital:edit', audit: 'ward.delete', summary: '删除病区和其中的床位', reply: z.null() }),
  beds: endpoint('GET /hospitals/beds', { may: 'biz:hospital:list', audit: 'bed.list', summary: '床位列表', query: z.strictObject({ ...listBy(BED_FIELDS), ...filter, wardId: id }), reply: pageOf(bedRow) }),
  readBed: endpoint('GET /hospitals/beds/:id', { may: 'biz:hospital:list', audit: 'bed.read', summary: '床位', reply: bedRow }),
  /** Many at once, as bed-number.ts reads them: `1-40床`. Those that are there already stay as they are and are counted. */
  addBeds: endpoint('POST /hospitals/beds', { may: 'biz:hospital:edit', audit: 'bed.add', summary: '批量新建床位', body: z.strictObject({ wardId: id, numbers: text(500), kind: z._default(kind, 'normal') }), reply: z.strictObject({ ids: z.array(id), there: z.int() }) }),
  editBed: endpoint('PUT /hospitals/beds/:id', { may: 'biz:hospital:edit', audit: 'bed.edit', summary: '修改床位', body: z.strictObject({ ...z.partial(bedRow).shape, bedNo: text(20), kind, status, version }), reply: bedRow }),
  removeBeds: endpoint('DELETE /hospitals/beds/:ids', { may: 'biz:hospital:edit', audit: 'bed.delete', summary: '删除床位，全部或一个也不', reply: z.null() }),
};
/** What is unique, as a refusal names it: Chinese and English. */
export const TAKEN_LABELS = { code: ['编码', 'code'], name: ['名称', 'name'], bedNo: ['床号', 'bed number'] } as const;
