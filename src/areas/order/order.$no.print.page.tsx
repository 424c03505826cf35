import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKey, useKeyProps } from '../../ui/bound-key.tsx';
import { Back } from '../../ui/detail/back.tsx';
import { Missing } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import { choose } from '../../ui/list/filter.tsx';
import { lastList } from '../../ui/list/place.ts';
import { useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import { order } from './contract.ts';
import style from './print.module.css';
import { ORDER_KEYS } from './key.ts';
import { Receipt } from './receipt.tsx';
import { Sheet } from './sheet.tsx';

/** `/order/:no/print`: the order sheet, or with `?receipt=…` the receipt of one payment, as they leave the printer. */
export default function OrderPrintPage({ params }: { params: Record<string, string> }) {
  const keys = useKeyProps();
  const { t } = useLingui();
  const { instant } = useFormat();
  const no = params['no'] ?? '';
  const wanted = useQuery().get('receipt');
  const { data: detail, failure, again } = useRead(order.detail, { params: { no } });
  const entry = detail?.ledger.find(({ id }) => id === wanted);
  const path = href('/order/:no/print', { no });
  const print = (): void => window.print();
  useKey(ORDER_KEYS.print, print);
  return (
    <article className={style.page} aria-busy={detail === undefined && failure === null}>
      <div className={style.tools}>
        <Back list={href('/order/:no', { no })} label={t`订单 ${no}`} above={[{ to: lastList('/order/index'), words: t`订单管理` }]} />
        {detail !== undefined && (
          <>
            <label className={style.what}>
              <Trans>打印内容</Trans>
              <select className={control.input} value={entry?.id ?? ''} onChange={(event) => choose(path, event.target.value === '' ? {} : { receipt: event.target.value })}>
                <option value="">{t`陪护订单`}</option>
                {detail.ledger.filter(({ proofNo }) => proofNo !== null).map((one) => <option key={one.id} value={one.id}>{t`收据 ${one.proofNo} · ${instant(one.at)}`}</option>)}
              </select>
            </label>
            <button type="button" className={`${control.button} ${control.primary}`} {...keys(ORDER_KEYS.print)} onClick={print}><Trans>打印</Trans> <KeyCap of={ORDER_KEYS.print} /></button>
          </>
        )}
      </div>
      {failure !== null ? <Missing title={t`订单 ${no}`} failure={failure} again={again} /> : detail === undefined ? <h1 tabIndex={-1}>{t`订单 ${no}`}</h1> : entry === undefined ? <Sheet detail={detail} /> : <Receipt detail={detail} entry={entry} />}
    </article>
  );
}
