import { useEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { useFormat } from '../../ui/format.ts';
import { recall, remember } from '../../ui/known.ts';
import { choose, Filters, saidOf, Unknown, useChosen, type Filter } from '../../ui/list/filter.tsx';
import { Find } from '../../ui/list/find.tsx';
import { useNarrow, useRowHeight } from '../../ui/list/measure.ts';
import { Nothing } from '../../ui/list/nothing.tsx';
import { Retry } from '../../ui/list/retry.tsx';
import type { WindowStore } from '../../ui/list/window-store.ts';
import { navigate } from '../../ui/location.ts';
import { dayAfter, daysBetween, parseDay, todayThere } from '../../ui/parse-day.ts';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { hospital } from '../hospital/contract.ts';
import board from './board.module.css';
import { addressOf } from './caregiver-list.tsx';
import { CellGrid, type Spot } from './cell-grid.tsx';
import { caregiver, type CaregiverRow, type RosterRow } from './contract.ts';
import { useCaregiverHere } from './here.ts';
import { CAREGIVER_KEYS } from './key.ts';
import { DayCell, DayHead, Legend, orderAddress, Who } from './roster-cell.tsx';
import { dayOf, daysFrom, mondayOf, WIDE } from './roster-day.ts';
import { RosterFoot } from './roster-foot.tsx';
import style from './roster.module.css';
import { useRoster } from './use-roster.ts';

const PATH = '/caregiver/roster';
/** Rows of skeletons while nothing is known. */
const UNKNOWN = 20;
/** px that two small lines take more than a row of the list. */
const MORE = 8;
/** Where one was: the row, whose it was, and the day or the row's heading. */
interface Kept {
  row: number;
  one?: CaregiverRow | undefined;
  day: string | null;
}

/** `/caregiver/roster?from=…&hospitalId=…`: who is at work, with what each has on each day; two weeks, or one day on a narrow screen. */
export default function RosterPage() {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  const narrow = useNarrow();
  const height = useRowHeight(1) + MORE;
  const today = todayThere();
  const hospitals = useRead(hospital.options).data;
  const filters: Filter[] = [
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: /^\d{1,18}$/ },
    { name: 'from', label: t`从哪天起`, options: [], accepts: /^\d{4}-\d{2}-\d{2}$/, typed: 'date' },
  ];
  const { from: asked, ...places } = useChosen(filters);
  const { hospitalId } = places;
  const named = asked !== undefined && parseDay(asked, today) === asked ? asked : undefined;
  const chosen = named === undefined ? places : { ...places, from: named };
  const from = named ?? (narrow ? today : mondayOf(today));
  const count = narrow ? 1 : WIDE;
  const days = daysFrom(from, count);
  const last = days.at(-1)!;
  const { store, total, who } = useRoster({ from, days: count, hospitalId });
  const [at, setAt] = useState<Kept>(() => recall<Kept>('roster', 'at') ?? { row: 0, day: today });
  const length = total ?? Math.max(UNKNOWN, store.reach);
  const near = Math.max(0, Math.min(at.row, length - 1));
  const stands = store.at(near);
  // on other days another may have the row: the cursor stays with the person, and who is not there is nobody that is acted on
  const is = (line: RosterRow): boolean => line.caregiver.staffNo === at.one?.staffNo;
  const found = at.one === undefined || stands === undefined || is(stands) ? near : store.indexWhere(is);
  const row = found < 0 ? near : found;
  const column = at.day === null ? -1 : Math.max(0, Math.min(daysBetween(from, at.day), count - 1));
  const day = column < 0 ? null : days[column]!;
  const keep = (next: Kept): void => {
    setAt(next);
    remember('roster', 'at', next);
  };
  const move = (to: number, on: string | null): void => keep({ row: to, one: who(to), day: on });
  const show = (first: string, on: string | null): void => {
    keep({ row, one: at.one ?? who(row), day: on });
    navigate(href(PATH, {}, { ...chosen, from: first }), { replace: true });
  };
  const step = narrow ? 1 : 7;
  const shift = (way: 1 | -1): void => show(dayAfter(from, way * step), day === null ? null : dayAfter(day, way * step));
  // ← and → go on to the next day, and the days with them
  const edge = (way: 1 | -1): void => show(dayAfter(from, way * step), dayAfter(way > 0 ? last : from, way));
  const toToday = (): void => show(narrow ? today : mondayOf(today), today);
  const person = found < 0 ? undefined : who(row);
  const now = person && store.at(row);
  const on = now === undefined || day === null ? undefined : dayOf(now, day, today);
  useCaregiverHere({ row: () => person, about: (verb) => (verb === 'leave' && day !== null ? { from: day } : {}) });
  // find in list and a jump lead to a row of the store
  const latest = useRef(move);
  useEffect(() => void (latest.current = move));
  useEffect(() => void (store.place.index = row), [store, row]);
  useEffect(() => {
    store.leap = () => {
      store.place.leap = false;
      latest.current(store.place.index, at.day);
    };
  }, [store, at.day]);

  const orders = (of = person): void => {
    const ids = (hospitals ?? []).filter(({ name }) => of?.hospitals.includes(name)).map(({ id }) => id);
    const places = hospitalId !== undefined ? [hospitalId] : ids;
    navigate(href('/order/index', {}, { status: 'pending_assign', ...(places.length === 1 ? { hospitalId: places[0] } : {}), 'where[0]': `plannedStart:to:${day}`, 'where[1]': `plannedEnd:from:${day}`, ...(places.length > 1 ? { 'where[2]': `hospitalId:in:${places.join('|')}` } : {}) }));
  };
  const open = (spot: Spot = { row, column }): void => {
    const record = who(spot.row);
    if (record === undefined) return;
    const there = store.at(spot.row);
    const cell = there === undefined || spot.column < 0 ? undefined : dayOf(there, days[spot.column]!, today);
    move(spot.row, spot.column < 0 ? null : days[spot.column]!);
    // the first press says who it is now
    if (found < 0) return;
    remember('caregiver', record.staffNo, record);
    if (cell?.kind === 'elsewhere') return announce(t`这天在范围外的医院服务`);
    if (cell?.kind === 'free') return orders(record);
    const stint = cell?.stints[0];
    navigate(stint === undefined ? addressOf(record) : orderAddress(stint));
  };
  useKeys([
    [CAREGIVER_KEYS.previous, () => shift(-1)],
    [CAREGIVER_KEYS.next, () => shift(1)],
    [CAREGIVER_KEYS.today, toToday],
    [CAREGIVER_KEYS.stint, (_event, nth) => {
      const stint = on?.stints[nth];
      if (stint === undefined) return false;
      navigate(orderAddress(stint));
    }],
  ]);
  const list = store as unknown as WindowStore<never>;
  const failed = store.failure;
  return (
    <section className={board.page} aria-label={t`排班表`}>
      <div className={board.top}>
        <h1 tabIndex={-1}><Trans>排班表</Trans></h1>
        <p className={board.paper}>{[`${format.day(from)} – ${format.day(last)}`, ...saidOf(filters, places)].join(t`；`)}</p>
        <Filters path={PATH} filters={filters} chosen={chosen} />
        <Unknown path={PATH} chosen={chosen} />
        <div className={style.steps}>
          <button type="button" className={control.button} {...keys(CAREGIVER_KEYS.previous)} onClick={() => shift(-1)}>{narrow ? t`前一天` : t`前一周`} <KeyCap of={CAREGIVER_KEYS.previous} /></button>
          <button type="button" className={control.button} {...keys(CAREGIVER_KEYS.today)} onClick={toToday}><Trans>今天</Trans> <KeyCap of={CAREGIVER_KEYS.today} /></button>
          <button type="button" className={control.button} {...keys(CAREGIVER_KEYS.next)} onClick={() => shift(1)}>{narrow ? t`后一天` : t`后一周`} <KeyCap of={CAREGIVER_KEYS.next} /></button>
        </div>
      </div>
      <Find endpoint={caregiver.findIn} store={store as WindowStore<unknown>} chosen={{ ...(hospitalId === undefined ? {} : { hospitalId }), from, days: String(count), 'where[0]': 'status:in:pending|active|on_leave|suspended', sort: 'name' }} />
      {failed !== null && store.updatedAt === null ? (
        <div className={board.rest}><Unread failure={failed} again={() => store.retry()} /></div>
      ) : total === 0 ? (
        <div className={board.rest}><Nothing clear={hospitalId !== undefined ? () => choose(PATH, {}) : null} title={t`没有在岗的护工`} hint={t`通过审核的护工会出现在这里。`} /></div>
      ) : (
        <>
          <CellGrid
            key={`${hospitalId} ${narrow}`} label={t`排班表 ${format.dayRange(from, last)}`} stores={[list]} count={length} total={total} height={height} width={{ lead: 8.5, column: narrow ? 7 : 4.6 }}
            lead={{ head: <span className={board.quiet}>{total === null ? t`护工` : t`${format.number(total)} 名护工`}</span>, of: (index) => { const one = who(index); return one && <Who row={one} />; } }}
            columns={days.map((one) => ({ key: one, today: one === today, head: <DayHead day={one} today={one === today} /> }))}
            cell={(spot) => {
              const there = store.at(spot.row);
              return there && <DayCell day={days[spot.column]!} on={dayOf(there, days[spot.column]!, today)} status={there.caregiver.status} />;
            }}
            at={{ row, column }} onMove={(to) => move(to.row, to.column < 0 ? null : days[to.column]!)} onEdge={edge} onOpen={open}
          />
          <Legend folded={narrow} />
          {failed !== null && <p className={`${board.failure} ${board.foot}`} role="alert">{t`有些行没有取到：${failed.message}`} <Retry again={() => store.retry()} /></p>}
          <RosterFoot row={person} gone={found < 0 ? at.one?.name : undefined} day={day} on={on} onOpen={() => open()} onOrders={() => orders()} />
        </>
      )}
    </section>
  );
}
