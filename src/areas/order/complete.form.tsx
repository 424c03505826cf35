import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { DayField } from '../../ui/day-field.tsx';
import { todayThere } from '../../ui/parse-day.ts';
import { useRead } from '../../ui/read.ts';
import { focusField } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { order, type OrderDetail } from './contract.ts';
import { Outcome } from './outcome.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

type Half = 'AM' | 'PM';
const NOON = 12;
const hours = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' });
/** Half days in their order. */
const sortable = (day: string, half: Half): string => `${day} ${half}`;
/** The half day that service ends with when it ends now: this one, but neither before its first nor after its last. */
function endNow({ plannedStart, startHalf, plannedEnd, endHalf }: OrderDetail, now = new Date()): { day: string; half: Half } {
  const [day, half]: [string, Half] = [todayThere(now), Number(hours.format(now)) < NOON ? 'AM' : 'PM'];
  if (sortable(day, half) < sortable(plannedStart, startHalf)) return { day: plannedStart, half: startHalf };
  return sortable(day, half) > sortable(plannedEnd, endHalf) ? { day: plannedEnd, half: endHalf } : { day, half };
}

/** Service has ended, now or with an earlier half day. Before the planned end it wants a reason, and says what it makes of the amount. */
export default function CompleteForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order.complete);
  const [now] = useState(() => endNow(props.detail));
  const [day, setDay] = useState<string | null>(now.day);
  const [half, setHalf] = useState<Half>(now.half);
  // kept here: the field goes while the day is half typed or no early one, and its words come back with it
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState<'day' | 'reason' | null>(null);
  const { data, failure } = useRead(order.preview, { params: { no: props.detail.orderNo }, query: { event: 'complete', plannedEnd: day ?? now.day, endHalf: half } }, { asks: day !== null });
  const early = day !== null && sortable(day, half) < sortable(props.detail.plannedEnd, props.detail.endHalf);
  return (
    <VerbForm
      verb={verb} action={t`完成服务`} first={early ? 'reason' : 'end'} leave={props.leave}
      onSubmit={(form) => {
        const reason = early ? words.trim() : '';
        const missing = day === null ? 'day' : early && reason === '' ? 'reason' : null;
        setWrong(missing);
        if (missing === 'day') return focusField(form, 'end');
        if (missing === 'reason') return focusField(form, 'reason');
        // left as it was it is now, by the server's clock; unless noon or midnight has passed since: then it is what was shown and priced
        const still = endNow(props.detail);
        const isNow = day === now.day && half === now.half && day === still.day && half === still.half;
        void verb.submit({ ...(isNow ? {} : { end: { day: day!, half } }), ...(reason === '' ? {} : { reason }) });
      }}
    >
      <DayField label={t`服务到`} name="end" value={day} onChange={(next) => (props.touch(), setDay(next))} error={wrong === 'day' ? t`填写最后服务的那天` : null} half={{ value: half, onChange: setHalf, words: { AM: t`到中午`, PM: t`到晚上` }, end: true }} required />
      <Outcome shown={day === null ? undefined : data} failure={failure} />
      {(early || (day === null && words !== '')) && <WordsField name="reason" value={words} onChange={setWords} maxLength={500} label={t`提前结束的原因`} error={wrong === 'reason' ? t`提前结束要写明原因` : null} />}
    </VerbForm>
  );
}
