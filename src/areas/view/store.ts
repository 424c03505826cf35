import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Ask, Viewer, Written } from '../../host/answer.ts';
import { typed } from '../../host/pinyin.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import { LISTS, parseSort, type Layout, type ListFields, type ListName } from '../../kernel/list.ts';
import { ACCOUNT_FIELDS } from '../account/contract.ts';
import { AUDIT_FIELDS } from '../audit/contract.ts';
import { CAREGIVER_FIELDS } from '../caregiver/contract.ts';
import { DICT_FIELDS } from '../dictionary/contract.ts';
import { HOSPITAL_FIELDS } from '../hospital/contract.ts';
import { ORDER_FIELDS } from '../order/contract.ts';
import { VIEWS_MOST, type ViewRow, type views } from './contract.ts';
import { VIEWS } from './tables.ts';

type Own = Pick<Ask, 'viewer' | 'reach'>;
type Kept = Omit<ViewRow, 'keywords'>;
type Made = z.output<NonNullable<typeof views.create.body>>;
type Changed = z.output<NonNullable<typeof views.update.body>>;

const openTo = (viewer: Viewer): ListName[] => (Object.keys(LISTS) as ListName[]).filter((list) => may(viewer, LISTS[list]));
const SHARED = sql`case when v.shared_role is not null then json_build_object('role', v.shared_role) when v.shared_hospital is not null then json_build_object('hospitalId', v.shared_hospital::text) end`;
const columns = (viewer: Viewer): SQL => sql`v.id::text, v.screen as list, v.name, v.query #>> '{}' as query, nullif(v.columns, 'null'::jsonb) as layout, ${SHARED} as shared, v.sort as place, v.owner_id = ${viewer.userId} as own, coalesce(u.nickname, u.username::text) as owner, v.version`;
/** One's own, those for everyone of one's role, and those of a hospital that one is bound to: who sees every hospital works at none. Who is bound to hospitals shares with a role at these alone. */
function visible({ viewer, reach }: Own): SQL {
  const hospitals = reach.scope === 'all' ? [] : reach.scope.map(({ hospitalId }) => hospitalId);
  return sql`(v.owner_id = ${viewer.userId} or (u.deleted_at is null and (v.shared_hospital = any(${sql.param(hospitals)}::bigint[])
    or v.shared_role = ${viewer.role} and (u.role in (1, 2) or exists (select 1 from sys_user_hospital s where s.user_id = u.id and s.hospital_id = any(${sql.param(hospitals)}::bigint[]))))))`;
}
/** The views of the lists that the reader may see. */
export async function listViews(own: Own, list: ListName | undefined): Promise<ViewRow[]> {
  const lists = openTo(own.viewer).filter((name) => list === undefined || name === list);
  const rows = await own.reach.rows<Kept>(VIEWS, { columns: columns(own.viewer), where: [visible(own), sql`v.screen = any(${sql.param(lists)}::text[])`], order: sql`v.owner_id = ${own.viewer.userId} desc, v.sort, v.name collate "C", v.id` });
  return rows.map(typed);
}

/** May this person share so? Not above their own role, and with no hospital out of their reach. @throws Fault forbidden, not_found */
async function checkShared({ viewer, reach }: Own, shared: Made['shared']): Promise<void> {
  if (shared === null) return;
  if ('role' in shared) {
    if (shared.role < viewer.role) throw new Fault('forbidden');
    return;
  }
  const [known] = await reach.run(sql`select 1 from hospital h where h.id = ${shared.hospitalId}::bigint and h.deleted_at is null and ${reach.match(sql`h.id`)}`);
  if (known === undefined) throw new Fault('not_found');
}
const shares = (shared: Made['shared']): { role: number | null; hospitalId: string | null } => ({ role: shared !== null && 'role' in shared ? shared.role : null, hospitalId: shared !== null && 'hospitalId' in shared ? shared.hospitalId : null });
/** A name that one has already for this list. @throws Fault taken */
const tellTaken = (name: string) => (error: unknown): never => {
  if ((error as { cause?: { code?: string } }).cause?.code === '23505') throw new Fault('taken', { detail: name });
  throw error;
};
async function readView(tx: Runner, viewer: Viewer, id: string): Promise<ViewRow> {
  const row = await new Reach(tx, 'all').one<Kept>(VIEWS, { columns: columns(viewer), where: [sql`v.id = ${id}::bigint`, sql`v.owner_id = ${viewer.userId}`] });
  if (row === undefined) throw new Fault('not_found');
  return typed(row);
}
const FIELDS: Record<ListName, ListFields> = { order: ORDER_FIELDS, caregiver: CAREGIVER_FIELDS, hospital: HOSPITAL_FIELDS, account: ACCOUNT_FIELDS, audit: AUDIT_FIELDS, dictionary: DICT_FIELDS };
/** @throws Fault bad_input for a sort that the list does not know */
function checkLayout(list: ListName, layout: Layout | null): void {
  if (layout !== null && layout.sort !== null && parseSort(FIELDS[list], layout.sort) === null) throw new Fault('bad_input', { detail: 'sort' });
}
/** What the audit keeps: not what was looked for. */
const told = ({ list, name, shared, place }: Pick<ViewRow, 'list' | 'name' | 'shared' | 'place'>) => ({ list, name, shared, place });

/** Keeps a view. @throws Fault forbidden for a list one may not see or a role above one's own, not_found for a hospital out of reach, taken, bad_input, too_large when one has too many */
export async function createView(ask: Own & Pick<Ask, 'write'>, { list, name, query, layout, shared, place }: Made): Promise<ViewRow> {
  const { viewer } = ask;
  if (!may(viewer, LISTS[list])) throw new Fault('forbidden');
  checkLayout(list, layout);
  await checkShared(ask, shared);
  const { role, hospitalId } = shares(shared);
  const work = ask.write(async (tx): Promise<Written<ViewRow>> => {
    await tx.execute(sql`select 1 from sys_user where id = ${viewer.userId} for no key update`);
    const { rows: [many] } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from saved_view where owner_id = ${viewer.userId} and screen = ${list}`);
    if (many!.n >= VIEWS_MOST) throw new Fault('too_large');
    const { rows: [made] } = await tx.execute<{ id: string }>(sql`
      insert into saved_view (owner_id, screen, name, query, columns, shared_role, shared_hospital, sort)
      values (${viewer.userId}, ${list}, ${name}, to_jsonb(${query}::text), ${JSON.stringify(layout)}::jsonb, ${role}, ${hospitalId}, ${place}) returning id::text`);
    const result = await readView(tx, viewer, made!.id);
    return { result, entity: 'view', entityId: result.id, after: told(result) };
  });
  return work.catch(tellTaken(name));
}
/** Changes one's own view. @throws Fault not_found, conflict, forbidden, taken, bad_input */
export async function updateView(ask: Own & Pick<Ask, 'write'>, id: string, { name, query, layout, shared, place, version }: Changed): Promise<ViewRow> {
  const { viewer } = ask;
  await checkShared(ask, shared);
  const { role, hospitalId } = shares(shared);
  const work = ask.write(async (tx): Promise<Written<ViewRow>> => {
    const before = await readView(tx, viewer, id);
    if (!may(viewer, LISTS[before.list])) throw new Fault('forbidden');
    checkLayout(before.list, layout);
    const { rows } = await tx.execute(sql`
      update saved_view set name = ${name}, query = to_jsonb(${query}::text), columns = ${JSON.stringify(layout)}::jsonb, shared_role = ${role}, shared_hospital = ${hospitalId}, sort = ${place}, version = version + 1
      where id = ${id}::bigint and owner_id = ${viewer.userId} and version = ${version} returning id`);
    if (rows.length === 0) throw new Fault('conflict');
    const result = await readView(tx, viewer, id);
    return { result, entity: 'view', entityId: id, before: told(before), after: told(result) };
  });
  return work.catch(tellTaken(name));
}
/** Forgets one's own view. @throws Fault not_found */
export async function removeView(tx: Runner, viewer: Viewer, id: string): Promise<Written<null>> {
  const before = await readView(tx, viewer, id);
  await tx.execute(sql`delete from saved_view where id = ${id}::bigint`);
  return { result: null, entity: 'view', entityId: id, before: told(before) };
}

/** @throws Fault not_found for a list that there is not, forbidden for one that one may not see */
function keyOf(viewer: Viewer, name: string): string {
  if (!Object.hasOwn(LISTS, name)) throw new Fault('not_found');
  if (!may(viewer, LISTS[name as ListName])) throw new Fault('forbidden');
  return `list:${name}`;
}
/** How the reader has arranged a list, or null. @throws Fault not_found, forbidden */
export async function readLayout({ viewer, reach }: Own, name: string): Promise<Layout | null> {
  const [row] = await reach.run<{ value: Layout }>(sql`select p.value from user_pref p where p.user_id = ${viewer.userId} and p.key = ${keyOf(viewer, name)}`);
  return row?.value ?? null;
}
/** Keeps it. One statement and no audit row: it changes nothing but what oneself is shown. @throws Fault not_found, forbidden, bad_input */
export async function keepLayout({ viewer, reach }: Own, name: string, layout: Layout): Promise<Layout> {
  const key = keyOf(viewer, name);
  checkLayout(name as ListName, layout);
  await reach.run(sql`insert into user_pref as p (user_id, key, value) values (${viewer.userId}, ${key}, ${JSON.stringify(layout)}::jsonb) on conflict (user_id, key) do update set value = excluded.value`);
  return layout;
}
/** Forgets it: the list is as it was made. @throws Fault not_found, forbidden */
export async function dropLayout({ viewer, reach }: Own, name: string): Promise<null> {
  await reach.run(sql`delete from user_pref where user_id = ${viewer.userId} and key = ${keyOf(viewer, name)}`);
  return null;
}
