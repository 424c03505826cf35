import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { DRAFT_BYTES, DRAFT_DAYS, DRAFT_KINDS, type draft } from './contract.ts';

type Own = Pick<Ask, 'viewer' | 'reach' | 'params'>;
/** @throws Fault not_found for a form that keeps no drafts */
function keyOf({ params }: Own): string {
  if (!(DRAFT_KINDS as readonly string[]).includes(params['kind']!)) throw new Fault('not_found');
  return `draft:${params['kind']}`;
}
const AT = iso(sql`(d.value->>'at')::timestamptz`);

/** One's own draft, or null. @throws Fault not_found for a form that keeps none */
export async function readDraft(own: Own): Promise<Reply<typeof draft.read>> {
  const [row] = await own.reach.run<NonNullable<Reply<typeof draft.read>>>(sql`
    select d.value->'draft' as value, ${AT} as at from user_pref d where d.user_id = ${own.viewer.userId} and d.key = ${keyOf(own)} and (d.value->>'at')::timestamptz > now() - make_interval(days => ${DRAFT_DAYS})`);
  return row ?? null;
}
/** Keeps what was typed instead of what was kept before. One statement and no audit row: it changes nothing but what oneself is offered again. @throws Fault not_found for a form that keeps none, too_large */
export async function keepDraft(own: Own, value: unknown): Promise<Reply<typeof draft.keep>> {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > DRAFT_BYTES) throw new Fault('too_large');
  const [row] = await own.reach.run<Reply<typeof draft.keep>>(sql`
    insert into user_pref as d (user_id, key, value) values (${own.viewer.userId}, ${keyOf(own)}, jsonb_build_object('draft', ${text}::jsonb, 'at', now()))
    on conflict (user_id, key) do update set value = excluded.value returning ${AT} as at`);
  return row!;
}
/** Forgets one's draft; nothing where there is none. @throws Fault not_found for a form that keeps none */
export async function dropDraft(own: Own): Promise<null> {
  await own.reach.run(sql`delete from user_pref where user_id = ${own.viewer.userId} and key = ${keyOf(own)}`);
  return null;
}
