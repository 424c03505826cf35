import { sql, type SQL } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { iso } from '../../host/column.ts';
import { keepPlan } from '../../host/db/keeping.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { may, type Right } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, certificateSince, LIVING_CAREGIVER, REVIEW_DUE, reviewSince } from '../caregiver/tables.ts';
import { DUE_TODAY, EACH_PATIENT, endsSince, handedSince, keptBy, LIVING_ORDER, longSince, ORDERS, waitsLong } from '../order/tables.ts';
import { NOTICE_KINDS, type notice, type NoticeKind } from './contract.ts';

type Own = Pick<Ask, 'viewer' | 'reach' | 'about'>;
type Notices = Reply<typeof notice.read>;
interface Kind {
  right: Right;
  source: Source;
  /** The conditions of the list that it opens, word for word. */
  holds: (accountId: string) => SQL[];
  /** Came to be so after this instant. */
  since: (seen: SQL, reach: Reach) => SQL;
  /** What the first rows need, and their columns and order, as the list has them. */
  named: { join: SQL; columns: SQL; id: SQL };
}
const ORDER = { right: 'biz:order:list', source: ORDERS, named: { join: EACH_PATIENT, columns: sql`o.order_no as no, p.name`, id: sql`o.id` } } as const;
const CAREGIVER = { source: CAREGIVERS, named: { join: sql``, columns: sql`c.staff_no as no, c.name`, id: sql`c.id` } } as const;
const KINDS: Record<NoticeKind, Kind> = {
  waits_long: { ...ORDER, holds: () => [LIVING_ORDER, waitsLong()], since: (seen, { match }) => longSince(seen, match) },
  ends_today: { ...ORDER, holds: () => [LIVING_ORDER, DUE_TODAY.ends_today], since: (seen, { match }) => endsSince(seen, match) },
  certificates_ending: { ...CAREGIVER, right: 'biz:caregiver:list', holds: () => [LIVING_CAREGIVER, CERTIFICATE_ENDING], since: certificateSince },
  // whoever may keep out and let in
  reviews_due: { ...CAREGIVER, right: 'biz:caregiver:status', holds: () => [LIVING_CAREGIVER, REVIEW_DUE], since: reviewSince },
  mine: { ...ORDER, holds: (accountId) => [LIVING_ORDER, keptBy(accountId)], since: handedSince },
};
/** Rows that are named of each kind. */
const NAMED = 3;
/** How long counts of a scope hold, ms: many tabs ask at once when something has changed. The console waits longer than this before it asks. */
const HOLD = 2_000;

type Counts = Partial<Record<NoticeKind, number>>;
/** Several counts in one statement: all that there is of some kinds as `totals`, of others what is unread. */
async function count(reach: Reach, parts: Record<'totals' | 'unread', readonly (readonly [kind: NoticeKind, where: readonly SQL[]])[]>): Promise<Record<keyof typeof parts, Counts>> {
  const counts = (of: keyof typeof parts): SQL => sql`json_build_object(${sql.join(parts[of].map(([kind, where]) => sql`${kind}::text, (${reach.select(KINDS[kind].source, { columns: sql`count(*)`, where, kept: true })})`), sql`, `)}) as ${sql.identifier(of)}`;
  const statement = sql`select ${counts('totals')}, ${counts('unread')}`;
  // the best way to what came since an instant hangs on how long ago that is
  return (await reach.run<Record<keyof typeof parts, Counts>>(parts.unread.length === 0 ? keepPlan(statement) : statement))[0]!;
}
const memory = (): Map<string, { at: number; counts: Promise<Counts> }> => new Map();
/** What is the same for all of a scope, counted once in a while. */
function shared(reach: Reach, kinds: readonly NoticeKind[]): Promise<Counts> {
  const kept = reach.beside(memory);
  const now = performance.now();
  for (const [name, { at }] of kept) if (now - at >= HOLD) kept.delete(name);
  const name = JSON.stringify([reach.scope, kinds]);
  const known = kept.get(name) ?? { at: now, counts: count(reach, { totals: kinds.map((kind) => [kind, KINDS[kind].holds('')] as const), unread: [] }).then(({ totals }) => totals) };
  kept.set(name, known);
  known.counts.catch(() => kept.delete(name));
  return known.counts;
}

/** What there is to tell this person; with the first rows of each kind where they are asked for, which is then in the audit. */
export async function readNotices({ viewer, reach: asked, about }: Own, rows: boolean): Promise<Notices> {
  const kinds = NOTICE_KINDS.filter((kind) => may(viewer, KINDS[kind].right));
  const { userId } = viewer;
  // what was seen is told from what was not by the database's own clock, to the microsecond
  const marks = await asked.atHome<{ kind: NoticeKind | null; seen: string | null; at: string }>(sql`select s.kind, s.seen_at::text as seen, ${iso(sql`now()`)} as at from (select 1) one left join notice_seen s on s.account_id = ${userId}`);
  // whoever says that this much was seen has seen all from before that
  const reach = (await asked.caughtUp()) ? asked : asked.atOrigin();
  const seenAt = (kind: NoticeKind): string | null => marks.find((mark) => mark.kind === kind)?.seen ?? null;
  const [others, { totals, unread }, named] = await Promise.all([
    shared(reach, kinds.filter((kind) => kind !== 'mine')),
    count(reach, {
      totals: kinds.filter((kind) => kind === 'mine').map((kind) => [kind, KINDS[kind].holds(userId)] as const),
      unread: kinds.filter((kind) => seenAt(kind) !== null).map((kind) => [kind, [...KINDS[kind].holds(userId), KINDS[kind].since(sql`${seenAt(kind)}::timestamptz`, reach)]] as const),
    }),
    Promise.all(kinds.map((kind) => (rows ? firstOf(reach, kind, userId) : []))),
  ]);
  about.rows = named.flat().length;
  const all: Counts = { ...others, ...totals };
  // nothing of what was never looked at was seen; a total may be two seconds old
  return { kinds: kinds.map((kind, i) => ({ kind, total: all[kind]!, unread: Math.min(unread[kind] ?? Infinity, all[kind]!), rows: named[i]! })), at: marks[0]!.at };
}
function firstOf(reach: Reach, kind: NoticeKind, userId: string): Promise<{ no: string; name: string }[]> {
  const { source, named, holds } = KINDS[kind];
  return reach.rows({ ...source, from: sql`${source.from} ${named.join}` }, { columns: named.columns, where: holds(userId), order: sql`${named.id} desc`, limit: NAMED });
}
/** These kinds were seen as they were at an instant, now or before; nothing becomes unread by it. No audit row: it changes nothing but what oneself is shown. */
export async function markSeen({ viewer, reach }: Own, { kinds, at }: { kinds: readonly NoticeKind[]; at?: string | undefined }): Promise<void> {
  await reach.run(sql`
    insert into notice_seen as s (account_id, kind, seen_at) select ${viewer.userId}::bigint, kind, least(${at ?? null}::timestamptz, now()) from unnest(${sql.param([...new Set(kinds)])}::text[]) kind
    on conflict (account_id, kind) do update set seen_at = greatest(s.seen_at, excluded.seen_at)`);
}
