import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';

/**
 * That an order has changed, and which version it has now, or null where that did not move (an evaluation that expired).
 * Null altogether: some changes may have been missed, so all is to be read again.
 */
export const orderChange = z.nullable(z.strictObject({ no: z.string(), version: z.nullable(z.int()) }));
export type OrderChange = z.output<typeof orderChange>;

export const live = {
  /** Changes of the orders that this person sees, from now on; what changed is read by `GET /orders/rows`. */
  orders: endpoint('GET /live', { may: 'biz:order:list', summary: '实时变更', reply: orderChange, stream: true }),
};
