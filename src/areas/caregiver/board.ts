import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { maskedIdentity, TODAY } from '../../host/column.ts';
import type { Listed } from '../../host/list/definition.ts';
import { listWindow, openList } from '../../host/list/list.ts';
import type { Reach } from '../../host/reach.ts';
import type { Page } from '../../kernel/endpoint.ts';
import { CERTIFICATES } from './certificate.ts';
import type { caregiver, Ending, EndingCard } from './contract.ts';
import { rowsOf } from './row.ts';
import type { Actor } from './situation.ts';
import { LASTS, LIVING_CAREGIVER, postedTo } from './tables.ts';

const ahead = (from: number, to: number): SQL => sql`k.expires_on between ${TODAY} + ${from}::int and ${TODAY} + ${to}::int`;
const WITHIN: Record<Ending, SQL> = { expired: sql`k.expires_on < ${TODAY}`, 30: ahead(0, 30), 60: ahead(31, 60), 90: ahead(61, 90) };
/** Who is gone needs none. */
const MATTERS = sql`c.status not in ('blacklisted', 'left')`;

/** The certificates of a column; of those that have ended, the latest first. */
const columnOf = (within: Ending): Listed => ({
  fields: {}, columns: {}, source: CERTIFICATES, id: sql`k.id`, keys: [{ sql: sql`k.expires_on`, type: 'date', desc: within === 'expired' }],
  always: [LIVING_CAREGIVER, MATTERS, sql`k.revoked_at is null`, WITHIN[within], LASTS], tables: ['caregiver', 'caregiver_certificate', 'caregiver_hospital'], find: () => [],
});
async function cardsOf(reach: Reach, actor: Actor, ids: readonly string[]): Promise<EndingCard[]> {
  const found = await reach.rows<Omit<EndingCard, 'caregiver'> & { owner: string }>(CERTIFICATES, {
    columns: sql`k.id::text, k.kind, ${maskedIdentity(sql`k.number`)} as number, k.expires_on::text as "expiresOn", k.expires_on - ${TODAY} as "daysLeft", k.verified_at is not null as verified, c.id::text as owner`,
    where: [LIVING_CAREGIVER, sql`k.id = any(${sql.param(ids)}::bigint[])`],
  });
  const owners = new Map((await rowsOf(reach, actor, [...new Set(found.map(({ owner }) => owner))])).map((row) => [row.id, row]));
  const cards = new Map(found.flatMap(({ owner, ...card }) => (owners.has(owner) ? [[card.id, { ...card, caregiver: owners.get(owner)! }] as const] : [])));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

type Query = z.output<NonNullable<typeof caregiver.board.query>>;
/** A window of a column of the board. */
export const readBoard = (reach: Reach, actor: Actor, { within, kind, hospitalId, ...window }: Query): Promise<Page<EndingCard>> =>
  listWindow(openList(reach, columnOf(within), { named: [kind && sql`k.kind = ${kind}`, postedTo(reach, hospitalId)] }), window, (ids) => cardsOf(reach, actor, ids));
