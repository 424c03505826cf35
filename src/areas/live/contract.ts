import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { digits } from '../../kernel/shape.ts';

/**
 * That an order has changed, and which version it has now, or null where that did not move (an evaluation that expired).
 * Null altogether: some changes may have been missed, so all is to be read again.
 */
export const orderChange = z.nullable(z.strictObject({ no: z.string(), version: z.nullable(z.int()) }));
export type OrderChange = z.output<typeof orderChange>;
/** That a caregiver has changed, by the staff number; without a version: not they themselves, but what they serve. Null altogether like an order's. */
export const caregiverChange = orderChange;
export type CaregiverChange = OrderChange;

const query = z.strictObject({ ago: z.optional(digits(999_999_999, 0)) });
export const live = {
  /** Changes of the orders that this person sees, from now on, and first those of the last `ago` ms; what changed is read by `GET /orders/rows`. */
  orders: endpoint('GET /live', { may: 'biz:order:list', summary: '实时变更', query, reply: orderChange, stream: true }),
  /** The same of caregivers; what changed is read by `GET /caregivers/rows`. */
  caregivers: endpoint('GET /live/caregivers', { may: 'biz:caregiver:list', summary: '护工实时变更', query, reply: caregiverChange, stream: true }),
};
