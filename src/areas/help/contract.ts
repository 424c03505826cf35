import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';

const name = z.string().check(z.regex(/^[a-z\d-]{1,32}$/));
/** How far someone is in the tour. `step`: the one they are at, by its name. */
const tour = z.strictObject({ state: z.enum(['on', 'off', 'done']), step: z.nullable(name) });

/** What help knows of its reader: of oneself, for oneself, the same on every computer. */
export const help = {
  /** `tour` null: it was never offered. `news`: the newest entry that was seen. */
  mark: endpoint('GET /help/mark', { may: 'signed-in', summary: '读取帮助的进度', reply: z.strictObject({ tour: z.nullable(tour), news: z.nullable(name) }) }),
  /** Takes what is given, one of them at least, into what is kept, and answers with all of it. */
  keep: endpoint('PUT /help/mark', { may: 'signed-in', summary: '保存帮助的进度', body: z.strictObject({ tour: z.optional(tour), news: z.optional(name) }).check(z.refine((given) => Object.keys(given).length > 0)), reply: z.strictObject({ tour: z.nullable(tour), news: z.nullable(name) }) }),
};
