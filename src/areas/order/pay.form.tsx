import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { focusField } from '../../ui/submit.ts';
import { order } from './contract.ts';
import { ReceiptFields, receiptOf } from './receipt-field.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Takes a payment of any amount. */
export default function PayForm(props: VerbProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const verb = useVerb(props, order.pay);
  const [amount, setAmount] = useState<number | null>(null);
  const [wrong, setWrong] = useState(false);
  const owed = props.detail.balanceFen;
  return (
    <VerbForm
      verb={verb} action={t`收款`} first="amount" leave={props.leave}
      onSubmit={(form) => {
        const fine = amount !== null && amount > 0;
        setWrong(!fine);
        if (!fine) return focusField(form, 'amount');
        void verb.submit({ amountFen: amount, ...receiptOf(form) });
      }}
    >
      <MoneyField label={t`金额`} name="amount" value={amount} onChange={setAmount} error={wrong && (amount === null || amount <= 0) ? t`填写大于 0 的金额` : null} hint={owed > 0 ? t`待收 ${money(owed)}` : props.detail.serviceState === 'completed' ? t`服务已完成，没有待收款，收到的要退还` : t`没有待收款，收到的是预付`} required />
      <ReceiptFields />
    </VerbForm>
  );
}
