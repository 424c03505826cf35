import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRead } from '../../ui/read.ts';
import control from '../../ui/style/control.module.css';
import { VerbForm } from '../../ui/verb-form.tsx';
import { caregiver, type CaregiverForm } from './contract.ts';
import { PersonFields } from './person-field.tsx';
import { blamedField, changesOf, FAULT_WORDS, typedOf, wrongFields, type FieldName, type Typed } from './typed.ts';
import { useVerb } from './use-verb.tsx';
import type { VerbProps } from './verb.ts';

/** Changes what is kept of a caregiver. Fields that were left alone follow the record. */
export default function EditForm(props: VerbProps) {
  const { data, failure, again } = useRead(caregiver.form, { params: { no: props.detail.staffNo } });
  if (data !== undefined) return <Fields {...props} form={data} />;
  return (
    <div className={control.form} aria-busy={failure === null}>
      {failure === null ? <p className={control.hint}><Trans>正在取资料</Trans></p> : <p role="alert" className={control.error}>{failure.message}</p>}
      {failure !== null && <div className={control.actions}><button type="button" className={control.button} onClick={again}><Trans>重试</Trans></button></div>}
    </div>
  );
}
function Fields({ form, ...props }: VerbProps & { form: CaregiverForm }) {
  const { t, i18n } = useLingui();
  const { touch, leave, done } = props;
  const verb = useVerb(props, caregiver.edit);
  const [touched, setTouched] = useState<Partial<Typed>>({});
  const [wrong, setWrong] = useState<readonly FieldName[]>([]);
  const [unchanged, setUnchanged] = useState(false);
  const was = typedOf(form);
  const typed: Typed = { ...was, ...touched };
  const blamed = verb.said === null ? null : blamedField(verb.said);
  return (
    <VerbForm
      {...verb} action={t`保存`} first="name" blamed={blamed} leave={leave}
      onSubmit={(element) => {
        const body = changesOf(was, typed);
        const faults = wrongFields(body, false);
        setWrong(faults);
        setUnchanged(Object.keys(body).length === 0);
        const first = faults[0] === undefined ? null : element.elements.namedItem(faults[0]);
        if (first instanceof HTMLElement) first.focus();
        if (faults.length === 0 && Object.keys(body).length > 0) void verb.send(body).then((answer) => answer && done(answer));
      }}
    >
      <PersonFields
        typed={typed} held={form}
        write={(part) => {
          touch();
          setTouched((now) => ({ ...now, ...part }));
          setWrong((names) => names.filter((name) => !(name in part)));
          setUnchanged(false);
        }}
        faultOf={(name) => (wrong.includes(name) ? i18n._(FAULT_WORDS[name] ?? { id: '' }) : blamed === name ? verb.said : null)}
      />
      {unchanged && <p role="alert" className={`${control.error} ${control.said}`}>{t`还没有改动`}</p>}
    </VerbForm>
  );
}
