import * as z from 'zod/mini';
import { instant } from './shape.ts';

/** What the answer before said: another one by now means that all must be read anew. */
const stamp = z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/)));
/** A page of the index, the first or the one `after` another; or what changed `since` an instant. */
export const indexQuery = z.strictObject({ after: z.optional(z.string().check(z.regex(/^\d{1,18}\.\d{1,3}$/))), since: z.optional(instant.check(z.refine((at) => !Number.isNaN(Date.parse(at))))), stamp })
  .check(z.refine(({ after, since }) => after === undefined || since === undefined, { path: ['since'] }));
/** These records, by their numbers. */
export const linesQuery = z.strictObject({ nos: z.string().check(z.regex(/^[\w-]{1,32}(,[\w-]{1,32}){0,199}$/)), stamp });
/** `IndexPage` of kernel/found.ts: told apart from it, so that whoever only reads one loads no schema. */
export const indexPage = z.strictObject({ text: z.string(), places: z.readonly(z.array(z.string())), next: z.nullable(z.string()), at: instant, stamp: z.string(), reset: z.boolean(), cut: z.boolean() });
