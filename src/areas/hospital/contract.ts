import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { exportBy, filterBy, findInQuery, foundIn, listBy, searchedBy, sortBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { day, fen, id, pageOf, text, version } from '../../kernel/shape.ts';

const hospitalRow = z.strictObject({
  id, code: z.string(), name: z.string(), level: z.nullable(z.string()), kind: z.nullable(z.string()), city: z.nullable(z.string()), departments: z.int(), beds: z.int(), liveOrders: z.int(), contractEnd: z.nullable(day), status: z.int(), version: z.int(),
  can: z.array(z.enum(['edit', 'status', 'price'])),
});
export type HospitalRow = z.output<typeof hospitalRow>;
/** How a name is typed: its pinyin and its initials. */
const keywords = z.optional(z.array(z.string()));
/** A bed with the order that has it: the one being served, else the one that comes next; null where none does or it is out of scope. */
export const bedPlace = z.strictObject({ id, bedNo: z.string(), status: z.int(), order: z.nullable(z.strictObject({ orderNo: z.string(), patientName: z.string(), from: day, to: day })) });
export const wardPlace = z.strictObject({ id, name: z.string(), keywords, building: z.nullable(z.string()), floor: z.nullable(z.string()), status: z.int(), beds: z.array(bedPlace) });
/** Departments → wards → beds, in their own order; `status` 0 is switched off. */
export const places = z.strictObject({ id, name: z.string(), status: z.int(), departments: z.array(z.strictObject({ id, name: z.string(), keywords, status: z.int(), wards: z.array(wardPlace) })) });
export type Places = z.output<typeof places>;
/** A service with its price on the day that was asked for. `maxPatients`: how many one caregiver serves at once. */
const servicePrice = z.strictObject({ id, code: z.string(), name: z.string(), careMode: z.string(), maxPatients: z.int(), coverage: z.string(), dependency: z.nullable(z.string()), priceFen: fen });
export type ServicePrice = z.output<typeof servicePrice>;

const phone = z.string().check(z.trim(), z.regex(/^[\d+() -]{5,20}$/));
// what an edit leaves out stays as it is
const said = (max: number) => z.optional(z.nullable(text(max)));
/** What the operate drawer changes. `feeBp`: the hospital's share of a day's amount, basis points, at most two decimals of a per cent. `prepayDays`: days paid before service begins. */
const edited = {
  code: text(32), name: text(60), shortName: said(30), level: said(64), kind: said(64), province: said(30), city: said(30), district: said(30), address: said(200), contactName: said(30), contactPhone: z.optional(z.nullable(phone)),
  contractNo: said(60), contractStart: z.optional(z.nullable(day)), contractEnd: z.optional(z.nullable(day)), feeBp: z.int().check(z.minimum(0), z.maximum(10_000)), prepayDays: z.int().check(z.minimum(0), z.maximum(365)),
};
type Term = { contractStart?: string | null | undefined; contractEnd?: string | null | undefined };
/** Does a contract end no earlier than it starts, where both are said? */
export const endsAfter = ({ contractStart, contractEnd }: Term): boolean => !contractStart || !contractEnd || contractStart <= contractEnd;
const inOrder = z.refine<Term>(endsAfter, { path: ['contractEnd'] });
/** A hospital as its form has it. */
const hospitalForm = z.strictObject({
  id, code: z.string(), name: z.string(), shortName: z.nullable(z.string()), level: z.nullable(z.string()), kind: z.nullable(z.string()), province: z.nullable(z.string()), city: z.nullable(z.string()), district: z.nullable(z.string()), address: z.nullable(z.string()),
  contactName: z.nullable(z.string()), contactPhone: z.nullable(z.string()), contractNo: z.nullable(z.string()), contractStart: z.nullable(day), contractEnd: z.nullable(day), feeBp: z.int(), prepayDays: z.int(), status: z.int(), version: z.int(),
});
export type HospitalForm = z.output<typeof hospitalForm>;
/** An account that sees this hospital; no departments: the whole of it. */
const hospitalAccount = z.strictObject({ id, username: z.string(), nickname: z.nullable(z.string()), role: z.int(), status: z.int(), departments: z.array(z.string()) });
/** What is unique, as a refusal names it: Chinese and English. */
export const TAKEN_LABELS = { code: ['编码', 'code'], name: ['名称', 'name'] } as const;

/** What the list can be asked and sorted by (kernel/list.ts). */
export const HOSPITAL_FIELDS = {
  code: { type: 'text', sort: true }, name: { type: 'text', sort: true }, level: { type: 'text', nullable: true, sort: true }, kind: { type: 'text', nullable: true, sort: true }, city: { type: 'text', nullable: true, sort: true },
  departments: { type: 'number', sort: true }, beds: { type: 'number', sort: true }, liveOrders: { type: 'number', sort: true }, contractEnd: { type: 'day', nullable: true, sort: true }, status: { type: 'choice', values: ['1', '0'], sort: true },
} as const satisfies ListFields;
const filter = { ...searchedBy, ...filterBy(HOSPITAL_FIELDS) };
/** Columns that an export can have; ids as the list's. */
export const HOSPITAL_EXPORTED = ['code', 'name', 'level', 'kind', 'city', 'departments', 'beds', 'liveOrders', 'contractEnd', 'status'] as const;

export const hospital = {
  /** The hospitals this person works for: filters and the palette ask it. */
  options: endpoint('GET /hospitals/options', { may: 'signed-in', summary: '可见医院', reply: z.array(z.strictObject({ id, name: z.string(), keywords })) }),
  /** The departments of a hospital that this person works for: filters ask it. */
  departments: endpoint('GET /hospitals/:id/departments', { may: 'signed-in', summary: '可见科室', reply: z.array(z.strictObject({ id, name: z.string() })) }),
  list: endpoint('GET /hospitals', { may: 'biz:hospital:list', summary: '医院列表', query: z.strictObject({ ...listBy(HOSPITAL_FIELDS), ...filter }), reply: pageOf(hospitalRow) }),
  /** The next hospital in the list's order that has `q` in code, name or city. */
  findIn: endpoint('GET /hospitals/find-in', { may: 'biz:hospital:list', limit: 'search', summary: '列表内查找', query: z.strictObject({ ...findInQuery, ...filter, sort: sortBy(HOSPITAL_FIELDS) }), reply: foundIn }),
  export: endpoint('POST /hospitals/export', { may: 'biz:hospital:list', audit: 'hospital.export', limit: 'read', summary: '导出医院', body: exportBy(HOSPITAL_FIELDS, filter, HOSPITAL_EXPORTED), file: 'hospital', reply: z.null() }),
  form: endpoint('GET /hospitals/:id', { may: 'biz:hospital:edit', summary: '医院表单', reply: hospitalForm }),
  create: endpoint('POST /hospitals', { may: 'biz:hospital:add', audit: 'hospital.add', summary: '新建医院', body: z.strictObject(edited).check(inOrder), reply: hospitalForm }),
  update: endpoint('PUT /hospitals/:id', { may: 'biz:hospital:edit', audit: 'hospital.edit', summary: '修改医院', body: z.strictObject({ ...z.partial(hospitalForm).shape, ...edited, version }).check(inOrder), reply: hospitalForm }),
  /** Off: nothing new is ordered there; what is under way goes on. */
  status: endpoint('PUT /hospitals/:id/status', { may: 'biz:hospital:status', audit: 'hospital.status', summary: '启用或停用医院', body: z.strictObject({ status: z.union([z.literal(0), z.literal(1)]) }), reply: hospitalForm }),
  /** Accounts bound to this hospital; those of roles 1 and 2 see every one and are not among them. */
  accounts: endpoint('GET /hospitals/:id/accounts', { may: 'biz:hospital:edit', audit: 'hospital.accounts', summary: '能看到这家医院的账号', reply: z.array(hospitalAccount) }),
  /** Where a patient may lie, as far as the reader's departments go. */
  places: endpoint('GET /hospitals/:id/places', { may: 'biz:order:list', audit: 'hospital.places', summary: '科室、病区和床位', reply: places }),
  /** What the hospital offers on a day: services that are on and have a price then. */
  services: endpoint('GET /hospitals/:id/services', { may: 'biz:order:list', summary: '服务项目与当日价格', query: z.strictObject({ day }), reply: z.array(servicePrice) }),
};
