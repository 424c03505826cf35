import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Ask, Written } from '../../host/answer.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault } from '../../kernel/error.ts';
import { merged, NOTHING, type Memory } from '../../kernel/favour.ts';
import { memory, ownKeys, type own } from './contract.ts';

type Own = Pick<Ask, 'viewer' | 'reach'>;
type Keys = Reply<typeof own.keys>;
/** Another role is other work: what is near there is not what is near here. */
const paletteOf = ({ viewer }: Own): string => `palette:${viewer.role}`;
const KEYBOARD = 'keyboard';
/** Tries to be the one who writes; each loses only to another who has written. */
const TRIES = 20;

async function kept({ viewer, reach }: Own, key: string): Promise<unknown> {
  const [row] = await reach.run<{ value: unknown }>(sql`select p.value from user_pref p where p.user_id = ${viewer.userId} and p.key = ${key}`);
  return row?.value;
}
/** What is kept, as far as it has the shape of today. */
const read = <T>(schema: z.ZodMiniType<T>, value: unknown, otherwise: T): T => z.safeParse(schema, value).data ?? otherwise;

/** What the palette remembers of the reader in the role they have. */
export const readMemory = async (ask: Own): Promise<Memory> => read<Memory>(memory, await kept(ask, paletteOf(ask)), NOTHING);
/** Takes changes into it. No audit row: it changes nothing but what oneself is shown first. @throws Fault conflict when others write without end */
export async function keepMemory(ask: Own, changes: Memory): Promise<Memory> {
  const key = paletteOf(ask);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await kept(ask, key);
    const after = merged(read<Memory>(memory, before, NOTHING), changes, Date.now());
    // written only over what was read: another tab may have come between
    const done = await ask.reach.run(sql`
      insert into user_pref as p (user_id, key, value) values (${ask.viewer.userId}, ${key}, ${JSON.stringify(after)}::jsonb)
      on conflict (user_id, key) do update set value = excluded.value where p.value = ${before === undefined ? null : JSON.stringify(before)}::jsonb returning 1`);
    if (done.length > 0) return after;
  }
  throw new Fault('conflict');
}

/** The reader's own keys; none where nothing was chosen. */
export const readKeys = async (ask: Own): Promise<Keys> => read<Keys>(ownKeys, await kept(ask, KEYBOARD), {});
/** Keeps them instead of those before. One statement and no audit row. */
export async function keepKeys({ viewer, reach }: Own, keys: Keys): Promise<Keys> {
  await reach.run(sql`insert into user_pref as p (user_id, key, value) values (${viewer.userId}, ${KEYBOARD}, ${JSON.stringify(keys)}::jsonb) on conflict (user_id, key) do update set value = excluded.value`);
  return keys;
}

/** The line of the audit of a command that was run; whatever it wrote has its own. */
export const noteCommand = ({ id, on, count }: { id: string; on: readonly string[]; count: number }): Written<null> => ({ result: null, entity: 'command', entityId: id, after: { on, count } });
