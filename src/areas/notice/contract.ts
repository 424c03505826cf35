import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant } from '../../kernel/shape.ts';

/** What the bell tells of: unassigned too long, ending today, a certificate ending, kept out until now, given to me. */
export const NOTICE_KINDS = ['waits_long', 'ends_today', 'certificates_ending', 'reviews_due', 'mine'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * What there is of each kind that the reader's role may see. `total`: the length of the list it opens; `unread`: what of it came since
 * the reader saw it; `rows`: the first of that list, where they were asked for. `at`: the instant that all of it is of.
 */
export const notices = z.strictObject({
  kinds: z.array(z.strictObject({ kind: z.enum(NOTICE_KINDS), total: z.int(), unread: z.int(), rows: z.array(z.strictObject({ no: z.string(), name: z.string() })) })),
  at: instant,
});
const may = ['biz:order:list', 'biz:caregiver:list'] as const;

/** Notices of the reader, in their scope. */
export const notice = {
  /** Names people only where `rows` are asked for; that alone is a line of the audit. */
  read: endpoint('GET /notices', { may, audit: 'notice.read', summary: '提醒', query: z.strictObject({ rows: z.optional(z.literal('1')) }), reply: notices }),
  /** These kinds were seen as they were at an instant, absent: as they are now; answers what is left. */
  seen: endpoint('PUT /notices/seen', { may, summary: '提醒标为已读', body: z.strictObject({ kinds: z.array(z.enum(NOTICE_KINDS)).check(z.minLength(1), z.maxLength(NOTICE_KINDS.length)), at: z.optional(instant.check(z.refine((at) => !Number.isNaN(Date.parse(at))))) }), reply: notices }),
};
