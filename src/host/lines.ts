import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { IndexPage } from '../kernel/found.ts';
import type { indexQuery, linesQuery } from '../kernel/indexed.ts';
import type { Ask } from './answer.ts';
import { iso, TODAY } from './column.ts';
import { keepPlan } from './db/keeping.ts';
import { isOneOf } from './find.ts';
import type { Parts, Reach, Source } from './reach.ts';

/**
 * Lines of a page, and pages of an index: what is older is found by asking the server. How many changes are told, and how long ago (ms):
 * beyond that all is read anew. ms by which what changed is asked for again, for a row bears the time at which its change began, and who has only begun is not seen to write.
 */
export const INDEX = { page: 5_000, pages: 24, changes: 2_000, longest: 15 * 60_000, overlap: 10_000 } as const;

/** One kind of record as lines of the palette's index (kernel/found.ts). */
export interface Lined {
  /** The records, and how they are tied to a scope; `row` is their alias. */
  source: Source;
  row: SQL;
  no: SQL;
  /** It belongs in the index; the partial indexes of 0020_index.sql repeat these words. */
  kept: SQL;
  /** When its row was last written. */
  changedAt: SQL;
  /** What of a line lies beside the record. */
  beside: SQL;
  /** A line in its order, without the number. Null is nothing. */
  columns: Record<'name' | 'tails' | 'bed' | 'place' | 'status' | 'begins' | 'ends' | 'version', SQL>;
  /** Condition "some record was within this reach before a change at or after `since`, and is not now". */
  left: (since: SQL) => SQL;
}
type Asking = Pick<Ask, 'reach' | 'viewer' | 'about'>;
interface Drawn {
  text: string | null;
  places: string[];
  last: string | null;
  count: number;
  /** Those of them that are lines. */
  shown: number;
}
/** What time it is for the database, the one clock of all rows. */
interface Clock {
  now: string;
  /** All that was written before is there to be read. */
  at: string;
  today: string;
}

// a tab parts the fields of a line, a new line the lines
const clean = (text: SQL): SQL => sql`translate(coalesce(${text}, ''), E'\t\n', '  ')`;
/** The last four digits of each phone, of one too short to hide behind its own ends none (column.ts): as much as is ever shown. */
export const tailsOf = (...phones: readonly SQL[]): SQL => sql`concat_ws(' ', ${sql.join(phones.map((phone) => sql`case when length(${phone}) >= 9 then translate(right(${phone}, 4), E' \t\n', '') end`), sql`, `)})`;
/** Places from wide to narrow, without those that there are not. */
export const placeIn = (...names: readonly SQL[]): SQL => sql`concat_ws(' · ', ${sql.join([...names], sql`, `)})`;

/** Draws the records that fit as one text: 5,000 rows one by one would cost both sides more than finding them. */
async function draw(reach: Reach, { source, row, no, kept, beside, columns: c }: Lined, parts: Pick<Parts, 'where' | 'order' | 'limit'>): Promise<Drawn> {
  const [drawn] = await reach.run<Drawn>(keepPlan(sql`
    with drawn as materialized (
      select ${row}.id, ${clean(no)} as no, (${kept}) and left(${no}, 1) <> '-' as kept, ${clean(c.name)} as name, ${c.tails} as tails, ${clean(c.bed)} as bed, coalesce(${c.place}, '') as place, ${c.status} as status, ${c.begins} as begins, ${c.ends} as ends, ${c.version} as version
      from (${reach.select(source, { columns: sql`${row}.*`, ...parts, kept: true })}) ${row} ${beside}
    ), places as (select p.place, row_number() over (order by p.place) - 1 as n from (select distinct d.place from drawn d where d.kept) p)
    select string_agg(case when d.kept then concat_ws(E'\t', d.no, d.name, d.tails, d.bed, p.n, d.status, coalesce(d.begins::text, ''), coalesce(d.ends::text, ''), d.version) else '-' || d.no end, E'\n' order by d.id desc) as text,
      (select coalesce(array_agg(place order by n), '{}') from places) as places, min(d.id)::text as last, count(*)::int as count, count(*) filter (where d.kept)::int as shown
    from drawn d left join places p on d.kept and p.place = d.place`));
  return drawn!;
}
/** Asked before what it dates, and of the database itself, as nobody writes on a copy: who commits in between began before that. Whoever writes now, or waits to, began the oldest change that may still come. */
async function readClock(reach: Reach): Promise<Clock> {
  const [clock] = await reach.atHome<Clock>(keepPlan(sql`
    select ${iso(sql`now()`)} as now, ${TODAY}::text as today,
      ${iso(sql`least(now(), (select min(a.xact_start) from pg_stat_activity a where a.datname = current_database() and (a.backend_xid is not null or a.wait_event_type = 'Lock')))`)} as at`));
  return clock!;
}
/** Whose eyes these are, and on which day: another person, another scope or another day has another index. */
const stampOf = ({ reach: { scope }, viewer }: Asking, { today }: Clock): string =>
  createHash('sha256').update(JSON.stringify([viewer.userId, today, scope === 'all' ? scope : scope.map(({ hospitalId, departments }) => `${hospitalId}:${[...departments].sort().join()}`).sort()])).digest('base64url').slice(0, 16);
const pageOf = (ask: Asking, clock: Clock, more: Partial<IndexPage> = {}): IndexPage => ({ text: '', places: [], next: null, at: clock.at, stamp: stampOf(ask, clock), reset: false, cut: false, ...more });
const anew = (ask: Asking, clock: Clock): IndexPage => pageOf(ask, clock, { reset: true });
/** What was drawn; the audit hears of it where it shows something. */
function given(ask: Asking, clock: Clock, { text, places, shown }: Drawn, more: Partial<IndexPage> = {}): IndexPage {
  if (shown > 0) ask.about.rows = shown;
  return pageOf(ask, clock, { text: text ?? '', places, ...more });
}

async function readChanges(ask: Asking, reach: Reach, lined: Lined, clock: Clock, since: string): Promise<IndexPage> {
  if (Date.parse(clock.now) - Date.parse(since) > INDEX.longest) return anew(ask, clock);
  const from = sql`${new Date(Date.parse(since) - INDEX.overlap).toISOString()}::timestamptz`;
  // told by its number it would be told to someone who may never have seen it
  if (reach.scope !== 'all') {
    const [{ left } = { left: true }] = await reach.run<{ left: boolean }>(sql`select ${lined.left(from)} as left`);
    if (left) return anew(ask, clock);
  }
  // what is dated ahead, as demonstrations are, has not changed yet: counted each time, it would be too much for ever
  const drawn = await draw(reach, lined, { where: [sql`${lined.changedAt} between ${from} and now()`], limit: INDEX.changes + 1 });
  return drawn.count > INDEX.changes ? anew(ask, clock) : given(ask, clock, drawn);
}
/** When it is, a reach that has all from before that, and whether the stamp is another's. Until something is shown there is nothing to tell the audit. */
async function begin(ask: Asking, stamp: string | undefined): Promise<{ clock: Clock; reach: Reach; foreign: boolean }> {
  ask.about.rows = 0;
  const clock = await readClock(ask.reach);
  const reach = (await ask.reach.caughtUp()) ? ask.reach : ask.reach.atOrigin();
  return { clock, reach, foreign: stamp !== undefined && stamp !== stampOf(ask, clock) };
}
/** A page of the index, newest first, or what changed since an instant; those that do not belong in it any more as `-no`. */
export async function readIndex(ask: Asking, lined: Lined, { after, since, stamp }: z.output<typeof indexQuery>): Promise<IndexPage> {
  const { clock, reach, foreign } = await begin(ask, stamp);
  if (foreign) return anew(ask, clock);
  if (since !== undefined) return readChanges(ask, reach, lined, clock, since);
  const [id, page] = after === undefined ? [undefined, 0] : (after.split('.') as [string, string]);
  const drawn = await draw(reach, lined, { where: [lined.kept, id === undefined ? undefined : sql`${lined.row}.id < ${id}::bigint`], order: sql`${lined.row}.id desc`, limit: INDEX.page });
  const read = Number(page) + 1;
  const more = drawn.count === INDEX.page;
  return given(ask, clock, drawn, { next: more && read < INDEX.pages ? `${drawn.last}.${read}` : null, cut: more && read >= INDEX.pages });
}
/** These records as lines; those that do not belong in the index, are out of reach or do not exist as `-no`, all alike. */
export async function readLines(ask: Asking, lined: Lined, { nos, stamp }: z.output<typeof linesQuery>): Promise<IndexPage> {
  const { clock, reach, foreign } = await begin(ask, stamp);
  if (foreign) return anew(ask, clock);
  const asked = [...new Set(nos.split(','))];
  // the index that the lists sort by: the one for parts of a number would be taken instead, and reads all that begin alike
  const drawn = await draw(reach, lined, { where: [lined.kept, isOneOf(sql`${lined.no} collate "C"`, asked, 'text')] });
  const there = new Set(drawn.text?.split('\n').map((line) => line.split('\t', 1)[0]));
  return given(ask, clock, drawn, { text: [drawn.text ?? [], asked.filter((no) => !there.has(no)).map((no) => `-${no}`)].flat().join('\n') });
}
