import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { useQuery } from '../../ui/location.ts';
import { dayAfter, todayThere } from '../../ui/parse-day.ts';
import { VerbForm } from '../../ui/verb-form.tsx';
import { WordsField } from '../../ui/words-field.tsx';
import { caregiver } from './contract.ts';
import { Going } from './going.tsx';
import { useVerb } from './use-verb.tsx';
import type { VerbProps } from './verb.ts';

/** Days until a blacklisting is looked at again, unless another day is typed. */
const REVIEW = 90;
type Reasoned = typeof caregiver.suspend | typeof caregiver.quit | typeof caregiver.unblacklist | (typeof caregiver)['certificate-revoke'];

function ReasonForm({ props, endpoint, params = {}, action, danger = true, going = false }: { props: VerbProps; endpoint: Reasoned; params?: Record<string, string>; action: string; danger?: boolean; going?: boolean }) {
  const { t } = useLingui();
  const verb = useVerb(props, endpoint, params);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  return (
    <VerbForm
      {...verb} action={action} danger={danger} first="reason" leave={props.leave}
      onSubmit={(form) => {
        const words = reason.trim();
        setWrong(words === '');
        if (words === '') return void form.querySelector<HTMLElement>('[name=reason]')?.focus();
        void verb.send({ reason: words }).then((answer) => answer && props.done(answer));
      }}
    >
      {going && <Going detail={props.detail} />}
      <WordsField label={t`原因`} name="reason" value={reason} maxLength={500} error={wrong ? t`写明原因` : null} onChange={setReason} />
    </VerbForm>
  );
}
/** No more orders until further notice. */
export function SuspendForm(props: VerbProps) {
  const { t } = useLingui();
  return <ReasonForm props={props} endpoint={caregiver.suspend} action={t`暂停派单`} going />;
}
/** Leaves the company. */
export function QuitForm(props: VerbProps) {
  const { t } = useLingui();
  return <ReasonForm props={props} endpoint={caregiver.quit} action={t`办理离职`} />;
}
/** Out of the blacklist. */
export function UnblacklistForm(props: VerbProps) {
  const { t } = useLingui();
  return <ReasonForm props={props} endpoint={caregiver.unblacklist} action={t`移出黑名单`} danger={false} />;
}
/** A certificate that counts no longer: the one of the address. */
export function RevokeForm(props: VerbProps) {
  const { t } = useLingui();
  const id = useQuery().get('certificate') ?? '0';
  return <ReasonForm props={props} endpoint={caregiver['certificate-revoke']} params={{ id }} action={t`作废证件`} />;
}
/** Keeps someone out, until it is looked at again. Of who is out already, what was left alone follows the record. */
export function BlacklistForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, caregiver.blacklist);
  const { detail: row } = props;
  const again = row.status === 'blacklisted';
  const [touched, setTouched] = useState<{ reason?: string; reviewOn?: string | null }>({});
  const { reason, reviewOn }: { reason: string; reviewOn: string | null } = { reason: again ? (row.statusReason ?? '') : '', reviewOn: again && row.reviewOn !== null && row.reviewOn > todayThere() ? row.reviewOn : dayAfter(todayThere(), REVIEW), ...touched };
  const [wrong, setWrong] = useState(false);
  return (
    <VerbForm
      {...verb} action={again ? t`更新黑名单` : t`列入黑名单`} danger first="reason" leave={props.leave}
      onSubmit={(form) => {
        const words = reason.trim();
        setWrong(true);
        if (words === '' || reviewOn === null) return void form.querySelector<HTMLElement>(words === '' ? '[name=reason]' : '[name=reviewOn]')?.focus();
        void verb.send({ reason: words, reviewOn }).then((answer) => answer && props.done(answer));
      }}
    >
      <Going detail={row} />
      <WordsField label={t`原因`} name="reason" value={reason} maxLength={500} error={wrong && reason.trim() === '' ? t`写明原因` : null} onChange={(reason) => setTouched((now) => ({ ...now, reason }))} />
      <DayField label={t`复核日期`} name="reviewOn" value={reviewOn} error={wrong && reviewOn === null ? t`填写复核日期` : null} hint={t`到期提醒复核，不会自动移出`} onChange={(day) => (props.touch(), setTouched((now) => ({ ...now, reviewOn: day })))} />
    </VerbForm>
  );
}
