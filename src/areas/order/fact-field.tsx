import { useLingui } from '@lingui/react/macro';
import { KNOWN_GENDERS, useDictionary } from '../../ui/dictionary.ts';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import control from '../../ui/style/control.module.css';
import { WordsField } from '../../ui/words-field.tsx';
import style from './new-order.module.css';
import type { FieldName, Facts } from './new-order.ts';

interface FactFieldProps {
  value: Facts;
  onChange: (part: Partial<Facts>) => void;
  faultOf: (name: FieldName) => string | null;
}
/** What ails the patient. `own` false: only diagnosis and care level are this person's to change (domain.md, edit patient, role 4). */
export function FactFields({ value, onChange, faultOf, all = true }: FactFieldProps & { all?: boolean }) {
  const { t } = useLingui();
  const levels = useDictionary('care_level');
  return (
    <>
      <div className={style.pair}>
        <Field label={t`诊断`} name="diagnosis" maxLength={200} autoComplete="off" value={value.diagnosis} error={faultOf('diagnosis')} onChange={(event) => onChange({ diagnosis: event.target.value })} />
        <SelectField label={t`护理级别`} name="careLevel" value={value.careLevel} none={t`未填`} options={levels} error={faultOf('careLevel')} onChange={(careLevel) => onChange({ careLevel })} />
        {all && <Field label={t`住院号`} name="inpatientNo" maxLength={64} autoComplete="off" value={value.inpatientNo} error={faultOf('inpatientNo')} onChange={(event) => onChange({ inpatientNo: event.target.value })} />}
      </div>
      {all && <label className={style.check}><input type="checkbox" name="infectious" checked={value.infectious} onChange={(event) => onChange({ infectious: event.target.checked })} /> {t`有传染病，需要隔离`}</label>}
    </>
  );
}
/** Languages that are asked for; any other is typed. */
const LANGUAGES = ['普通话', '四川话', '粤语', '闽南语', '上海话', '客家话', '河南话', '湖南话', '东北话'];
/** What the family wishes of the caregiver. */
export function WishFields({ value, onChange, faultOf }: FactFieldProps) {
  const { t } = useLingui();
  const levels = useDictionary('caregiver_level');
  const genders = useDictionary('gender', KNOWN_GENDERS);
  return (
    <>
      <div className={style.trio}>
        <SelectField label={t`护工性别`} name="prefGender" value={value.prefGender} none={t`不限`} options={genders} error={faultOf('prefGender')} onChange={(prefGender) => onChange({ prefGender })} />
        <SelectField label={t`护工等级`} name="prefLevel" value={value.prefLevel} none={t`不限`} options={levels} error={faultOf('prefLevel')} onChange={(prefLevel) => onChange({ prefLevel })} />
        <div className={control.field}>
          <Field label={t`护工语言`} name="prefLanguage" list="order-language" maxLength={32} autoComplete="off" placeholder={t`不限`} value={value.prefLanguage} error={faultOf('prefLanguage')} onChange={(event) => onChange({ prefLanguage: event.target.value })} />
          <datalist id="order-language">{LANGUAGES.map((one) => <option key={one} value={one}>{one}</option>)}</datalist>
        </div>
      </div>
      <WordsField label={t`对护工的要求`} name="requirements" maxLength={500} value={value.requirements} error={faultOf('requirements')} onChange={(requirements) => onChange({ requirements })} />
      <WordsField label={t`备注`} name="note" maxLength={500} value={value.note} error={faultOf('note')} onChange={(note) => onChange({ note })} />
    </>
  );
}
