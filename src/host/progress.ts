import { sql } from 'drizzle-orm';
import { JobLost, type Far } from './job/store.ts';
import type { Reach } from './reach.ts';

/** How long this process can be asked how something went, ms; how many are told apart; how often the others are told. */
const TOLD = 10 * 60_000;
const KEPT = 500;
const NOTED = 1_000;
/** Seconds after which what says nothing any more has failed: its process has died. */
const SILENT = 12;

/** How far an export or an import is: rows done, and how many there are; null until that is known. */
export interface Progress extends Far {
  state: 'running' | 'done' | 'failed';
}
/** As whoever does it sees it: telling more rows throws when it is no longer theirs to do. */
class Running implements Progress {
  state: Progress['state'] = 'running';
  lost = false;
  private done = 0;
  constructor(public total: number | null, readonly at: number) {}
  get rows(): number {
    return this.done;
  }
  set rows(rows: number) {
    if (this.lost) throw new JobLost('progress');
    this.done = rows;
  }
}
const running = (): Map<string, Running> => new Map();
const nameOf = (userId: string, key: string): string => `${userId} ${key}`;

/** How far what a person asked for under this Idempotency-Key is, whichever process does it; null for what is not known. */
export async function progressOf(reach: Reach, userId: string, key: string): Promise<Progress | null> {
  const found = reach.beside(running).get(nameOf(userId, key));
  if (found !== undefined && !found.lost) return { rows: found.rows, total: found.total, state: found.state };
  // an import whose process has died waits for the next
  const [kept] = await reach.atHome<Progress>(sql`
    select rows, total, case when state = 'waiting' or state = 'running' and (kind <> 'export' or lease_until > now()) then 'running' when state = 'done' then 'done' else 'failed' end as state
    from job where user_id = ${userId}::bigint and key = ${key}`);
  return kept ?? null;
}
/** The progress of a job that this process does. */
export const jobProgress = (reach: Reach, userId: string, key: string): { far: Far | null; drop: () => void } => {
  const found = reach.beside(running).get(nameOf(userId, key));
  return { far: found ?? null, drop: () => void (found !== undefined && (found.lost = true)) };
};
/** Begins something whose progress can be asked for under the key; whoever does it writes into what it answers. */
export function begin(reach: Reach, userId: string, key: string | undefined, total: number | null): Progress {
  const kept = reach.beside(running);
  const now = Date.now();
  for (const [name, { at }] of kept) if (now - at > TOLD || kept.size >= KEPT) kept.delete(name);
  const progress = new Running(total, now);
  if (key !== undefined) kept.set(nameOf(userId, key), progress);
  return progress;
}
/** Tells the other processes of it as long as it runs, as no job that anyone else could do: it ends with whoever reads it. What takes less than a second is told to nobody. */
export function note(reach: Reach, userId: string, key: string, progress: Progress): void {
  const write = (): void => {
    const over = progress.state !== 'running';
    if (over) clearInterval(timer);
    void reach.atHome(sql`
      insert into job as j (kind, user_id, key, state, rows, total, lease_until, ended_at) values ('export', ${userId}::bigint, ${key}, ${progress.state}, ${progress.rows}, ${progress.total}::int, now() + make_interval(secs => ${SILENT}), case when ${over}::boolean then now() end)
      on conflict (user_id, key) do update set state = excluded.state, rows = excluded.rows, total = excluded.total, lease_until = excluded.lease_until, ended_at = excluded.ended_at where j.kind = 'export'`).catch(() => undefined); // the next says it
  };
  const timer = setInterval(write, NOTED).unref();
}
