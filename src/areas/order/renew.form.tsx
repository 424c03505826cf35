import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { refusalWords } from '../../kernel/refusal.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { todayThere } from '../../ui/parse-day.ts';
import control from '../../ui/style/control.module.css';
import { focusField } from '../../ui/submit.ts';
import { order } from './contract.ts';
import style from './new-order.module.css';
import { blamedField, endsBefore, FAULT_WORDS, type FieldName, type Stay } from './new-order.ts';
import { Price, useQuote } from './priced-days.tsx';
import { endedAt } from './served.ts';
import { StayField } from './stay-field.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** What refuses a caregiver alone. */
const UNFREE = ['not_active', 'blacklisted', 'not_posted', 'on_leave', 'no_health', 'booked', 'shared', 'full', 'gender', 'no_caregiver'] as const;

/** From where the old one really ended: at midnight or at noon, perhaps before it was to. */
function from(detail: VerbProps['detail']): Pick<Stay, 'plannedStart' | 'startHalf'> {
  const end = endedAt(detail);
  const plannedStart = todayThere(new Date(end));
  return { plannedStart, startHalf: todayThere(new Date(end + 43_200_000)) === plannedStart ? 'AM' : 'PM' };
}

/** A new order that goes on from this one: the same patient, place and service, other days. */
export default function RenewForm(props: VerbProps) {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const { dayRange } = useFormat();
  const { detail, leave, touch } = props;
  const verb = useVerb(props, order.renew);
  const [stay, setStay] = useState<Stay>(() => ({ ...from(detail), plannedEnd: null, endHalf: 'PM' }));
  const [caregiver, setCaregiver] = useState(detail.caregiverName !== null);
  const [wrong, setWrong] = useState<readonly FieldName[]>([]);
  const quote = useQuote(detail.hospitalId, detail.serviceItemId, stay);
  // a caregiver who is not free is not these days' fault
  const found = verb.said === null ? null : blamedField(verb.said);
  const blamed = found === 'plannedEnd' ? found : null;
  const faultOf = (name: FieldName): string | null => (wrong.includes(name) ? i18n._(FAULT_WORDS[name]) : blamed === name ? verb.said : null);
  // without the caregiver it may well be possible
  const unfree = caregiver && UNFREE.some((name) => verb.said?.includes(refusalWords(name, language)));
  return (
    <VerbForm
      verb={verb} action={t`续单`} first="plannedEnd" blamed={blamed} leave={leave}
      onSubmit={(form) => {
        const { plannedStart, plannedEnd } = stay;
        const faults: FieldName[] = [...(plannedStart === null ? ['plannedStart' as const] : []), ...(plannedEnd === null || endsBefore(stay) ? ['plannedEnd' as const] : [])];
        setWrong(faults);
        if (plannedStart === null || plannedEnd === null || faults[0] !== undefined) return focusField(form, faults[0]!);
        void verb.submit({ ...stay, plannedStart, plannedEnd, caregiver, ...(quote.quoted !== null && !quote.asking && { expectFen: quote.quoted.totalFen }) });
      }}
    >
      <p className={control.hint}>{t`${detail.patientName} · ${detail.serviceName}，原来 ${dayRange(detail.plannedStart, detail.plannedEnd)}`}</p>
      <StayField
        value={stay} faultOf={faultOf}
        onChange={(part) => {
          touch();
          setStay((now) => ({ ...now, ...part }));
          setWrong((names) => names.filter((name) => !(name in part)));
        }}
      />
      {detail.caregiverName !== null && (
        <div className={control.field}>
          <label className={style.check}><input type="checkbox" name="caregiver" checked={caregiver} aria-describedby={unfree ? 'renew-unfree' : undefined} onChange={(event) => setCaregiver(event.target.checked)} /> {t`仍由 ${detail.caregiverName} 服务`}</label>
          {unfree && <p id="renew-unfree" className={control.hint}>{t`去掉勾选可以先续单，再派别的护工`}</p>}
        </div>
      )}
      <Price quote={quote} missing={t`填好结束日期，这里就是每天的价格。`} />
    </VerbForm>
  );
}
