import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { useQuery } from '../../ui/location.ts';
import { dayAfter, parseDay, todayThere } from '../../ui/parse-day.ts';
import { VerbForm } from '../../ui/verb-form.tsx';
import { WordsField } from '../../ui/words-field.tsx';
import { caregiver, LONGEST_LEAVE } from './contract.ts';
import { Going } from './going.tsx';
import { useVerb } from './use-verb.tsx';
import type { VerbProps } from './verb.ts';

/** Days off, the first and the last; the address may name a first one, which then is the last one too. */
export default function LeaveForm(props: VerbProps) {
  const { t } = useLingui();
  const { touch, leave, done } = props;
  const verb = useVerb(props, caregiver.leave);
  const asked = useQuery().get('from') ?? '';
  const named = parseDay(asked, todayThere()) === asked ? asked : null;
  const [from, setFrom] = useState<string | null>(named ?? todayThere());
  const [to, setTo] = useState<string | null>(named);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  const backwards = from !== null && to !== null && to < from;
  const long = from !== null && to !== null && to >= dayAfter(from, LONGEST_LEAVE);
  return (
    <VerbForm
      {...verb} action={t`请假`} first="from" leave={leave}
      onSubmit={(form) => {
        setWrong(true);
        if (from === null || to === null || backwards || long) return void form.querySelector<HTMLElement>(from === null ? '[name=from]' : '[name=to]')?.focus();
        void verb.send({ from, to, reason: reason.trim() || null }).then((answer) => answer && done(answer));
      }}
    >
      <DayField label={t`第一天`} name="from" value={from} required error={wrong && from === null ? t`填写第一天` : null} onChange={(day) => (touch(), setFrom(day))} />
      <DayField label={t`最后一天`} name="to" value={to} from={from} required hint={t`+3 从第一天算起`} error={wrong && to === null ? t`填写最后一天` : wrong && backwards ? t`最后一天不能早于第一天` : wrong && long ? t`一次请假最长 400 天` : null} onChange={(day) => (touch(), setTo(day))} />
      {from !== null && <Going detail={props.detail} days={{ from, to: to ?? from }} />}
      <WordsField label={t`原因`} name="reason" value={reason} maxLength={500} onChange={setReason} />
    </VerbForm>
  );
}
