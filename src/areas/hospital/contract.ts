import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, fen, id, pageOf, window } from '../../kernel/shape.ts';

export const hospitalRow = z.strictObject({
  id, code: z.string(), name: z.string(), level: z.nullable(z.string()), kind: z.nullable(z.string()), city: z.nullable(z.string()), departments: z.int(), beds: z.int(), liveOrders: z.int(), contractEnd: z.nullable(day), status: z.int(),
});
/** A bed with the order that has it: the one being served, else the one that comes next; null where none does or it is out of scope. */
export const bedPlace = z.strictObject({ id, bedNo: z.string(), status: z.int(), order: z.nullable(z.strictObject({ orderNo: z.string(), patientName: z.string(), from: day, to: day })) });
export const wardPlace = z.strictObject({ id, name: z.string(), building: z.nullable(z.string()), floor: z.nullable(z.string()), status: z.int(), beds: z.array(bedPlace) });
/** Departments → wards → beds, in their own order; `status` 0 is switched off. */
export const places = z.strictObject({ id, name: z.string(), status: z.int(), departments: z.array(z.strictObject({ id, name: z.string(), status: z.int(), wards: z.array(wardPlace) })) });
export type Places = z.output<typeof places>;
/** A service with its price on the day that was asked for. `maxPatients`: how many one caregiver serves at once. */
export const servicePrice = z.strictObject({ id, code: z.string(), name: z.string(), careMode: z.string(), maxPatients: z.int(), coverage: z.string(), dependency: z.nullable(z.string()), priceFen: fen });
export type ServicePrice = z.output<typeof servicePrice>;

export const hospital = {
  /** The hospitals this person works for: filters and the palette ask it. */
  options: endpoint('GET /hospitals/options', { may: 'signed-in', summary: '可见医院', reply: z.array(z.strictObject({ id, name: z.string() })) }),
  /** The departments of a hospital that this person works for: filters ask it. */
  departments: endpoint('GET /hospitals/:id/departments', { may: 'signed-in', summary: '可见科室', reply: z.array(z.strictObject({ id, name: z.string() })) }),
  list: endpoint('GET /hospitals', { may: 'biz:hospital:list', summary: '医院列表', query: z.strictObject({ ...window }), reply: pageOf(hospitalRow) }),
  /** Where a patient may lie, as far as the reader's departments go. */
  places: endpoint('GET /hospitals/:id/places', { may: 'biz:order:list', summary: '科室、病区和床位', reply: places }),
  /** What the hospital offers on a day: services that are on and have a price then. */
  services: endpoint('GET /hospitals/:id/services', { may: 'biz:order:list', summary: '服务项目与当日价格', query: z.strictObject({ day }), reply: z.array(servicePrice) }),
};
