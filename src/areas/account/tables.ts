import { sql } from 'drizzle-orm';
import type { Source } from '../../host/reach.ts';

/** Living accounts. Those who may list them (roles 1 and 2) see every one; anyone else sees those of a hospital of theirs. */
export const ACCOUNTS: Source = {
  from: sql`sys_user u`,
  scope: (match) => sql`exists (select 1 from sys_user_hospital uh where uh.user_id = u.id and ${match(sql`uh.hospital_id`)})`,
};
/** One's own record lies outside any hospital's scope; the condition on the id is given with it. */
export const OWN: Source = { from: sql`sys_user u`, scope: () => sql`true` };
