import { useLingui } from '@lingui/react/macro';
import { Facts } from '../../ui/detail/fact.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Sums } from './contract.ts';
import style from './settlement.module.css';

type Served = Pick<Sums, 'days' | 'holidayDays' | 'amountFen' | 'payFen' | 'feeFen'>;
interface Head {
  words: string;
  number: boolean;
}
/** A fact over a quieter one. */
export function Pair({ text, also }: { text: string; also: string | null }) {
  return <span className={style.pair}><span>{text}</span>{also !== null && <small>{also}</small>}</span>;
}
/** The columns of figures of a table, and their cells; what caregivers get only for who may see it. `dated`: with what was adjusted, received and given back. */
export function useFigures(seesPay: boolean): { served: { heads: readonly Head[]; cells: (of: Served) => React.ReactNode[] }; dated: { heads: readonly Head[]; cells: (of: Sums) => React.ReactNode[] } } {
  const { t } = useLingui();
  const { money, number } = useFormat();
  const heads = [t`天数`, t`服务费`, ...(seesPay ? [t`护工分成`] : []), t`医院管理费`].map((words) => ({ words, number: true }));
  // without days there is nothing that would come to zero
  const cells = ({ days, holidayDays, amountFen, payFen, feeFen }: Served): React.ReactNode[] => {
    const of = (fen: number | null): string => (days === 0 || fen === null ? '—' : money(fen));
    return [<Pair key="days" text={days === 0 ? '—' : number(days)} also={holidayDays === 0 ? null : t`节假日 ${number(holidayDays)}`} />, of(amountFen), ...(seesPay ? [of(payFen)] : []), of(feeFen)];
  };
  const none = (fen: number): string => (fen === 0 ? '—' : money(fen));
  return {
    served: { heads, cells },
    dated: {
      heads: [...heads, ...[t`调整`, t`已收`, t`已退`].map((words) => ({ words, number: true }))],
      cells: ({ adjustedFen, receivedFen, refundedFen, ...served }) => [...cells(served), none(adjustedFen), none(receivedFen), none(refundedFen)],
    },
  };
}
/** What a month comes to, as facts. */
export function MonthFacts({ sums, dated }: { sums: Served & Partial<Sums>; dated: boolean }) {
  const { t } = useLingui();
  const { money, number } = useFormat();
  const { days, holidayDays, amountFen, payFen, feeFen, adjustedFen = 0, receivedFen = 0, refundedFen = 0 } = sums;
  const share = payFen === null ? [] : [{ name: t`护工分成`, value: money(payFen) }];
  const more = dated ? [{ name: t`调整`, value: money(adjustedFen) }, { name: t`应收合计`, value: <b>{money(amountFen + adjustedFen)}</b> }, { name: t`已收`, value: money(receivedFen) }, { name: t`已退`, value: money(refundedFen) }] : [];
  return <Facts facts={[{ name: t`服务天数`, value: holidayDays === 0 ? number(days) : t`${number(days)}（其中节假日 ${number(holidayDays)}）` }, { name: t`服务费`, value: money(amountFen) }, ...share, { name: t`医院管理费`, value: money(feeFen) }, ...more]} />;
}
