import { useLingui } from '@lingui/react/macro';
import { Field } from '../../ui/field.tsx';
import { order } from './contract.ts';
import { externalOf, MethodField, methodOf } from './receipt-field.tsx';
import { RefundFacts } from './refund-fact.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Pays an approved refund out. */
export default function RefundPayForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order['refund-pay']);
  return (
    <VerbForm verb={verb} action={t`支付退款`} first="method" leave={props.leave} onSubmit={(form) => void verb.submit({ method: methodOf(form), ...externalOf(form) })}>
      <RefundFacts detail={props.detail} />
      <MethodField />
      <Field name="externalNo" label={t`流水号（可不填）`} maxLength={64} autoComplete="off" error={null} />
    </VerbForm>
  );
}
