import { useLingui } from '@lingui/react/macro';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { useStays } from '../../ui/rested.ts';
import { Status } from '../../ui/status.tsx';
import { order, type OrderRow } from './contract.ts';
import { Stepper, Timeline } from './life.tsx';
import { Money } from './money.tsx';
import { placeOf } from './words.ts';

/** An order beside its list: what the row knows at once, the rest when one stays. */
export function Peek({ row }: { row: OrderRow }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { label: statusOf } = useDictionary('order_status');
  const stays = useStays();
  const { data: more, failure } = useRead(order.detail, { params: { no: row.orderNo } }, { asks: stays });
  return (
    <article className={style.peek} aria-busy={more === undefined && failure === null}>
      <header className={style.top}>
        <h2 className={style.who}>{row.patientName}</h2>
        <Status tone={STATUS_TONE[row.status]} words={statusOf(row.status, i18n._(STATUS_WORDS[row.status]))} />
        <span className={style.where}>{placeOf([row.hospitalName, row.departmentName, row.wardName], row.bedNo, (words) => i18n._(words))}</span>
        <span className={style.number}>{row.orderNo}</span>
        <span className={style.where}>{[row.serviceName, format.dayRange(row.plannedStart, row.plannedEnd), row.caregiverName].filter(Boolean).join(' · ')}</span>
      </header>
      <Stepper state={row.serviceState} />
      <Money row={row} more={more} />
      {failure !== null && <p role="alert">{failure.message}</p>}
      {more !== undefined && <Timeline events={more.timeline} />}
    </article>
  );
}
