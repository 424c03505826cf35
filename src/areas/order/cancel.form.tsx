import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useRead } from '../../ui/read.ts';
import { focusField, typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { order } from './contract.ts';
import { Outcome } from './outcome.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Calls an order off before its service: nothing is payable, what was paid is due back. */
export default function CancelForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order.cancel);
  const { data, failure } = useRead(order.preview, { params: { no: props.detail.orderNo }, query: { event: 'cancel' } });
  const [wrong, setWrong] = useState(false);
  return (
    <VerbForm
      verb={verb} action={t`取消订单`} danger first="reason" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        setWrong(reason === '');
        if (reason === '') return focusField(form, 'reason');
        void verb.submit({ reason });
      }}
    >
      <Outcome shown={data} failure={failure} />
      <WordsField name="reason" maxLength={500} label={t`取消原因`} error={wrong ? t`写明取消的原因` : null} />
    </VerbForm>
  );
}
