import { Trans, useLingui } from '@lingui/react/macro';
import { Part, Wide } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { useRead } from '../../ui/read.ts';
import { Status } from '../../ui/status.tsx';
import { Unread } from '../../ui/unread.tsx';
import { statistics } from './contract.ts';

/** Orders by status and by hospital. */
export default function StatisticsPage() {
  const { t, i18n } = useLingui();
  const { label: statusOf } = useDictionary('order_status');
  const { money, number } = useFormat();
  const { data, failure, again } = useRead(statistics.overview);
  return (
    <article className={style.page} aria-busy={data === undefined && failure === null}>
      <h1 tabIndex={-1}><Trans>数据统计</Trans></h1>
      {failure !== null && <Unread failure={failure} again={again} />}
      {data !== undefined && (
        <div className={style.columns}>
          <div className={style.column}>
            <Part title={t`按状态`}>
              <table className={style.rows}>
                <thead><tr><th scope="col"><Trans>状态</Trans></th><th scope="col" data-number="true"><Trans>订单</Trans></th><th scope="col" data-number="true"><Trans>待收</Trans></th></tr></thead>
                <tbody>
                  {data.byStatus.map((row) => (
                    <tr key={row.status}><td><Status tone={STATUS_TONE[row.status]} words={statusOf(row.status, i18n._(STATUS_WORDS[row.status]))} /></td><td data-number="true">{number(row.orders)}</td><td data-number="true">{money(row.balanceFen)}</td></tr>
                  ))}
                </tbody>
              </table>
            </Part>
          </div>
          <div className={style.column}>
            <Part title={t`按医院`}>
              <Wide label={t`按医院`}>
                <table className={style.rows}>
                  <thead><tr><th scope="col"><Trans>医院</Trans></th><th scope="col" data-number="true"><Trans>订单</Trans></th><th scope="col" data-number="true"><Trans>在途</Trans></th><th scope="col" data-number="true"><Trans>应收</Trans></th><th scope="col" data-number="true"><Trans>待收</Trans></th></tr></thead>
                  <tbody>
                    {data.byHospital.map((row) => (
                      <tr key={row.id}><td>{row.name}</td><td data-number="true">{number(row.orders)}</td><td data-number="true">{number(row.live)}</td><td data-number="true">{money(row.payableFen)}</td><td data-number="true">{money(row.balanceFen)}</td></tr>
                    ))}
                  </tbody>
                </table>
              </Wide>
            </Part>
          </div>
        </div>
      )}
    </article>
  );
}
