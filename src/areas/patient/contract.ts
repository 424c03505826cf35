import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, marks, most } from '../../kernel/shape.ts';

/** A patient as whoever looks for one tells them apart. Phones and the ID number are masked; the last order is one within reach, `several`: it is not the only one there. */
const foundPatient = z.strictObject({
  id, name: z.string(), gender: z.int(), birthday: z.nullable(day), age: z.nullable(z.int()), idNo: z.nullable(z.string()), mobile: z.nullable(z.string()), contactName: z.nullable(z.string()), contactRelation: z.nullable(z.string()), contactMobile: z.nullable(z.string()),
  lastOrderNo: z.nullable(z.string()), lastHospital: z.nullable(z.string()), lastStart: z.nullable(day), several: z.boolean(), why: z.enum(['name', 'pinyin', 'initials', 'phone', 'identity']), marks,
});
export type FoundPatient = z.output<typeof foundPatient>;

export const patient = {
  /** At most 20, best first, then whoever came last; roles 3 and 4 find patients with an order in their scope. */
  find: endpoint('GET /patients/find', { may: 'biz:order:list', audit: 'patient.find', limit: 'search', summary: '查找患者', query: z.strictObject({ q: z.string().check(z.minLength(1), most(64)) }), reply: z.array(foundPatient) }),
  /** These as `find` tells them, at most 20: how the palette's rows follow changes. */
  rows: endpoint('GET /patients/rows', { may: 'biz:order:list', audit: 'patient.find', summary: '若干患者', query: z.strictObject({ ids: z.string().check(z.regex(/^\d{1,18}(,\d{1,18}){0,19}$/)) }), reply: z.array(foundPatient) }),
};
