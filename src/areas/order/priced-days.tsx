import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRead, type Read } from '../../ui/read.ts';
import { useRested } from '../../ui/rested.ts';
import control from '../../ui/style/control.module.css';
import { order, type PricedDay } from './contract.ts';
import style from './new-order.module.css';
import { dated, endsBefore, type Stay } from './new-order.ts';

type Quoted = { days: PricedDay[]; unitPriceFen: number; totalFen: number; prepayFen: number };
/** Milliseconds of rest before the price is asked for. */
const REST = 150;
/** The price of a stay while it is being written; `asking`: what `quoted` says belongs to an older stay. */
export function useQuote(hospitalId: string | null, serviceItemId: string | null, stay: Stay): { quoted: Quoted | null; asking: boolean; failure: Read<unknown>['failure']; again: () => void } {
  const { plannedStart, startHalf, plannedEnd, endHalf } = dated(stay);
  const whole = hospitalId !== null && serviceItemId !== null && plannedStart !== null && plannedEnd !== null && !endsBefore(stay);
  const now = whole ? { hospitalId, serviceItemId, plannedStart, startHalf, plannedEnd, endHalf } : null;
  const query = useRested(now, REST);
  const { data, failure, again } = useRead(order.quote, query === null ? {} : { query }, { asks: query !== null });
  const [last, setLast] = useState<Quoted | null>(null);
  if (data !== undefined && data !== last) setLast(data);
  const stale = JSON.stringify(now) !== JSON.stringify(query);
  return { quoted: now === null || failure !== null ? null : (data ?? last), asking: now !== null && failure === null && (stale || data === undefined), failure: now === null || stale ? null : failure, again };
}

/** What each day costs and why, then the sum. */
function PricedDays({ quoted, asking }: { quoted: Quoted; asking: boolean }) {
  const { t } = useLingui();
  const { money, number } = useFormat();
  const language = useLanguage();
  const locale = language === 'en' ? 'en-GB' : 'zh-CN';
  const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: language === 'en' ? 'short' : 'numeric', day: 'numeric' });
  const weekdays = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' });
  const wordsOf = (day: string): string => [days, weekdays].map((format) => format.format(new Date(`${day}T00:00:00Z`))).join(' ');
  const whyOf = ({ halves, multiplierBp, holiday }: PricedDay): string => [halves === 1 && t`半天`, multiplierBp !== 10_000 && `${holiday ?? t`节假日`} ×${number(multiplierBp / 10_000)}`].filter(Boolean).join(' · ');
  const sum = quoted.days.reduce((all, { halves }) => all + halves, 0) / 2;
  return (
    <div className={style.price} aria-busy={asking}>
      {/* a long stay scrolls by keys too */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.days} tabIndex={0} aria-label={t`每天的价格`}>
        <table>
          <tbody>
            {quoted.days.map((one) => (
              <tr key={one.day}>
                <th scope="row">{wordsOf(one.day)}</th>
                <td className={style.why}>{whyOf(one)}</td>
                <td data-number="true">{money(one.amountFen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={style.sum}><span>{t`${number(sum)} 天，每天 ${money(quoted.unitPriceFen)}`}</span> <output aria-live="polite">{money(quoted.totalFen)}</output></p>
      {quoted.prepayFen > 0 && <p className={control.hint}>{t`开始前预付 ${money(quoted.prepayFen)}`}</p>}
    </div>
  );
}
/** The price of what stands in the form, or what is missing to know it. */
export function Price({ quote: { quoted, asking, failure, again }, missing }: { quote: ReturnType<typeof useQuote>; missing: string }) {
  const { t } = useLingui();
  if (failure !== null) return <p className={control.error} role="alert">{failure.message} <button type="button" className={control.button} onClick={again}>{t`重试`}</button></p>;
  if (quoted === null) return <p className={control.hint}>{asking ? t`正在算` : missing}</p>;
  return <PricedDays quoted={quoted} asking={asking} />;
}
