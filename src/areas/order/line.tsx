import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Words } from '../../kernel/area.ts';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import style from '../../ui/list/list.module.css';
import { STATUS_TONE, STATUS_WORDS } from '../../ui/order-status.ts';
import { Status } from '../../ui/status.tsx';
import type { OrderRow } from './contract.ts';
import { bedOf, placeOf } from './words.ts';

const { wide, firm, strong, facts, place, pair, second } = style;

/** Department and bed behind what `children` say; the department may be cut, the bed never. */
function Bed({ row, children }: { row: OrderRow; children: ReactNode }) {
  const { i18n } = useLingui();
  const say = (words: Words): string => i18n._(words);
  // the word before the number is left out where it would cost the department
  const [word, unit] = row.bedNo?.endsWith('床') === true ? [] : bedOf('#', say)!.split('#');
  return (
    <span className={`${facts} ${place}`} title={placeOf([row.hospitalName, row.departmentName], row.bedNo, say)}>
      {children}
      <span data-fact="department">{row.departmentName}</span>
      {row.bedNo !== null && <span className={firm} data-fact="bed">· {word && <span className={style.word}>{word}</span>}{row.bedNo}{unit}</span>}
    </span>
  );
}
/** Hospital, department and bed; the hospital is cut first, but for its beginning. */
export const Place = ({ row }: { row: OrderRow }) => <Bed row={row}><span className={`${wide} ${strong}`} data-fact="hospital">{row.hospitalName}</span></Bed>;

/** An order on a narrow screen, in four lines that hold what the columns hold. What is paid off shows its whole price. */
export function ShortOrder({ row }: { row: OrderRow }) {
  const { t, i18n } = useLingui();
  const { label: statusOf } = useDictionary('order_status');
  const { dayRange, money } = useFormat();
  const amount = money(Math.abs(row.balanceFen === 0 ? row.payableFen : row.balanceFen));
  return (
    <>
      <span className={pair}>
        <b className={strong} data-fact="patient">{row.patientName}</b>
        <Status tone={STATUS_TONE[row.status]} words={statusOf(row.status, i18n._(STATUS_WORDS[row.status]))} />
      </span>
      <Place row={row} />
      <span className={`${pair} ${second}`}>
        <span data-fact="number">{row.orderNo}</span>
        <span data-fact="dates">{dayRange(row.plannedStart, row.plannedEnd)}</span>
      </span>
      <span className={`${pair} ${second}`}>
        <span className={facts}>{row.caregiverName !== null && <span className={firm} data-fact="caregiver">{row.caregiverName}</span>}<span data-fact="service">{row.serviceName}</span></span>
        <span data-fact="amount">{row.balanceFen === 0 ? t`应收` : row.balanceFen < 0 ? t`应退` : t`待收`} {amount}</span>
      </span>
    </>
  );
}
