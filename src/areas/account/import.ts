import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask, Viewer } from '../../host/answer.ts';
import { NO_PASSWORD } from '../../host/password.ts';
import type { Runner } from '../../host/reach.ts';
import type { SheetLine } from '../../host/sheet/bound.ts';
import { fieldsOf, plainly, shownCell, type Headings } from '../../host/sheet/heading.ts';
import { readSheet } from '../../host/sheet/read.ts';
import { trim } from '../../host/sheet/text.ts';
import type { Language } from '../../kernel/error.ts';
import type { importReport } from '../../kernel/sheet.ts';
import { LIVING_HOSPITAL } from '../hospital/tables.ts';
import type { account } from './contract.ts';
import { tellTaken } from './edit.ts';
import { SHEET_FIELDS } from './export.ts';
import { FIELD_LABELS, inWords } from './label.ts';
import { readRow, reasonWords, type Directory, type Reason, type SheetAccount } from './sheet-row.ts';
import { LIVING, lockAccounts } from './tables.ts';

type Report = z.output<typeof importReport>;
type SheetField = (typeof SHEET_FIELDS)[number];
const HEADINGS: Headings<SheetField> = { labels: FIELD_LABELS, fields: SHEET_FIELDS, needed: ['username', 'nickname', 'role'], thing: ['账号', 'accounts'] };
const KEYS = ['username', 'mobile', 'email'] as const;

async function hospitalsByWord(tx: Runner): Promise<Directory> {
  const { rows } = await tx.execute<{ id: string; code: string; name: string }>(sql`select h.id::text, h.code, h.name from hospital h where ${LIVING_HOSPITAL}`);
  const directory = new Map<string, string[]>();
  for (const { id, code, name } of rows) for (const word of new Set([plainly(code), plainly(name)])) directory.set(word, [...(directory.get(word) ?? []), id]);
  return directory;
}

/** The accounts that the lines say, and a fault for each cell that is wrong by itself, repeats another line, or is a living account's already. */
async function check(tx: Runner, viewer: Viewer, lines: readonly SheetLine[], fields: readonly (SheetField | undefined)[], language: Language): Promise<{ accounts: SheetAccount[]; faults: Report['faults'] }> {
  const directory = await hospitalsByWord(tx);
  const faults: Report['faults'] = [];
  const accounts = lines.map(({ row, cells }) => {
    const said = Object.fromEntries(SHEET_FIELDS.map((field) => [field, cells[fields.indexOf(field)] ?? ''])) as Record<SheetField, string>;
    const { account: read, wrong } = readRow(row, said, viewer, directory);
    for (const [field, reason] of wrong) tell(row, field, said[field], reason);
    return read;
  });
  for (const { row, cells } of lines) cells.forEach((cell, i) => void (fields[i] === undefined && trim(cell) !== '' && add(row, String(i + 1), cell, 'unnamed')));
  function tell(row: number, field: SheetField, value: string, reason: Reason, other?: number): void {
    add(row, inWords(FIELD_LABELS[field], language), value, reason, other);
  }
  function add(row: number, column: string, value: string, reason: Reason, other?: number): void {
    faults.push({ row, column, value: shownCell(value), reason: reasonWords(reason, language, other) });
  }
  for (const key of KEYS) {
    const values = accounts.flatMap((one) => one[key] || []);
    const column = sql.identifier(key);
    const { rows } = await tx.execute<{ value: string }>(sql`select u.${column}::text as value from sys_user u where ${LIVING} and u.${column} = any(${sql.param(values)}::text[]${key === 'mobile' ? sql`` : sql`::citext[]`})`);
    const taken = new Set(rows.map(({ value }) => value.toLowerCase()));
    const first = new Map<string, number>();
    for (const { row, [key]: value } of accounts) {
      if (!value) continue;
      const plain = value.toLowerCase();
      const earlier = first.get(plain);
      if (taken.has(plain)) tell(row, key, value, 'taken');
      else if (earlier !== undefined) tell(row, key, value, 'repeated', earlier);
      first.set(plain, earlier ?? row);
    }
  }
  return { accounts, faults: faults.sort((a, b) => a.row - b.row) };
}

/** Writes them all by two statements; their ids. They have no password until a reset gives them one. */
async function insert(tx: Runner, viewer: Viewer, accounts: readonly SheetAccount[]): Promise<string[]> {
  const column = (value: (one: SheetAccount) => string | number | null) => sql.param(accounts.map(value));
  const { rows } = await tx.execute<{ id: string }>(sql`
    with entity as (insert into sys_entity (kind) select 'user' from generate_series(1, ${accounts.length}::int) returning id),
      numbered as (select id, row_number() over (order by id) as n from entity)
    insert into sys_user (id, username, password_hash, must_change_password, nickname, gender, role, mobile, email, status, created_by, updated_by)
    select numbered.id, t.username, ${NO_PASSWORD}, true, t.nickname, t.gender, t.role, t.mobile, t.email, t.status, ${viewer.userId}::bigint, ${viewer.userId}::bigint
    from numbered join unnest(${column((a) => a.username)}::text[], ${column((a) => a.nickname)}::text[], ${column((a) => a.gender)}::smallint[], ${column((a) => a.role)}::smallint[], ${column((a) => a.mobile)}::text[], ${column((a) => a.email)}::text[], ${column((a) => a.status)}::smallint[])
      with ordinality as t (username, nickname, gender, role, mobile, email, status, n) using (n)
    returning id::text`);
  const places = accounts.flatMap((one) => one.hospitals.map((hospital) => [one.username, hospital] as const));
  await tx.execute(sql`
    insert into sys_user_hospital (user_id, hospital_id)
    select u.id, p.hospital from unnest(${sql.param(places.map(([name]) => name))}::text[], ${sql.param(places.map(([, hospital]) => hospital))}::bigint[]) as p (username, hospital) join sys_user u on u.username = p.username::citext and ${LIVING}`);
  return rows.map(({ id }) => id);
}

/** Makes the accounts of a sheet: all of them, or with a single fault none; a dry run only tells. @throws Fault bad_file, too_large, taken when another import was faster */
export async function importAccounts({ viewer, file, query, write, from }: Pick<Ask<typeof account.import>, 'viewer' | 'file' | 'query' | 'write' | 'from'>): Promise<Report> {
  const dryRun = query.dryRun === 'true';
  const [heading, ...lines] = await readSheet(file.bytes, from.language, { queues: !dryRun });
  const fields = fieldsOf(heading, HEADINGS, from.language);
  const work = write(async (tx) => {
    await lockAccounts(tx, viewer, []);
    const { accounts, faults } = await check(tx, viewer, lines, fields, from.language);
    const fine = faults.length === 0;
    const ids = fine && !dryRun && accounts.length > 0 ? await insert(tx, viewer, accounts) : [];
    const result: Report = { rows: lines.length, created: fine ? lines.length : 0, dryRun, faults };
    return { result, entity: 'user', entityId: 'import', after: { rows: lines.length, dryRun, faults: faults.length, created: ids } };
  });
  return work.catch(tellTaken(from.language));
}
