import * as z from 'zod/mini';
import { EVALUATION_STATES, SERVICE_STATES, STATUSES } from '../../../machines/order.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, fen, id, instant, pageOf, window } from '../../kernel/shape.ts';

/** Payment axis, computed from the ledger (domain.md). */
export const PAYMENT_STATES = ['unpaid', 'partial', 'paid', 'refund_due'] as const;
const half = z.enum(['AM', 'PM']);

/** A row of the list, and what the palette and the detail page paint first. */
export const orderRow = z.strictObject({
  id, orderNo: z.string(), status: z.enum(STATUSES), serviceState: z.enum(SERVICE_STATES), paymentState: z.enum(PAYMENT_STATES),
  patientName: z.string(), patientGender: z.int(),
  hospitalId: id, hospitalName: z.string(), departmentName: z.string(), wardName: z.nullable(z.string()), bedNo: z.nullable(z.string()),
  serviceName: z.string(), plannedStart: day, startHalf: half, plannedEnd: day, endHalf: half,
  caregiverName: z.nullable(z.string()), caregiverNo: z.nullable(z.string()),
  payableFen: fen, balanceFen: fen, createdAt: instant,
});
export type OrderRow = z.output<typeof orderRow>;

/** Days that dashboard links filter by, in each hospital's own today. */
export const DUE = ['starts_today', 'ends_today'] as const;
/** Filters of the list as they stand in the address. */
export const orderQuery = z.strictObject({ ...window, status: z.optional(z.enum(STATUSES)), hospitalId: z.optional(id), due: z.optional(z.enum(DUE)) });

export const stint = z.strictObject({ id, caregiverNo: z.string(), caregiverName: z.string(), from: instant, to: instant, exclusive: z.boolean(), status: z.enum(['planned', 'serving', 'ended', 'void']), reason: z.nullable(z.string()) });
export const ledgerRow = z.strictObject({ id, kind: z.enum(['deposit', 'balance', 'topup', 'refund', 'reversal']), method: z.enum(['cash', 'wechat', 'alipay', 'card', 'transfer', 'insurance', 'other']), amountFen: fen, proofNo: z.nullable(z.string()), at: instant });
export const timelineRow = z.strictObject({ id, event: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()), actor: z.string(), actorRole: z.int(), reason: z.nullable(z.string()), at: instant });

/** The whole record. Phones are masked (`138****1234`). */
export const orderDetail = z.strictObject({
  ...orderRow.shape,
  source: z.string(), evaluationState: z.enum(EVALUATION_STATES), patientAge: z.nullable(z.int()), contactName: z.nullable(z.string()), contactRelation: z.nullable(z.string()), contactMobile: z.nullable(z.string()),
  inpatientNo: z.nullable(z.string()), diagnosis: z.nullable(z.string()), careLevel: z.nullable(z.string()), infectious: z.boolean(), note: z.nullable(z.string()), requirements: z.nullable(z.string()),
  careMode: z.string(), coverage: z.string(), unitPriceFen: fen, paidFen: fen, refundedFen: fen, days: z.number(), adjustedFen: fen,
  actualStartAt: z.nullable(instant), actualEndAt: z.nullable(instant), cancelReason: z.nullable(z.string()), endReason: z.nullable(z.string()), version: z.int(),
  stints: z.array(stint), ledger: z.array(ledgerRow), timeline: z.array(timelineRow),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** What matched: decides the rank and what the palette marks. */
export const foundOrder = z.strictObject({ row: orderRow, why: z.enum(['number', 'name', 'pinyin', 'initials', 'phone', 'bed']) });
export type FoundOrder = z.output<typeof foundOrder>;
/** The palette's question. */
export const findQuery = z.strictObject({ q: z.string().check(z.minLength(1), z.maxLength(64)) });

export const order = {
  list: endpoint('GET /orders', { may: 'biz:order:list', audit: 'order.list', summary: '订单列表', query: orderQuery, reply: pageOf(orderRow) }),
  /** At most 20, best first: exact, then end or beginning, then inside; orders still alive before ended ones, newest first. */
  find: endpoint('GET /orders/find', { may: 'biz:order:list', audit: 'order.find', limit: 'search', summary: '查找订单', query: findQuery, reply: z.array(foundOrder) }),
  detail: endpoint('GET /orders/:no', { may: 'biz:order:list', audit: 'order.read', summary: '订单详情', reply: orderDetail }),
};
