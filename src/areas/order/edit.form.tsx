import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { BirthdayField } from '../../ui/birthday-field.tsx';
import { GENDERS, useDictionary } from '../../ui/dictionary.ts';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { order } from './contract.ts';
import { FactFields, WishFields } from './fact-field.tsx';
import style from './new-order.module.css';
import { blamedField, FAULT_WORDS, isMistyped, type FieldName } from './new-order.ts';
import { changesOf, typedOf, wrongEdits, type EditTyped } from './order-edit.ts';
import { ContactFields } from './patient-field.tsx';
import { PlaceField } from './place-field.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';
import { bedOf } from './words.ts';

/** Changes who the patient is, where they lie, what ails them and what they wish; the hospital side sees what is its own to change (domain.md). Fields that were left alone follow the order. */
export default function EditForm(props: VerbProps) {
  const { t, i18n } = useLingui();
  const { detail, leave, touch } = props;
  const verb = useVerb(props, order.edit);
  const genders = useDictionary('gender', GENDERS);
  const [touched, setTouched] = useState<Partial<EditTyped>>({});
  const [wrong, setWrong] = useState<readonly FieldName[]>([]);
  const [unchanged, setUnchanged] = useState(false);
  const hospitalSide = useViewer()?.role === 4;
  const was = typedOf(detail, bedOf(detail.bedNo, (words) => i18n._(words)));
  const typed: EditTyped = { ...was, ...touched };
  const blamed = verb.said === null ? null : blamedField(verb.said);
  const faultOf = (name: FieldName): string | null => (wrong.includes(name) ? i18n._(FAULT_WORDS[name]) : blamed === name ? verb.said : null);
  const write = (part: Partial<EditTyped>): void => {
    touch();
    setTouched((now) => ({ ...now, ...part }));
    setWrong((names) => names.filter((name) => !(name in part)));
    setUnchanged(false);
  };
  return (
    <VerbForm
      verb={verb} action={t`保存`} first={hospitalSide ? 'ward' : 'name'} blamed={blamed} leave={leave}
      onSubmit={(form) => {
        const body = changesOf(was, typed);
        const faults = wrongEdits(body);
        setWrong(faults);
        const first = faults[0] === undefined ? null : form.elements.namedItem(faults[0]);
        if (first instanceof HTMLElement) first.focus();
        const nothing = Object.keys(body).length === 0;
        setUnchanged(nothing);
        if (faults.length === 0 && !nothing) void verb.submit(body);
      }}
    >
      {!hospitalSide && (
        <>
          <div className={style.pair}>
            <Field label={t`姓名`} name="name" required maxLength={64} autoComplete="off" value={typed.name} error={faultOf('name')} onChange={(event) => write({ name: event.target.value })} />
            <SelectField label={t`性别`} name="gender" value={typed.gender} options={genders} error={faultOf('gender')} onChange={(gender) => write({ gender })} />
            <BirthdayField label={t`出生日期`} name="birthday" value={typed.birthday} error={faultOf('birthday')} onChange={(birthday) => write({ birthday })} />
            <Field label={t`身份证号`} name="idNo" maxLength={32} autoComplete="off" value={typed.idNo} error={faultOf('idNo')} hint={isMistyped(typed.idNo) ? t`号码有误，核对证件` : t`不填就不变`} onChange={(event) => write({ idNo: event.target.value })} />
            <Field label={t`手机`} name="mobile" inputMode="tel" maxLength={20} autoComplete="off" value={typed.mobile} error={faultOf('mobile')} hint={t`不填就不变`} onChange={(event) => write({ mobile: event.target.value })} />
          </div>
          <ContactFields value={typed} held={typed.contactName === '' && was.contactName !== '' ? null : detail.contactMobile} onChange={write} faultOf={faultOf} />
        </>
      )}
      <PlaceField hospitalId={detail.hospitalId} own={detail.orderNo} departments={!hospitalSide} value={typed} onChange={write} faultOf={faultOf} />
      <FactFields all={!hospitalSide} value={typed} onChange={write} faultOf={faultOf} />
      {!hospitalSide && <WishFields value={typed} onChange={write} faultOf={faultOf} />}
      {unchanged && <p role="alert" className={`${control.error} ${control.said}`}>{t`还没有改动`}</p>}
    </VerbForm>
  );
}
