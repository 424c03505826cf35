import { useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may, type Right } from '../../kernel/access.ts';
import { call } from '../../ui/call.ts';
import { remember } from '../../ui/known.ts';
import { useChosen } from '../../ui/list/filter.tsx';
import { List } from '../../ui/list/list.tsx';
import listStyle from '../../ui/list/list.module.css';
import { useSelection } from '../../ui/list/selection.ts';
import { useWindows } from '../../ui/list/source.ts';
import { Tabs } from '../../ui/list/tabs.tsx';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { Keys } from '../../ui/shown-keys.tsx';
import { area } from './area.ts';
import { Bulk, BULK_WORDS, type BulkEvent } from './bulk.tsx';
import { order, type OrderRow } from './contract.ts';
import { useFollowList } from './follow.ts';
import { useOrderHere } from './here.ts';
import { ShortOrder } from './line.tsx';
import { addressOf, useOrderColumns, useOrderFilters } from './order-list.tsx';
import { Peek } from './peek.tsx';

const PATH = '/order/index';
type Chosen = Omit<NonNullable<Parameters<typeof call<typeof order.list>>[1]>['query'] & object, 'pageNum' | 'pageSize'>;
const EVENTS = Object.keys(BULK_WORDS) as BulkEvent[];

/** The list of care orders: those that stand in one status under its tab, newest first or those that wait longest first. */
export default function OrderIndexPage() {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const filters = useOrderFilters();
  const chosen = useChosen(filters);
  const columns = useOrderColumns(chosen['sort'] === 'waiting');
  const store = useWindows<OrderRow>('order', chosen, (window, signal) => call(order.list, { query: { ...(chosen as Chosen), ...window }, signal }));
  const { status: _, sort: __, ...counted } = chosen;
  const counts = useRead(order.counts, { query: counted as Chosen });
  const selection = useSelection(store);
  const fresh = useFollowList(store, chosen, selection);
  const selected = [...selection.rows.values()];
  const [bulk, setBulk] = useState<{ event: BulkEvent; rows: readonly OrderRow[] } | null>(null);
  const verbs = EVENTS.filter((event) => viewer !== null && may(viewer, order[event].may as Right));
  const tabs = filters.find(({ name }) => name === 'status')!.options.map((option) => ({ ...option, count: counts.data === undefined ? undefined : (counts.data[option.value as OrderRow['status']] ?? 0) }));
  useOrderHere({
    row: () => store.at(store.place.index),
    selection: () => selected,
    several: (event, rows) => setBulk({ event: event as BulkEvent, rows }),
    onOpen: () => (store.place.enter = true),
  });
  const refresh = (): void => {
    store.refresh();
    counts.again();
  };
  const bar: ReactNode = selected.length > 0 && (
    <section className={listStyle.bar} aria-label={t`选中的订单`}>
      <output>{t`已选 ${selected.length} 张`}</output>
      {verbs.map((event) => <button key={event} type="button" className={control.button} onClick={() => setBulk({ event, rows: selected })}>{i18n._(BULK_WORDS[event])} <span aria-hidden="true"><Keys of={area.commands!.find((command) => command.event === event)!.keys!} /></span></button>)}
      <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => selection.set(new Map())}><Trans>取消选中</Trans> <kbd className={control.key} aria-hidden="true">Esc</kbd></button>
    </section>
  );
  return (
    <>
      <List
        path={PATH} label={t`订单管理`} hint={t`新建或导入的订单会出现在这里。先按 N 再按 O 新建。`} filters={filters} chosen={chosen} store={store} fresh={fresh} columns={columns} keyOf={(row) => row.orderNo}
        tabs={<Tabs path={PATH} name="status" label={t`状态`} tabs={tabs} chosen={chosen} />}
        tools={viewer !== null && may(viewer, 'biz:order:add') && <button type="button" className={`${control.button} ${control.primary}`} aria-keyshortcuts="n o" onClick={() => navigate('/order/new')}><Trans>新建订单</Trans> <kbd className={control.key} aria-hidden="true">N O</kbd></button>}
        onOpen={(row) => {
          remember('order', row.orderNo, row);
          navigate(addressOf(row));
        }}
        {...(verbs.length > 0 ? { selection: { ...selection, nameOf: (row: OrderRow) => `${row.patientName} ${row.orderNo}` } } : {})}
        bar={bar} peek={(row) => <Peek key={row.orderNo} row={row} />} short={(row) => <ShortOrder row={row} />} lines={4}
      />
      {bulk !== null && (
        <Bulk
          event={bulk.event} rows={bulk.rows} onChanged={refresh}
          onClose={(failed) => {
            setBulk(null);
            if (failed !== null) selection.set(new Map(bulk.rows.filter((row) => failed.has(row.orderNo)).map((row) => [row.orderNo, row])));
          }}
        />
      )}
    </>
  );
}
