import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** Departments (alias `d`) of living hospitals (`h`); who is bound to some of a hospital sees those alone. */
export const DEPARTMENTS: Source = { from: sql`hospital_department d join hospital h on h.id = d.hospital_id and h.deleted_at is null`, scope: (match) => match(sql`d.hospital_id`, sql`d.id`) };
/** Wards (`w`) with their department and hospital. */
export const WARDS: Source = { ...DEPARTMENTS, from: sql`hospital_ward w join hospital_department d on d.id = w.department_id join hospital h on h.id = d.hospital_id and h.deleted_at is null` };
/** Beds (`b`) with their ward. */
export const BEDS: Source = { ...DEPARTMENTS, from: sql`hospital_bed b join hospital_ward w on w.id = b.ward_id join hospital_department d on d.id = w.department_id join hospital h on h.id = d.hospital_id and h.deleted_at is null` };
