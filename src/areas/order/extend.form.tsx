import { useEffect, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { refusalWords, type RefusalName } from '../../kernel/refusal.ts';
import { DayField } from '../../ui/day-field.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage } from '../../ui/language.tsx';
import { useRead } from '../../ui/read.ts';
import { useRested } from '../../ui/rested.ts';
import control from '../../ui/style/control.module.css';
import { focusField, typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { CandidateField } from './candidate-field.tsx';
import { order, type OrderDetail } from './contract.ts';
import style from './new-order.module.css';
import { Outcome } from './outcome.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Milliseconds of rest before the server is asked what the new end means. */
const REST = 150;
/** Who serves at the end of the stay as it is. */
const lastOf = ({ stints }: OrderDetail) => stints.filter(({ status }) => status !== 'void').toSorted((a, b) => (a.to < b.to ? 1 : -1))[0];

/** A later end: what it costs, and who serves the added days when whoever serves now is not free. */
export default function ExtendForm(props: VerbProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { day: dayWords } = useFormat();
  const { detail, leave, touch } = props;
  const verb = useVerb(props, order.extend);
  const [end, setEnd] = useState<{ day: string | null; half: 'AM' | 'PM' }>({ day: null, half: 'PM' });
  const [other, setOther] = useState(false);
  const [carer, setCarer] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const later = end.day !== null && (end.day > detail.plannedEnd || (end.day === detail.plannedEnd && detail.endHalf === 'AM' && end.half === 'PM'));
  const rested = useRested(later ? { plannedEnd: end.day!, endHalf: end.half } : null, REST);
  const asked = later && rested?.plannedEnd === end.day && rested.endHalf === end.half ? rested : null;
  const no = detail.orderNo;
  const last = lastOf(detail);
  const shown = useRead(order.preview, { params: { no }, query: { event: 'extend' as const, ...asked } }, { asks: asked !== null });
  const own = useRead(order.candidates, { params: { no }, query: { event: 'extend' as const, ...asked, q: last?.caregiverNo ?? '' } }, { asks: asked !== null && last !== undefined });
  const blocks = asked === null ? [] : (own.data?.find(({ caregiverNo }) => caregiverNo === last?.caregiverNo)?.blocks ?? []);
  const needed = blocks.length > 0;
  const picks = asked !== null && (needed || other);
  const unknown = asked === null || (own.data === undefined && own.failure === null);
  // nobody goes along whom one does not see: once these days are known to need nobody else, whom others needed is forgotten
  const idle = asked !== null && own.data !== undefined && !picks;
  useEffect(() => {
    if (idle) setCarer(null);
  }, [idle]);
  const wrong = tried && !later ? (end.day === null ? t`填写新的结束日期` : t`新的结束要晚于现在的结束`) : null;
  const late = tried && picks && carer === null ? t`选增加的日子由谁服务` : null;
  const halfWords = { AM: t`到中午`, PM: t`到晚上` };
  return (
    <VerbForm
      verb={verb} action={t`延长服务`} first="plannedEnd" leave={leave}
      onSubmit={(form) => {
        setTried(true);
        if (!later) return focusField(form, 'plannedEnd');
        if ((picks || other) && carer === null) return focusField(form, 'caregiver');
        const reason = typed(form, 'reason');
        // while it is not known what the day needs, whom one chose for the one before is still meant
        void verb.submit({ plannedEnd: end.day!, endHalf: end.half, ...(reason === '' ? {} : { reason }), ...((picks || unknown) && carer !== null ? { caregiverNo: carer } : {}), ...(shown.data && { expectFen: shown.data.newPayableFen }) });
      }}
    >
      <p className={control.hint}>{t`现在 ${dayWords(detail.plannedEnd)} ${halfWords[detail.endHalf]}`}</p>
      <DayField
        label={t`新的结束`} name="plannedEnd" required value={end.day} from={detail.plannedEnd} error={wrong} hint={end.day === null ? t`+3 就是延长三天` : undefined}
        onChange={(day) => {
          touch();
          setEnd((now) => ({ ...now, day }));
        }}
        half={{ value: end.half, onChange: (half) => setEnd((now) => ({ ...now, half })), words: halfWords, end: true }}
      />
      {asked !== null && <Outcome shown={shown.data} failure={shown.failure} />}
      {needed && last !== undefined && <output className={control.error}>{t`${last.caregiverName}接不上：${blocks.map((name) => refusalWords(name as RefusalName, language)).join(' · ')}`}</output>}
      {asked !== null && !needed && last !== undefined && (
        <label className={style.check}><input type="checkbox" name="other" checked={other} onChange={(event) => { setOther(event.target.checked); setCarer(null); }} /> {t`增加的日子换人，不由 ${last.caregiverName} 服务`}</label>
      )}
      {picks && (
        <CandidateField
          no={no} query={{ event: 'extend', plannedEnd: end.day!, endHalf: end.half }} value={carer} error={late}
          onChange={(next) => {
            if (next !== null) touch();
            setCarer(next);
          }}
        />
      )}
      <WordsField name="reason" maxLength={500} label={t`原因（可不填）`} />
    </VerbForm>
  );
}
