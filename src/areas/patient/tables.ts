import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** Patients (alias `p`); one belongs to a scope by an order in it. */
export const PATIENTS: Source = { from: sql`patient p`, scope: (match) => sql`exists (select 1 from care_order own where own.patient_id = p.id and own.deleted_at is null and ${match(sql`own.hospital_id`, sql`own.department_id`)})` };
