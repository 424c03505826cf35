import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../ui/call.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useSend } from '../../ui/send.ts';
import { focusField } from '../../ui/submit.ts';
import { VerbForm } from '../../ui/verb-form.tsx';
import { WordsField } from '../../ui/words-field.tsx';
import { COMPLAINT_KINDS, order, SEVERITIES, type OrderDetail } from './contract.ts';
import type { VerbProps } from './verb.ts';
import { COMPLAINT_WORDS, SEVERITY_WORDS } from './words.ts';

type Kind = (typeof COMPLAINT_KINDS)[number];
type Severity = (typeof SEVERITIES)[number];
/** Nobody in particular, as a choice. */
const NOBODY = '0';
/** Those who were given the order, and who of them is there now, or was last; `NOBODY` for an order that nobody was given. */
function carersOf({ stints }: OrderDetail, now: number): { carers: { value: string; label: string }[]; there: string } {
  const given = stints.filter(({ status }) => status !== 'void');
  const begun = given.filter(({ from }) => Date.parse(from) <= now);
  const there = begun.findLast(({ to }) => Date.parse(to) > now) ?? begun.at(-1) ?? given[0];
  return { carers: [...new Map(stints.map(({ caregiverNo: value, caregiverName }) => [value, { value, label: `${caregiverName} ${value}` }])).values()], there: there?.caregiverNo ?? NOBODY };
}

/** Writes down a complaint, a wish for somebody else, or an incident; about who serves today unless somebody else is named. */
export default function ComplainForm({ detail, leave, done }: VerbProps) {
  const { t, i18n } = useLingui();
  const { busy, failure, send } = useSend();
  const [now] = useState(() => Date.now());
  const { carers, there } = carersOf(detail, now);
  const [kind, setKind] = useState<Kind>('complaint');
  const [severity, setSeverity] = useState<Severity>(2);
  const [carer, setCarer] = useState(there);
  const [content, setContent] = useState('');
  const [missing, setMissing] = useState(false);
  const no = detail.orderNo;
  async function submit(form: HTMLFormElement): Promise<void> {
    setMissing(content.trim() === '');
    if (content.trim() === '') return focusField(form, 'content');
    const body = { kind, severity, content: content.trim(), caregiverNo: carer === NOBODY ? null : carer };
    const sent = await send(body, (idempotencyKey) => call(order.complain, { params: { no }, body, idempotencyKey }));
    if (sent !== undefined) done(sent.reply);
  }
  return (
    <VerbForm busy={busy} said={failure?.message ?? null} conflict={null} action={t`登记投诉`} first="kind" leave={leave} onSubmit={(form) => void submit(form)}>
      <SelectField label={t`类别`} name="kind" value={kind} onChange={(value) => setKind(value as Kind)} options={COMPLAINT_KINDS.map((value) => ({ value, label: i18n._(COMPLAINT_WORDS[value]) }))} />
      <SelectField label={t`护工`} name="carer" value={carer} onChange={setCarer} options={[...carers, { value: NOBODY, label: t`不针对某位护工` }]} />
      <SelectField label={t`程度`} name="severity" value={String(severity)} onChange={(value) => setSeverity(Number(value) as Severity)} options={SEVERITIES.map((value) => ({ value: String(value), label: `${value} ${i18n._(SEVERITY_WORDS[value - 1]!)}` }))} />
      <WordsField label={t`内容`} name="content" value={content} onChange={setContent} maxLength={1000} rows={4} error={missing && content.trim() === '' ? t`写明发生了什么` : null} />
    </VerbForm>
  );
}
