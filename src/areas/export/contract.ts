import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';

export const exporting = {
  /** How far one's own export or import is, by the Idempotency-Key that it was asked with: rows done, and how many there are (null until counted). null for one that is not known: one by another server is known after a second. */
  progress: endpoint('GET /exports/:key', { may: 'signed-in', summary: '导出或导入的进度', reply: z.nullable(z.strictObject({ rows: z.int(), total: z.nullable(z.int()), state: z.enum(['running', 'done', 'failed']) })) }),
};
