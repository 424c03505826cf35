import { sql } from 'drizzle-orm';
import type { Ask, Viewer } from '../../host/answer.ts';
import { Reach, type Runner } from '../../host/reach.ts';
import { endSessionsOf } from '../../host/session.ts';
import { may, type Right } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import type { AccountForm } from '../account/contract.ts';
import { ACCOUNTS, FORM, keepingAdministrator, LIVING, lockAccounts, visibleTo } from '../account/tables.ts';
import type { DictRow, ItemRow } from '../dictionary/contract.ts';
import { DICTIONARIES, DICTIONARY, ITEM, ITEMS } from '../dictionary/tables.ts';
import type { entity } from './contract.ts';
import { ENTITIES } from './tables.ts';

type Kind = 'user' | 'dict';
const RIGHTS: Record<'edit' | 'delete', Record<Kind, Right>> = { edit: { user: 'sys:user:edit', dict: 'sys:dict:edit' }, delete: { user: 'sys:user:delete', dict: 'sys:dict:delete' } };
const MIXED: Record<Language, string> = { 'zh-cn': '账号与字典不能一起删除', en: 'accounts and dictionaries cannot be deleted together' };
const REASON: Record<Language, string> = { 'zh-cn': '删除账号须写明原因', en: 'deleting an account needs a reason' };

/** Which kind these ids name, if the viewer may do that to it. @throws Fault not_found, bad_input when they are of two kinds, forbidden */
async function kindOf(reach: Reach, viewer: Viewer, ids: readonly string[], act: keyof typeof RIGHTS, language: Language): Promise<Kind> {
  const rows = await reach.rows<{ kind: Kind }>(ENTITIES, { columns: sql`e.kind`, where: [sql`e.id = any(${sql.param([...ids])}::bigint[])`] });
  if (rows.length !== ids.length) throw new Fault('not_found');
  const [kind, ...others] = new Set(rows.map((row) => row.kind));
  if (kind === undefined || others.length > 0) throw new Fault('bad_input', { detail: MIXED[language] });
  if (!may(viewer, RIGHTS[act][kind])) throw new Fault('forbidden');
  return kind;
}

/** The form of an account or a dictionary. @throws Fault not_found, forbidden */
export async function readForm(reach: Reach, viewer: Viewer, id: string, about: Ask['about']): Promise<Reply<typeof entity.form>> {
  const kind = await kindOf(reach, viewer, [id], 'edit', 'zh-cn');
  about.entity = kind;
  const row =
    kind === 'user'
      ? await reach.one<AccountForm>(ACCOUNTS, { columns: FORM, where: [sql`u.id = ${id}`, LIVING, visibleTo(viewer)] })
      : await reach.one<DictRow>(DICTIONARIES, { columns: DICTIONARY, where: [sql`d.id = ${id}`] });
  if (row === undefined) throw new Fault('not_found');
  return row;
}

interface Gone extends Record<string, unknown> {
  id: string;
}
async function removeAccounts(tx: Runner, viewer: Viewer, ids: readonly string[]): Promise<Gone[]> {
  return keepingAdministrator(tx, async () => {
    const before = await lockAccounts(tx, viewer, ids);
    if (before.length !== ids.length) throw new Fault('not_found');
    if (before.some(({ id }) => id === viewer.userId)) throw new Fault('yourself');
    await tx.execute(sql`update sys_user set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${viewer.userId} where id = any(${sql.param([...ids])}::bigint[])`);
    for (const { id } of before) await endSessionsOf(tx, id, 'deleted');
    return before;
  });
}
async function removeDictionaries(tx: Runner, ids: readonly string[]): Promise<Gone[]> {
  const among = sql`any(${sql.param([...ids])}::bigint[])`;
  await tx.execute(sql`select 1 from sys_dict where id = ${among} order by id for update`);
  const before = await new Reach(tx, 'all').rows<DictRow>(DICTIONARIES, { columns: DICTIONARY, where: [sql`d.id = ${among}`], order: sql`d.id` });
  if (before.length !== ids.length) throw new Fault('not_found');
  const needed = before.filter((row) => row.needed);
  if (needed.length > 0) throw new Fault('needed', { detail: needed.map(({ code }) => code).join(', ') });
  const items = await new Reach(tx, 'all').rows<ItemRow>(ITEMS, { columns: ITEM, where: [sql`d.id = ${among}`], order: sql`i.sort, i.id` });
  // they go with it
  await tx.execute(sql`delete from sys_dict where id = ${among}`);
  await tx.execute(sql`delete from sys_entity where id = ${among}`);
  return before.map((row) => ({ ...row, items: items.filter(({ dictCode }) => dictCode === row.code) }));
}

/**
 * Removes accounts or dictionaries: all of these, or none. Accounts are kept without being there, so that what they did keeps
 * its name; they are signed out, and it takes a reason. One audit row each. @throws Fault not_found, bad_input, forbidden, yourself, last_admin, needed
 */
export async function remove({ reach, viewer, write, from, about }: Pick<Ask, 'reach' | 'viewer' | 'write' | 'from' | 'about'>, asked: readonly string[], reason: string | undefined): Promise<null> {
  const ids = [...new Set(asked.map((id) => String(BigInt(id))))];
  const kind = await kindOf(reach, viewer, ids, 'delete', from.language);
  about.entity = kind;
  // a dictionary is taken away by who keeps it; an account is a person's
  if (kind === 'user' && reason === undefined) throw new Fault('bad_input', { detail: REASON[from.language] });
  return write(async (tx) => {
    const gone = kind === 'user' ? await removeAccounts(tx, viewer, ids) : await removeDictionaries(tx, ids);
    const rows = gone.map((before) => ({ entity: kind, entityId: before.id, before, after: reason === undefined ? { deleted: true } : { deleted: true, reason } }));
    // each line is written by write() itself, after all else: whoever holds the audit's lock must not wait any more
    const [first, ...rest] = rows;
    return { result: null, ...first!, also: rest.map((row) => ({ action: 'entity.delete', ...row })) };
  });
}
