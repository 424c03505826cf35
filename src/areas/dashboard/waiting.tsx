import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { href } from '../../kernel/href.ts';
import { OwnKeys, useKeys } from '../../ui/bound-key.tsx';
import { useFormat } from '../../ui/format.ts';
import { useHere } from '../../ui/here.ts';
import { LIST_KEYS } from '../../ui/key-entry.ts';
import { remember } from '../../ui/known.ts';
import { navigate } from '../../ui/location.ts';
import { isForm, thingOf } from '../../ui/order-thing.ts';
import { useRead, type Read } from '../../ui/read.ts';
import { Stale } from '../../ui/stale.tsx';
import { Unread } from '../../ui/unread.tsx';
import { LONG_WAIT_HOURS, order, type OrderRow } from '../order/contract.ts';
import type { dashboard } from './contract.ts';
import style from './dashboard.module.css';
import { Part } from './part.tsx';
import { takeBack } from './take-back.ts';

/** Rows that are shown: so many are looked through at a glance. */
const MOST = 6;
const HOUR = 3_600_000;
const addressOf = ({ orderNo: no }: OrderRow): string => href('/order/:no', { no });

/** The orders that wait longest for a caregiver: the first rows of the list of those, as that list has them. */
interface Waits extends Omit<Read<Reply<typeof order.list>>, 'data'> {
  rows: readonly OrderRow[] | undefined;
  /** The server's clock; null: not known yet. */
  now: string | null;
}
/** Reads them, and again when their number is no longer that of `today`. */
export function useWaiting(asks: boolean, today: Reply<typeof dashboard.today> | undefined): Waits {
  const { data, failure, again } = useRead(order.list, { query: { status: 'pending_assign', sort: 'waiting', pageSize: String(MOST) } }, { asks });
  const off = data !== undefined && typeof today?.toAssign === 'number' && data.list.length !== Math.min(MOST, today.toAssign);
  const latest = useRef(again);
  useEffect(() => void (latest.current = again));
  useEffect(() => {
    if (off) latest.current();
  }, [off, today?.at]);
  return { rows: data?.list, now: today?.at ?? null, failure, again };
}

/** They themselves: ↓ ↑ go from one to the next, Enter opens it, the keys of orders act on it. */
export function Waiting({ rows, now, failure, again }: Waits) {
  const { t } = useLingui();
  const format = useFormat();
  const list = useRef<HTMLUListElement>(null);
  /** The order that has the focus, also while a dialog over the page has it; and where it stands. */
  const [at, setAt] = useState<string | null>(null);
  const place = useRef(0);
  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll('a') ?? [])];
  const index = (): number => links().indexOf(document.activeElement as HTMLElement);
  const to = (next: number): boolean => {
    const all = links();
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
    return all.length > 0;
  };
  // the order went that had the focus: on to the one that stands there now
  useLayoutEffect(() => {
    if (at !== null && document.activeElement === document.body && rows?.some(({ orderNo }) => orderNo === at) === false) to(place.current);
  });
  /** The focus has left a row: for nothing or for something else of the page, which no key of orders acts on. */
  const left = (row: Element): void => void setTimeout(() => {
    const there = document.activeElement;
    if (row.isConnected && document.hasFocus() && (there?.closest('dialog') ?? null) === null && list.current?.contains(there) !== true) setAt(null);
  });
  const outside = (): boolean => document.activeElement === null || document.activeElement.matches('body, main, h1');
  useKeys([
    [LIST_KEYS.down, () => to(index() + 1)],
    [LIST_KEYS.up, () => to(index() < 0 ? 0 : index() - 1)],
    [LIST_KEYS.arrow, (_event, nth) => (index() >= 0 ? to(index() + (nth === 0 ? 1 : -1)) : outside() && to(0))],
    [LIST_KEYS.ends, (_event, nth) => index() >= 0 && to(nth % 2 === 0 ? 0 : MOST)],
    [LIST_KEYS.open],
  ]);
  useHere({
    on: 'order',
    row: () => {
      const row = rows?.find(({ orderNo }) => orderNo === at);
      return row && thingOf(row);
    },
    selection: () => [],
    act: (command, on) => {
      const row = on as OrderRow;
      if (command.event === 'undo') return void takeBack(row).then(again);
      remember('order', row.orderNo, row);
      // the verb's own name in the command's id; it stands over this page, and closing it leads back
      navigate(href('/order/:no/:verb', { no: row.orderNo, verb: command.id.slice('order.'.length) }), { state: { over: true } });
      return isForm(command);
    },
  });
  return (
    <Part id="day-waiting" title={t`等得最久的待派单`} busy={rows === undefined && failure === null}>
      {rows !== undefined && failure !== null && <Stale className={style.stale} failure={failure} again={again} />}
      {rows === undefined && failure !== null ? <Unread failure={failure} again={again} /> : rows?.length === 0 ? <p className={`${style.rows} ${style.none}`}><Trans>没有待派单的订单。新订单没人派时会出现在这里。</Trans></p> : (
        <ul ref={list} className={style.rows}>
          {rows?.map((row, i) => {
            const { bedNo } = row;
            const bed = bedNo === null || bedNo.endsWith('床') ? bedNo : t`${bedNo}床`;
            const waited = now === null ? null : Date.parse(now) - Date.parse(row.waitingSince);
            return (
              <li key={row.orderNo}>
                <a
                  className={style.row} href={`#${addressOf(row)}`} data-no={row.orderNo} onClick={() => remember('order', row.orderNo, row)}
                  onFocus={() => {
                    place.current = i;
                    setAt(row.orderNo);
                  }}
                  onBlur={(event) => left(event.currentTarget)}
                >
                  <b className={style.who}>{row.patientName}</b>
                  <span className={style.wait} data-long={waited !== null && waited >= LONG_WAIT_HOURS * HOUR}>{waited === null ? '' : t`等了 ${format.lasting(waited)}`}</span>
                  <span className={style.where} title={[row.hospitalName, row.departmentName, bed].filter(Boolean).join(' · ')}><span className={style.wide}>{row.hospitalName}</span><span className={style.firm}>{['', row.departmentName, bed].filter((part) => part !== null).join(' · ')}</span></span>
                  <span className={style.days}>{format.dayRange(row.plannedStart, row.plannedEnd)}</span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
      <p className={style.teach} aria-hidden="true">{rows !== undefined && rows.length > 0 && <Trans><OwnKeys of={LIST_KEYS.down} /> <OwnKeys of={LIST_KEYS.up} /> 选一张，<OwnKeys of={LIST_KEYS.open} /> 打开</Trans>}</p>
    </Part>
  );
}
