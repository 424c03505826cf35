import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { digits } from '../../kernel/shape.ts';

/**
 * That a record has changed, and which version it has now, or null where that did not move: an order whose evaluation expired, a
 * caregiver who serves another. Null altogether: some changes may have been missed, so all is to be read again.
 */
export const change = z.nullable(z.strictObject({ no: z.string(), version: z.nullable(z.int()) }));
export type Change = z.output<typeof change>;

const query = z.strictObject({ ago: z.optional(digits(999_999_999, 0)) });
/** The stream that tells of all, and its parts. */
const ALL = '/live/all';
const PARTS = ['/live', '/live/caregivers', '/live/hospitals', '/live/dictionaries'] as const;
export const live = {
  /** Changes of the orders that this person sees, from now on, and first those of the last `ago` ms; what changed is read by `GET /orders/rows`. */
  orders: endpoint('GET /live', { may: 'biz:order:list', summary: '实时变更', query, reply: change, stream: true, within: ALL }),
  /** The same of caregivers, by the staff number; what changed is read by `GET /caregivers/rows`. */
  caregivers: endpoint('GET /live/caregivers', { may: 'biz:caregiver:list', summary: '护工实时变更', query, reply: change, stream: true, within: ALL }),
  /** The same of hospitals, by their id: how one is called, whether it takes orders, or that there is one more; what changed is read by `GET /hospitals/options` and the list. */
  hospitals: endpoint('GET /live/hospitals', { may: 'biz:order:list', summary: '医院实时变更', query, reply: change, stream: true, within: ALL }),
  /** The same of dictionaries, by their code, to everyone; what changed is read by `GET /sys/:dictCode/items`. */
  dictionaries: endpoint('GET /live/dictionaries', { may: 'signed-in', summary: '字典实时变更', query, reply: change, stream: true, within: ALL }),
  /** All in one, of what the person may see. */
  all: endpoint(`GET ${ALL}`, { may: ['biz:order:list', 'biz:caregiver:list'], summary: '全部实时变更', query, reply: z.strictObject({ of: z.enum(PARTS), said: change }), stream: true }),
};
/** What tells of records: orders and caregivers. */
export const records = [live.orders, live.caregivers] as const;
