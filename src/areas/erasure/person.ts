import { sql, type SQL } from 'drizzle-orm';
import type { Runner } from '../../host/reach.ts';
import { type Open, openJobs } from '../../host/job/store.ts';
import { withdrawCall } from '../../host/job/call.ts';
import { readSheet } from '../../host/sheet/read.ts';
import { Blot, Judge, LEAVE } from './blot.ts';
import { writings } from './name.ts';
import { ERASED, telling, without } from './redact.ts';
import { rewriteStory } from './story.ts';

/** How many rows of each table were changed or removed. */
export type Counts = Record<string, number>;
/** Runs statements by the name of the table that they change, each ending in what it returns. */
export async function inTables(tx: Runner, statements: Readonly<Record<string, SQL>>): Promise<Counts> {
  const counts: Counts = {};
  for (const [table, statement] of Object.entries(statements)) counts[table] = (await tx.execute<{ n: number }>(sql`with done as (${statement} returning 1) select count(*)::int as n from done`)).rows[0]!.n;
  return counts;
}
/** A column that is erased where something stands in it, for those that must not, or need not, become empty. */
export const gone = (column: string): SQL => sql.raw(`${column} = case when ${column} is not null then '${ERASED}' end`);
/** Columns that become empty. */
export const empty = (...columns: string[]): SQL => sql.raw(columns.map((column) => `${column} = null`).join(', '));

/** What a text that says one of these words is like. */
export const like = (words: readonly string[]): SQL => sql`${sql.param(words.map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`))}::text[]`;
/** Longer names of known people in which one of these words stands. */
export async function othersOf(tx: Runner, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct n as name from (select name as n from caregiver union all select emergency_name from caregiver union all select name from patient union all select contact_name from patient union all select nickname from sys_user) x
    where n like any(${like(words)}) and n <> all(${sql.param([...words])}::text[])`);
  return rows.map(({ name }) => name);
}
/** The most lines of any sheet that is imported. */
const LINES = 100_000;
/** Every text of a value of JSON, and every number as one. */
const textsOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : typeof value === 'string' || typeof value === 'number' ? [String(value)] : []);
/** What was asked of a job; from where it was asked tells of whoever did. */
function asked(ask: string | null): string[] {
  try {
    const { params, query, body, request, name } = (JSON.parse(ask ?? '{}') ?? {}) as Record<string, unknown>;
    return textsOf([params, query, body, request, name]);
  } catch {
    return [ask ?? ''];
  }
}
/** What people's numbers and names are looked for with, in what goes as a whole when one is found. */
interface Sought {
  keys: readonly string[];
  /** As they may be written. */
  words: readonly string[];
  /** Whether something in these texts is theirs. Where that is certain nothing is asked; `place`: where they stand. */
  isTheirs: (texts: readonly string[], place: string) => Promise<boolean>;
}
/** Whether a job has them in what was asked, or in its file. A file that cannot be read says everything: nobody could import it either. */
async function tells({ id, ask, file }: Open, { keys, words, isTheirs }: Sought): Promise<boolean> {
  const lines = file === null ? [] : await readSheet(file, 'zh-cn', { most: LINES }).catch(() => null);
  if (lines === null) return true;
  const said = new Set(asked(ask));
  const each = [...keys, ...words];
  for (const { cells } of lines) for (const cell of cells) if (each.some((word) => cell.includes(word))) said.add(cell);
  const texts = [...said];
  return keys.some((key) => texts.some((text) => text.includes(key))) || (texts.some((text) => words.some((word) => text.includes(word))) && isTheirs(texts, `job ${id}`));
}
/** Takes them out of the jobs (host/job): a call that has not ended and has them in what was asked, or in its file, ends with a refusal; why one failed is said without its values. */
async function eraseJobs(tx: Runner, sought: Sought): Promise<number> {
  const found = [...sought.keys, ...sought.words].map(inJson);
  const { rows } = await tx.execute(sql`update job set error = json_build_object('fault', error::json->'fault', 'values', json_build_object())::text where error like any(${like(found)}) returning 1`);
  const gone: Open[] = [];
  for (const job of await openJobs(tx)) if (await tells(job, sought)) gone.push(job);
  // when all are known: the first line of the audit takes its lock, and everybody who writes waits for that
  for (const job of gone) await withdrawCall(tx, job);
  return rows.length + gone.length;
}
/** How a word stands in JSON. */
const inJson = (word: string): string => JSON.stringify(word).slice(1, -1);

/** How a word may stand in an address, which is what a saved view asks by, as the console writes one and as others do; in large letters, for its percents have either, and to fold them once costs a tenth of ILIKE. */
const inAddress = (word: string): string[] => [...new Set([new URLSearchParams({ q: word }).toString().slice(2), encodeURIComponent(word)])].map((text) => text.toUpperCase());
/** What a saved view asks, with `out` done to each value of its address; word for word as it was where that changes none. */
function eachAsked(query: unknown, out: (value: unknown) => unknown): unknown {
  if (typeof query !== 'string') return out(query);
  const asked = [...new URLSearchParams(query)];
  const rest = asked.map(([name, value]) => [name, String(out(value))] as [string, string]);
  return rest.some(([, value], i) => value !== asked[i]![1]) ? new URLSearchParams(rest).toString() : query;
}

/** What people say in words where it may be about anybody. */
const ANYWHERE = { saved_view: 'name', settlement_period: 'reopen_reason', caregiver: 'status_reason', caregiver_event: 'reason', caregiver_leave: 'reason' } as const;
/** Takes them out of those; how many rows of each table that changed. */
async function unsayAnywhere(tx: Runner, written: readonly string[], blot: Blot): Promise<Counts> {
  const counts: Counts = {};
  for (const [name, said] of Object.entries(ANYWHERE)) {
    const [table, column] = [sql.identifier(name), sql.identifier(said)];
    const { rows } = await tx.execute<{ id: string; text: string }>(sql`select id::text, ${column} as text from ${table} where ${column} like any(${like(written)}) order by id for update`);
    for (const { id, text } of rows) {
      const rest = blot.out(text, `${name} ${id} ${said}`);
      if (rest === text) continue;
      // nobody has two views of one name
      await tx.execute(sql`update ${table} t set ${column} = ${rest}${name === 'saved_view' ? sql` || case when exists (select from saved_view o where o.owner_id = t.owner_id and o.screen = t.screen and o.name = ${rest}) then ' ' || t.id else '' end` : sql``} where id = ${id}::bigint`);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}
/**
 * What is kept beside the records: answers that were kept for a repeat of their call (which is then refused), jobs, drafts of forms, saved views.
 * `keys`: numbers of the records; `words`: names and numbers of the people, whole; `patients`: ids, as a draft may have one. What it changes in the audit is added to `lines`.
 */
export async function eraseBeside(tx: Runner, judge: Judge, lines: string[], keys: readonly string[], words: readonly string[], patients: readonly string[] = []): Promise<Counts> {
  const theirs = telling(words);
  const written = theirs.flatMap(writings);
  const asAddress = written.flatMap(inAddress);
  const found = [...keys, ...written].map(inJson);
  const counts = await inTables(tx, {
    idempotency_key: sql`update idempotency_key set response = null where response::text like any(${like(found)}) or (position('%' in response::text) > 0 and upper(response::text) like any(${like(asAddress)}))`,
    user_pref: sql`delete from user_pref where key like 'draft:%' and (value::text like any(${like(keys.map(inJson))}) or value->'draft'->'patient'->>'value' = any(${sql.param(patients)}::text[]))`,
  });
  const { rows: drafts } = await tx.execute<{ userId: string; key: string; value: string }>(sql`select user_id::text as "userId", key, value::text from user_pref where key like 'draft:%' and value::text like any(${like(written.map(inJson))}) for update`);
  const { rows: views } = await tx.execute<{ id: string; query: unknown }>(sql`select v.id::text, v.query from saved_view v where v.query::text like any(${like(written.map(inJson))}) or upper(v.query::text) like any(${like(asAddress)}) order by v.id for update`);
  let others: string[] | undefined;
  const blotOf = async (judge: Judge): Promise<Blot> => new Blot(theirs, (others ??= await othersOf(tx, theirs)), judge);
  const isTheirs: Sought['isTheirs'] = async (texts, place) => {
    const certain = await blotOf(new Judge({ ...LEAVE, theirs: judge.answers.theirs }));
    if (texts.some((text) => certain.out(text, place) !== text)) return true;
    const blot = await blotOf(judge);
    for (const text of texts) blot.out(text, place);
    return false;
  };
  for (const { userId, key, value } of drafts) {
    // somebody's unsaved work on another of a longer name is left alone
    if (!(await isTheirs(textsOf(JSON.parse(value)), `user_pref ${userId} ${key}`))) continue;
    await tx.execute(sql`delete from user_pref where user_id = ${userId}::bigint and key = ${key}`);
    counts['user_pref'] = counts['user_pref']! + 1;
  }
  let changed = 0;
  for (const { id, query } of views) {
    const blot = await blotOf(judge);
    const rest = eachAsked(query, (value) => without(value, blot, theirs, `saved_view ${id}`));
    if (JSON.stringify(rest) === JSON.stringify(query)) continue;
    await tx.execute(sql`update saved_view set query = ${JSON.stringify(rest)}::jsonb, version = version + 1 where id = ${id}`);
    changed++;
  }
  const anywhere = written.length === 0 ? {} : await unsayAnywhere(tx, written, await blotOf(judge));
  if (written.length > 0) {
    const blot = await blotOf(judge);
    for (const [entities, only] of [[['view']], [['settlement', 'caregiver'], new Set(['reason'])]] as const)
      lines.push(...(await rewriteStory(tx, 'audit_event', sql`t.entity = any(${sql.param([...entities])}::text[]) and concat(t.before, t.after) like any(${like(written.map(inJson))})`, (value, place) => without(value, blot, theirs, place, only))));
  }
  // last: it writes lines of the audit, whose lock is the last that a write takes
  return { ...counts, ...anywhere, saved_view: changed + (anywhere['saved_view'] ?? 0), job: await eraseJobs(tx, { keys, words: written, isTheirs }) };
}
