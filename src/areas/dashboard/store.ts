import { sql, type SQL } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { TODAY } from '../../host/column.ts';
import { keepPlan } from '../../host/db/keeping.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { may, type Right } from '../../kernel/access.ts';
import type { Reply } from '../../kernel/endpoint.ts';
import { CAREGIVERS, CERTIFICATE_ENDING, LIVING_CAREGIVER } from '../caregiver/tables.ts';
import { DUE_TODAY, keptBy, LIVING_ORDER, ORDERS, waitsLong } from '../order/tables.ts';
import { COMPARED, FIGURES, type Compared, type dashboard, type Figure } from './contract.ts';

interface Counted {
  right: Right;
  source: Source;
  /** The conditions of the list that it opens, word for word. */
  holds: (accountId: string) => SQL[];
}
const orders = (holds: (accountId: string) => SQL): Counted => ({ right: 'biz:order:list', source: ORDERS, holds: (accountId) => [LIVING_ORDER, holds(accountId)] });
const COUNTED: Record<Figure, Counted> = {
  toAssign: orders(() => sql`o.status = 'pending_assign'`),
  waitsLong: orders(() => waitsLong()),
  startsToday: orders(() => DUE_TODAY.starts_today),
  endsToday: orders(() => DUE_TODAY.ends_today),
  overdue: orders(() => DUE_TODAY.overdue),
  toSettle: orders(() => sql`o.status = 'pending_payment'`),
  certificatesEnding: { right: 'biz:caregiver:list', source: CAREGIVERS, holds: () => [LIVING_CAREGIVER, CERTIFICATE_ENDING] },
  mine: orders(keptBy),
};

/** What there is to do now, as far as the reader's role may open it. */
export async function countToday({ viewer, reach }: Pick<Ask, 'viewer' | 'reach'>): Promise<Reply<typeof dashboard.today>> {
  const at = new Date().toISOString();
  const counts = await Promise.all(FIGURES.map((name) => (may(viewer, COUNTED[name].right) ? reach.count(COUNTED[name].source, COUNTED[name].holds(viewer.userId), true) : null)));
  return { ...(Object.fromEntries(FIGURES.map((name, i) => [name, counts[i]])) as Record<Figure, number | null>), at };
}

const NAMES = sql.join(COMPARED.map((name) => sql.identifier(name)), sql`, `);
/** What happened on the days of this week's and last week's today, as far as the reader reaches: the summary of the statistics (0023_statistics.sql) by department, and what is not summed yet. */
function happened({ match }: Reach): SQL {
  const of = (table: SQL, summed: SQL) => sql`select s.day, ${NAMES} from ${table} s where ${summed} s.day in (${TODAY}, ${TODAY} - 7) and ${match(sql`s.hospital_id`, sql`s.department_id`)}`;
  return sql`${of(sql`stat_day`, sql`s.span = 'd' and s.level = 1 and`)} union all ${of(sql`stat_day_delta`, sql``)}`;
}
/** Today so far beside the same weekday of last week. */
export async function compareWeek(reach: Reach): Promise<Reply<typeof dashboard.week>> {
  const sums = sql.join(COMPARED.map((name) => sql`coalesce(sum(s.${sql.identifier(name)}), 0)::int as ${sql.identifier(name)}`), sql`, `);
  const [now, before] = await reach.run<{ day: string } & Record<Compared, number>>(keepPlan(sql`
    select d.day::text as day, ${sums} from (values (${TODAY}), (${TODAY} - 7)) d(day) left join (${happened(reach)}) s on s.day = d.day group by d.day order by d.day desc`));
  return { day: now!.day, against: before!.day, rows: COMPARED.map((what) => ({ what, now: now![what], before: before![what] })) };
}
