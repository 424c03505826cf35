import { useEffect, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { useBatches } from '../../ui/batches.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { call } from '../../ui/call.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { runCommand } from '../../ui/effect.ts';
import { useFormat } from '../../ui/format.ts';
import { recall, remember } from '../../ui/known.ts';
import { choose, Filters, saidOf, Unknown, useChosen, type Chosen, type Filter } from '../../ui/list/filter.tsx';
import { useNarrow, useRowHeight } from '../../ui/list/measure.ts';
import { Nothing } from '../../ui/list/nothing.tsx';
import { Retry } from '../../ui/list/retry.tsx';
import { useVersion, useWindows } from '../../ui/list/source.ts';
import type { WindowStore } from '../../ui/list/window-store.ts';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { Unread } from '../../ui/unread.tsx';
import { CAREGIVER_KEYS } from './key.ts';
import control from '../../ui/style/control.module.css';
import { hospital } from '../hospital/contract.ts';
import { live } from '../live/contract.ts';
import { area } from './area.ts';
import { Card } from './board-card.tsx';
import style from './board.module.css';
import { addressOf } from './caregiver-list.tsx';
import { CellGrid, type Spot } from './cell-grid.tsx';
import { caregiver, CERTIFICATE_KINDS, ENDINGS, type Ending, type EndingCard } from './contract.ts';
import { useCaregiverHere } from './here.ts';

const PATH = '/caregiver/certificates';
/** Rows of skeletons while nothing is known. */
const UNKNOWN = 6;
/** Cards older than this are asked for again when one comes back, ms. */
const OLD = 5_000;
const RENEW = area.commands!.find(({ id }) => id === 'caregiver.certify')!;
type Column = WindowStore<EndingCard>;

/** The cards of one column. */
function useColumn(within: Ending, chosen: Chosen): Column {
  const store: Column = useWindows<EndingCard>('certificate', { ...chosen, within }, (window, signal) => call(caregiver.board, { query: { ...(chosen as object), within, ...window }, signal }));
  useVersion(store);
  useEffect(() => {
    if (store.updatedAt !== null && Date.now() - store.updatedAt > OLD) store.refresh();
  }, [store]);
  return store;
}

/** Certificates that have ended or soon do, in columns by the days that are left (`?kind=…&hospitalId=…`). */
export default function CertificatesPage() {
  const { t } = useLingui();
  const { label: kindOf } = useDictionary('certificate_kind');
  const hospitals = useRead(hospital.options).data;
  const filters: Filter[] = [
    { name: 'kind', label: t`证件`, options: CERTIFICATE_KINDS.map((kind) => ({ value: kind, label: kindOf(kind) })) },
    { name: 'hospitalId', label: t`医院`, options: (hospitals ?? []).map(({ id, name }) => ({ value: id, label: name })), accepts: /^\d{1,18}$/ },
  ];
  const chosen = useChosen(filters);
  return (
    <section className={style.page} aria-label={t`证件到期看板`}>
      <div className={style.top}>
        <h1 tabIndex={-1}><Trans>证件到期看板</Trans></h1>
        <p className={style.paper}>{saidOf(filters, chosen).join(t`；`)}</p>
        <Filters path={PATH} filters={filters} chosen={chosen} />
        <Unknown path={PATH} chosen={chosen} />
      </div>
      <Board key={JSON.stringify(chosen)} chosen={chosen} />
    </section>
  );
}

function Board({ chosen }: { chosen: Chosen }) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const { label: kindOf } = useDictionary('certificate_kind');
  const viewer = useViewer();
  const { number } = useFormat();
  const narrow = useNarrow();
  const height = useRowHeight(3);
  const columns = [useColumn('expired', chosen), useColumn('30', chosen), useColumn('60', chosen), useColumn('90', chosen)];
  const titles = [t`已过期`, t`30 天内`, t`31–60 天`, t`61–90 天`];
  const [at, setAt] = useState<Spot>(() => recall<Spot>('board', 'at') ?? { row: 0, column: 0 });
  useBatches(live.caregivers, async () => columns.forEach((store) => store.refresh()));
  const lengths = columns.map((store) => store.total ?? Math.max(store.reach, store.updatedAt === null ? UNKNOWN : 0));
  const filled = lengths.flatMap((length, column) => (length > 0 ? [column] : []));
  // cards came and went: the nearest that is there
  const column = lengths[at.column]! > 0 || filled.length === 0 ? at.column : filled.toSorted((a, b) => Math.abs(a - at.column) - Math.abs(b - at.column))[0]!;
  const row = Math.max(0, Math.min(at.row, lengths[column]! - 1));
  const card = columns[column]!.at(row);
  useCaregiverHere({ row: () => card?.caregiver, about: (verb) => (verb === 'certify' ? { kind: card?.kind } : {}) });

  const to = (next: Spot): void => {
    // an empty column is stepped over
    const ahead = filled.filter((one) => (next.column >= column ? one >= next.column : one <= next.column));
    const there = next.column === column ? column : next.column > column ? (ahead[0] ?? column) : (ahead.at(-1) ?? column);
    const now = { row: Math.max(0, Math.min(next.row, lengths[there]! - 1)), column: there };
    setAt(now);
    remember('board', 'at', now);
  };
  const open = (spot: Spot): void => {
    const one = columns[spot.column]!.at(spot.row)?.caregiver;
    if (one === undefined) return;
    remember('caregiver', one.staffNo, one);
    navigate(addressOf(one));
  };
  const failed = columns.find(({ failure }) => failure !== null);
  const again = (): void => columns.forEach((store) => store.retry());
  if (failed !== undefined && columns.every(({ updatedAt }) => updatedAt === null)) return <div className={style.rest}><Unread failure={failed.failure!} again={again} /></div>;
  if (columns.every(({ total }) => total === 0)) {
    return (
      <div className={style.rest}>
        <Nothing clear={Object.keys(chosen).length > 0 ? () => choose(PATH, {}) : null} title={t`90 天内没有证件到期，也没有过期的`} hint={t`证件快到期时会出现在这里。`} />
      </div>
    );
  }
  const counted = columns.map(({ total }) => (total === null ? '…' : number(total)));
  const shown = narrow ? [column] : [0, 1, 2, 3];
  const cell = (spot: Spot) => {
    const own = shown[spot.column]!;
    if (spot.row >= lengths[own]!) return null;
    const one = columns[own]!.at(spot.row);
    return one && <Card card={one} />;
  };
  const count = Math.max(...shown.map((one) => lengths[one]!), 1);
  const wholly = shown.every((one) => columns[one]!.total !== null);
  return (
    <>
      {narrow && (
        <fieldset className={style.tabs} aria-label={t`剩余天数`}>
          {titles.map((title, one) => <button key={title} type="button" aria-pressed={one === column} disabled={lengths[one] === 0} onClick={() => to({ row: 0, column: one })}>{title} {counted[one]}</button>)}
        </fieldset>
      )}
      <CellGrid
        label={t`证件到期看板`} stores={columns as unknown as WindowStore<never>[]} count={count} total={wholly ? count : null} height={height} width={{ lead: 0, column: narrow ? 10 : 16.5 }}
        columns={shown.map((one) => ({ key: ENDINGS[one]!, head: <span className={style.head}>{titles[one]} <span className={style.quiet}>{counted[one]}</span></span> }))}
        cell={cell} at={narrow ? { row, column: 0 } : { row, column }} onOpen={(spot) => open({ row: spot.row, column: shown[spot.column]! })}
        onMove={(next) => to({ row: next.row, column: shown[next.column]! })} {...(narrow ? { onEdge: (way: 1 | -1) => to({ row, column: column + way }) } : {})}
      />
      <div className={style.foot}>
        <output>{card === undefined ? null : `${card.caregiver.name} · ${kindOf(card.kind)}`}</output>
        {failed !== undefined && <span className={style.failure} role="alert">{t`有些行没有取到：${failed.failure!.message}`} <Retry again={again} /></span>}
        <span className={`${control.actions} ${style.end}`}>
          <button type="button" className={control.button} {...keys(CAREGIVER_KEYS.open)} onClick={() => open({ row, column })}><Trans>打开护工</Trans> <KeyCap of={CAREGIVER_KEYS.open} /></button>
          {viewer !== null && may(viewer, RENEW.may!) && <button type="button" className={control.button} {...keys(RENEW)} onClick={() => runCommand(RENEW, false)}><Trans>登记新证</Trans> <KeyCap of={RENEW} /></button>}
        </span>
      </div>
    </>
  );
}
