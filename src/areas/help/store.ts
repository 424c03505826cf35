import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Ask } from '../../host/answer.ts';
import type { Input, Reply } from '../../kernel/endpoint.ts';
import { help } from './contract.ts';

type Own = Pick<Ask, 'viewer' | 'reach'>;
type Mark = Reply<typeof help.mark>;
const KEY = 'help';
const NOTHING: Mark = { tour: null, news: null };
/** What is kept, as far as it has the shape of today. */
const read = (value: unknown): Mark => z.safeParse(help.mark.reply, { ...NOTHING, ...(value as object | null) }).data ?? NOTHING;

/** How far the reader is. */
export async function readMark({ viewer, reach }: Own): Promise<Mark> {
  const [row] = await reach.run<{ value: unknown }>(sql`select p.value from user_pref p where p.user_id = ${viewer.userId} and p.key = ${KEY}`);
  return read(row?.value);
}
/** Takes changes into it. One statement and no audit row: it changes nothing but what oneself is offered. */
export async function keepMark({ viewer, reach }: Own, changes: Input<typeof help.keep>['body']): Promise<Mark> {
  const [row] = await reach.run<{ value: unknown }>(sql`
    insert into user_pref as p (user_id, key, value) values (${viewer.userId}, ${KEY}, ${JSON.stringify(changes)}::jsonb)
    on conflict (user_id, key) do update set value = (case when jsonb_typeof(p.value) = 'object' then p.value else '{}' end) || excluded.value returning p.value`);
  return read(row?.value);
}
