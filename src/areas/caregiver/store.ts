import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { findInList, listWindow, openList, selectedIds, selectionWhere } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import type { Page, Reply } from '../../kernel/endpoint.ts';
import type { caregiver, caregiverQuery, CaregiverRow } from './contract.ts';
import { caregiverFiltered, caregiverList } from './list.ts';
import { daysOf } from './roster.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { CAREGIVERS, LIVING_CAREGIVER } from './tables.ts';

type Query = z.output<typeof caregiverQuery>;

/** A window of the caregivers. */
export const listCaregivers = (reach: Reach, actor: Actor, { pageNum, pageSize, count, ...filter }: Query): Promise<Page<CaregiverRow>> =>
  listWindow(openList(reach, caregiverList(reach), caregiverFiltered(reach, filter)), { pageNum, pageSize, count }, (ids) => rowsOf(reach, actor, ids));
/** The next caregiver that `q` means, in the list or in the roster of some days. @throws Fault bad_input for days beyond the calendar */
export const findInCaregivers = async (reach: Reach, { row, q, back, from, days, ...filter }: z.output<NonNullable<typeof caregiver.findIn.query>>): Promise<Reply<typeof caregiver.findIn>> =>
  findInList(openList(reach, caregiverList(reach), caregiverFiltered(reach, filter, from === undefined ? undefined : daysOf({ from, days }))), { row, q, back });
/** The next rows of a selection. */
export async function selectedCaregivers(reach: Reach, actor: Actor, { selection, after }: z.output<NonNullable<typeof caregiver.selected.body>>): Promise<CaregiverRow[]> {
  const list = caregiverList(reach);
  return rowsOf(reach, actor, await selectedIds(reach, list, selectionWhere(list, selection, caregiverFiltered(reach, selection.filter)), after));
}

/** These caregivers, newest first, as far as they are in reach. */
export async function pickCaregivers(reach: Reach, actor: Actor, { nos }: z.output<NonNullable<typeof caregiver.rows.query>>): Promise<CaregiverRow[]> {
  const found = await reach.rows<{ id: string }>(CAREGIVERS, { columns: sql`c.id::text`, where: [LIVING_CAREGIVER, sql`c.staff_no = any(${sql.param(nos.split(','))}::text[])`], order: sql`c.id desc` });
  return rowsOf(reach, actor, found.map(({ id }) => id));
}
