import { useLingui } from '@lingui/react/macro';
import { typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { order } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Takes the caregiver back; the order waits for another. */
export default function UnassignForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order.unassign);
  const { caregiverName } = props.detail;
  return (
    <VerbForm
      verb={verb} action={t`撤回派单`} first="reason" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        void verb.submit(reason === '' ? {} : { reason });
      }}
    >
      <p>{caregiverName === null ? t`订单回到待派单。` : t`${caregiverName}不再负责这张订单，订单回到待派单。`}</p>
      <WordsField name="reason" maxLength={500} label={t`原因（可不填）`} />
    </VerbForm>
  );
}
