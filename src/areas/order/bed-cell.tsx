import { Trans, useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { Status } from '../../ui/status.tsx';
import style from './bed.module.css';
import type { OrderRow } from './contract.ts';
import { bedOf } from './words.ts';

/** One place of the map: a bed, or with `bedNo` null an order that has none yet. `now`: who is in it today, `next`: who comes. */
export interface Spot {
  key: string;
  bedId: string | null;
  bedNo: string | null;
  extra: boolean;
  off: boolean;
  now: OrderRow | null;
  next: OrderRow | null;
  /** All of them, with those behind the next. */
  rows: readonly OrderRow[];
}
/** Whether somebody may be put there today. */
export const isFree = ({ bedId, off, now }: Spot): boolean => bedId !== null && !off && now === null;
/** What one acts on there: who is in it, else who comes. */
export const orderAt = ({ now, next }: Spot): OrderRow | undefined => now ?? next ?? undefined;

/** What a place of the map shows. */
export function Cell({ spot: { bedId, bedNo, extra, off, now, next }, today }: { spot: Spot; today: string }) {
  const { t, i18n } = useLingui();
  const { dayRange, money } = useFormat();
  const { label: statusOf } = useDictionary('order_status');
  const late = now !== null && now.plannedEnd < today;
  const until = (row: OrderRow): string => dayRange(row.plannedEnd, row.plannedEnd);
  const from = (row: OrderRow): string => dayRange(row.plannedStart, row.plannedStart);
  const bed = bedOf(bedNo, (words) => i18n._(words));
  return (
    <>
      <span className={style.line}>
        <span className={style.bed}>{bed ?? t`没有床位`}</span>
        {now !== null && <b className={style.who}>{now.patientName}</b>}
        {extra && bedNo?.startsWith('加') === false && <span className={style.quiet}><Trans>加床</Trans></span>}
      </span>
      {now === null ? bedId !== null && (
        <span className={style.line}>{off ? <Status tone="neutral" words={t`已停用`} /> : <span className={style.quiet}><Trans>空床</Trans></span>}</span>
      ) : (
        <>
          <span className={style.line}>
            <Status tone={STATUS_TONE[now.status]} words={statusOf(now.status, i18n._(STATUS_WORDS[now.status]))} />
            {late ? <Status tone="danger" words={t`${until(now)} 已到期`} /> : <span className={style.quiet}>{t`到 ${until(now)}`}</span>}
          </span>
          <span className={style.line}>
            <span className={style.quiet}>{now.caregiverName ?? t`没有护工`}</span>
            {now.balanceFen > 0 && <Status tone="warn" words={t`待收 ${money(now.balanceFen)}`} />}
          </span>
        </>
      )}
      {next !== null && <span className={style.next}>{t`${from(next)} 起 ${next.patientName}`}{next.serviceState === 'pending_assign' && <> <Status tone="warn" words={statusOf(next.status, i18n._(STATUS_WORDS[next.status]))} /></>}</span>}
    </>
  );
}
