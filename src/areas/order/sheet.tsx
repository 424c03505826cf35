import { useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDictionary } from '../../ui/dictionary.ts';
import { useFormat } from '../../ui/format.ts';
import type { OrderDetail } from './contract.ts';
import style from './print.module.css';
import { LEDGER_WORDS, placeOf } from './words.ts';

/** Names and values in two columns, as on paper. */
export function Paper({ facts }: { facts: readonly [name: string, value: ReactNode][] }) {
  return <dl className={style.facts}>{facts.filter(([, value]) => value !== null && value !== '').map(([name, value]) => <div key={name} className={style.fact}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}
/** The head of everything that is printed: title, hospital, number, when and from where it was printed. */
export function Head({ title, detail, number }: { title: string; detail: OrderDetail; number: string }) {
  const { t } = useLingui();
  const { instant } = useFormat();
  const [now] = useState(() => new Date().toISOString());
  return (
    <header className={style.head}>
      <h1 tabIndex={-1}>{title}</h1>
      <p><span>{detail.hospitalName}</span><span>{number}</span></p>
      <p className={style.small}><span><Trans>护理管理系统</Trans></span><span>{t`打印于 ${instant(now)}`}</span></p>
    </header>
  );
}

/** The order on paper: who, where, what, when, by whom, for how much; signed by both sides. */
export function Sheet({ detail }: { detail: OrderDetail }) {
  const { t, i18n } = useLingui();
  const { day, stay, money, number, instant } = useFormat();
  const { label: modeOf } = useDictionary('care_mode');
  const { label: coverageOf } = useDictionary('coverage');
  const { label: genderOf } = useDictionary('gender');
  const { label: methodOf } = useDictionary('pay_method');
  const { label: careLevelOf } = useDictionary('care_level');
  const { label: relationOf } = useDictionary('relation');
  const half = { AM: t`上午`, PM: t`下午` };
  const stints = detail.stints.filter(({ status }) => status !== 'void');
  return (
    <div className={style.sheet}>
      <Head title={t`陪护订单`} detail={detail} number={detail.orderNo} />
      <h2><Trans>患者</Trans></h2>
      <Paper
        facts={[
          [t`姓名`, [detail.patientName, detail.patientGender > 0 && genderOf(String(detail.patientGender)), detail.patientAge === null ? null : t`${detail.patientAge} 岁`].filter(Boolean).join(' · ')],
          [t({ context: '一张', message: '床位' }), placeOf([detail.departmentName, detail.wardName], detail.bedNo, (words) => i18n._(words))],
          [t`住院号`, detail.inpatientNo], [t`诊断`, detail.diagnosis], [t`护理级别`, detail.careLevel && careLevelOf(detail.careLevel)], [t`传染病`, detail.infectious ? t`有，注意隔离` : t`无`],
          [t`联系人`, [detail.contactName, detail.contactRelation && relationOf(detail.contactRelation), detail.contactMobile].filter(Boolean).join(' · ')], [t`备注`, detail.note],
        ]}
      />
      <h2><Trans>服务</Trans></h2>
      <Paper
        facts={[
          [t`项目`, detail.serviceName], [t`服务方式`, `${modeOf(detail.careMode)} · ${coverageOf(detail.coverage)}`],
          [t`开始`, `${day(detail.plannedStart)} ${half[detail.startHalf]}`], [t`结束`, `${day(detail.plannedEnd)} ${half[detail.endHalf]}`],
          [t`实际开始`, detail.actualStartAt && instant(detail.actualStartAt)], [t`实际结束`, detail.actualEndAt && instant(detail.actualEndAt)],
          [t`护工`, stints.map((one) => t`${one.caregiverName}（${one.caregiverNo}）${stay(one.from, one.to, half)}`).join(t`；`)], [t`要求`, detail.requirements],
        ]}
      />
      <h2><Trans>费用</Trans></h2>
      <Paper
        facts={[
          [t`单价`, t`${money(detail.unitPriceFen)} / 天`], [t`天数`, number(detail.days)], [t`调整`, detail.adjustedFen === 0 ? null : money(detail.adjustedFen)], [t`应收`, money(detail.payableFen)],
          [t`已收`, money(detail.paidFen)], [t`已退`, detail.refundedFen === 0 ? null : money(detail.refundedFen)], [detail.balanceFen < 0 ? t`应退` : t`待收`, <b key="balance">{money(Math.abs(detail.balanceFen))}</b>],
        ]}
      />
      {detail.ledger.length > 0 && (
        <table className={style.table}>
          <thead><tr><th scope="col"><Trans>时间</Trans></th><th scope="col"><Trans>款项</Trans></th><th scope="col"><Trans>方式</Trans></th><th scope="col"><Trans>凭证号</Trans></th><th scope="col"><Trans>金额</Trans></th></tr></thead>
          <tbody>{detail.ledger.map((one) => <tr key={one.id}><td>{instant(one.at)}</td><td>{i18n._(LEDGER_WORDS[one.kind])}</td><td>{methodOf(one.method)}</td><td>{one.proofNo ?? '—'}</td><td>{money(one.amountFen)}</td></tr>)}</tbody>
        </table>
      )}
      <div className={style.sign}><span><Trans>患者或家属签字</Trans></span><span><Trans>经办人签字</Trans></span><span><Trans>日期</Trans></span></div>
    </div>
  );
}
