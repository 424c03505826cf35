import { sql } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { refuse } from './act.ts';

/** Where a patient lies, by ids; a bed alone says its ward. */
export interface Spot {
  departmentId: string;
  wardId: string | null;
  bedId: string | null;
}
/** The same with the names that people know. */
export interface Place extends Spot {
  departmentName: string;
  wardName: string | null;
  bedNo: string | null;
}
const DEPARTMENTS: Source = { from: sql`hospital_department d`, scope: (match) => match(sql`d.hospital_id`, sql`d.id`) };

/** Bed in ward in department in hospital, all of them in use. @throws Fault not_found for a department out of scope, refused with the reason */
export async function checkedPlace(reach: Reach, hospitalId: string, { departmentId, wardId, bedId }: Spot, from: Ask['from']): Promise<Place> {
  const found = await reach.one<Place & { bedWardId: string | null; isOn: boolean }>(
    { ...DEPARTMENTS, from: sql`${DEPARTMENTS.from} left join hospital_bed b on b.id = ${bedId}::bigint and b.hospital_id = d.hospital_id left join hospital_ward w on w.id = coalesce(${wardId}::bigint, b.ward_id) and w.department_id = d.id` },
    {
      columns: sql`d.id::text as "departmentId", d.name as "departmentName", w.id::text as "wardId", w.name as "wardName", b.id::text as "bedId", b.bed_no as "bedNo", b.ward_id::text as "bedWardId", d.status = 1 and coalesce(w.status, 1) = 1 and coalesce(b.status, 1) = 1 as "isOn"`,
      where: [sql`d.id = ${departmentId}`, sql`d.hospital_id = ${hospitalId}`],
    },
  );
  if (found === undefined) throw new Fault('not_found');
  const { bedWardId, isOn, ...place } = found;
  if ((wardId !== null && place.wardId === null) || (bedId !== null && (bedWardId === null || bedWardId !== place.wardId))) refuse('bed_elsewhere', from);
  if (!isOn) refuse('bed_off', from);
  return place;
}
