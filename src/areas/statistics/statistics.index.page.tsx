import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { fill, href } from '../../kernel/href.ts';
import { Changes } from '../../ui/changes.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { useStacked } from '../../ui/list/measure.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { todayThere } from '../../ui/parse-day.ts';
import { usePace } from '../../ui/pace.ts';
import { isReading, outdated, useRead } from '../../ui/read.ts';
import { Unread } from '../../ui/unread.tsx';
import { records } from '../live/contract.ts';
import { RANGE_MOST, statistics } from './contract.ts';
import { FigureList } from './figure-list.tsx';
import { MEASURES } from './measure.ts';
import { NarrowBar, useNarrowing } from './narrow-bar.tsx';
import { Picture } from './picture.tsx';
import { applied, changed, compares, NARROW, PATH, readQuestion } from './question.ts';
import { RangeBar } from './range-bar.tsx';
import { Stale } from '../../ui/stale.tsx';
import style from './statistics.module.css';
import { MEASURE_WORDS } from './words.ts';

/** Looks at the clock each minute. */
const overnight = (turn: () => void): (() => void) => {
  const timer = setInterval(turn, 60_000);
  return () => clearInterval(timer);
};
/** The hospitals' day; null while the page is the one that was built, which must not name the day on which it was. */
const useToday = (): string | null => useSyncExternalStore(overnight, () => todayThere(), () => null);
/** All that the page reads. */
const READ = [statistics.measures, statistics.groups, statistics.heat, statistics.bands];
/** Milliseconds between two looks at figures that change: each is a sum over a whole range. */
const APART = 10_000;
const renew = (): void => outdated(READ);

/** `/statistics/index?range=…&from=…&to=…&by=…&hospital=…&measure=…&view=…`: every figure of a range beside the period before, and one of them as a picture. The address is the whole question. */
export default function StatisticsPage() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const query = useQuery();
  const today = useToday();
  const asked = useMemo(() => (today === null ? null : readQuestion(query, today)), [query, today]);
  const days = asked?.days ?? null;
  const wrong = asked?.wrong ?? null;
  const narrowed = asked?.narrowed ?? {};
  // by months: the figures of the whole range are the same, and the answer is small
  const { data, failure, again } = useRead(statistics.measures, { query: { from: days?.from ?? '', to: days?.to ?? '', by: 'month', ...narrowed, against: asked?.against } }, { asks: days !== null });
  const home = data && (data.hospital ?? null);
  const empty = data !== undefined && Object.values(data.totals).every((value) => (value ?? 0) === 0);
  const narrowing = useNarrowing(narrowed, home, empty);
  // Tab goes as the eyes do
  const stacked = useStacked();
  const hear = usePace(renew, { apart: APART, every: null, busy: () => isReading(READ) });
  const change = (to: Readonly<Record<string, string | null>>, replace = false): void => navigate(fill(PATH, {}, changed(query, to)), { replace });
  useEffect(() => {
    // so that it has a name, and the others of its hospital beside it
    if (home) change({ hospital: home }, true);
  });
  const measure = asked?.measure ?? MEASURES[0];
  const title = i18n._(MEASURE_WORDS[measure].title);
  const typed = asked === null ? null : (days ?? { from: query.get('from')!, to: query.get('to')! });
  const said = (names: readonly (typeof NARROW)[number][]): string[] => names.filter((name) => narrowed[name] !== undefined).map(narrowing.said);
  const filters = said(NARROW);
  const asOf = (compared = true): string => data === undefined ? '' : [...(compared ? [t`对比 ${format.dayRange(data.previous.from, data.previous.to)}`] : []), t`截至 ${format.instant(data.at)}`, ...(days === null || days.to < today! ? [] : [days.to === today ? t`今天还没过完` : t`含还没到的日子`])].join(' · ');
  const stale = data?.recounting === true ? [t`有医院改了时区，统计待重算，现在还按旧时区。`] : [];
  const about = (own: readonly string[], compared?: boolean): string[] => days === null ? [] : [`${days.from} – ${days.to}`, ...(own.length === 0 ? [] : [own.join(t`；`)]), ...(data === undefined ? [] : [asOf(compared)]), ...stale];
  const figures = (
    <div key="figures" className={style.left}>
      <p className={style.against}>
        <span>{asOf() || '\u00a0'}</span>
        <a href={`#${href('/statistics/month')}`}><Trans>月结与对账</Trans></a>
      </p>
      {stale.map((words) => <p key={words} className={style.against}>{words}</p>)}
      {data !== undefined && failure !== null && <Stale className={style.stale} failure={failure} again={renew} />}
      <FigureList totals={data?.totals} before={data?.before} previous={data?.previous} measure={measure} onMeasure={(one) => change({ measure: one === MEASURES[0] ? null : one, view: query.get('view'), group: null }, true)} asked={days === null ? null : { ...days, ...narrowed }} />
      {filters.length > 0 && empty && <p className={style.clear}><Trans>这样筛选没有数。</Trans></p>}
    </div>
  );
  const picture = asked !== null && days !== null ? <Picture key="picture" asked={asked} title={title} about={about(said(applied(asked)), compares(asked))} change={change} renew={data !== undefined && failure !== null ? null : renew} waits={data === undefined && failure === null} /> : <div key="picture" className={style.picture} />;
  return (
    <section className={style.page} aria-label={t`数据统计`}>
      <div className={style.top}>
        <h1 tabIndex={-1}><Trans>数据统计</Trans></h1>
        <RangeBar asked={asked} typed={typed} change={change} />
        <NarrowBar narrowed={narrowed} narrowing={narrowing} change={change} />
      </div>
      <Changes of={records} hear={hear} />
      {narrowing.lost.map((name) => <p key={name} className={style.clear} role="alert">{narrowing.said(name)}</p>)}
      <div className={style.about}>{about(filters).map((line) => <p key={line}>{line}</p>)}</div>
      {wrong !== null ? (
        <Empty title={wrong === 'order' ? t`开始日期在结束日期之后` : t`区间超过 ${RANGE_MOST} 天，约五年`} hint={t`改一个日期，或选一个时段。`} />
      ) : failure !== null && data === undefined ? (
        <Unread title={t`没有取到统计`} failure={failure} again={again} />
      ) : (
        <div className={style.body}>
          {stacked ? [picture, figures] : [figures, picture]}
        </div>
      )}
    </section>
  );
}
