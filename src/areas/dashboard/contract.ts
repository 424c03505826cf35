import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, instant } from '../../kernel/shape.ts';

/** What there is to do, each the total of the list that it opens; `mine`: kept by the reader and not at an end. */
export const FIGURES = ['toAssign', 'waitsLong', 'startsToday', 'endsToday', 'overdue', 'toSettle', 'certificatesEnding', 'mine'] as const;
export type Figure = (typeof FIGURES)[number];
/** What happened on a day, by the names of the order list's `did`. */
export const COMPARED = ['made', 'assigned', 'started', 'ended', 'cancelled'] as const;
export type Compared = (typeof COMPARED)[number];

/** null: the reader's role may not open that list. */
const figure = z.nullable(z.int());
/** The first page, within the reader's scope. */
export const dashboard = {
  /** What there is to do now. */
  today: endpoint('GET /dashboard', {
    may: 'signed-in', summary: '今日概览',
    reply: z.strictObject({ toAssign: figure, waitsLong: figure, startsToday: figure, endsToday: figure, overdue: figure, toSettle: figure, certificatesEnding: figure, mine: figure, at: instant }),
  }),
  /** Orders by what happened to them on `day`, as far as it has gone, and on the whole of `against`, a week before; days of each order's hospital. */
  week: endpoint('GET /dashboard/week', {
    may: 'biz:order:list', summary: '今天与上周同一天',
    reply: z.strictObject({ day, against: day, rows: z.array(z.strictObject({ what: z.enum(COMPARED), now: z.int(), before: z.int() })) }),
  }),
};
