import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Ask, Written } from '../../host/answer.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { merged, NOTHING, type Memory } from '../../kernel/favour.ts';
import { memory, OWN_MOST, ownKeys, type own } from './contract.ts';

export type Own = Pick<Ask, 'viewer' | 'reach'>;
type Keys = Reply<typeof own.keys>;
/** Another role is other work: what is near there is not what is near here. */
const paletteOf = ({ viewer }: Own): string => `palette:${viewer.role}`;
const KEYBOARD = 'keyboard';
/** Tries to be the one who writes; each loses only to another who has written. */
const TRIES = 20;

/** What is kept, and the text of it, which says more than a number of JavaScript can. */
export async function kept({ viewer, reach }: Own, key: string): Promise<{ value?: unknown; said: string | null }> {
  const [row] = await reach.run<{ value: unknown; said: string }>(sql`select p.value, p.value::text as said from user_pref p where p.user_id = ${viewer.userId} and p.key = ${key}`);
  return row ?? { said: null };
}
/** What is kept, as far as it has the shape of today. */
const read = <T>(schema: z.ZodMiniType<T>, value: unknown, otherwise: T): T => z.safeParse(schema, value).data ?? otherwise;

/** What the palette remembers of the reader in the role they have. */
export const readMemory = async (ask: Own): Promise<Memory> => read<Memory>(memory, (await kept(ask, paletteOf(ask))).value, NOTHING);
/** Rewrites what is kept under a key, over nothing but what was read: another tab may have come between. No audit row: it changes nothing but what oneself is shown. @throws Fault conflict when others write without end */
export async function rewrite<T>(ask: Own, key: string, change: (value: unknown) => T): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { value, said } = await kept(ask, key);
    const after = change(value);
    const done = await ask.reach.run(sql`
      insert into user_pref as p (user_id, key, value) values (${ask.viewer.userId}, ${key}, ${JSON.stringify(after)}::jsonb)
      on conflict (user_id, key) do update set value = excluded.value where p.value::text = ${said} returning 1`);
    if (done.length > 0) return after;
  }
  throw new Fault('conflict');
}
/** Takes changes into it. @throws Fault conflict when others write without end */
export const keepMemory = (ask: Own, changes: Memory): Promise<Memory> => rewrite(ask, paletteOf(ask), (value) => merged(read<Memory>(memory, value, NOTHING), changes, Date.now()));

/** The reader's own keys; none where nothing was chosen. */
export const readKeys = async (ask: Own): Promise<Keys> => read<Keys>(ownKeys, (await kept(ask, KEYBOARD)).value, {});
/** Takes changes into them. One statement and no audit row. @throws Fault bad_input when they become too many */
export async function keepKeys({ viewer, reach }: Own, { keys, gone }: { keys: Keys; gone: readonly string[] }): Promise<Keys> {
  const all = sql`(case when jsonb_typeof(p.value) = 'object' then p.value - ${sql.param(gone)}::text[] else '{}' end || excluded.value)`;
  const [row] = await reach.run<{ value: unknown }>(sql`
    insert into user_pref as p (user_id, key, value) values (${viewer.userId}, ${KEYBOARD}, ${JSON.stringify(keys)}::jsonb)
    on conflict (user_id, key) do update set value = ${all} where (select count(*) from jsonb_object_keys(${all})) <= ${OWN_MOST.keys} returning p.value`);
  if (row === undefined) throw new Fault('bad_input', { detail: 'keys' });
  return read<Keys>(ownKeys, row.value, {});
}

/** The line of the audit of a command that was run, by the console's own word; whatever it wrote has its own. */
export const noteCommand = ({ id, on, count }: { id: string; on: readonly string[]; count: number }): Written<null> => ({ result: null, entity: 'command', entityId: id, after: { on, count, claimed: true } });
