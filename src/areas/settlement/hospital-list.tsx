import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { Line } from '../../ui/list/column.tsx';
import { Scoped } from '../../ui/list/nothing.tsx';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import { Rows, useCurrent, type Held } from '../../ui/short-rows.tsx';
import { Stale } from '../../ui/stale.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubject } from '../../ui/subject.ts';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { area } from './area.ts';
import { settlement, type HospitalMonth } from './contract.ts';
import { useMonthHere } from './here.ts';
import { useFigures } from './money.tsx';
import { Head, Instead } from './paper.tsx';
import { addressOf, type At } from './place.ts';
import style from './settlement.module.css';
import { Tools } from './tools.tsx';
import { STATE_TONE, STATE_WORDS } from './words.ts';

const NONE: readonly HospitalMonth[] = [];
const CLOSE = area.commands!.find(({ id }) => id === 'settlement.close')!;
const keyOf = ({ hospitalId }: HospitalMonth): string => hospitalId;

/** The month of each hospital in reach: Enter opens its statement, `c` closes it. */
export function HospitalList({ at, kept }: { at: At; kept: readonly [Held, (held: Held) => void] }) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const { number, month } = useFormat();
  const viewer = useViewer();
  const { data, failure, again } = useRead(settlement.months, { query: { month: at.month } });
  const rows = data?.list ?? NONE;
  const current = useCurrent(rows, keyOf, kept);
  const { dated } = useFigures(data?.total.payFen !== null);
  useSubject(t`各医院`, month(at.month));
  useMonthHere(at, () => current.row);
  const open = ({ hospitalId }: HospitalMonth, does: At['does'] = null): void => navigate(addressOf({ ...at, hospital: hospitalId, does }));
  if (failure !== null && data === undefined) return <Instead><Unread failure={failure} again={again} /></Instead>;
  if (data === undefined) return <div className={style.skeleton} aria-busy="true" />;
  const stale = failure !== null && <Stale className={style.part} failure={failure} again={again} />;
  if (rows.length === 0) return <>{stale}<Instead><Empty title={t`还没有医院`} hint={t`有了医院和订单，每个月的对账列在这里。`}><Scoped /></Empty></Instead></>;
  const part = (whole: boolean): string[] => (whole ? [] : [t`只含你的科室`]);
  return (
    <>
      <Head title={t`各医院的月度对账`} month={at.month} paper />
      {stale}
      <Tools at={at}>
        {viewer !== null && may(viewer, 'biz:stat:close') && <button type="button" className={control.button} {...keys(CLOSE)} disabled={current.row?.can.includes('close') !== true} onClick={() => current.row !== undefined && open(current.row, 'close')}>{i18n._(CLOSE.title)} <KeyCap of={CLOSE} /></button>}
      </Tools>
      <Rows
        label={t`各医院的月度对账`} rows={rows} keyOf={keyOf} current={current} onOpen={(row) => open(row)} dense
        heads={[{ words: t`医院` }, { words: t({ context: '列', message: '月结' }) }, { words: t`订单`, number: true }, ...dated.heads]}
        cells={(row) => [
          <Line key="name" text={row.name} also={[...part(row.whole), ...(row.pay?.paid ? [t`工资已发`] : []), ...(row.state === 'open' && row.hindrances > 0 ? [t`${plural(row.hindrances, { other: '# 张订单要先办完' })}`] : [])].join(' · ')} strong />, <Status key="state" tone={STATE_TONE[row.state]} words={i18n._(STATE_WORDS[row.state])} />, number(row.orders), ...dated.cells(row),
        ]}
        sums={[<Line key="sum" text={t`合计`} also={part(rows.every(({ whole }) => whole)).join('')} />, '', number(data.total.orders), ...dated.cells(data.total)]}
      />
    </>
  );
}
