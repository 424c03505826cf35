import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { MOST, ROW_ID } from '../../kernel/favour.ts';
import { FOLLOWING, isValue } from '../../kernel/setting.ts';
import { most } from '../../kernel/shape.ts';

/** Commands that one can give keys to, letters and signs of such a key, and records that one line of the audit names. */
export const OWN_MOST = { keys: 400, key: 40, on: 20 } as const;
/** The number of a record in the audit. */
export const RECORD_NO = /^[\w-]{1,32}$/;

const rowId = z.string().check(z.regex(ROW_ID));
const at = z.int().check(z.minimum(0));
const v = z.number().check(z.minimum(0), z.maximum(100_000));
/** See kernel/favour.ts; changes have the same shape. Texts are keys of texts, ids no words. */
export const memory = z.strictObject({
  ids: z.array(z.strictObject({ id: rowId, v, at, pin: at })).check(z.maxLength(MOST.ids)),
  texts: z.array(z.strictObject({ text: z.string().check(z.regex(/^[\da-z]{1,6}$/)), id: rowId, v, at })).check(z.maxLength(MOST.texts)),
});
// caps and names of keys, in tinykeys notation
const keys = z.string().check(z.minLength(1), most(OWN_MOST.key), z.regex(/^[^\p{C}]+$/u));
/** Keys by command id where they are not the command's own; null: none. */
export const ownKeys = z.record(rowId, z.nullable(keys)).check(z.refine((given) => Object.keys(given).length <= OWN_MOST.keys));
const text = z.string().check(most(100));
const areValues = z.refine<Partial<Record<(typeof FOLLOWING)[number], { value: string }>>>((given) => FOLLOWING.every((name) => given[name] === undefined || isValue(name, given[name].value)));
/** Settings by name, as text; `version`: when that value was set, ms since 1970, never the same twice. */
const ownSettings = z.partialRecord(z.enum(FOLLOWING), z.strictObject({ value: text, version: at })).check(areValues);

/** What one's hands have taught the console: of oneself, for oneself, in the role one has. */
export const own = {
  memory: endpoint('GET /own/palette', { may: 'signed-in', summary: '读取命令面板的记忆', reply: memory }),
  /** Takes what has changed into what is kept, row by row whatever is later, and answers with all of it: two tabs lose nothing to each other. */
  remember: endpoint('PUT /own/palette', { may: 'signed-in', summary: '保存命令面板的记忆', body: memory, reply: memory }),
  keys: endpoint('GET /own/keyboard', { may: 'signed-in', summary: '读取自己的快捷键', reply: ownKeys }),
  /** Takes what has changed into what is kept; `gone`: those that are the command's own again. */
  keepKeys: endpoint('PUT /own/keyboard', { may: 'signed-in', summary: '保存自己的快捷键', body: z.strictObject({ keys: ownKeys, gone: z.array(rowId).check(z.maxLength(OWN_MOST.keys)) }), reply: ownKeys }),
  settings: endpoint('GET /own/settings', { may: 'signed-in', summary: '读取自己的设置', reply: ownSettings }),
  /** Takes each value of which nothing newer than `after` (0: nothing) is kept, and answers with all: who is answered another value has been overtaken. */
  keepSettings: endpoint('PUT /own/settings', { may: 'signed-in', summary: '保存自己的设置', body: z.strictObject({ values: z.partialRecord(z.enum(FOLLOWING), z.strictObject({ value: text, after: at })).check(areValues) }), reply: ownSettings }),
  /** A command was run. `on`: numbers of the records that it was done to, the first of them where `count` is more. No words, so that it names no patient. */
  ran: endpoint('POST /own/commands', {
    may: 'signed-in', audit: 'command.run', limit: 'note', summary: '记录运行的命令', reply: z.null(),
    body: z.strictObject({ id: rowId, on: z.array(z.string().check(z.regex(RECORD_NO))).check(z.maxLength(OWN_MOST.on)), count: z.int().check(z.minimum(0), z.maximum(1_000_000_000)) }),
  }),
};
