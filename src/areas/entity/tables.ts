import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** What an id names (alias `e`): the kind alone, which is nobody's secret. */
export const ENTITIES: Source = { from: sql`sys_entity e`, scope: () => sql`true` };
