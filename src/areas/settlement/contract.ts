import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { REFUSAL_NAMES } from '../../kernel/refusal.ts';
import { day, fen, id, instant, text } from '../../kernel/shape.ts';

/** Orders or caregivers that a statement shows at once; a sheet has them all. */
export const MOST_LINES = 1_000;
/** A calendar month of the hospital's, `2026-10`. */
export const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));
/** Where a hospital's month stands: still under way, over and open, or closed: its days refuse change. */
export const PERIOD_STATES = ['running', 'open', 'closed'] as const;
/** What hinders a closing: an order with days in the month that nobody was given, that has not begun, or that should be completed. */
const HINDRANCES = ['unassigned', 'unstarted', 'unfinished'] as const;

/** What a month comes to. `payFen`, what caregivers get of `amountFen`, is null for who may not see pay. Adjustments, received and refunded by the day they were entered. */
const served = { orders: z.int(), days: z.number(), holidayDays: z.number(), amountFen: fen, payFen: z.nullable(fen), feeFen: fen };
const money = { adjustedFen: fen, receivedFen: fen, refundedFen: fen };
export const sums = z.strictObject({ ...served, ...money });
export type Sums = z.output<typeof sums>;
/** The sums alone of a month that says more. */
export const sumsOf = ({ orders, days, holidayDays, amountFen, payFen, feeFen, adjustedFen, receivedFen, refundedFen }: Sums): Sums => ({ orders, days, holidayDays, amountFen, payFen, feeFen, adjustedFen, receivedFen, refundedFen });
/** What is done to a hospital's month: closed and opened again; once closed, its pay marked as paid, and that taken back. */
export const MONTH_VERBS = ['close', 'reopen', 'pay', 'unpay'] as const;
export type MonthVerb = (typeof MONTH_VERBS)[number];
const offers = { can: z.array(z.enum(MONTH_VERBS)), cannot: z.partialRecord(z.enum(MONTH_VERBS), z.enum(REFUSAL_NAMES)) };
/** What caregivers get for a closed month, however their days change hands later; `amountFen` null for who may not see pay. */
const pay = z.strictObject({ caregivers: z.int(), amountFen: z.nullable(fen), paid: z.boolean() });
/** A hospital's month in the list. `version` counts all that was done to it. `whole`: false where the reader sees some departments only, and these sums are theirs. `pay`: null unless it is closed, and for such a reader. */
const hospitalMonth = z.strictObject({ hospitalId: id, name: z.string(), whole: z.boolean(), state: z.enum(PERIOD_STATES), version: z.int(), hindrances: z.int(), pay: z.nullable(pay), ...sums.shape, ...offers });
export type HospitalMonth = z.output<typeof hospitalMonth>;
/** An order that hinders the closing. */
export const hindrance = z.strictObject({ orderNo: z.string(), patientName: z.string(), kind: z.enum(HINDRANCES), from: day, to: day });
export type Hindrance = z.output<typeof hindrance>;
/** One hospital's month. `uncovered`: days that no caregiver served. `hindering`: the first twenty. */
export const statement = z.strictObject({
  ...hospitalMonth.shape, month, uncovered: z.number(), hindering: z.array(hindrance),
  closedBy: z.nullable(z.string()), closedAt: z.nullable(instant), reopenedBy: z.nullable(z.string()), reopenedAt: z.nullable(instant), reopenReason: z.nullable(z.string()), paidBy: z.nullable(z.string()), paidAt: z.nullable(instant),
});
export type Statement = z.output<typeof statement>;
/** An order's part of the month; without days of it `from` and `to` are null. */
const orderLine = z.strictObject({ orderNo: z.string(), patientName: z.string(), department: z.string(), service: z.string(), caregivers: z.string(), from: z.nullable(day), to: z.nullable(day), days: served.days, holidayDays: served.holidayDays, amountFen: fen, payFen: served.payFen, feeFen: fen, ...money });
export type OrderLine = z.output<typeof orderLine>;
/** A caregiver's month within the reader's scope; of a day that changed hands at noon each has half. Beside it `whole`: false where the reader sees some hospitals or departments only. */
const caregiverMonth = z.strictObject({ caregiverNo: z.string(), name: z.string(), ...served });
export type CaregiverMonth = z.output<typeof caregiverMonth>;
/** What a caregiver served of one order. */
export const caregiverLine = z.strictObject({ orderNo: z.string(), patientName: z.string(), hospital: z.string(), from: day, to: day, days: served.days, holidayDays: served.holidayDays, amountFen: fen, payFen: served.payFen, feeFen: fen, closed: z.boolean() });
export type CaregiverLine = z.output<typeof caregiverLine>;
/** Lines as far as they are shown, and how many there are. */
const some = <T extends z.core.$ZodType>(line: T) => z.strictObject({ list: z.array(line), total: z.int() });

const staffNo = z.string().check(z.regex(/^[\w-]{1,32}$/));
const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

export const settlement = {
  /** The hospitals of the reader's scope. */
  months: endpoint('GET /settlements', { may: 'biz:stat:statement', summary: '各医院的月度对账', query: z.strictObject({ month }), reply: z.strictObject({ list: z.array(hospitalMonth), total: sums }) }),
  statement: endpoint('GET /settlements/hospital', { may: 'biz:stat:statement', audit: 'settlement.read', summary: '医院对账单', query: z.strictObject({ month, hospitalId: id }), reply: statement }),
  /** Those with days first, then those with money of the month alone; each by order number. */
  orders: endpoint('GET /settlements/orders', { may: 'biz:stat:statement', audit: 'settlement.orders', summary: '医院对账单的订单', query: z.strictObject({ month, hospitalId: id }), reply: some(orderLine) }),
  /** Most days first. */
  caregivers: endpoint('GET /settlements/caregivers', { may: 'biz:stat:statement', audit: 'settlement.caregivers', summary: '各护工的月度对账', query: z.strictObject({ month, hospitalId: z.optional(id) }), reply: z.strictObject({ ...some(caregiverMonth).shape, whole: z.boolean(), sums: z.strictObject(served) }) }),
  caregiver: endpoint('GET /settlements/caregiver', { may: 'biz:stat:statement', audit: 'settlement.caregiver', summary: '护工对账单', query: z.strictObject({ month, caregiverNo: staffNo }), reply: z.strictObject({ ...caregiverMonth.shape, month, whole: z.boolean(), lines: z.array(caregiverLine) }) }),
  /** What the page shows, whole: the hospitals or one of them, the caregivers or one of them. */
  export: endpoint('GET /settlements/export', {
    may: 'biz:stat:statement', audit: 'settlement.export', summary: '导出对账单', file: 'statement', reply: z.null(),
    query: z.strictObject({ month, by: z.enum(['hospital', 'caregiver']), hospitalId: z.optional(id), caregiverNo: z.optional(staffNo), type: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }),
  }),
  /** `sums`: those that the person was shown; where one is another by now it is refused, and said which. */
  close: endpoint('POST /settlements/close', { may: 'biz:stat:close', audit: 'settlement.close', summary: '月结', body: z.strictObject({ hospitalId: id, month, version, sums }), reply: statement }),
  reopen: endpoint('POST /settlements/reopen', { may: 'biz:stat:close', audit: 'settlement.reopen', summary: '重开已月结的月份', body: z.strictObject({ hospitalId: id, month, version, reason: text(500) }), reply: statement }),
  pay: endpoint('POST /settlements/pay', { may: 'biz:stat:close', audit: 'settlement.pay', summary: '登记工资已发', body: z.strictObject({ hospitalId: id, month, version }), reply: statement }),
  unpay: endpoint('POST /settlements/unpay', { may: 'biz:stat:close', audit: 'settlement.unpay', summary: '撤销工资登记', body: z.strictObject({ hospitalId: id, month, version, reason: text(500) }), reply: statement }),
};
