import * as z from 'zod/mini';
import { LIST_BOUNDS, parseClause, parseSort, SELECTED_MOST, type Layout, type ListFields } from './list.ts';
import { day, id, most, text, window } from './shape.ts';

/** A text that `read` understands, as what it understood. */
const understood = <T>(max: number, read: (text: string) => T | null) =>
  z.pipe(
    z.string().check(most(max)),
    z.transform((text: string, context): T => {
      const value = read(text);
      if (value !== null) return value;
      context.issues.push({ code: 'custom', message: 'unknown', input: text });
      return z.NEVER;
    }),
  );
/** The sort of a list. */
export const sortBy = (fields: ListFields) => z.optional(understood(200, (text) => parseSort(fields, text)));
/** The conditions of a list; a contract adds its own named filters. */
export const filterBy = (fields: ListFields) => ({ where: z.optional(z.array(understood(LIST_BOUNDS.text, (text) => parseClause(fields, text))).check(z.maxLength(LIST_BOUNDS.clauses))) });
/** The first and the last day on which a row was made, in the zone of the hospitals. */
export const createTime = z.optional(z.array(day).check(z.length(2)));
/** What the lists that can be searched are asked by besides. `keywords`: the rows that find in list would go to. */
export const searchedBy = { keywords: z.optional(text(64)), createTime };
/** What every list is asked. `count=0`: the rows without the total; `count=only`: the total without rows. */
export const listBy = (fields: ListFields) => ({ ...window, ...filterBy(fields), sort: sortBy(fields), count: z.optional(z.enum(['0', 'only'])) });

/** The question of find in list: the next row after (or with `back=1` before) the one at `row`, counted from 0, that `q` means; −1 begins before the first. Not `from`: lists have filters of that name. */
export const findInQuery = { row: z.pipe(z.string().check(z.regex(/^(-1|\d{1,9})$/)), z.transform(Number)), q: z.string().check(z.minLength(1), most(64)), back: z.optional(z.literal('1')) };
/** Where it stands, from 0; `wrapped`: the search went over the end. null where no row fits. */
export const foundIn = z.nullable(z.strictObject({ index: z.int(), id, wrapped: z.boolean() }));

/** Rows of a list: these (`include`), or all that the filter leaves but these (`exclude`). `filter`: what the list is asked by, without window, sort and count. */
export const selectionBy = <F extends z.core.$ZodShape>(filter: F) => z.strictObject({ mode: z.enum(['include', 'exclude']), ids: z.array(id).check(z.maxLength(SELECTED_MOST)), filter: z.strictObject(filter) });
/** What reads a selection piece by piece, in the order of ids: the next `SELECTED_AT_ONCE` rows after the one with the id `after`; fewer come at its end. */
export const selectedBy = <F extends z.core.$ZodShape>(filter: F) => z.strictObject({ selection: selectionBy(filter), after: z.optional(id) });

/** An export: which rows, which columns in which order, what kind of file; headings and words in the language of the reader (`X-Language`). Its progress is read under its Idempotency-Key (areas/export). */
export const exportBy = <F extends z.core.$ZodShape>(fields: ListFields, filter: F, columns: readonly [string, ...string[]]) =>
  z.strictObject({ selection: selectionBy(filter), columns: z.array(z.enum(columns)).check(z.minLength(1), z.maxLength(columns.length)), sort: sortBy(fields), type: z._default(z.enum(['xlsx', 'csv']), 'xlsx') });

/** How a person has arranged a list (`Layout` of list.ts). */
export const layout = z.strictObject({
  columns: z.array(z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/)), shown: z.boolean(), width: z.nullable(z.number().check(z.minimum(1), z.maximum(200))), pinned: z.boolean() })).check(z.maxLength(60), z.refine((columns) => new Set(columns.map(({ id }) => id)).size === columns.length)),
  sort: z.nullable(z.string().check(most(200))),
}) satisfies z.ZodMiniType<Layout>;
