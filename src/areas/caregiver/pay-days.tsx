import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKey, useKeyProps } from '../../ui/bound-key.tsx';
import { CallFailure, DROPPED } from '../../ui/call.ts';
import { Wide } from '../../ui/detail/fact.tsx';
import { CAREGIVER_KEYS } from './key.ts';
import detail from '../../ui/detail/detail.module.css';
import { download } from '../../ui/download.ts';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import { caregiver, type PayDay } from './contract.ts';
import style from './record.module.css';

/** The days of a month, whose sum is the month's; ⇧E saves them as a sheet. */
export function PayDays({ no, month }: { no: string; month: string }) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const format = useFormat();
  const { data: days, failure, again } = useRead(caregiver['pay-days'], { params: { no, month } });
  const [trouble, setTrouble] = useState<string | null>(null);
  async function save(type: 'xlsx' | 'csv'): Promise<void> {
    setTrouble(null);
    try {
      await download(caregiver['pay-export'], { params: { no, month }, query: { type } });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code !== DROPPED) setTrouble(error.message);
    }
  }
  useKey(CAREGIVER_KEYS.pay, () => void save('xlsx'));
  const settled = ({ ahead, period }: PayDay): string => (ahead ? t`未到` : period === null ? t`未结算` : period.paid ? t`${format.dayRange(period.from, period.to)} 已发` : t`${format.dayRange(period.from, period.to)} 未发`);
  const rate = ({ multiplierBp, days: part, shared }: PayDay): string => [part === 0.5 && (shared ? t`半天，中午交接` : t`半天`), multiplierBp !== 10_000 && `×${format.number(multiplierBp / 10_000)}`].filter(Boolean).join(' · ');
  const words = format.month(month);
  if (failure !== null && days === undefined) return <p className={control.error} role="alert">{failure.message} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  return (
    <div className={style.days} aria-busy={days === undefined}>
      <div className={style.bar}>
        <span>{t`${words}的每一天`}</span>
        <span className={control.actions}>
          <button type="button" className={`${control.button} ${control.quiet}`} {...keys(CAREGIVER_KEYS.pay)} onClick={() => void save('xlsx')}><Trans>导出 Excel</Trans> <KeyCap of={CAREGIVER_KEYS.pay} /></button>
          <button type="button" className={`${control.button} ${control.quiet}`} onClick={() => void save('csv')}><Trans>导出 CSV</Trans></button>
        </span>
      </div>
      {trouble !== null && <p className={control.error} role="alert">{trouble}</p>}
      {days === undefined ? <span className={detail.skeleton} /> : (
        <Wide label={t`${words}的每一天`}>
          <table className={detail.rows}>
            <thead><tr><th scope="col"><Trans>日期</Trans></th><th scope="col"><Trans>订单号</Trans></th><th scope="col"><Trans>患者</Trans></th><th scope="col"><Trans>医院</Trans></th><th scope="col"><Trans>说明</Trans></th><th scope="col" data-number="true"><Trans>天数</Trans></th><th scope="col" data-number="true"><Trans>工资</Trans></th><th scope="col"><Trans>结算</Trans></th></tr></thead>
            <tbody>
              {days.map((one) => (
                <tr key={`${one.day} ${one.orderNo} ${one.shared}`}>
                  <th scope="row">{format.day(one.day)}</th><td><a className={detail.link} href={`#${href('/order/:no', { no: one.orderNo })}`}>{one.orderNo}</a></td><td>{one.patientName}</td><td>{one.hospital}</td><td>{rate(one) || '—'}</td>
                  <td data-number="true">{format.number(one.days)}</td><td data-number="true">{format.money(one.payFen)}</td><td>{settled(one)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot><tr><th scope="row" colSpan={5}><Trans>合计</Trans></th><td data-number="true">{format.number(days.reduce((sum, one) => sum + one.days, 0))}</td><td data-number="true">{format.money(days.reduce((sum, one) => sum + one.payFen, 0))}</td><td>{t`已发 ${format.money(days.reduce((sum, one) => sum + (one.period?.paid === true ? one.payFen : 0), 0))}`}</td></tr></tfoot>
          </table>
        </Wide>
      )}
    </div>
  );
}
