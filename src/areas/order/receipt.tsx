import { Trans, useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { todayThere } from '../../ui/parse-day.ts';
import type { OrderDetail } from './contract.ts';
import style from './print.module.css';
import { endedAt } from './served.ts';
import { Head, Paper } from './sheet.tsx';
import { LEDGER_WORDS } from './words.ts';

/** The receipt of one payment or refund. */
export function Receipt({ detail, entry }: { detail: OrderDetail; entry: OrderDetail['ledger'][number] }) {
  const { t, i18n } = useLingui();
  const back = entry.amountFen < 0;
  const { money, instant, day } = useFormat();
  const { label: methodOf } = useDictionary('pay_method');
  // the last day that was served, which may come before the one that was planned
  const end = detail.serviceState === 'completed' ? todayThere(new Date(endedAt(detail) - 1)) : detail.plannedEnd;
  return (
    <div className={style.sheet}>
      <Head title={back ? t`退款凭证` : t`收款收据`} detail={detail} number={entry.proofNo ?? ''} />
      <p className={style.amount}>{money(Math.abs(entry.amountFen))}</p>
      <Paper
        facts={[
          [t`款项`, i18n._(LEDGER_WORDS[entry.kind])], [t`方式`, methodOf(entry.method)], [t`流水号`, entry.externalNo], [t`时间`, instant(entry.at)], [back ? t`收款人` : t`付款人`, entry.payer ?? detail.contactName ?? detail.patientName],
          [t`订单号`, detail.orderNo], [t`患者`, detail.patientName], [t`项目`, detail.serviceName], [t`起止`, `${day(detail.plannedStart)} – ${day(end)}`], [t`经手人`, entry.receivedBy], [t`备注`, entry.note],
        ]}
      />
      <div className={style.sign}><span><Trans>单位盖章</Trans></span><span><Trans>经手人签字</Trans></span></div>
    </div>
  );
}
