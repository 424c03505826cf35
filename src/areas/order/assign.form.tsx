import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { focusField } from '../../ui/submit.ts';
import { CandidateField } from './candidate-field.tsx';
import { order } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Assigns a caregiver for the whole stay. */
export default function AssignForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order.assign);
  const [carer, setCarer] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  return (
    <VerbForm
      verb={verb} action={t`派单`} first="caregiver" leave={props.leave}
      onSubmit={(form) => {
        setMissing(carer === null);
        if (carer === null) return focusField(form, 'caregiver');
        void verb.submit({ caregiverNo: carer });
      }}
    >
      <CandidateField
        no={props.detail.orderNo} query={{ event: 'assign' }} value={carer} error={missing && carer === null ? t`选一位可以派的护工` : null}
        onChange={(next) => {
          if (next !== null) props.touch();
          setCarer(next);
        }}
      />
    </VerbForm>
  );
}
