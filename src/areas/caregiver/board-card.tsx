import { useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import style from './board.module.css';
import { addressOf } from './caregiver-list.tsx';
import type { EndingCard } from './contract.ts';
import { Expiry } from './expiry.tsx';

/** What the end of a certificate means: without one of health nobody is given an order. */
function useMeaning({ kind, daysLeft, caregiver }: EndingCard): { words: string; bad: boolean } {
  const { t } = useLingui();
  if (kind !== 'health') return { words: t`不影响派单`, bad: false };
  if (daysLeft >= 0) return { words: t`到期后停派，不能派单`, bad: false };
  return { words: caregiver.suspendedFor === 'health' ? t`已停派，不能派单` : t`不能派单`, bad: true };
}
/** A certificate of the board: whose, what, until when, and what that means. */
export function Card({ card }: { card: EndingCard }) {
  const { t } = useLingui();
  const { label: kindOf } = useDictionary('certificate_kind');
  const format = useFormat();
  const meaning = useMeaning(card);
  const { caregiver, kind, number, expiresOn, daysLeft } = card;
  const hospitals = caregiver.hospitals.join(' · ');
  return (
    <div className={style.card}>
      <span className={style.pair}><span title={`${caregiver.name} ${caregiver.staffNo}`}><a href={`#${addressOf(caregiver)}`} tabIndex={-1}>{caregiver.name}</a> <span className={style.quiet}>{caregiver.staffNo}</span></span><Expiry daysLeft={daysLeft} /></span>
      <span className={style.pair}><span title={[kindOf(kind), number].filter(Boolean).join(' ')}>{kindOf(kind)} <span className={style.quiet}>{number}</span></span><span className={style.quiet}>{t`${format.day(expiresOn)} 到期`}</span></span>
      <span className={`${style.pair} ${style.tail} ${style.quiet}`}><span className={meaning.bad ? style.bad : undefined}>{meaning.words}</span><span title={hospitals}>{hospitals}</span></span>
    </div>
  );
}
