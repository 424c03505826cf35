import { useId, useState } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import control from '../../ui/style/control.module.css';
import { focusField, typed } from '../../ui/submit.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { ADJUSTMENT_KINDS, order } from './contract.ts';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

type Kind = (typeof ADJUSTMENT_KINDS)[number];
const KIND_WORDS: Record<Kind, Words> = { discount: msg`减免`, surcharge: msg`加收`, correction: msg`更正，少收写负数` };

/** Adjusts what is payable: a discount, a surcharge, or a correction either way. */
export default function AdjustForm(props: VerbProps) {
  const { t, i18n } = useLingui();
  const { money } = useFormat();
  const id = useId();
  const verb = useVerb(props, order.adjust);
  const [kind, setKind] = useState<Kind>('discount');
  const [amount, setAmount] = useState<number | null>(null);
  const [wrong, setWrong] = useState({ amount: false, reason: false });
  const signed = amount === null ? 0 : kind === 'discount' ? -amount : amount;
  const fine = amount !== null && (kind === 'correction' ? amount !== 0 : amount > 0);
  return (
    <VerbForm
      verb={verb} action={t`调整金额`} first="kind" leave={props.leave}
      onSubmit={(form) => {
        const reason = typed(form, 'reason');
        setWrong({ amount: !fine, reason: reason === '' });
        if (!fine) return focusField(form, 'amount');
        if (reason === '') return focusField(form, 'reason');
        void verb.submit({ kind, amountFen: signed, reason });
      }}
    >
      <div className={control.field}>
        <label className={control.label} htmlFor={id}><Trans>种类</Trans></label>
        <select id={id} name="kind" className={control.input} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>{ADJUSTMENT_KINDS.map((one) => <option key={one} value={one}>{i18n._(KIND_WORDS[one])}</option>)}</select>
      </div>
      <MoneyField label={t`金额`} name="amount" value={amount} onChange={setAmount} error={wrong.amount && !fine ? (kind === 'correction' ? t`填写不为 0 的金额` : t`填写大于 0 的金额`) : null} hint={t`应收 ${money(props.detail.payableFen)}，调整后 ${money(props.detail.payableFen + signed)}`} required />
      <WordsField name="reason" maxLength={500} label={t`调整的原因`} error={wrong.reason ? t`写明原因` : null} />
    </VerbForm>
  );
}
