import { Suspense, useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may, type Right } from '../../kernel/access.ts';
import { fill } from '../../kernel/href.ts';
import { announce } from '../../ui/announce.tsx';
import { KeyCap, useKeyProps, useNewHint } from '../../ui/bound-key.tsx';
import { call, CallFailure, DROPPED } from '../../ui/call.ts';
import { fetchPart, late } from '../../ui/fetch-part.ts';
import { Fetched } from '../../ui/fetched.tsx';
import { useFormat } from '../../ui/format.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { remember } from '../../ui/known.ts';
import { useChosen } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { filterOf } from '../../ui/list/condition.ts';
import { countSelected, selectedOf, useSelection } from '../../ui/list/selection.ts';
import { useAnswered, useWindows } from '../../ui/list/source.ts';
import { Tabs } from '../../ui/list/tabs.tsx';
import { navigate, useQuery } from '../../ui/location.ts';
import { wasDone } from '../../ui/palette/last.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { area } from './area.ts';
import type { BulkEvent } from './bulk.tsx';
import { order, ORDER_EXPORTED, type OrderRow } from './contract.ts';
import { rowsOf, useFollowList } from './follow.ts';
import { useOrderHere } from './here.ts';
import { ShortOrder } from './line.tsx';
import { useOrderFields } from './order-field.ts';
import { addressOf, useOrderColumns, useOrderFilters } from './order-list.tsx';

/** A command of this area, for its key. */
const command = (id: string) => area.commands!.find((one) => one.id === id)!;
const NEW = command('order.new');
const verbOf = (event: string) => command(`order.${event}`);
const PATH = '/order/index';
type Chosen = Omit<NonNullable<Parameters<typeof call<typeof order.list>>[1]>['query'] & object, 'pageNum' | 'pageSize'>;
const EVENTS: readonly BulkEvent[] = ['assign', 'start', 'complete', 'cancel'];
// neither is in sight when the rows are
const Peek = late(async () => ({ default: (await fetchPart(() => import(/* webpackChunkName: "view-order" */ './peek.tsx'))).Peek }));
const loadBulk = async () => ({ default: (await fetchPart(() => import(/* webpackChunkName: "view-order" */ './bulk.tsx'))).Bulk });

/** The list of care orders: those that stand in one status under its tab, newest first or those that wait longest first; `?export` gives a sheet of them. */
export default function OrderIndexPage() {
  const keys = useKeyProps();
  const newHint = useNewHint();
  const { t, i18n } = useLingui();
  const format = useFormat();
  const viewer = useViewer();
  const query = useQuery();
  const fields = useOrderFields(query.get('hospitalId') ?? undefined);
  const filters = useOrderFilters(fields.find(({ name }) => name === 'departmentId')?.options ?? []);
  const chosen = useChosen(filters, fields);
  const columns = useOrderColumns(chosen['sort']?.startsWith('waiting') === true);
  const store = useWindows<OrderRow>('order', chosen, (window, signal) => call(order.list, { query: { ...(chosen as Chosen), ...window }, signal }));
  const { patientId } = chosen;
  // all of them are of that patient; where there is none another order says who it is
  const theirs = useRead(order.list, { query: { patientId, pageSize: 1 } as Chosen }, { asks: patientId !== undefined && store.total === 0 });
  const called = filters.map((filter) => (filter.name === 'patientId' && patientId !== undefined ? { ...filter, options: [{ value: patientId, label: (store.at(0) ?? theirs.data?.list[0])?.patientName ?? '…' }] } : filter));
  const { status: _, sort: __, ...counted } = chosen;
  // after the rows; another status or sort of the same orders has the same counts
  const wanted = JSON.stringify(counted);
  const answered = useAnswered(store);
  const [asked, setAsked] = useState('');
  if (answered && asked !== wanted) setAsked(wanted);
  const counts = useRead(order.counts, { query: counted as Chosen }, { asks: asked === wanted });
  const selection = useSelection(store);
  const fresh = useFollowList(store, chosen, selection);
  const selected = [...selection.rows.values()];
  const [bulk, setBulk] = useState<{ event: BulkEvent; rows: readonly OrderRow[] } | null>(null);
  const count = countSelected(selection, store.total);
  const many = count === null ? null : format.number(count);
  const several = count === null || count > 0;
  const verbs = EVENTS.filter((event) => viewer !== null && may(viewer, order[event].may as Right));
  const tabs = filters.find(({ name }) => name === 'status')!.options.map((option) => ({ ...option, count: counts.data === undefined ? undefined : (counts.data[option.value as OrderRow['status']] ?? 0) }));
  const whole = selection.all ? (selectedOf(selection, filterOf(chosen)) as ReturnType<typeof selectedOf<OrderRow, object>>) : undefined;
  useOrderHere({
    row: () => store.at(store.place.index),
    // of all that the filters leave, those at hand stand for the others
    selection: () => (selection.all ? [store.at(store.place.index)].filter((row) => row !== undefined) : selected),
    count: () => count,
    whole: () => whole,
    select: (nos) => void keepFailed(new Set(nos), selected),
    several: (event, rows) => setBulk({ event: event as BulkEvent, rows }),
    onOpen: () => (store.place.enter = true),
  });
  const refresh = (): void => {
    store.refresh();
    counts.again();
  };
  /** Those that failed are what is selected now; rows that are not at hand are asked for, and without them all stays selected. */
  async function keepFailed(failed: ReadonlySet<string>, rows: readonly OrderRow[]): Promise<void> {
    try {
      const known = selection.all ? await rowsOf([...failed]) : rows;
      selection.set(new Map(known.filter((row) => failed.has(row.orderNo)).map((row) => [row.orderNo, row])));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) announce(t`有些行没有取到：${error.message}`);
    }
  }
  const bar: ReactNode = several && (selection.all || selected.length > 0) && (
    <section className={listStyle.bar} aria-label={t`选中的订单`}>
      <span>{many === null ? t`已选全部` : t`已选 ${many} 张`}</span>
      {verbs.map((event) => <button key={event} type="button" className={control.button} {...keys(verbOf(event))} onClick={() => setBulk({ event, rows: selected })}>{i18n._(verbOf(event).title)} <KeyCap of={verbOf(event)} /></button>)}
      <button type="button" className={`${control.button} ${control.quiet}`} {...keys(LIST_KEYS.none)} onClick={() => selection.set(new Map())}><Trans>取消选中</Trans> <KeyCap of={LIST_KEYS.none} /></button>
    </section>
  );
  return (
    <>
      <List
        path={PATH} name="order" fields={fields} findIn={order.findIn} exports={viewer !== null && may(viewer, 'biz:order:export') ? { endpoint: order.export, columns: ORDER_EXPORTED, asked: query.has('export'), onClose: () => navigate(fill(PATH, {}, chosen), { replace: true }) } : undefined} label={t`订单管理`} hint={viewer !== null && may(viewer, 'biz:order:add') ? newHint(t`新建或导入的订单会出现在这里。`, NEW) : t`新建或导入的订单会出现在这里。`} filters={called} chosen={chosen} store={store} fresh={fresh} day={{ field: 'createdAt', desc: true, label: t`下单时间` }} columns={columns} keyOf={(row) => row.orderNo}
        tabs={<Tabs path={PATH} name="status" label={t`状态`} tabs={tabs} chosen={chosen} />}
        tools={viewer !== null && may(viewer, 'biz:order:add') && <button type="button" className={`${control.button} ${control.primary}`} {...keys(NEW)} onClick={() => navigate('/order/new')}><Trans>新建订单</Trans> <KeyCap of={NEW} /></button>}
        onOpen={(row) => {
          remember('order', row.orderNo, row);
          navigate(addressOf(row));
        }}
        selection={{ ...selection, nameOf: (row: OrderRow) => `${row.patientName} ${row.orderNo}` }}
        bar={bar} peek={(row) => <Suspense><Peek key={row.orderNo} row={row} /></Suspense>} short={(row) => <ShortOrder row={row} />} lines={4}
      />
      {bulk !== null && (
        <Fetched load={loadBulk} onLost={() => setBulk(null)}>{(Bulk) => (
          <Bulk
            event={bulk.event} rows={bulk.rows} selection={whole} onChanged={() => (refresh(), wasDone(`order.${bulk.event}`))}
            onClose={(failed) => {
              setBulk(null);
              if (failed !== null) void keepFailed(failed, bulk.rows);
            }}
          />
        )}</Fetched>
      )}
    </>
  );
}
