import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** Lines of the audit (alias `a`) with who did it (alias `u`). They belong to no hospital: only who sees everything sees them. */
export const AUDIT: Source = { from: sql`audit_event a left join sys_user u on u.id = a.actor_id`, scope: () => sql`false` };
/** The lines alone. */
export const AUDIT_LINES: Source = { ...AUDIT, from: sql`audit_event a` };
