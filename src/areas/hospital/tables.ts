import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** Hospitals (alias `h`). */
export const HOSPITALS: Source = { from: sql`hospital h`, scope: (match) => match(sql`h.id`) };
/** Not deleted. */
export const LIVING_HOSPITAL = sql`h.deleted_at is null`;
