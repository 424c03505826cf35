import * as z from 'zod/mini';

/** Bytes of a sheet that comes in (host/sheet/bound.ts has the rest of its bounds). */
export const SHEET_UPLOAD = { field: 'file', bytes: 5 * 1024 * 1024 } as const;
/** What a template or a sheet is asked as. */
export const sheetType = z._default(z.enum(['xlsx', 'csv']), 'xlsx');
/** Whether an import only tells what it would do. */
export const dryRun = z._default(z.enum(['true', 'false']), 'false');
/** A fault of one cell: `row` counts the sheet's lines from 1, heading included. */
const cellFault = z.strictObject({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() });
/** What an import did, or would do. With faults nothing was written. */
export const importReport = z.strictObject({ rows: z.int(), created: z.int(), dryRun: z.boolean(), faults: z.array(cellFault) });
