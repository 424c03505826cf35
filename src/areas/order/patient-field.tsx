import { useMemo } from 'react';
import { useLingui } from '@lingui/react/macro';
import { BirthdayField } from '../../ui/birthday-field.tsx';
import { call } from '../../ui/call.ts';
import type { Choice } from '../../ui/choice.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { GENDERS, useDictionary } from '../../ui/dictionary.ts';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { patient, type FoundPatient } from '../patient/contract.ts';
import style from './new-order.module.css';
import { blankPerson, fromIdentity, isMistyped, NEW, type Chosen, type FieldName, type Person } from './new-order.ts';

interface PatientChoice extends Choice {
  /** Of someone new: the name as it was looked for. */
  name?: string | undefined;
}
/** A new person's name as it was looked for; digits are no name. */
const nameIn = (text: string): string => (/\d/.test(text) ? '' : text);
interface PatientFieldProps {
  value: Chosen | null;
  person: Person | null;
  onChange: (part: { patient: Chosen | null; person: Person | null }) => void;
  faultOf: (name: FieldName) => string | null;
}
/** Who is cared for: found by name, pinyin, phone or identity number, or written down as new. */
export function PatientField({ value, person, onChange, faultOf }: PatientFieldProps) {
  const { t, i18n } = useLingui();
  const { label: genderOf } = useDictionary('gender');
  const choices = useMemo(() => {
    const detailOf = ({ gender, age, mobile, idNo }: FoundPatient): string => [gender > 0 && genderOf(String(gender)), age !== null && t`${age} 岁`, mobile, idNo].filter(Boolean).join(' · ');
    return async (text: string, signal: AbortSignal): Promise<PatientChoice[]> => {
      const found = text === '' ? [] : await call(patient.find, { query: { q: text }, signal });
      const name = nameIn(text);
      // by another value than what is chosen already, so that it renames
      const fresh: PatientChoice = { value: name === '' ? NEW : 'named', label: name === '' ? t`新建患者` : t`新建患者“${nameIn(text)}”`, name };
      return [...found.map((one) => ({ value: one.id, label: one.name, detail: detailOf(one), ...(one.lastHospital === null ? {} : { trailing: one.lastHospital }) })), fresh];
    };
    // the words change with the language
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [genderOf, i18n.locale]);
  const take = (choice: PatientChoice | null): void => {
    // what was written of someone new waits until it is known who it is instead
    if (choice === null) onChange({ patient: null, person });
    else if (choice.name !== undefined) onChange({ patient: { value: NEW, label: t`新患者` }, person: { ...(person ?? blankPerson('')), ...(choice.name === '' ? {} : { name: choice.name }) } });
    else onChange({ patient: { value: choice.value, label: choice.label, ...(choice.detail === undefined ? {} : { detail: choice.detail }) }, person: null });
  };
  return (
    <>
      <Combobox
        label={t`患者`} name="patient" value={value} choices={choices} required error={faultOf('patient')} placeholder={t`姓名、拼音、电话或身份证号`}
        hint={person === null ? value?.detail : undefined} onChange={take}
      />
      {person !== null && value?.value === NEW && <NewPerson person={person} onChange={(next) => onChange({ patient: value, person: next })} faultOf={faultOf} />}
    </>
  );
}

function NewPerson({ person, onChange, faultOf }: { person: Person; onChange: (person: Person) => void; faultOf: (name: FieldName) => string | null }) {
  const { t } = useLingui();
  const genders = useDictionary('gender', GENDERS);
  const write = (part: Partial<Person>): void => onChange({ ...person, ...part });
  const identify = (idNo: string): void => write({ idNo, ...fromIdentity(idNo) });
  return (
    <fieldset className={style.group}>
      <legend>{t`新患者`}</legend>
      <div className={style.pair}>
        <Field label={t`姓名`} name="name" required maxLength={64} autoComplete="off" value={person.name} error={faultOf('name')} onChange={(event) => write({ name: event.target.value })} />
        <Field label={t`身份证号`} name="idNo" maxLength={32} autoComplete="off" value={person.idNo} error={faultOf('idNo')} hint={isMistyped(person.idNo) ? t`号码有误，核对证件` : t`填了会带出性别和生日`} onChange={(event) => identify(event.target.value)} />
        <SelectField label={t`性别`} name="gender" value={person.gender} options={genders} error={faultOf('gender')} onChange={(gender) => write({ gender })} />
        <BirthdayField label={t`出生日期`} name="birthday" value={person.birthday} error={faultOf('birthday')} onChange={(birthday) => write({ birthday })} />
        <Field label={t`手机`} name="mobile" inputMode="tel" maxLength={20} autoComplete="off" value={person.mobile} error={faultOf('mobile')} onChange={(event) => write({ mobile: event.target.value })} />
      </div>
      <ContactFields value={person} onChange={write} faultOf={faultOf} />
    </fieldset>
  );
}

/** Whom to call. */
export function ContactFields({ value, onChange, faultOf, held }: {
  value: Pick<Person, 'contactName' | 'contactRelation' | 'contactMobile'>;
  onChange: (part: Partial<Person>) => void;
  faultOf: (name: FieldName) => string | null;
  /** The number that is kept, masked: it stays unless another is typed. */
  held?: string | null;
}) {
  const { t } = useLingui();
  const relations = useDictionary('relation');
  return (
    <div className={style.pair}>
      <Field label={t`联系人`} name="contactName" maxLength={64} autoComplete="off" value={value.contactName} error={faultOf('contactName')} onChange={(event) => onChange({ contactName: event.target.value })} />
      <SelectField label={t`与患者关系`} name="contactRelation" value={value.contactRelation} none={t`未填`} options={relations} error={faultOf('contactRelation')} onChange={(contactRelation) => onChange({ contactRelation })} />
      <Field
        label={t`联系电话`} name="contactMobile" inputMode="tel" maxLength={20} autoComplete="off" value={value.contactMobile} error={faultOf('contactMobile')}
        placeholder={held ?? undefined} hint={held ? t`不填就还是 ${held}` : undefined} onChange={(event) => onChange({ contactMobile: event.target.value })}
      />
    </div>
  );
}
