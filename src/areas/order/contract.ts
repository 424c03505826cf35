import * as z from 'zod/mini';
import { EVALUATION_STATES, ORDER_EVENTS, REFUSALS, SERVICE_STATES, STATUSES } from '../../../machines/order.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { indexPage, indexQuery, linesQuery } from '../../kernel/indexed.ts';
import { createTime, exportBy, filterBy, findInQuery, foundIn, listBy, searchedBy, selectedBy, selectionBy, sortBy } from '../../kernel/list-shape.ts';
import type { ListFields } from '../../kernel/list.ts';
import { day, digits, fen, id, idNumber, instant, isDay, marks, mobile, most, pageOf, personName, text } from '../../kernel/shape.ts';

/** Payment axis, computed from the ledger (domain.md). */
export const PAYMENT_STATES = ['unpaid', 'partial', 'paid', 'refund_due'] as const;
export const PAY_METHODS = ['cash', 'wechat', 'alipay', 'card', 'transfer', 'insurance', 'other'] as const;
export const ADJUSTMENT_KINDS = ['discount', 'surcharge', 'correction'] as const;
export const EVALUATION_SOURCES = ['family', 'hospital', 'provider'] as const;
/** What is written down against an order; only the first are complaints to the statistics. */
export const COMPLAINT_KINDS = ['complaint', 'change_request', 'incident'] as const;
/** Orders that a caregiver may be booked with, of which a dry run is told: more than anybody has. */
export const BOOKED = 1_000;
/** How grave it is, from 1. */
export const SEVERITIES = [1, 2, 3, 4] as const;
export const half = z.enum(['AM', 'PM']);
const optional = <T extends z.ZodMiniType>(shape: T) => z.optional(z.nullable(shape));

/** What may be done now: `can` in the order in which it is offered; `cannot` holds what this person's role may do but this order refuses, with why. */
const offers = { can: z.array(z.enum(ORDER_EVENTS)), cannot: z.partialRecord(z.enum(ORDER_EVENTS), z.enum(REFUSALS)) };
/** A row of the list, and what the palette and the detail page paint first. `waitingSince`: since when it waits in its status. */
export const orderRow = z.strictObject({
  id, orderNo: z.string(), version: z.int(), status: z.enum(STATUSES), serviceState: z.enum(SERVICE_STATES), paymentState: z.enum(PAYMENT_STATES),
  patientName: z.string(), patientGender: z.int(),
  hospitalId: id, hospitalName: z.string(), departmentName: z.string(), wardName: z.nullable(z.string()), bedNo: z.nullable(z.string()),
  serviceName: z.string(), plannedStart: day, startHalf: half, plannedEnd: day, endHalf: half,
  caregiverName: z.nullable(z.string()), caregiverNo: z.nullable(z.string()),
  payableFen: fen, balanceFen: fen, createdAt: instant, waitingSince: instant, ...offers,
});
export type OrderRow = z.output<typeof orderRow>;

/** What links of the first page and of notices filter by: days in each hospital's own today; waiting for a caregiver for too long. */
export const DUE = ['starts_today', 'ends_today', 'overdue', 'waits_long'] as const;
/** Hours after which an order waits too long for a caregiver. */
export const LONG_WAIT_HOURS = 4;
/** What the figures of the statistics open: orders to which this happened within days of their hospital (deed.ts says each in SQL). */
const DEEDS = ['made', 'started', 'ended', 'cancelled', 'served', 'attended', 'served-normal', 'served-holiday', 'bedded', 'charged', 'received', 'refunded', 'replaced', 'extended', 'ended-early', 'assigned', 'evaluated', 'complained'] as const;
export type Deed = (typeof DEEDS)[number];
/** Of these a reason was given, in anyone's words. */
const REASONED = ['cancelled', 'replaced', 'extended', 'ended-early'] as const satisfies readonly Deed[];
/** Age of what is owed: days since service ended, or was to end, to today; `ahead`: it ends after today. */
export const BANDS = { ahead: [null, -1], d7: [0, 7], d30: [8, 30], d90: [31, 90], older: [91, null] } as const satisfies Record<string, readonly [number | null, number | null]>;
export type Band = keyof typeof BANDS;
export const BAND_NAMES = Object.keys(BANDS) as [Band, ...Band[]];
const DAYS = '\\d{4}-\\d{2}-\\d{2}:\\d{4}-\\d{2}-\\d{2}';
/** `started:2026-11-01:2026-11-07`: deed, first and last day; then, where it is of one, a way of paying or the staff number of who served. `cancelled:2026-11-01:2026-11-07::转院`: also the words of the reason, which are all that follows; nothing follows where none was given (kernel/did.ts). */
export const DID = new RegExp(`^(?:(?:${DEEDS.join('|')}):${DAYS}(?::[\\w-]{1,32})?|(?:${REASONED.join('|')}):${DAYS}:[\\w-]{0,32}:[\\s\\S]*)$`);
/** What the list can be asked and sorted by (kernel/list.ts). Hospitals stand in the order in which they joined, departments so within their hospital; `waiting`: those that wait longest first, ended ones last. */
export const ORDER_FIELDS = {
  orderNo: { type: 'text', sort: true }, patientName: { type: 'text', sort: true }, status: { type: 'choice', values: STATUSES, sort: true }, paymentState: { type: 'choice', values: PAYMENT_STATES },
  hospitalId: { type: 'id', sort: true }, departmentId: { type: 'id', sort: true }, wardId: { type: 'id', nullable: true }, bedNo: { type: 'text', nullable: true }, serviceItemId: { type: 'id', sort: true },
  careMode: { type: 'choice', values: ['one_to_one', 'one_to_many', 'many_to_one'] }, coverage: { type: 'choice', values: ['full24', 'day', 'night'] }, source: { type: 'choice', values: ['console', 'hospital', 'phone', 'miniapp', 'import'] },
  caregiverName: { type: 'text', nullable: true }, caregiverNo: { type: 'text', nullable: true }, infectious: { type: 'flag' },
  plannedStart: { type: 'day', sort: true }, plannedEnd: { type: 'day', sort: true }, actualStart: { type: 'instant', nullable: true, sort: true }, actualEnd: { type: 'instant', nullable: true, sort: true }, createdAt: { type: 'instant', sort: true },
  payable: { type: 'money', sort: true }, balance: { type: 'money', sort: true }, waiting: { type: 'instant', sort: true, filter: false },
} as const satisfies ListFields;
const staffNo = z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/)));
/** Filters of the list as they stand in the address. `from`/`to`: stays that touch these days; `unpaid`: something is owed, `owed`: for so long; `did`: what happened and when; `servedBy`: the staff number of who serves it, or served it last; `keeperId`: kept by this account and not at an end. */
const orderFilter = {
  status: z.optional(z.enum(STATUSES)), patientId: z.optional(id), hospitalId: z.optional(id), departmentId: z.optional(id), due: z.optional(z.enum(DUE)), from: z.optional(day), to: z.optional(day),
  caregiverNo: staffNo, servedBy: staffNo, unpaid: z.optional(z.literal('1')), keeperId: z.optional(id), did: z.optional(z.string().check(most(600), z.regex(DID), z.refine((did) => ((days) => days.every(isDay) && days[0]! <= days[1]!)(did.split(':', 3).slice(1))))), owed: z.optional(z.enum(BAND_NAMES)), createTime, ...filterBy(ORDER_FIELDS),
};
/** The same with what is searched for, of calls that the audit has a line of alone: words may be of a phone that is hidden. */
const searchedFilter = { ...orderFilter, ...searchedBy };
export const orderQuery = z.strictObject({ ...listBy(ORDER_FIELDS), ...searchedFilter });
/** Columns that an export can have; ids as the list's. `place`: hospital, department, ward and bed in one. */
export const ORDER_EXPORTED = ['no', 'patient', 'status', 'place', 'hospital', 'department', 'ward', 'bed', 'service', 'days', 'start', 'end', 'caregiver', 'caregiverNo', 'waiting', 'payable', 'balance', 'payment', 'created'] as const;

export const stint = z.strictObject({ id, caregiverNo: z.string(), caregiverName: z.string(), from: instant, to: instant, exclusive: z.boolean(), status: z.enum(['planned', 'serving', 'ended', 'void']), reason: z.nullable(z.string()) });
/** `externalNo`: the other side's number of it, as whoever entered it was told. */
export const ledgerRow = z.strictObject({ id, kind: z.enum(['deposit', 'balance', 'topup', 'refund', 'reversal']), method: z.enum(PAY_METHODS), amountFen: fen, proofNo: z.nullable(z.string()), externalNo: z.nullable(z.string()), payer: z.nullable(z.string()), note: z.nullable(z.string()), receivedBy: z.string(), at: instant });
const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** `version`: the order's after the event; `before` and `after`: what changed, by the names of `orderDetail`. `undone`: a later event took it back. */
const timelineRow = z.strictObject({
  id, version: z.int(), event: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()), actor: z.string(), actorRole: z.int(), reason: z.nullable(z.string()), at: instant,
  before: z.record(z.string(), fact), after: z.record(z.string(), fact), undone: z.boolean(),
});
export type TimelineRow = z.output<typeof timelineRow>;
export const adjustmentRow = z.strictObject({ id, kind: z.enum(ADJUSTMENT_KINDS), amountFen: fen, reason: z.string(), by: z.string(), at: instant });
const refundRow = z.strictObject({ id, amountFen: fen, status: z.enum(['requested', 'approved', 'rejected', 'paid']), reason: z.string(), requestedBy: z.string(), approvedBy: z.nullable(z.string()), at: instant });
export const evaluationRow = z.strictObject({
  id, caregiverNo: z.string(), caregiverName: z.string(), source: z.enum(EVALUATION_SOURCES), overall: z.int(), skill: z.nullable(z.int()), attitude: z.nullable(z.int()), discipline: z.nullable(z.int()), tags: z.array(z.string()), content: z.nullable(z.string()), by: z.string(), at: instant,
});
/** What was complained of; of nobody in particular without a caregiver. */
const complaintRow = z.strictObject({ id, kind: z.enum(COMPLAINT_KINDS), severity: z.int(), content: z.string(), caregiverNo: z.nullable(z.string()), caregiverName: z.nullable(z.string()), by: z.string(), at: instant });

/** The whole record. Phones are masked (`138****1234`). `gap`: the part of the stay that no caregiver covers yet. */
export const orderDetail = z.strictObject({
  ...orderRow.shape,
  source: z.string(), evaluationState: z.enum(EVALUATION_STATES), patientId: id, patientAge: z.nullable(z.int()), patientBirthday: z.nullable(day), contactName: z.nullable(z.string()), contactRelation: z.nullable(z.string()), contactMobile: z.nullable(z.string()),
  departmentId: id, wardId: z.nullable(id), bedId: z.nullable(id), inpatientNo: z.nullable(z.string()), diagnosis: z.nullable(z.string()), careLevel: z.nullable(z.string()), infectious: z.boolean(), note: z.nullable(z.string()),
  prefGender: z.nullable(z.int()), prefLevel: z.nullable(z.string()), prefLanguage: z.nullable(z.string()), requirements: z.nullable(z.string()),
  serviceItemId: id, careMode: z.string(), coverage: z.string(), unitPriceFen: fen, paidFen: fen, refundedFen: fen, prepayFen: fen, days: z.number(), adjustedFen: fen,
  actualStartAt: z.nullable(instant), actualEndAt: z.nullable(instant), cancelReason: z.nullable(z.string()), endReason: z.nullable(z.string()), renewedFrom: z.nullable(z.string()), renewedBy: z.nullable(z.string()), keeperId: z.nullable(id), keeperName: z.nullable(z.string()),
  gap: z.nullable(z.strictObject({ from: instant, to: instant })), undoUntil: z.nullable(instant),
  stints: z.array(stint), ledger: z.array(ledgerRow), adjustments: z.array(adjustmentRow), refunds: z.array(refundRow), evaluations: z.array(evaluationRow), complaints: z.array(complaintRow), timeline: z.array(timelineRow),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** A ward and how it stands today: beds in use and those with nobody in them; of the live orders there, those without a caregiver and those on which something is owed. */
export const wardRow = z.strictObject({ id, name: z.string(), building: z.nullable(z.string()), floor: z.nullable(z.string()), departmentName: z.string(), beds: z.int(), free: z.int(), unassigned: z.int(), unpaid: z.int() });
export type WardRow = z.output<typeof wardRow>;
/** A bed with its live orders: who is served in it, then who comes next; at most four. */
export const bedRow = z.strictObject({ id, bedNo: z.string(), kind: z.string(), status: z.int(), orders: z.array(orderRow) });
export type BedRow = z.output<typeof bedRow>;
/** The beds of a ward, 2 before 10 before 10A before 加1, and the live orders there that have none, at most 60. */
const wardBeds = z.strictObject({ id, name: z.string(), building: z.nullable(z.string()), floor: z.nullable(z.string()), departmentId: id, departmentName: z.string(), hospitalId: id, hospitalName: z.string(), status: z.int(), beds: z.array(bedRow), bedless: z.array(orderRow) });
export type WardBeds = z.output<typeof wardBeds>;

/** A bed in which nobody is and into which nobody is to come. */
const freeBed = z.strictObject({ id, bedNo: z.string(), wardId: id, wardName: z.string(), departmentName: z.string(), hospitalId: id, hospitalName: z.string() });
export type FreeBed = z.output<typeof freeBed>;

/** What matched: decides the rank and what the palette marks. */
const foundOrder = z.strictObject({ row: orderRow, why: z.enum(['number', 'name', 'pinyin', 'initials', 'phone', 'bed', 'place']), marks });
export type FoundOrder = z.output<typeof foundOrder>;
/** The palette's question. */
const findQuery = z.strictObject({ q: z.string().check(z.minLength(1), most(64)) });

/** A day of the price (domain.md, "Price"): unit × halves/2 × multiplier, rounded once. `holiday`: its name. `counts`: false for a day that fell away. */
const pricedDay = z.strictObject({ day, halves: z.int(), unitPriceFen: fen, multiplierBp: z.int(), holiday: z.nullable(z.string()), amountFen: fen });
export type PricedDay = z.output<typeof pricedDay>;
// whole days, unless it is said that the first begins at noon or the last ends there
const stay = { plannedStart: day, startHalf: z._default(half, 'AM'), plannedEnd: day, endHalf: z._default(half, 'PM') };
export const quoteQuery = z.strictObject({ hospitalId: id, serviceItemId: id, ...stay });
export const quoted = z.strictObject({ days: z.array(pricedDay), unitPriceFen: fen, totalFen: fen, prepayFen: fen });
/** Why the amount is what it is: each day with who served it and what of it goes to whom, then the adjustments. `reliefName`: who took over at noon, and `reliefPayFen` what of `caregiverPayFen` is theirs; what caregivers get is null for who may not see it. */
export const explained = z.strictObject({
  days: z.array(z.strictObject({ ...pricedDay.shape, counts: z.boolean(), attendance: z.string(), caregiverName: z.nullable(z.string()), caregiverPayFen: z.nullable(fen), reliefName: z.nullable(z.string()), reliefPayFen: z.nullable(fen), hospitalFeeFen: fen })),
  adjustments: z.array(adjustmentRow), daysFen: fen, adjustedFen: fen, payableFen: fen, paidFen: fen, refundedFen: fen, balanceFen: fen, caregiverPayFen: z.nullable(fen), hospitalFeeFen: fen,
});
/** What an event would change; nothing is written. */
const previewQuery = z.strictObject({ event: z.enum(['extend', 'complete', 'cancel']), plannedEnd: z.optional(day), endHalf: z.optional(half) });
export const preview = z.strictObject({ payableFen: fen, newPayableFen: fen, newBalanceFen: fen, days: z.number(), newDays: z.number(), early: z.boolean() });

/** Why a caregiver fits, best reason first. */
export const FITS = ['posted', 'free', 'certificate', 'gender', 'language', 'level', 'knows_patient', 'rating'] as const;
/** `blocks`: refusals (kernel/refusal.ts) that no one may pass; `blockedBy`: the order that stands in the way. `certificateEndsOn`: the health certificate ends inside the stay. */
export const candidate = z.strictObject({
  caregiverNo: z.string(), name: z.string(), gender: z.int(), age: z.nullable(z.int()), level: z.string(), languages: z.array(z.string()), ratingAvg: z.nullable(z.number()), ratingCount: z.int(), patientsNow: z.int(),
  fits: z.array(z.enum(FITS)), blocks: z.array(z.string()), blockedBy: z.nullable(z.string()), certificateEndsOn: z.nullable(day),
});
export type Candidate = z.output<typeof candidate>;
export const candidateQuery = z.strictObject({ event: z.enum(['assign', 'change', 'extend']), day: z.optional(day), half: z.optional(half), plannedEnd: z.optional(day), endHalf: z.optional(half), q: z.optional(z.string().check(most(64))) });

const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const reason = text(500);
/** Where the patient lies, what ails them, what they wish for; each absent field stays as it is. */
const stayFacts = {
  wardId: optional(id), bedId: optional(id), inpatientNo: optional(text(64)), diagnosis: optional(text(200)), careLevel: optional(text(64)), infectious: z.optional(z.boolean()), note: optional(text(500)),
  prefGender: optional(z.int().check(z.minimum(1), z.maximum(2))), prefLevel: optional(text(32)), prefLanguage: optional(text(32)), requirements: optional(text(500)),
};
const patientFacts = { gender: z.optional(z.int().check(z.minimum(0), z.maximum(2))), birthday: optional(day), contactName: optional(personName(64)), contactRelation: optional(text(32)), contactMobile: optional(mobile) };
const identity = { idNo: optional(idNumber), mobile: optional(mobile) };
export const newPatient = z.strictObject({ name: personName(64), ...identity, ...patientFacts });
/** A new order. `expectFen`: the total that the person was shown; another price by now is refused. */
export const orderForm = z.strictObject({ hospitalId: id, departmentId: id, ...stayFacts, patient: z.union([z.strictObject({ id }), newPatient]), serviceItemId: id, ...stay, source: z.optional(z.enum(['console', 'phone', 'hospital'])), expectFen: z.optional(fen) });
export const orderEdit = z.strictObject({ version, departmentId: z.optional(id), ...stayFacts, patientName: z.optional(personName(64)), patientIdNo: identity.idNo, patientMobile: identity.mobile, patientGender: patientFacts.gender, patientBirthday: patientFacts.birthday, contactName: patientFacts.contactName, contactRelation: patientFacts.contactRelation, contactMobile: patientFacts.contactMobile });

/** What an event did: the row as it is now, for this person. `otherNo`: the order that was made by it. */
export const acted = z.strictObject({ row: orderRow, otherNo: z.optional(z.string()) });
export type Acted = z.output<typeof acted>;
const plain = z.strictObject({ version, reason: z.optional(reason) });
const reasoned = z.strictObject({ version, reason });
const received = { method: z.enum(PAY_METHODS), externalNo: optional(text(64)), payer: optional(text(64)), note: optional(text(200)) };
const positive = fen.check(z.minimum(1), z.maximum(100_000_000));
const mark = z.int().check(z.minimum(1), z.maximum(5));
/** `amountFen`: below 0 for a discount, above 0 for a surcharge, either for a correction. */
const adjustmentForm = z.strictObject({ version, kind: z.enum(ADJUSTMENT_KINDS), amountFen: fen.check(z.minimum(-100_000_000), z.maximum(100_000_000), z.refine((n) => n !== 0)), reason })
  .check(z.refine(({ kind, amountFen }) => kind === 'correction' || (kind === 'discount') === (amountFen < 0), { path: ['amountFen'] }));
/** From a day and half; absent: from now. */
const since = z.optional(z.strictObject({ day, half }));
const evaluationForm = z.strictObject({
  version, caregiverNo: text(32), source: z.optional(z.enum(EVALUATION_SOURCES)), overall: mark, skill: optional(mark), attitude: optional(mark), discipline: optional(mark), tags: z._default(z.array(text(32)).check(z.maxLength(12)), []), content: optional(text(1000)),
});

export const order = {
  list: endpoint('GET /orders', { may: 'biz:order:list', audit: 'order.list', summary: '订单列表', query: orderQuery, reply: pageOf(orderRow) }),
  /** How many orders stand in each status, with the other filters as they are. */
  counts: endpoint('GET /orders/counts', { may: 'biz:order:list', summary: '各状态的订单数', query: z.strictObject({ ...orderFilter, sort: sortBy(ORDER_FIELDS) }), reply: z.record(z.enum(STATUSES), z.int()) }),
  /** What the filters are called, within the reader's scope: a department's name stands for all departments called so, of `hospitalId` alone where it is given. */
  names: endpoint('GET /orders/names', { may: 'biz:order:list', summary: '筛选用的科室和服务', query: z.strictObject({ hospitalId: z.optional(id) }), reply: z.strictObject({ departments: z.array(z.strictObject({ name: z.string(), ids: z.array(id) })), services: z.array(z.strictObject({ id, name: z.string() })) }) }),
  /** The next order in the list's order that `q` means: number, patient, phone, bed or caregiver. */
  findIn: endpoint('GET /orders/find-in', { may: 'biz:order:list', audit: 'order.find', limit: 'search', summary: '列表内查找', query: z.strictObject({ ...findInQuery, ...searchedFilter, sort: sortBy(ORDER_FIELDS) }), reply: foundIn }),
  /** The rows of a selection, piece by piece. */
  selected: endpoint('POST /orders/selected', { may: 'biz:order:list', audit: 'order.list', limit: 'read', summary: '选中的订单', body: selectedBy(searchedFilter), reply: z.array(orderRow) }),
  export: endpoint('POST /orders/export', { may: 'biz:order:export', audit: 'order.export', limit: 'read', summary: '导出订单', body: exportBy(ORDER_FIELDS, searchedFilter, ORDER_EXPORTED), file: 'order', reply: z.null() }),
  /** These orders as rows, newest first, those that are gone or out of scope left out, or that the filters leave out where there are any: how a list follows live changes. */
  rows: endpoint('GET /orders/rows', { may: 'biz:order:list', summary: '若干订单', query: z.strictObject({ ...orderFilter, sort: sortBy(ORDER_FIELDS), nos: z.string().check(z.regex(/^[\w-]{1,32}(,[\w-]{1,32}){0,199}$/)) }), reply: z.array(orderRow) }),
  /** At most 20, best first: exact, then end or beginning, then inside; orders still alive before ended ones, newest first. */
  find: endpoint('GET /orders/find', { may: 'biz:order:list', audit: 'order.find', limit: 'search', summary: '查找订单', query: findQuery, reply: z.array(foundOrder) }),
  /** What waits for something, as lines of the palette's index: 5,000 a page, newest first, or what changed since an instant. */
  index: endpoint('GET /orders/index', { may: 'biz:order:list', audit: 'order.index', summary: '面板索引', query: indexQuery, reply: indexPage }),
  /** These orders as lines of it: how the index follows live changes. */
  lines: endpoint('GET /orders/lines', { may: 'biz:order:list', audit: 'order.index', summary: '索引中的若干订单', query: linesQuery, reply: indexPage }),
  /** The wards of a hospital that this person works for. */
  wards: endpoint('GET /hospitals/:id/wards', { may: 'biz:order:list', summary: '病区概况', reply: z.array(wardRow) }),
  /** The bed map of a ward. */
  beds: endpoint('GET /wards/:id/beds', { may: 'biz:order:list', audit: 'order.ward', summary: '床位图', reply: wardBeds }),
  /** At most 10 beds without a live order, by their place and number. */
  freeBeds: endpoint('GET /wards/free-beds', { may: 'biz:order:list', limit: 'search', summary: '查找空床', query: findQuery, reply: z.array(freeBed) }),
  quote: endpoint('GET /orders/quote', { may: 'biz:order:list', summary: '按天报价', query: quoteQuery, reply: quoted }),
  /** Which of these orders an event may happen to, and why not the others; nothing is written. Of a selection the next 500 after the one with the id `after`, in the order of ids; fewer come at its end. `booked`: orders that pieces before were told may have the caregiver, who is not free for them twice. */
  check: endpoint('POST /orders/check', { may: 'biz:order:list', audit: 'order.check', limit: 'read', summary: '批量操作试算', body: z.strictObject({ event: z.enum(ORDER_EVENTS), nos: z.optional(z.array(text(32)).check(z.minLength(1), z.maxLength(500))), selection: z.optional(selectionBy(searchedFilter)), after: z.optional(id), caregiverNo: z.optional(text(32)), booked: z.optional(z.array(text(32)).check(z.maxLength(BOOKED))) }).check(z.refine(({ nos, selection }) => (nos === undefined) !== (selection === undefined), { path: ['nos'] })), reply: z.array(z.strictObject({ id, orderNo: z.string(), version: z.int(), patientName: z.string(), refusal: z.nullable(z.string()) })) }),
  detail: endpoint('GET /orders/:no', { may: 'biz:order:list', audit: 'order.read', summary: '订单详情', reply: orderDetail }),
  explain: endpoint('GET /orders/:no/explain', { may: 'biz:order:list', audit: 'order.explain', summary: '金额说明', reply: explained }),
  preview: endpoint('GET /orders/:no/preview', { may: 'biz:order:list', summary: '操作试算', query: previewQuery, reply: preview }),
  /** What happened after `since`: what the one who lost to it is shown. */
  changes: endpoint('GET /orders/:no/changes', { may: 'biz:order:list', audit: 'order.changes', summary: '版本之后的变更', query: z.strictObject({ since: digits(1_000_000, 0) }), reply: z.array(timelineRow) }),
  /** At most 50, best first; those that are blocked come last. */
  candidates: endpoint('GET /orders/:no/candidates', { may: ['biz:order:assign', 'biz:order:change', 'biz:order:extend'], limit: 'search', summary: '可派护工', query: candidateQuery, reply: z.array(candidate) }),
  /** Colleagues who see the order and may be given it, oneself among them. */
  keepers: endpoint('GET /orders/:no/keepers', { may: 'biz:order:assign', summary: '可交给的同事', reply: z.array(z.strictObject({ id, name: z.string(), role: z.int() })) }),
  /** Gives the order to a colleague, or to oneself; null: to nobody. No event of its life: its version stays, whoever comes last decides. */
  hand: endpoint('POST /orders/:no/hand', { may: 'biz:order:assign', audit: 'order.hand', summary: '交给同事', body: z.strictObject({ keeperId: z.nullable(id) }), reply: acted }),
  create: endpoint('POST /orders', { may: 'biz:order:add', audit: 'order.create', summary: '新建订单', expects: 'expectFen', body: orderForm, reply: acted }),
  edit: endpoint('POST /orders/:no/edit', { may: 'biz:order:edit', audit: 'order.edit', summary: '修改患者', body: orderEdit, reply: acted }),
  assign: endpoint('POST /orders/:no/assign', { may: 'biz:order:assign', audit: 'order.assign', summary: '派单', body: z.strictObject({ version, caregiverNo: text(32) }), reply: acted }),
  unassign: endpoint('POST /orders/:no/unassign', { may: 'biz:order:assign', audit: 'order.unassign', summary: '撤回派单', body: plain, reply: acted }),
  start: endpoint('POST /orders/:no/start', { may: 'biz:order:start', audit: 'order.start', summary: '开始服务', body: plain, reply: acted }),
  change: endpoint('POST /orders/:no/change', { may: 'biz:order:change', audit: 'order.change', summary: '更换护工', body: z.strictObject({ version, reason, caregiverNo: text(32), since }), reply: acted }),
  /** `caregiverNo`: who serves the added days where it is someone else; `expectFen`: what the person was shown to be payable then. */
  extend: endpoint('POST /orders/:no/extend', { may: 'biz:order:extend', audit: 'order.extend', summary: '延长服务', expects: 'expectFen', body: z.strictObject({ version, plannedEnd: day, endHalf: half, reason: z.optional(reason), caregiverNo: z.optional(text(32)), expectFen: z.optional(fen) }), reply: acted }),
  /** `caregiver`: true takes the last caregiver along, who must be free; `expectFen`: the total of the new order that the person was shown. */
  renew: endpoint('POST /orders/:no/renew', { may: 'biz:order:renew', audit: 'order.renew', summary: '续单', expects: 'expectFen', body: z.strictObject({ version, ...stay, caregiver: z._default(z.boolean(), false), expectFen: z.optional(fen) }), reply: acted }),
  /** `end`: the last half day that was served; absent: now. */
  complete: endpoint('POST /orders/:no/complete', { may: 'biz:order:complete', audit: 'order.complete', summary: '完成服务', body: z.strictObject({ version, reason: z.optional(reason), end: since }), reply: acted }),
  pay: endpoint('POST /orders/:no/pay', { may: 'biz:order:pay', audit: 'order.pay', summary: '收款', body: z.strictObject({ version, amountFen: positive, ...received }), reply: acted }),
  settle: endpoint('POST /orders/:no/settle', { may: 'biz:order:pay', audit: 'order.settle', summary: '结清', body: z.strictObject({ version, ...received }), reply: acted }),
  adjust: endpoint('POST /orders/:no/adjust', { may: 'biz:order:adjust', audit: 'order.adjust', summary: '调整金额', body: adjustmentForm, reply: acted }),
  cancel: endpoint('POST /orders/:no/cancel', { may: 'biz:order:cancel', audit: 'order.cancel', summary: '取消订单', body: reasoned, reply: acted }),
  /** However much is due back goes back at once, though it was taken in parts. */
  'refund-request': endpoint('POST /orders/:no/refund-request', { may: 'biz:order:refund', audit: 'order.refund-request', summary: '申请退款', body: z.strictObject({ version, amountFen: fen.check(z.minimum(1)), reason }), reply: acted }),
  'refund-approve': endpoint('POST /orders/:no/refund-approve', { may: 'biz:order:refund-approve', audit: 'order.refund-approve', summary: '批准退款', body: plain, reply: acted }),
  'refund-reject': endpoint('POST /orders/:no/refund-reject', { may: 'biz:order:refund-approve', audit: 'order.refund-reject', summary: '驳回退款', body: reasoned, reply: acted }),
  'refund-pay': endpoint('POST /orders/:no/refund-pay', { may: 'biz:order:refund-approve', audit: 'order.refund-pay', summary: '支付退款', body: z.strictObject({ version, method: z.enum(PAY_METHODS), externalNo: optional(text(64)) }), reply: acted }),
  evaluate: endpoint('POST /orders/:no/evaluate', { may: 'biz:order:evaluate', audit: 'order.evaluate', summary: '评价', body: evaluationForm, reply: acted }),
  /** Writes down a complaint, about a caregiver of the order or about nobody in particular; at any time, also after its end. No event of its life: its version stays. */
  complain: endpoint('POST /orders/:no/complain', { may: 'biz:order:complain', audit: 'order.complain', summary: '登记投诉', body: z.strictObject({ kind: z.enum(COMPLAINT_KINDS), severity: z.literal(SEVERITIES), content: text(1000), caregiverNo: z._default(z.nullable(text(32)), null) }), reply: acted }),
  undo: endpoint('POST /orders/:no/undo', { may: 'biz:order:list', audit: 'order.undo', summary: '撤销', body: z.strictObject({ version }), reply: acted }),
};
