import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import type { Band } from '../order/contract.ts';
import type { Step } from './contract.ts';
import type { Measure } from './measure.ts';
import type { Ranking } from './question.ts';

/** The title of a measure, and in one or two sentences how it is computed. Days are those of each hospital's own calendar; deleted orders count nowhere. */
export const MEASURE_WORDS: Record<Measure, { title: Words; how: Words }> = {
  made: { title: msg`新增订单`, how: msg`按下单日期计的订单数，含后来取消的订单；导入的订单没有下单日期，最迟计在计划开始那天。` },
  started: { title: msg`开始单数`, how: msg`按实际开始日期计的订单数。按护工时，计在开始时服务的护工，当时没有护工的不计。` },
  ended: { title: msg`完成单数`, how: msg`已完成的订单，按最后一个服务日计，不论何时登记完成。按护工时，计在最后服务的护工，没有的不计。` },
  cancelled: { title: msg`取消单数`, how: msg`现为已取消的订单，按取消日期计；导入时已取消的，最迟计在计划开始那天。按护工时，计在取消时派着的护工，当时没有派护工的不计。` },
  serviceDays: { title: msg`服务天数`, how: msg`计费的服务天数之和，半天计 0.5；区间内尚未到来的日子按计划计。按护工时，没有护工的日子不计。` },
  serviceDaysNormal: { title: msg`平日天数`, how: msg`服务天数中按平日价计费的部分。` },
  serviceDaysHoliday: { title: msg`节假日天数`, how: msg`服务天数中按节假日加价计费的部分。` },
  coveredBedDays: { title: msg`陪护床日`, how: msg`在已登记床位上的服务天数之和；一张床同一天有两单的计两次。按护工时，只计其服务日。` },
  bedDays: { title: msg`开放床日`, how: msg`现在启用的床位数 × 区间天数；床位过去的启停不计入。` },
  bedCover: { title: msg`床位覆盖率`, how: msg`陪护床日 ÷ 开放床日。一张床同一天有两单，或陪护过的床后来停用，可使它超过 100%。床位属于科室，不属于服务和护工，故不按这两样分。` },
  receivable: { title: msg`应收`, how: msg`服务日金额按服务日期计，金额调整按调整日期计；导入时补的差额计在最后一个服务日。按护工时，只计其服务日的金额，金额调整和没有护工的日子不计；按护工排名的合计也是这样，与总数不同。` },
  received: { title: msg`实收`, how: msg`收款按收款日期计，冲正从中扣除；退款另计。` },
  refunded: { title: msg`退款额`, how: msg`已支付的退款，按支付日期计。` },
  outstanding: { title: msg({ context: '统计', message: '待收' }), how: msg`现在所有订单的欠款之和，与所选区间无关；多收的不抵扣。按护工时，计在正在服务或最后服务的护工，没有护工服务过的不计；按护工排名的合计也是这样，与总数不同。` },
  utilisation: { title: msg`护工利用率`, how: msg`有护工的服务天数 ÷ 护工驻点天数。驻点天数为在职且驻点的天数，扣除整天请假；驻点两家医院的，按医院看时各计，合计和按护工看时一天只计一次；一对多时可超过 100%。护工驻点到医院，不到科室，故不按科室分。` },
  replaced: { title: msg`更换次数`, how: msg`更换护工的次数，按更换日期计；撤销的不计。一单更换两次计两次。按护工时，计在被换下的护工。` },
  replacedRate: { title: msg`更换率`, how: msg`更换护工次数 ÷ 开始服务的订单数。按护工时，除以其接手的订单数：首次派给的，和中途换来的。按护工排名的合计也这样除，与总数不同；区间内没有接手的，不算此率。` },
  extended: { title: msg`延长次数`, how: msg`延长的次数，按延长日期计；撤销的不计。一单延长两次计两次。按护工时，计在延长时服务的护工。` },
  extendedRate: { title: msg`延长率`, how: msg`延长次数 ÷ 开始服务的订单数。按护工时，除以其接手的订单数。按护工排名的合计也这样除，与总数不同；区间内没有接手的，不算此率。` },
  endedEarly: { title: msg`提前结束`, how: msg`服务早于计划结束的订单，按最后一个服务日计；导入时已结束的订单没有原计划，不会提前。按护工时，计在最后服务的护工。` },
  endedEarlyRate: { title: msg`提前结束率`, how: msg`提前结束的订单数 ÷ 完成服务的订单数。按护工时，除以其接手的订单数。按护工排名的合计也这样除，与总数不同；区间内没有接手的，不算此率。` },
  assigned: { title: msg`派单数`, how: msg`首次派出护工的订单，按派出日期计，后来撤销的也计；导入的订单不知何时下单，不计。按护工时，计在首次派给的护工。` },
  waitHalf: { title: msg`派单等待中位数`, how: msg`从下单到首次派单的整分钟数，一半的订单不超过此数；续单时一并派出的，等待为 0。` },
  waitMost: { title: msg`派单等待 90 分位`, how: msg`从下单到首次派单的整分钟数，九成的订单不超过此数。` },
  satisfaction: { title: msg`满意度`, how: msg`总体评分的平均值，按评价日期计，满分 5 分。` },
  evaluations: { title: msg`评价数`, how: msg`按评价日期计的评价数。` },
  complaints: { title: msg`投诉`, how: msg`按登记日期计的投诉数，不含更换申请和意外事件。按护工时，未指明护工的不计。` },
  complaintRate: { title: msg`千日投诉`, how: msg`投诉数 ÷ 服务天数 × 1000。` },
  certificatesEnding: { title: msg`30 天内证件到期`, how: msg`现在在岗和休假的护工中，有证件 30 天内到期且未续办的人数，与所选区间无关。` },
};
/** Why a figure opens no list. */
export const OPENS_NONE = msg`开放床日由床位数算出，没有订单可列。`;
/** What a list that a figure opens shows where its total is not the figure. */
export const OPENS_PARTS = msg`列出构成此数的订单；此数不是订单数，可能与列表条数不同。`;
export const BAND_WORDS: Record<Band, Words> = { ahead: msg`未到期`, d7: msg`0–7 天`, d30: msg`8–30 天`, d90: msg`31–90 天`, older: msg`90 天以上` };
/** From which day the age of what is owed is counted. */
export const BAND_HOW = msg`账龄自服务结束之日算起，未结束的自计划结束之日算起。`;
export const STEP_WORDS: Record<Step, Words> = { day: msg`按天`, week: msg`按周`, month: msg`按月` };
export const GROUP_WORDS: Record<Ranking, Words> = {
  age: msg`按账龄`, hospital: msg`按医院`, department: msg`按科室`, service: msg`按服务`, method: msg`按支付方式`, caregiver: msg`按护工`,
  'replaced-reason': msg`更换原因`, 'extended-reason': msg`延长原因`, 'ended-early-reason': msg`提前结束原因`, 'cancelled-reason': msg`取消原因`,
};
