import { useState } from 'react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../kernel/href.ts';
import { refusalWords } from '../../kernel/refusal.ts';
import { KeyCap, useKeyProps } from '../../ui/bound-key.tsx';
import { Missing } from '../../ui/detail/fact.tsx';
import detail from '../../ui/detail/detail.module.css';
import { Empty } from '../../ui/empty.tsx';
import { useFormat } from '../../ui/format.ts';
import { currentLanguage } from '../../ui/language.tsx';
import { navigate } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { Rows, useCurrent } from '../../ui/short-rows.tsx';
import { Stale } from '../../ui/stale.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubject } from '../../ui/subject.ts';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { area } from './area.ts';
import { ClosingForm } from './closing.form.tsx';
import { settlement, type MonthVerb, type OrderLine, type Statement } from './contract.ts';
import { useMonthHere } from './here.ts';
import { MonthFacts, Pair, useFigures } from './money.tsx';
import { Head, Instead, Sign, Way } from './paper.tsx';
import { addressOf, listOf, type At } from './place.ts';
import style from './settlement.module.css';
import { Tools } from './tools.tsx';
import { HINDRANCE_WORDS, STATE_TONE, STATE_WORDS } from './words.ts';

const NONE: readonly OrderLine[] = [];
const keyOf = ({ orderNo }: OrderLine): string => orderNo;
const VERBS = area.commands!.filter(({ on }) => on === 'settlement');

/** One hospital's month: what it comes to, what hinders its closing, order by order; closed with `c`, opened again with `o`; `y` marks its pay as paid, `u` takes that back. */
export function HospitalStatement({ at, hospitalId }: { at: At; hospitalId: string }) {
  const keys = useKeyProps();
  const { t, i18n } = useLingui();
  const { instant, dayRange, month, number } = useFormat();
  const query = { month: at.month, hospitalId };
  const { data, failure, again } = useRead(settlement.statement, { query });
  const { data: lines, failure: unlisted, again: list } = useRead(settlement.orders, { query });
  const rows = lines?.list ?? NONE;
  const current = useCurrent(rows, keyOf);
  const { dated } = useFigures(data?.payFen !== null);
  useSubject(data?.name, month(at.month));
  useMonthHere(at, () => data);
  // who came for the form alone, as from the list, goes back to the list when it is done
  const [passing, setPassing] = useState(at.does !== null);
  /** What was sent, until that is answered: it stands, though what is read meanwhile is what came of it. */
  const [sent, hold] = useState<Statement | null>(null);
  const does = (verb: At['does'], done = false): void => {
    setPassing(false);
    hold(null);
    navigate(addressOf(done && passing ? listOf(at) : { ...at, does: verb }), { replace: true });
  };
  if (data === undefined) return <><Way at={at} />{failure !== null ? <Instead><Missing title={t`医院对账单`} failure={failure} again={again} /></Instead> : <div className={style.skeleton} aria-busy="true" />}</>;
  const renew = (): void => [again, list].forEach((ask) => ask());
  const stale = failure ?? (lines === undefined ? null : unlisted);
  const moneyOnly = (lines?.total ?? 0) - data.orders;
  const { closedBy, closedAt, reopenedBy, reopenedAt, reopenReason, paidBy, paidAt } = data;
  const asked = sent ?? data;
  const verb = at.does !== null && asked.can.includes(at.does) ? at.does : null;
  return (
    <article className={style.sheet} data-state={data.state}>
      <Way at={at} />
      <Head title={t`${data.name} 对账单`} month={at.month}>
        <p className={style.state}>
          <Status tone={STATE_TONE[data.state]} words={i18n._(STATE_WORDS[data.state])} />
          {closedAt !== null && <span className={detail.quiet}>{t`${closedBy ?? ''} 于 ${instant(closedAt)} 月结`}</span>}
          {paidAt !== null && <span className={detail.quiet}>{t`${paidBy ?? ''} 于 ${instant(paidAt)} 登记工资已发`}</span>}
          {reopenedAt !== null && <span className={detail.quiet}>{t`${reopenedBy ?? ''} 于 ${instant(reopenedAt)} 重开：${reopenReason ?? ''}`}</span>}
          {!data.whole && <span className={detail.quiet}><Trans>只含你的科室</Trans></span>}
        </p>
      </Head>
      {stale !== null && <Stale className={style.part} failure={stale} again={renew} />}
      <Tools at={at} prints={lines !== undefined}>
        {VERBS.filter(({ event }) => data.can.includes(event as MonthVerb)).map((command) => (
          <button key={command.id} type="button" className={`${control.button} ${['close', 'pay'].includes(command.event!) ? control.primary : ''}`} {...keys(command)} onClick={() => does(command.event as MonthVerb)}>{i18n._(command.title)} <KeyCap of={command} /></button>
        ))}
      </Tools>
      {at.does && !verb && <p className={style.note} role="alert">{refusalWords(data.cannot[at.does] ?? 'not_your_role', currentLanguage())}</p>}
      <div className={style.facts}>
        <MonthFacts sums={data} dated />
        <p className={control.hint}><Trans>服务费按服务日计入当月；调整、已收、已退按发生的日期计入当月。</Trans></p>
      </div>
      {data.state === 'open' && data.hindrances > 0 && <Hindering statement={data} />}
      {data.uncovered > 0 && <p className={style.note}><Plural value={data.uncovered} other="其中 # 天没有护工，没有分成。" /></p>}
      {moneyOnly > 0 && <p className={`${control.hint} ${style.more}`}>{t`${number(data.orders)} 张有服务日，另有 ${number(moneyOnly)} 张只有款项。`}</p>}
      {lines !== undefined && lines.total > rows.length && <p className={`${control.hint} ${style.more}`}>{t`仅列前 ${number(rows.length)} 张，合计是全部 ${number(lines.total)} 张的；完整见导出的表格。`}</p>}
      {lines === undefined ? unlisted !== null ? <Instead><Unread title={t`没有取到这个月的订单`} failure={unlisted} again={renew} /></Instead> : <div className={style.skeleton} aria-busy="true" /> : rows.length === 0 ? <Instead><Empty title={t`这个月没有订单`} /></Instead> : (
        <Rows
          label={t`这个月的订单`} rows={rows} keyOf={keyOf} current={current} onOpen={({ orderNo }) => navigate(href('/order/:no', { no: orderNo }))} dense
          heads={[{ words: t`订单号` }, { words: t`服务` }, { words: t`护工` }, { words: t`日期` }, ...dated.heads]}
          cells={(row) => [
            <Pair key="no" text={row.orderNo} also={row.patientName} />, <Pair key="service" text={row.service} also={row.department} />, row.caregivers || '—', row.from === null || row.to === null ? '—' : <span key="days" className={style.run}>{dayRange(row.from, row.to)}</span>, ...dated.cells({ ...row, orders: 1 }),
          ]}
          sums={[t`合计`, '', '', '', ...dated.cells(data)]}
        />
      )}
      {/* nobody signs sums without what they are of */}
      {lines !== undefined && <Sign sides={[t`医院方签字`, t`服务方签字`, t({ context: '签字', message: '日期' })]} />}
      {verb !== null && <ClosingForm key={verb} verb={verb} statement={asked} hold={hold} onClose={(done) => does(null, done)} />}
    </article>
  );
}

/** Orders that must be seen to before the month can be closed; each leads to it. */
function Hindering({ statement: { hindrances, hindering } }: { statement: Statement }) {
  const { t, i18n } = useLingui();
  const { dayRange } = useFormat();
  return (
    <section className={style.hindering} aria-label={t`月结前要办完的订单`}>
      <h2><Plural value={hindrances} other="月结前还有 # 张订单要办完" /></h2>
      <ul>
        {hindering.map(({ orderNo, patientName, kind, from, to }) => (
          <li key={orderNo}><a className={detail.link} href={`#${href('/order/:no', { no: orderNo })}`}>{orderNo}</a> <span>{patientName}</span> <span>{dayRange(from, to)}</span> <Status tone="warn" words={i18n._(HINDRANCE_WORDS[kind])} /></li>
        ))}
      </ul>
      {hindrances > hindering.length && <p className={control.hint}>{t`先列最早的 ${hindering.length} 张。`}</p>}
    </section>
  );
}
