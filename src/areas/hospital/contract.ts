import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, pageOf, window } from '../../kernel/shape.ts';

export const hospitalRow = z.strictObject({
  id, code: z.string(), name: z.string(), level: z.nullable(z.string()), kind: z.nullable(z.string()), city: z.nullable(z.string()), departments: z.int(), beds: z.int(), liveOrders: z.int(), contractEnd: z.nullable(day), status: z.int(),
});
export const hospital = {
  /** The hospitals this person works for: filters and the palette ask it. */
  options: endpoint('GET /hospitals/options', { may: 'signed-in', summary: '可见医院', reply: z.array(z.strictObject({ id, name: z.string() })) }),
  list: endpoint('GET /hospitals', { may: 'biz:hospital:list', summary: '医院列表', query: z.strictObject({ ...window }), reply: pageOf(hospitalRow) }),
};
