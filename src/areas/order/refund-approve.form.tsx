import { useLingui } from '@lingui/react/macro';
import { order } from './contract.ts';
import { RefundFacts } from './refund-fact.tsx';
import { useVerb } from './use-verb.ts';
import { VerbForm } from './verb-form.tsx';
import type { VerbProps } from './verb.ts';

/** Approves a refund that someone else requested. */
export default function RefundApproveForm(props: VerbProps) {
  const { t } = useLingui();
  const verb = useVerb(props, order['refund-approve']);
  return (
    <VerbForm verb={verb} action={t`批准退款`} leave={props.leave} onSubmit={() => void verb.submit({})}>
      <RefundFacts detail={props.detail} />
    </VerbForm>
  );
}
