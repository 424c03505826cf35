import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, fen, id, text, version } from '../../kernel/shape.ts';

export const CARE_MODES = ['one_to_one', 'one_to_many', 'many_to_one'] as const;
export const COVERAGES = ['full24', 'day', 'night'] as const;
export const DEPENDENCIES = ['independent', 'partial', 'full', 'special'] as const;
const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

const serviceFacts = {
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][\w-]{0,31}$/)), name: text(50), careMode: z.enum(CARE_MODES), maxPatients: between(1, 12), coverage: z.enum(COVERAGES),
  dependency: z.nullable(z.enum(DEPENDENCIES)), description: z.nullable(text(200)), status: z.union([z.literal(0), z.literal(1)]),
};
// one caregiver, one patient: what is called one to one has no second
const shareable = z.refine<{ careMode: string; maxPatients: number }>(({ careMode, maxPatients }) => careMode === 'one_to_many' || maxPatients === 1, { path: ['maxPatients'] });
/** A service of the catalogue. `maxPatients`: how many one caregiver serves at once. `used`: orders were made of it, so its mode, capacity and coverage stand. */
export const serviceRow = z.strictObject({ id, ...serviceFacts, used: z.boolean(), version: z.int() });
export type ServiceRow = z.output<typeof serviceRow>;

/** What a service costs from a day to a day, both included; `to` null: until further notice. Whole day in fen, the caregiver's share in basis points. */
export const priceRange = z.strictObject({ from: day, to: z.nullable(day), priceFen: fen.check(z.minimum(1), z.maximum(100_000_000)), shareBp: between(0, 10_000) });
export type PriceRange = z.output<typeof priceRange>;
/** Days on which the price is another, both included; 20,000 is twice the price. */
export const holidayRange = z.strictObject({ name: text(32), from: day, to: day, multiplierBp: between(10_000, 100_000) });
export type HolidayRange = z.output<typeof holidayRange>;
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const shift = z.nullable(z.strictObject({ start: clock, end: clock }));
/** When the shifts of a hospital begin and end; one that ends at or before its begin ends on the next day. */
const shiftTimes = z.strictObject({ day: shift, night: shift });
export type ShiftTimes = z.output<typeof shiftTimes>;

/** What a hospital charges and when: every service of the catalogue with its prices, earliest first. */
const bookPage = z.strictObject({
  id, name: z.string(), status: z.int(),
  services: z.array(z.strictObject({ id, code: z.string(), name: z.string(), status: z.int(), prices: z.array(priceRange) })),
  holidays: z.array(holidayRange), common: z.array(holidayRange), shifts: shiftTimes,
});
export type BookPage = z.output<typeof bookPage>;

/** A part of the book as it was seen and as it is to be: refused as changed meanwhile where it is no longer what was seen. */
const changed = <T extends z.ZodMiniType>(part: T) => z.strictObject({ was: part, now: part });
const prices = z.array(priceRange).check(z.maxLength(200));
const holidays = z.array(holidayRange).check(z.maxLength(300));

export const book = {
  /** The catalogue, by code. */
  services: endpoint('GET /services', { may: 'biz:hospital:list', summary: '服务项目', reply: z.array(serviceRow) }),
  addService: endpoint('POST /services', { may: 'biz:hospital:price', audit: 'service.add', summary: '新建服务项目', body: z.strictObject(serviceFacts).check(shareable), reply: serviceRow }),
  editService: endpoint('PUT /services/:id', { may: 'biz:hospital:price', audit: 'service.edit', summary: '修改服务项目', body: z.strictObject({ ...z.partial(serviceRow).shape, ...serviceFacts, version }).check(shareable), reply: serviceRow }),
  read: endpoint('GET /hospitals/:id/book', { may: 'biz:hospital:list', summary: '价格、节假日和班次', reply: bookPage }),
  /** The prices of one service in one hospital, all at once: no day has two. Orders keep the price they were made with. */
  prices: endpoint('PUT /hospitals/:id/prices/:itemId', { may: 'biz:hospital:price', audit: 'hospital.price', summary: '修改服务价格', body: changed(prices), reply: z.array(priceRange) }),
  holidays: endpoint('PUT /hospitals/:id/holidays', { may: 'biz:hospital:price', audit: 'hospital.holiday', summary: '改医院的节假日', body: changed(holidays), reply: z.array(holidayRange) }),
  /** Of every hospital; a hospital's own come before them. */
  common: endpoint('PUT /holidays', { may: 'biz:hospital:price', audit: 'hospital.holiday', summary: '改所有医院的节假日', body: changed(holidays), reply: z.array(holidayRange) }),
  shifts: endpoint('PUT /hospitals/:id/shifts', { may: 'biz:hospital:edit', audit: 'hospital.shift', summary: '修改班次', body: changed(shiftTimes), reply: shiftTimes }),
};
