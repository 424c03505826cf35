import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { focusField } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { order } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Service begins now. Where less is paid, and not given back, than the hospital asks for beforehand, a reason is asked for. */
export default function StartForm(props: VerbProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const verb = useVerb(props, order.start);
  // kept here: the field goes and comes with what colleagues take and give back
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState(false);
  const { caregiverName, paidFen, refundedFen, prepayFen } = props.detail;
  const short = paidFen - refundedFen < prepayFen;
  return (
    <VerbForm
      verb={verb} action={t`开始服务`} leave={props.leave} {...(short ? { first: 'reason' } : {})}
      onSubmit={(form) => {
        const reason = short ? words.trim() : '';
        setWrong(short && reason === '');
        if (short && reason === '') return focusField(form, 'reason');
        void verb.submit(reason === '' ? {} : { reason });
      }}
    >
      <p>{caregiverName === null ? t`从现在开始服务。` : t`${caregiverName}从现在开始服务。`}</p>
      {short && (
        <>
          <p>{t`应预付 ${money(prepayFen)}，已收 ${money(paidFen)}，已退 ${money(refundedFen)}。`}</p>
          <WordsField name="reason" value={words} onChange={setWords} maxLength={500} label={t`预付不足仍开始的原因`} error={wrong ? t`写明原因才能开始` : null} />
        </>
      )}
    </VerbForm>
  );
}
