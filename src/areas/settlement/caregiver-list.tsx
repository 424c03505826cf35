import { useLingui } from '@lingui/react/macro';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { Line } from '../../ui/list/column.tsx';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { Rows, useCurrent, type Held } from '../../ui/short-rows.tsx';
import { Stale } from '../../ui/stale.tsx';
import { useSubject } from '../../ui/subject.ts';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { settlement, type CaregiverMonth } from './contract.ts';
import { useFigures } from './money.tsx';
import { Head, Instead, Partly } from './paper.tsx';
import { addressOf, type At } from './place.ts';
import style from './settlement.module.css';
import { Tools } from './tools.tsx';

const NONE: readonly CaregiverMonth[] = [];
const keyOf = ({ caregiverNo }: CaregiverMonth): string => caregiverNo;

/** What each caregiver served in the month, most days first: Enter opens their statement. */
export function CaregiverList({ at, kept }: { at: At; kept: readonly [Held, (held: Held) => void] }) {
  const { t } = useLingui();
  const { number, month } = useFormat();
  const { data, failure, again } = useRead(settlement.caregivers, { query: { month: at.month } });
  const rows = data?.list ?? NONE;
  const current = useCurrent(rows, keyOf, kept);
  const { served } = useFigures(data?.sums.payFen !== null);
  useSubject(t`各护工`, month(at.month));
  if (failure !== null && data === undefined) return <Instead><Unread failure={failure} again={again} /></Instead>;
  if (data === undefined) return <div className={style.skeleton} aria-busy="true" />;
  const stale = failure !== null && <Stale className={style.part} failure={failure} again={again} />;
  if (rows.length === 0) return <>{stale}<Instead><Empty title={t`这个月没有服务日`} hint={t`派单以后，每位护工的天数和工资按月列在这里。`} /></Instead></>;
  return (
    <>
      <Head title={t`各护工的月度对账`} month={at.month} paper />
      {stale}
      {!data.whole && <div className={style.part}><Partly /></div>}
      <Tools at={at} />
      {data.total > rows.length && <p className={`${control.hint} ${style.more}`}>{t`仅列前 ${number(rows.length)} 位，合计是全部 ${number(data.total)} 位的；完整见导出的表格。`}</p>}
      <Rows
        label={t`各护工的月度对账`} rows={rows} keyOf={keyOf} current={current} onOpen={({ caregiverNo }) => navigate(addressOf({ ...at, caregiver: caregiverNo }))} dense
        heads={[{ words: t`护工` }, { words: t`订单`, number: true }, ...served.heads]}
        cells={(row) => [<Line key="name" text={row.name} also={row.caregiverNo} strong />, number(row.orders), ...served.cells(row)]}
        sums={[t`合计`, number(data.sums.orders), ...served.cells(data.sums)]}
      />
    </>
  );
}
