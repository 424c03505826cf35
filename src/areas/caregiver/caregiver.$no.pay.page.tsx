import { Fragment, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import detail from '../../ui/detail/detail.module.css';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { composing } from '../../ui/key.ts';
import { useLive } from '../../ui/live.ts';
import { navigate, useQuery } from '../../ui/location.ts';
import { usePace } from '../../ui/pace.ts';
import { outdated, useRead } from '../../ui/read.ts';
import { Unread } from '../../ui/unread.tsx';
import { live } from '../live/contract.ts';
import { caregiver, type PayMonth } from './contract.ts';
import { PayDays } from './pay-days.tsx';
import { PartHead, useRecordPart } from './record-part.tsx';
import style from './record.module.css';

/** Milliseconds between two readings of pay that was told of: each is two lines of the audit. */
const APART = 60_000;
/** Skeletons while nobody knows how many months there are. */
const UNKNOWN = 6;

/** `/caregiver/:no/pay?month=2026-11`: what they earn each month, newest first; a month opens to its days. One tab stop, arrows between the months. */
export default function CaregiverPayPage({ params: { no = '' } }: { params: Record<string, string> }) {
  const { t } = useLingui();
  const query = useQuery();
  const open = query.get('month');
  const { data: months, failure, again } = useRead(caregiver.pay, { params: { no } });
  const { name, row } = useRecordPart(no, again);
  // that a month was closed or its pay marked is told of its hospital's orders, no one by name
  const soon = usePace(() => outdated([caregiver.pay, caregiver['pay-days']], no), { apart: APART, every: null });
  useLive(live.orders, (change) => {
    if (change === null) soon();
  });
  return (
    <article className={detail.page} aria-busy={months === undefined && failure === null}>
      <PartHead no={no} part="pay" row={row} title={t`${name} · 工资`} />
      {failure !== null && months === undefined ? <Unread failure={failure} again={again} /> : months?.length === 0 ? <Empty title={t`还没有工资`} hint={t`派单以后，每个服务日的工资按月列在这里。`} /> : months === undefined ? <div className={style.months}>{Array.from({ length: UNKNOWN }, (_, i) => <p key={i}><span className={detail.skeleton} /></p>)}</div> : <Months no={no} months={months} open={open} />}
    </article>
  );
}

function Months({ no, months, open }: { no: string; months: readonly PayMonth[]; open: string | null }) {
  const { t } = useLingui();
  const format = useFormat();
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(open);
  const stop = months.some(({ month }) => month === at) ? at : months[0]?.month;
  const buttons = (): HTMLButtonElement[] => [...table.current!.querySelectorAll<HTMLButtonElement>('button[data-month]')];
  useEffect(() => {
    // who came by a key goes on by keys
    if (document.activeElement === document.body || document.activeElement?.matches('h1')) buttons().find(({ tabIndex }) => tabIndex === 0)?.focus({ preventScroll: true });
  }, []);
  const toggle = (month: string): void => navigate(href('/caregiver/:no/pay', { no }, { month: month === open ? undefined : month }), { replace: true });
  const press = (event: KeyboardEvent): void => {
    if (composing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey || !(event.target as Element).matches('button[data-month]')) return;
    const all = buttons();
    const now = all.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[to];
    if (to !== undefined) event.preventDefault();
    if (next === undefined) return;
    setAt(next.dataset['month']!);
    next.focus();
  };
  return (
    <div className={detail.scroll}>
      {/* keys of its buttons */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={table} className={`${detail.rows} ${style.months}`} onKeyDown={press}>
        <thead><tr><th scope="col"><Trans>月份</Trans></th><th scope="col" data-number="true"><Trans>天数</Trans></th><th scope="col" data-number="true"><Trans context="列">节假日</Trans></th><th scope="col" data-number="true"><Trans>工资</Trans></th><th scope="col" data-number="true"><Trans>已发</Trans></th><th scope="col" data-number="true"><Trans>未发</Trans></th></tr></thead>
        <tbody>
          {months.map((one) => (
            <Fragment key={one.month}>
              <tr>
                <th scope="row"><button type="button" data-month={one.month} className={style.month} tabIndex={one.month === stop ? 0 : -1} aria-expanded={one.month === open} onFocus={() => setAt(one.month)} onClick={() => toggle(one.month)}>{format.month(one.month)}</button></th>
                <td data-number="true">{format.number(one.days)}</td><td data-number="true">{one.holidays === 0 ? '—' : format.number(one.holidays)}</td>
                <td data-number="true">{format.money(one.amountFen)}{one.aheadFen !== 0 && <div className={detail.quiet}>{t`含未到的 ${format.money(one.aheadFen)}`}</div>}</td>
                <td data-number="true">{format.money(one.paidFen)}</td><td data-number="true">{format.money(one.amountFen - one.paidFen)}</td>
              </tr>
              {one.month === open && <tr><td colSpan={6}><PayDays no={no} month={one.month} /></td></tr>}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
