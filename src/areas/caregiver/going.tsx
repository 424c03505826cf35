import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import detail from '../../ui/detail/detail.module.css';
import { todayThere } from '../../ui/parse-day.ts';
import style from './caregiver.module.css';
import type { CaregiverDetail } from './contract.ts';
import { ordersOf } from './words.ts';

/** Orders that still have this caregiver, or have them on some of these days: they go on, and someone has to see to them; days off are refused until then. */
export function Going({ detail: { stints }, days }: { detail: CaregiverDetail; days?: { from: string; to: string } }) {
  const { t } = useLingui();
  // one that ends at midnight has nothing of the day that begins then
  const meets = (from: string, to: string): boolean => days === undefined || (todayThere(new Date(from)) <= days.to && todayThere(new Date(Date.parse(to) - 1)) >= days.from);
  const going = ordersOf(stints.filter(({ status, from, to }) => status !== 'ended' && meets(from, to)));
  if (going.length === 0) return null;
  return (
    <div className={style.warn}>
      <p>{days === undefined ? t`名下还有 ${going.length} 张订单，要另外更换护工：` : t`请假期间有 ${going.length} 张订单，先更换护工才能请假：`}</p>
      <ul className={detail.times}>{going.map(({ orderNo, patientName }) => <li key={orderNo}><a className={detail.link} href={`#${href('/order/:no', { no: orderNo })}`}>{orderNo}</a> {patientName}</li>)}</ul>
    </div>
  );
}
