import { sql } from 'drizzle-orm';
import { TODAY } from '../../host/column.ts';
import type { Download } from '../../host/download.ts';
import type { Reach, Source } from '../../host/reach.ts';
import { sheetFile } from '../../host/sheet/write.ts';
import { Fault, type Language } from '../../kernel/error.ts';
import { LIVING_ORDER, ORDERS } from '../order/tables.ts';
import type { PayDay, PayMonth } from './contract.ts';
import { caregiverOf, ownedBy } from './history.ts';

/**
 * Service days (alias `e`) of caregiver `id` with orders `o`: those that are theirs, and those that they took over at noon (0023_statistics.sql). Their pay
 * is what the day keeps for them (0008_assignment.sql).
 */
const earned = (id: string): Source => ({
  ...ORDERS,
  from: sql`(
    select y.order_id, y.day, y.days, y.multiplier_bp, y.relief_id is not null as shared, y.period_id, y.pay_fen as pay from caregiver_day y where ${ownedBy(sql`${id}::bigint`)}
  ) e join care_order o on o.id = e.order_id left join settlement_period t on t.id = e.period_id left join caregiver_pay w on w.period_id = e.period_id and w.caregiver_id = ${id}::bigint`,
});
const PAID = sql`coalesce(w.status = 'paid', false)`;

/** What a caregiver earned in each month, newest first. @throws Fault not_found */
export async function readPay(reach: Reach, no: string | undefined): Promise<PayMonth[]> {
  const { id } = await caregiverOf(reach, no);
  const days = reach.select(earned(id), { columns: sql`e.day, e.days, e.multiplier_bp, e.pay, ${PAID} as paid`, where: [LIVING_ORDER] });
  return reach.run<PayMonth>(sql`
    select to_char(x.day, 'YYYY-MM') as month, sum(x.days)::float8 as days, coalesce(sum(x.days) filter (where x.multiplier_bp <> 10000), 0)::float8 as holidays,
      sum(x.pay)::float8 as "amountFen", coalesce(sum(x.pay) filter (where x.paid), 0)::float8 as "paidFen", coalesce(sum(x.pay) filter (where x.day > ${TODAY}), 0)::float8 as "aheadFen"
    from (${days}) x group by 1 order by 1 desc`);
}
/** A month's first day. @throws Fault not_found for what is no month */
function beginOf(month: string | undefined): string {
  if (month === undefined || !/^(?!00)\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Fault('not_found');
  return `${month}-01`;
}
/** The days of a month, first day first. @throws Fault not_found */
export async function readPayDays(reach: Reach, no: string | undefined, month: string | undefined): Promise<PayDay[]> {
  const begin = beginOf(month);
  const { id } = await caregiverOf(reach, no);
  const source = earned(id);
  return reach.rows<PayDay>({ ...source, from: sql`${source.from} join patient p on p.id = o.patient_id join hospital h on h.id = o.hospital_id` }, {
    columns: sql`e.day::text, o.order_no as "orderNo", p.name as "patientName", h.name as hospital, e.days::float8 as days, e.multiplier_bp as "multiplierBp", e.shared, e.day > ${TODAY} as ahead, e.pay::float8 as "payFen",
      case when t.id is not null then json_build_object('from', lower(t.days)::text, 'to', (upper(t.days) - 1)::text, 'paid', ${PAID}) end as period`,
    where: [LIVING_ORDER, sql`e.day >= ${begin}::date`, sql`e.day < ${begin}::date + interval '1 month'`],
    order: sql`e.day, o.order_no, e.shared`,
  });
}

type Both = readonly [zh: string, en: string];
const HEADINGS: readonly (readonly [heading: Both, width: number])[] = [
  [['日期', 'Date'], 12], [['订单号', 'Order'], 18], [['患者', 'Patient'], 12], [['医院', 'Hospital'], 28], [['天数', 'Days'], 8], [['倍数', 'Multiplier'], 8], [['工资（元）', 'Pay (CNY)'], 12], [['结算', 'Settled'], 26],
];
/** Yuan, as a number that a spreadsheet can add up: to the fen exact, for no day's pay has more digits than a double keeps. */
const yuan = (fen: number): number => Number((fen / 100).toFixed(2));
/** The days of a month as a sheet in the reader's language, the sum below. @throws Fault not_found */
export async function exportPay(reach: Reach, no: string | undefined, month: string | undefined, type: 'xlsx' | 'csv', language: Language): Promise<Download> {
  const word = ([zh, en]: Both): string => (language === 'en' ? en : zh);
  const { staffNo, name } = await caregiverOf(reach, no);
  const days = await readPayDays(reach, no, month);
  const settled = ({ period, ahead }: PayDay): string => (ahead ? word(['未到', 'To come']) : period === null ? word(['未结算', 'Not settled']) : `${period.from} – ${period.to} ${word(period.paid ? ['已发', 'paid'] : ['未发', 'not paid yet'])}`);
  const rows = days.map((one) => [one.day, one.orderNo, one.patientName, one.hospital, one.days, one.multiplierBp / 10_000, yuan(one.payFen), settled(one)]);
  const sum = ['', '', '', word(['合计', 'Total']), days.reduce((all, one) => all + one.days, 0), null, yuan(days.reduce((all, one) => all + one.payFen, 0)), ''];
  return sheetFile({ title: `${word(['工资', 'pay'])}-${name}-${staffNo}-${month}`, type, columns: HEADINGS.map(([heading, width]) => ({ heading: word(heading), width })), rows: [...rows, sum] });
}
