import { Trans, useLingui } from '@lingui/react/macro';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { Facts, Wide } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useFormat } from '../../ui/format.ts';
import { OWN_KEYS } from '../../ui/key-entry.ts';
import { useRead } from '../../ui/read.ts';
import { useRecorded } from '../../ui/recorded.ts';
import control from '../../ui/style/control.module.css';
import { order } from './contract.ts';
import type { VerbProps } from './verb.ts';

/** Why the amount is what it is: day by day, then adjustments, to the fen. */
export default function Explanation({ detail, leave }: VerbProps) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const { money, number, day } = useFormat();
  const recorded = useRecorded();
  const { data, failure, again } = useRead(order.explain, { params: { no: detail.orderNo } });
  // written in one transaction, so at one moment
  const undone = new Set(detail.timeline.filter(({ event }) => event === 'undo').map(({ at }) => at));
  if (failure !== null) return <p role="alert" className={control.error}>{failure.message} <button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></p>;
  return (
    <div className={control.form} aria-busy={data === undefined}>
      <p className={control.hint}><Trans>每天 = 单价 × 天数 × 节假日倍数，四舍五入到分。应收 = 服务费合计 + 调整。</Trans></p>
      {data !== undefined && (
        <>
          <Wide label={t`逐日明细`}>
            <table className={style.rows}>
              {/* the amount comes second: on a narrow screen a day and its amount are in sight together */}
              <thead><tr><th scope="col"><Trans>日期</Trans></th><th scope="col" data-number="true"><Trans>金额</Trans></th><th scope="col" data-number="true"><Trans>单价</Trans></th><th scope="col" data-number="true"><Trans>天数</Trans></th><th scope="col"><Trans>倍数</Trans></th><th scope="col"><Trans>护工</Trans></th></tr></thead>
              <tbody>
                {data.days.map((one) => (
                  <tr key={one.day}>
                    <th scope="row">{day(one.day)}</th><td data-number="true">{one.counts ? money(one.amountFen) : <><s>{money(one.amountFen)}</s> {t`不计`}</>}</td>
                    <td data-number="true">{money(one.unitPriceFen)}</td><td data-number="true">{number(one.halves / 2)}</td><td>{number(one.multiplierBp / 10_000)}{one.holiday === null ? '' : ` · ${one.holiday}`}</td><td>{one.caregiverName ?? '—'}{one.reliefName === null ? '' : ` / ${one.reliefName}`}</td>
                  </tr>
                ))}
                {data.adjustments.map((one) => <tr key={`a${one.id}`}><th scope="row">{t`调整`}</th><td data-number="true">{money(one.amountFen)}</td><td colSpan={4}>{recorded(one.reason, undone.has(one.at))} · {one.by}</td></tr>)}
              </tbody>
            </table>
          </Wide>
          <Facts
            facts={[
              { name: t`服务费合计`, value: money(data.daysFen) }, { name: t`调整`, value: money(data.adjustedFen) }, { name: t`应收`, value: <b>{money(data.payableFen)}</b> }, { name: t`已收`, value: money(data.paidFen) }, { name: t`已退`, value: money(data.refundedFen) },
              { name: data.balanceFen < 0 ? t`应退` : t`待收`, value: <b>{money(Math.abs(data.balanceFen))}</b> }, ...(data.caregiverPayFen === null ? [] : [{ name: t`护工所得`, value: money(data.caregiverPayFen) }]), { name: t`医院管理费`, value: money(data.hospitalFeeFen) },
            ]}
          />
        </>
      )}
      <div className={control.actions}><button type="button" className={control.button} {...keys(OWN_KEYS.leave)} onClick={leave}><Trans>返回</Trans> <KeyCap of={OWN_KEYS.leave} /></button></div>
    </div>
  );
}
