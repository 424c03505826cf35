import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant } from '../../kernel/shape.ts';

/** Forms whose unsaved content waits on the server, each once per person. */
export const DRAFT_KINDS = ['order.new'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];
/** Bytes of a draft as JSON text in UTF-8; days after which one that was left is gone. */
export const DRAFT_BYTES = 64 * 1024;
export const DRAFT_DAYS = 30;

// any JSON
const value = z.unknown().check(z.refine((given) => given !== undefined));
/** What was typed and not yet sent, one's own only: it outlives the tab, the session and the computer. */
export const draft = {
  /** null where there is none. */
  read: endpoint('GET /drafts/:kind', { may: 'signed-in', summary: '读取草稿', reply: z.nullable(z.strictObject({ value, at: instant })) }),
  keep: endpoint('PUT /drafts/:kind', { may: 'signed-in', summary: '保存草稿', body: z.strictObject({ value }), reply: z.strictObject({ at: instant }) }),
  drop: endpoint('DELETE /drafts/:kind', { may: 'signed-in', summary: '丢弃草稿', reply: z.null() }),
};
