import { useLingui } from '@lingui/react/macro';
import { Facts } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import type { OrderDetail } from './contract.ts';

/** The refund that is under way: how much, why, by whom. */
export function RefundFacts({ detail }: { detail: OrderDetail }) {
  const { t } = useLingui();
  const { money, instant } = useFormat();
  const refund = detail.refunds.findLast(({ status }) => status === 'requested' || status === 'approved');
  if (refund === undefined) return null;
  return (
    <Facts
      facts={[
        { name: t`退款金额`, value: <b>{money(refund.amountFen)}</b> },
        { name: t`原因`, value: refund.reason },
        { name: t`申请`, value: `${refund.requestedBy} · ${instant(refund.at)}` },
        ...(refund.approvedBy === null ? [] : [{ name: t`批准`, value: refund.approvedBy }]),
      ]}
    />
  );
}
