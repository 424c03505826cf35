import { useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { Missing } from '../../ui/detail/fact.tsx';
import detail from '../../ui/detail/detail.module.css';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { Rows, useCurrent } from '../../ui/short-rows.tsx';
import { Stale } from '../../ui/stale.tsx';
import { useSubject } from '../../ui/subject.ts';
import { settlement, type CaregiverLine } from './contract.ts';
import { MonthFacts, Pair, useFigures } from './money.tsx';
import { Head, Instead, Partly, Sign, Way } from './paper.tsx';
import type { At } from './place.ts';
import style from './settlement.module.css';
import { Tools } from './tools.tsx';

const NONE: readonly CaregiverLine[] = [];
const keyOf = ({ orderNo }: CaregiverLine): string => orderNo;

/** One caregiver's month, order by order. */
export function CaregiverStatement({ at, no }: { at: At; no: string }) {
  const { t } = useLingui();
  const { dayRange, month } = useFormat();
  const { data, failure, again } = useRead(settlement.caregiver, { query: { month: at.month, caregiverNo: no } });
  const rows = data?.lines ?? NONE;
  const current = useCurrent(rows, keyOf);
  const { served } = useFigures(data?.payFen !== null);
  useSubject(data === undefined ? undefined : no, month(at.month));
  if (data === undefined) return <><Way at={at} />{failure !== null ? <Instead><Missing title={t`护工对账单`} failure={failure} again={again} /></Instead> : <div className={style.skeleton} aria-busy="true" />}</>;
  return (
    <article className={style.sheet}>
      <Way at={at} />
      <Head title={t`${data.name} 对账单`} month={at.month}>
        <p className={style.state}><a className={detail.link} href={`#${href('/caregiver/:no', { no })}`}>{no}</a></p>
        {!data.whole && <Partly />}
      </Head>
      {failure !== null && <Stale className={style.part} failure={failure} again={again} />}
      <Tools at={at} />
      <div className={style.facts}><MonthFacts sums={data} dated={false} /></div>
      {rows.length === 0 ? <Instead><Empty title={t`这个月没有服务日`} /></Instead> : (
        <Rows
          label={t`这个月的订单`} rows={rows} keyOf={keyOf} current={current} onOpen={({ orderNo }) => navigate(href('/order/:no', { no: orderNo }))} dense
          heads={[{ words: t`订单号` }, { words: t`医院` }, { words: t`日期` }, { words: t({ context: '列', message: '月结' }) }, ...served.heads]}
          cells={(row) => [<Pair key="no" text={row.orderNo} also={row.patientName} />, row.hospital, dayRange(row.from, row.to), row.closed ? t`已月结` : t`未月结`, ...served.cells(row)]}
          sums={[t`合计`, '', '', '', ...served.cells(data)]}
        />
      )}
      <Sign sides={[t`护工签字`, t`服务方签字`, t({ context: '签字', message: '日期' })]} />
    </article>
  );
}
