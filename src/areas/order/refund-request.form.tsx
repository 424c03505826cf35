import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { refusalWords } from '../../kernel/refusal.ts';
import { Facts } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import control from '../../ui/style/control.module.css';
import { focusField, typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { order } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Asks for a refund of all that is due back: what that is follows from days and ledger. Someone else approves it. */
export default function RefundRequestForm(props: VerbProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const language = useLanguage();
  const verb = useVerb(props, order['refund-request']);
  const { payableFen, paidFen, refundedFen, balanceFen } = props.detail;
  const due = Math.max(0, -balanceFen);
  const [wrong, setWrong] = useState(false);
  return (
    <VerbForm
      verb={verb} action={t`申请退款`} first="reason" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        setWrong(reason === '');
        if (reason === '') return focusField(form, 'reason');
        // the order may have moved on while one wrote
        if (due > 0) void verb.submit({ amountFen: due, reason });
      }}
    >
      <Facts facts={[{ name: t`应收`, value: money(payableFen) }, { name: t`已收`, value: money(paidFen) }, { name: t`已退`, value: money(refundedFen) }, { name: t`应退`, value: <b>{money(due)}</b> }]} />
      {due === 0 && <p role="alert" className={control.error}>{refusalWords('nothing_due_back', language)}</p>}
      <WordsField name="reason" maxLength={500} label={t`退款的原因`} error={wrong ? t`写明原因` : null} />
    </VerbForm>
  );
}
