import { useLingui } from '@lingui/react/macro';
import { Facts } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import { order } from './contract.ts';
import { ReceiptFields, receiptOf } from './receipt-field.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Takes exactly what is owed. */
export default function SettleForm(props: VerbProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const verb = useVerb(props, order.settle);
  const { payableFen, paidFen, refundedFen, balanceFen } = props.detail;
  return (
    <VerbForm verb={verb} action={t`收 ${money(balanceFen)} 结清`} first="method" leave={props.leave} onSubmit={(form) => void verb.submit(receiptOf(form))}>
      <Facts facts={[{ name: t`应收`, value: money(payableFen) }, { name: t`已收`, value: money(paidFen) }, { name: t`已退`, value: money(refundedFen) }, { name: t`待收`, value: <b>{money(balanceFen)}</b> }]} />
      <ReceiptFields />
    </VerbForm>
  );
}
