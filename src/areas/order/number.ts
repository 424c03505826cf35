import { sql } from 'drizzle-orm';
import { isName } from '../../host/find.ts';
import type { Reach } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { LIVING_ORDER, ORDERS } from './tables.ts';

/** The id of the order that a number names. Whoever types one need not mind its case; what was imported in lower case is found as it stands. @throws Fault not_found, also when it is out of scope */
export async function idOf(reach: Reach, no: string | undefined): Promise<string> {
  const forms = isName(no) ? [no, no.toUpperCase(), no.toLowerCase()] : [];
  const found = forms.length === 0 ? undefined : await reach.one<{ id: string }>(ORDERS, { columns: sql`o.id::text`, where: [LIVING_ORDER, sql`o.order_no = any(${sql.param(forms)}::text[])`], order: sql`o.order_no = ${no} desc, o.id`, kept: true });
  if (found === undefined) throw new Fault('not_found');
  return found.id;
}
