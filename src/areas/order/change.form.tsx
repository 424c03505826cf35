import { useId, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import control from '../../ui/style/control.module.css';
import { focusField, typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { CandidateField } from './candidate-field.tsx';
import { order } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Another caregiver, from now or from a later half day, and why. */
export default function ChangeForm(props: VerbProps) {
  const { t } = useLingui();
  const id = useId();
  const verb = useVerb(props, order.change);
  const [carer, setCarer] = useState<string | null>(null);
  const [later, setLater] = useState(false);
  const [day, setDay] = useState<string | null>(null);
  const [half, setHalf] = useState<'AM' | 'PM'>('AM');
  const [wrong, setWrong] = useState<{ carer: boolean; day: boolean; reason: boolean }>({ carer: false, day: false, reason: false });
  return (
    <VerbForm
      verb={verb} action={t`更换护工`} first="when" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        const now = { carer: carer === null, day: later && day === null, reason: reason === '' };
        setWrong(now);
        if (now.day) return focusField(form, 'day');
        if (now.carer) return focusField(form, 'caregiver');
        if (now.reason) return focusField(form, 'reason');
        void verb.submit({ caregiverNo: carer!, reason, ...(later ? { since: { day: day!, half } } : {}) });
      }}
    >
      <div className={control.field}>
        <label className={control.label} htmlFor={id}><Trans>从什么时候起</Trans></label>
        <select id={id} name="when" className={control.input} value={later ? 'later' : 'now'} onChange={(event) => setLater(event.target.value === 'later')}>
          <option value="now">{t`现在`}</option>
          <option value="later">{t`以后的某半天`}</option>
        </select>
      </div>
      {later && <DayField label={t`更换的日期`} name="day" value={day} onChange={(next) => (props.touch(), setDay(next))} half={{ value: half, onChange: setHalf, words: { AM: t`上午起`, PM: t`下午起` } }} error={wrong.day && day === null ? t`填写日期` : null} required />}
      <CandidateField
        no={props.detail.orderNo} query={{ event: 'change', ...(later && day !== null ? { day, half } : {}) }} value={carer} error={wrong.carer && carer === null ? t`选一位可以派的护工` : null}
        onChange={(next) => {
          if (next !== null) props.touch();
          setCarer(next);
        }}
      />
      <WordsField name="reason" maxLength={500} label={t`更换的原因`} error={wrong.reason ? t`写明原因` : null} />
    </VerbForm>
  );
}
