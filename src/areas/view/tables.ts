import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** Views (alias `v`) with their owner (`u`). They belong to people: who sees one is said with each question. */
export const VIEWS: Source = { from: sql`saved_view v join sys_user u on u.id = v.owner_id`, scope: () => sql`true` };
