import { useEffect, useState, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { identityOf } from '../../kernel/shape.ts';
import { BirthdayField } from '../../ui/birthday-field.tsx';
import { call, CallFailure } from '../../ui/call.ts';
import { DayField } from '../../ui/day-field.tsx';
import { KNOWN_GENDERS, useDictionary } from '../../ui/dictionary.ts';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { useRead } from '../../ui/read.ts';
import { SelectField } from '../../ui/select-field.tsx';
import control from '../../ui/style/control.module.css';
import { hospital } from '../hospital/contract.ts';
import { caregiver, CAREGIVER_LEVELS, EMPLOYMENTS, type CaregiverForm, type KnownPerson } from './contract.ts';
import style from './caregiver.module.css';
import type { FieldName, Typed } from './typed.ts';
import { CAREGIVER_STATUS_WORDS, FIELD_WORDS } from './words.ts';

const WHOLE = /^\d{17}[\dX]$/;
/** Who has this ID number already: asked as soon as it is whole. */
function useKnown(idNo: string, asks: boolean): KnownPerson | null {
  const [known, setKnown] = useState<{ idNo: string; who: KnownPerson | null }>({ idNo: '', who: null });
  const typed = identityOf(idNo);
  useEffect(() => {
    if (!asks || !WHOLE.test(typed)) return;
    const given = new AbortController();
    call(caregiver.match, { body: { idNo: typed }, signal: given.signal }).then(
      (who) => setKnown({ idNo: typed, who }),
      (error: unknown) => {
        // saving says it again
        if (!(error instanceof CallFailure)) throw error;
      },
    );
    return () => given.abort();
  }, [typed, asks]);
  return known.idNo === typed ? known.who : null;
}
/** The birthday and sex that an ID number carries. */
const inside = (idNo: string): Partial<Typed> => (WHOLE.test(idNo) ? { birthday: `${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`, gender: Number(idNo[16]) % 2 === 1 ? '1' : '2' } : {});

/** Everything that is kept of a caregiver. `held`: what stays of personal numbers, masked, when nothing else is typed; null for someone new. */
export function PersonFields({ typed, held, write, faultOf }: { typed: Typed; held: Pick<CaregiverForm, 'idNo' | 'mobile' | 'emergencyPhone' | 'bankAccount'> | null; write: (part: Partial<Typed>) => void; faultOf: (name: FieldName) => string | null }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const fresh = held === null;
  const known = useKnown(typed.idNo, fresh);
  const genders = useDictionary('gender', KNOWN_GENDERS);
  const levels = useDictionary('caregiver_level', CAREGIVER_LEVELS);
  const employments = useDictionary('employment', EMPLOYMENTS);
  const hospitals = useRead(hospital.options, {}, { asks: fresh }).data;
  const label = (name: FieldName | 'hospital'): string => i18n._(FIELD_WORDS[name]!);
  const text = (name: FieldName, maxLength: number, more: { hint?: string; placeholder?: string | undefined; inputMode?: 'tel' | 'numeric'; required?: boolean } = {}): ReactNode => (
    <Field label={label(name)} name={name} maxLength={maxLength} autoComplete="off" spellCheck={false} value={typed[name]} error={faultOf(name)} onChange={({ target }) => write({ [name]: target.value, ...(name === 'idNo' ? inside(identityOf(target.value)) : {}) })} {...more} />
  );
  const kept = (value: string | null | undefined): { hint?: string; placeholder?: string } => (value ? { placeholder: value, hint: t`不填就还是 ${value}` } : {});
  const spare = (value: string | null | undefined): { hint?: string; placeholder?: string } => (value ? { placeholder: value, hint: t`不填就还是 ${value}，填 - 清空` } : {});
  return (
    <>
      <fieldset className={style.group}>
        <legend>{t`身份`}</legend>
        {text('name', 40, { required: true })}
        <div className={style.cell}>
          {text('idNo', 32, fresh ? { required: true, hint: t`填了会带出性别和生日，并查重和黑名单` } : kept(held.idNo))}
          {known !== null && (
            <p role="alert" className={known.status === 'blacklisted' ? control.error : style.warn}>
              {known.status === 'blacklisted' ? t`在黑名单：${known.name}（${known.staffNo}）· ${known.reason ?? '—'} · 复核 ${known.reviewOn === null ? '—' : format.day(known.reviewOn)}` : t`已有这个人：${known.name}（${known.staffNo}），${i18n._(CAREGIVER_STATUS_WORDS[known.status])}`}
            </p>
          )}
        </div>
        <SelectField label={label('gender')} name="gender" value={typed.gender} options={genders} error={faultOf('gender')} onChange={(gender) => write({ gender })} />
        <BirthdayField label={label('birthday')} name="birthday" value={typed.birthday || null} error={faultOf('birthday')} onChange={(birthday) => write({ birthday: birthday ?? '' })} />
        {text('mobile', 20, { inputMode: 'tel', ...(fresh ? { required: true } : kept(held.mobile)) })}
      </fieldset>
      <fieldset className={style.group}>
        <legend>{t`用工`}</legend>
        <SelectField label={label('level')} name="level" value={typed.level} options={levels} error={faultOf('level')} onChange={(level) => write({ level })} />
        <SelectField label={label('employment')} name="employment" value={typed.employment} options={employments} error={faultOf('employment')} onChange={(employment) => write({ employment })} />
        {fresh && <SelectField label={label('hospital')} name="hospitalId" value={typed.hospitalId} none={t`以后再安排`} options={(hospitals ?? []).map(({ id, name }) => ({ value: id, label: name }))} error={faultOf('hospitalId')} onChange={(hospitalId) => write({ hospitalId })} />}
        {fresh && text('staffNo', 32, { hint: t`不填就自动编号` })}
        <DayField label={label('hiredOn')} name="hiredOn" value={typed.hiredOn || null} error={faultOf('hiredOn')} onChange={(_, kept) => write({ hiredOn: kept ?? '' })} />
        {text('yearsExperience', 2, { inputMode: 'numeric' })}
        {text('skills', 400, { hint: t`用顿号隔开，如 鼻饲护理、翻身拍背` })}
        {text('languages', 200, { hint: t`用顿号隔开，如 普通话、四川话` })}
      </fieldset>
      <fieldset className={style.group}>
        <legend>{t`个人`}</legend>
        {text('originProvince', 32)}
        {text('originCity', 32)}
        {text('education', 20)}
        {text('marital', 20)}
        {text('heightCm', 3, { inputMode: 'numeric' })}
        {text('weightKg', 3, { inputMode: 'numeric' })}
        {text('emergencyName', 40)}
        {text('emergencyPhone', 20, fresh ? { inputMode: 'tel' } : spare(held.emergencyPhone))}
        {text('bankName', 60)}
        {text('bankAccount', 32, fresh ? { inputMode: 'numeric' } : spare(held.bankAccount))}
      </fieldset>
    </>
  );
}
