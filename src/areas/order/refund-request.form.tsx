import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { focusField, typed } from '../../ui/submit.ts';
import { order } from './contract.ts';
import { focusReason, ReasonField } from './reason-field.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Asks for a refund of what is due back; someone else approves it. */
export default function RefundRequestForm(props: VerbProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const verb = useVerb(props, order['refund-request']);
  const due = Math.max(0, -props.detail.balanceFen);
  const [amount, setAmount] = useState<number | null>(due);
  const [wrong, setWrong] = useState({ amount: false, reason: false });
  const fine = amount !== null && amount > 0 && amount <= due;
  return (
    <VerbForm
      verb={verb} action={t`申请退款`} first="amount" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        setWrong({ amount: !fine, reason: reason === '' });
        if (!fine) return focusField(form, 'amount');
        if (reason === '') return focusReason(form);
        void verb.submit({ amountFen: amount, reason });
      }}
    >
      <MoneyField label={t`退款金额`} name="amount" value={amount} onChange={setAmount} error={wrong.amount && !fine ? t`填写大于 0、不超过应退 ${money(due)} 的金额` : null} hint={t`应退 ${money(due)}`} required />
      <ReasonField label={t`退款的原因`} error={wrong.reason ? t`写明原因` : null} />
    </VerbForm>
  );
}
