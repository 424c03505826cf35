import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, instant, pageOf, window } from '../../kernel/shape.ts';

export const CAREGIVER_STATUSES = ['pending', 'active', 'on_leave', 'suspended', 'blacklisted', 'left'] as const;
export const CAREGIVER_LEVELS = ['junior', 'middle', 'senior', 'expert'] as const;
export const CERTIFICATE_KINDS = ['health', 'care_worker', 'elderly_care', 'training', 'police_clearance', 'insurance', 'id_card', 'other'] as const;

/** A row of the list. `healthDaysLeft`: days until the health certificate ends, negative when it has, null when there is none. */
export const caregiverRow = z.strictObject({
  id, staffNo: z.string(), name: z.string(), gender: z.int(), age: z.nullable(z.int()), level: z.enum(CAREGIVER_LEVELS), employment: z.enum(['staff', 'partner']), status: z.enum(CAREGIVER_STATUSES),
  hospitals: z.array(z.string()), servingUntil: z.nullable(day), healthExpiresOn: z.nullable(day), healthDaysLeft: z.nullable(z.int()), ratingAvg: z.nullable(z.number()), ratingCount: z.int(), mobile: z.string(),
});
export type CaregiverRow = z.output<typeof caregiverRow>;
/** Filters of the list; `certificate=ending`: some certificate of a caregiver at work ends within 30 days. */
export const caregiverQuery = z.strictObject({ ...window, status: z.optional(z.enum(CAREGIVER_STATUSES)), hospitalId: z.optional(id), certificate: z.optional(z.literal('ending')) });
export const certificate = z.strictObject({ id, kind: z.enum(CERTIFICATE_KINDS), number: z.nullable(z.string()), issuedOn: z.nullable(day), expiresOn: z.nullable(day), daysLeft: z.nullable(z.int()), verified: z.boolean() });
export const caregiverDetail = z.strictObject({
  ...caregiverRow.shape, idNo: z.nullable(z.string()), origin: z.nullable(z.string()), languages: z.array(z.string()), skills: z.array(z.string()), hiredOn: z.nullable(day), statusReason: z.nullable(z.string()), version: z.int(),
  certificates: z.array(certificate),
  /** Postings within the reader's scope. */
  postings: z.array(z.strictObject({ hospital: z.string(), from: day, to: z.nullable(day) })),
  /** The latest stints within the reader's scope that came about, newest first, at most 20. */
  stints: z.array(z.strictObject({ orderNo: z.string(), patientName: z.string(), hospital: z.string(), from: instant, to: instant, status: z.enum(['planned', 'serving', 'ended']) })),
});
export type CaregiverDetail = z.output<typeof caregiverDetail>;
/** What matched, for rank and marks. */
export const foundCaregiver = z.strictObject({
  row: z.strictObject({ id, staffNo: z.string(), name: z.string(), gender: z.int(), level: z.enum(CAREGIVER_LEVELS), status: z.enum(CAREGIVER_STATUSES), hospitals: z.array(z.string()) }),
  why: z.enum(['name', 'pinyin', 'initials', 'phone', 'staff']),
});
export type FoundCaregiver = z.output<typeof foundCaregiver>;

export const caregiver = {
  list: endpoint('GET /caregivers', { may: 'biz:caregiver:list', audit: 'caregiver.list', summary: '护工列表', query: caregiverQuery, reply: pageOf(caregiverRow) }),
  /** At most 10 of this person's scope, best first. */
  find: endpoint('GET /caregivers/find', { may: 'biz:caregiver:list', audit: 'caregiver.find', limit: 'search', summary: '查找护工', query: z.strictObject({ q: z.string().check(z.minLength(1), z.maxLength(64)) }), reply: z.array(foundCaregiver) }),
  detail: endpoint('GET /caregivers/:no', { may: 'biz:caregiver:list', audit: 'caregiver.read', summary: '护工详情', reply: caregiverDetail }),
};
