import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { focusField, typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { order } from './contract.ts';
import { RefundFacts } from './refund-fact.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Turns a refund down, with a reason. */
export default function RefundRejectForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order['refund-reject']);
  const [wrong, setWrong] = useState(false);
  return (
    <VerbForm
      verb={verb} action={t`驳回退款`} danger first="reason" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        setWrong(reason === '');
        if (reason === '') return focusField(form, 'reason');
        void verb.submit({ reason });
      }}
    >
      <RefundFacts detail={props.detail} />
      <WordsField name="reason" maxLength={500} label={t`驳回的原因`} error={wrong ? t`写明原因` : null} />
    </VerbForm>
  );
}
