import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { Facts, Part, Wide } from '../../ui/detail/fact.tsx';
import style from '../../ui/detail/detail.module.css';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import type { OrderDetail, OrderRow } from './contract.ts';
import { LEDGER_WORDS, PAYMENT_WORDS } from './words.ts';

/** What is owed and paid, and the ledger it follows from. `more` is absent while it is on its way. */
export function Money({ row, more }: { row: OrderRow; more: OrderDetail | undefined }) {
  const { t, i18n } = useLingui();
  const { label: methodOf } = useDictionary('pay_method');
  const { money, number, instant } = useFormat();
  const refundDue = row.balanceFen < 0;
  return (
    <Part title={t`费用`}>
      <Facts
        facts={[
          { name: t`应收`, value: money(row.payableFen) },
          { name: t`付款`, value: i18n._(PAYMENT_WORDS[row.paymentState]) },
          { name: t`已收`, value: more && money(more.paidFen) },
          { name: t`已退`, value: more && money(more.refundedFen) },
          { name: refundDue ? t`应退` : t`待收`, value: <b>{money(Math.abs(row.balanceFen))}</b> },
          { name: t`单价`, value: more && t`${money(more.unitPriceFen)} / 天` },
          { name: t`天数`, value: more && number(more.days) },
          { name: t`调整`, value: more && money(more.adjustedFen) },
        ]}
      />
      {more !== undefined && more.ledger.length > 0 && (
        <Wide label={t`收退款明细`}>
          <table className={style.rows}>
            <thead><tr><th scope="col"><Trans>时间</Trans></th><th scope="col"><Trans>款项</Trans></th><th scope="col"><Trans>方式</Trans></th><th scope="col"><Trans>凭证号</Trans></th><th scope="col" data-number="true"><Trans>金额</Trans></th></tr></thead>
            <tbody>
              {more.ledger.map((entry) => (
                <tr key={entry.id}><td>{instant(entry.at)}</td><td>{i18n._(LEDGER_WORDS[entry.kind])}</td><td>{methodOf(entry.method)}{entry.externalNo !== null && <div className={style.aside}>{entry.externalNo}</div>}</td><td>{entry.proofNo === null ? '—' : <a className={style.link} href={`#${href('/order/:no/print', { no: row.orderNo }, { receipt: entry.id })}`} aria-label={t`打印收据 ${entry.proofNo}`}>{entry.proofNo}</a>}</td><td data-number="true">{money(entry.amountFen)}</td></tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </Part>
  );
}
