import { useLingui } from '@lingui/react/macro';
import type { Reply } from '../../kernel/endpoint.ts';
import { Facts } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import control from '../../ui/style/control.module.css';
import type { order } from './contract.ts';

/** What an event would make of days and amounts, as the server reckons it; undefined while it is on its way. */
export function Outcome({ shown, failure }: { shown: Reply<typeof order.preview> | undefined; failure: Error | null }) {
  const { t } = useLingui();
  const { money, number } = useFormat();
  if (failure !== null) return <p role="alert" className={control.error}>{failure.message}</p>;
  const due = shown !== undefined && shown.newBalanceFen < 0;
  return (
    <div aria-live="polite" aria-busy={shown === undefined}>
      <Facts
        facts={[
          { name: t`天数`, value: shown && (shown.days === shown.newDays ? number(shown.days) : `${number(shown.days)} → ${number(shown.newDays)}`) },
          { name: t`应收`, value: shown && (shown.payableFen === shown.newPayableFen ? money(shown.payableFen) : `${money(shown.payableFen)} → ${money(shown.newPayableFen)}`) },
          { name: due ? t`应退` : t`待收`, value: shown && <b>{money(Math.abs(shown.newBalanceFen))}</b> },
        ]}
      />
    </div>
  );
}
