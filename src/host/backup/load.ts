import { drizzle } from 'drizzle-orm/node-postgres';
import type { ClientBase } from 'pg';
import { audit } from '../audit.ts';
import { migrateDatabase, schemaOf, schemaVersions } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { rowsOf, speakPlainly, tablesOf, type Table } from './catalog.ts';
import { Tally, type Head, type Piece, type TextRow } from './piece.ts';

/** The parts of the audit up to next year: lines are not to be moved there afterwards. A version before 0028 has none. */
const YEARS = `do $$ begin if to_regprocedure('audit_make_year(int)') is not null then perform audit_make_year(y) from generate_series(2027, extract(year from now() at time zone 'Asia/Shanghai')::int + 1) y; end if; end $$`;

/** What was loaded. */
export interface Loaded {
  head: Head;
  tables: number;
  rows: number;
}
/** `restore`: of some time ago, so nobody stays signed in by it. `move`: of just now. */
export type Purpose = 'restore' | 'move';
/** What the audit says of it. */
const DONE = { restore: { action: 'database.restore', entity: 'database' }, move: { action: 'database.move', entity: 'database' } } as const;

/** Most text that goes into one statement, about, in characters, and most rows. */
const PIECE = 2 << 20;
const MOST_ROWS = 4_000;
/** Rows that the embedded database takes before its log is cut. */
const CHECKPOINT_ROWS = 200_000;
const quoted = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ');

const notEmpty = (what: string): Error => new Error(`目标数据库不是空的（${what}），没有改动任何内容。The database is not empty (${what}); nothing was changed.`);
const knows = (tables: readonly Table[], table: string): boolean => tables.some(({ name }) => name === table);
/** Tables in which migrations put rows, or every server that starts, its jobs that come back; and which rows are somebody's. null: none. */
const BORN: Readonly<Record<string, string | null>> = { job: 'user_id <> 0', sys_entity: `kind <> 'dict'`, sys_dict: null, sys_dict_item: null, audit_head: 'seq <> 0' };
async function refuseFull(client: Pick<ClientBase, 'query'>, tables: readonly Table[]): Promise<void> {
  const asked = tables.filter(({ name }) => BORN[name] !== null).map(({ name }) => `select '${name}' as name where exists (select from ${name} where ${BORN[name] ?? 'true'})`);
  const { rows } = await client.query<{ name: string }>(asked.join(' union all '));
  if (rows[0] !== undefined) throw notEmpty(rows.slice(0, 3).map(({ name }) => name).join(', '));
}

/** Somebody else's database, of whatever program, gets no schema of ours. What an extension has brought is nobody's. */
async function refuseForeign(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') order by c.relname limit 3`);
  if (rows.length > 0) throw notEmpty(quoted(rows));
}

/** Takes away what would look at each row as it comes: triggers of our own, and pointers between tables, which are looked at as a whole in the end. */
async function loosen(client: ClientBase): Promise<() => Promise<void>> {
  const { rows: triggers } = await client.query<{ name: string; on: string; mode: string }>(`
    select quote_ident(t.tgname) as name, quote_ident(c.relname) as on, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as mode
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D'`);
  const { rows: pointers } = await client.query<{ name: string; on: string; says: string }>(`
    select quote_ident(k.conname) as name, quote_ident(c.relname) as on, pg_get_constraintdef(k.oid) as says
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by k.oid`);
  for (const { name, on } of triggers) await client.query(`alter table ${on} disable trigger ${name}`);
  for (const { name, on } of pointers) await client.query(`alter table ${on} drop constraint ${name}`);
  return async () => {
    for (const { name, on, says } of pointers) await client.query(`alter table ${on} add constraint ${name} ${says}`);
    for (const { name, on, mode } of triggers) await client.query(`alter table ${on} enable ${mode} trigger ${name}`);
  };
}

const statementOf = ({ name, columns }: Table): string =>
  `insert into ${name} (${quoted(columns)}) overriding system value select ${columns.map((column, i) => `t.c${i}::${column.type}`).join(', ')} from unnest(${columns.map((_, i) => `$${i + 1}::text[]`).join(', ')}) as t(${columns.map((_, i) => `c${i}`).join(', ')})`;
/** Inserts rows as they come, some megabytes a statement. */
class Filler {
  private waiting: TextRow[] = [];
  private size = 0;
  readonly tally = new Tally('table');
  constructor(private readonly client: ClientBase, readonly table: Table) {}
  async add(rows: readonly TextRow[]): Promise<void> {
    for (const row of rows) {
      this.waiting.push(row);
      this.size += this.tally.add(row);
      if (this.size > PIECE || this.waiting.length >= MOST_ROWS) await this.flush();
    }
  }
  async flush(): Promise<void> {
    const rows = this.waiting;
    if (rows.length > 0) await this.client.query(statementOf(this.table), this.table.columns.map((_, i) => rows.map((row) => row[i])));
    this.waiting = [];
    this.size = 0;
  }
}
/** Holds what stands in the table now against what came. @throws Error when one row is another */
async function compare(client: ClientBase, table: Table, came: string): Promise<void> {
  const now = new Tally('table');
  for await (const rows of rowsOf(client, table)) for (const row of rows) now.add(row);
  if (now.anyOrder !== came) throw new Error(`表 ${table.name} 写入后与来源不一致，没有改动任何内容。Table ${table.name} does not hold what came; nothing was changed.`);
}

async function prepare(database: Database, head: Head): Promise<void> {
  const known = schemaVersions();
  const wanted = known.indexOf(head.schema);
  if (wanted === -1) throw new Error(`来源的结构版本 ${head.schema} 比此程序新，请先升级程序。The source has schema ${head.schema}, newer than this program: upgrade the program first.`);
  const there = await schemaOf(database.pool);
  if (there !== null && known.indexOf(there) !== wanted && (there === 'unknown' || known.indexOf(there) > wanted)) {
    throw new Error(`目标数据库的结构（${there}）比来源（${head.schema}）新，请使用全新的数据库。The database has schema ${there}, newer than the source's ${head.schema}: use a database without any.`);
  }
  if (there === head.schema) return;
  if (there === null) await refuseForeign(database.pool);
  // one that holds rows is no target: a server of that version may be at work on it
  else await refuseFull(database.pool, await tablesOf(database.pool));
  // the rows are those of this version; what later migrations do to rows they then do to these
  await migrateDatabase(database, head.schema);
}

/**
 * Fills an empty database with what comes, in one transaction, compares every table with what came, and brings the schema up to date.
 * @throws Error in both languages when the source is damaged or newer, or the database is not empty: then it holds no row more than before
 */
export async function load(database: Database, pieces: AsyncIterable<Piece>, purpose: Purpose): Promise<Loaded> {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true || !('backup' in first.value)) throw new Error('来源不是备份。The source is no backup.');
  const head = first.value;
  let client: ClientBase & { release: (gone: boolean) => void } | undefined;
  try {
    await prepare(database, head);
    client = await database.pool.connect();
    await speakPlainly(client);
    await client.query('begin');
    const tables = await tablesOf(client);
    await client.query(`lock table ${quoted(tables)} in access exclusive mode`);
    await refuseFull(client, tables);
    const tighten = await loosen(client);
    await client.query(`truncate ${quoted(tables)}`);
    await client.query(YEARS);
    const done = new Map<string, string>();
    let filler: Filler | null = null;
    let rows = 0;
    let uncut = 0;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const piece = next.value;
      if ('end' in piece) {
        await filler!.flush();
        done.set(piece.end, filler!.tally.anyOrder);
        rows += filler!.tally.rows;
        filler = null;
      } else if ('rows' in piece) {
        await filler!.add(piece.rows);
        uncut += piece.rows.length;
        if (database.kind === 'embedded' && uncut > CHECKPOINT_ROWS) {
          await client.query('checkpoint');
          uncut = 0;
        }
      } else if ('table' in piece) {
        const table = tables.find(({ name }) => name === piece.table);
        if (table === undefined || quoted(table.columns) !== piece.columns.join(', ')) throw new Error(`表 ${piece.table} 与此结构版本不符。Table ${piece.table} does not fit this version of the schema.`);
        filler = new Filler(client, table);
      } else if ('sequences' in piece) {
        for (const [name, [last, given]] of Object.entries(piece.sequences)) await client.query('select setval($1::regclass, $2, $3)', [name, last, given]);
      }
    }
    for (const table of tables) {
      const came = done.get(table.name);
      if (came === undefined) throw new Error(`来源缺少表 ${table.name}。The source lacks table ${table.name}.`);
      await compare(client, table, came);
    }
    await tighten();
    if (purpose === 'restore') await endAll(client, knows(tables, 'job'));
    await audit(drizzle(client as never), { actor: { userId: '', role: 0, sessionId: '' }, ...DONE[purpose], ok: true, after: { at: head.at, schema: head.schema, rows }, from: { ip: '', userAgent: purpose, requestId: '', language: 'zh-cn' } });
    await client.query('commit');
    client.release(true);
    client = undefined;
    await migrateDatabase(database);
    await database.pool.query('analyze');
    return { head, tables: tables.length, rows };
  } catch (error) {
    await client?.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client?.release(true);
    await source.return?.();
  }
}
/** Whoever was signed in then may have been signed out, locked or dismissed since. */
async function endAll(client: ClientBase, jobs: boolean): Promise<void> {
  await client.query(`update sys_session set revoked_at = now(), revoke_reason = 'restore' where revoked_at is null`);
  // nor is what they had asked for done now
  if (jobs) await client.query('delete from job where user_id <> 0');
  for (const table of ['sys_token', 'sys_captcha', 'sys_challenge', 'sys_verification']) await client.query(`delete from ${table}`);
}
