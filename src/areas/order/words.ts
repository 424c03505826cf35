import { msg } from '@lingui/core/macro';
import type { Tone, Words } from '../../kernel/area.ts';
import type { Band, Deed, FITS, OrderDetail, OrderRow } from './contract.ts';

/** A bed as it is said aloud, or null. */
export const bedOf = (bedNo: string | null, say: (words: Words) => string): string | null => (bedNo === null || bedNo.endsWith('床') ? bedNo : say(msg`${bedNo}床`));
/** Where the patient lies, as it is said aloud: the places from wide to narrow, then the bed. */
export function placeOf(places: readonly (string | null)[], bedNo: string | null, say: (words: Words) => string): string {
  return [...places, bedOf(bedNo, say)].filter((part) => part !== null && part !== '').join(' · ');
}
/** Payment axis. */
export const PAYMENT_WORDS: Record<OrderRow['paymentState'], Words> = { unpaid: msg`未付`, partial: msg`部分付`, paid: msg`已付清`, refund_due: msg`应退` };
/** Where a stint stands. */
export const STINT_WORDS: Record<OrderDetail['stints'][number]['status'], Words> = { planned: msg`已排班`, serving: msg`服务中`, ended: msg`已结束`, void: msg`已作废` };
/** Its dot. */
export const STINT_TONE: Record<OrderDetail['stints'][number]['status'], Tone> = { planned: 'accent', serving: 'ok', ended: 'neutral', void: 'neutral' };
/** Kinds of ledger rows. */
export const LEDGER_WORDS: Record<OrderDetail['ledger'][number]['kind'], Words> = { deposit: msg`预付款`, balance: msg`结清`, topup: msg`补交`, refund: msg`退款`, reversal: msg`冲正` };
/** Evaluation axis. */
export const EVALUATION_WORDS: Record<OrderDetail['evaluationState'], Words> = { none: msg`暂无`, open: msg`待评价`, done: msg`已评价`, expired: msg`已过期` };

/** Where a refund stands. */
export const REFUND_WORDS: Record<OrderDetail['refunds'][number]['status'], Words> = { requested: msg`等待批准`, approved: msg`等待支付`, rejected: msg`已驳回`, paid: msg`已支付` };
/** Its dot. */
export const REFUND_TONE: Record<OrderDetail['refunds'][number]['status'], Tone> = { requested: 'warn', approved: 'accent', rejected: 'neutral', paid: 'ok' };
/** Who evaluates. */
export const SOURCE_WORDS: Record<OrderDetail['evaluations'][number]['source'], Words> = { family: msg`患者或家属`, hospital: msg`医院`, provider: msg`本公司` };

/** What was written down against an order. */
export const COMPLAINT_WORDS: Record<OrderDetail['complaints'][number]['kind'], Words> = { complaint: msg`服务投诉`, change_request: msg`更换申请`, incident: msg`意外事件` };
/** How grave it is, from 1 to 4. */
export const SEVERITY_WORDS: readonly Words[] = [msg`轻微`, msg`一般`, msg`较重`, msg`严重`];

/** Events of an order's life; one that is not here is shown by its own name. */
export const EVENT_WORDS: Record<string, Words> = {
  create: msg`新建`,
  import: msg`导入`,
  edit: msg`修改患者`,
  assign: msg`派单`,
  unassign: msg`撤回派单`,
  start: msg`开始服务`,
  change: msg`更换护工`,
  extend: msg`延长`,
  renew: msg`续单`,
  complete: msg`完成服务`,
  pay: msg`收款`,
  settle: msg`结清`,
  adjust: msg`调整金额`,
  cancel: msg`取消`,
  refund: msg`退款`,
  'refund-request': msg`申请退款`,
  'refund-approve': msg`批准退款`,
  'refund-reject': msg`驳回退款`,
  'refund-pay': msg`支付退款`,
  evaluate: msg`评价`,
  expire: msg`评价过期`,
  undo: msg`撤销`,
  hand: msg`交给同事`,
  complain: msg`登记投诉`,
};
/** Why a caregiver fits. */
export const FIT_WORDS: Record<(typeof FITS)[number], Words> = {
  posted: msg`派驻本院`, free: msg`全程有空`, certificate: msg`健康证有效`, gender: msg`性别合要求`, language: msg`语言合要求`, level: msg`等级合要求`, knows_patient: msg`照护过这位患者`, rating: msg`评分高`,
};
/** What happened to the orders that a figure opened. */
export const DEED_WORDS: Record<Deed, Words> = {
  made: msg({ context: '做过的事', message: '新建' }), started: msg({ context: '做过的事', message: '开始服务' }), ended: msg({ context: '做过的事', message: '完成服务' }), cancelled: msg({ context: '做过的事', message: '取消' }), served: msg`有服务日`, attended: msg`有护工服务`, 'served-normal': msg`有平日服务`, 'served-holiday': msg`有节假日服务`, bedded: msg`占床服务`, charged: msg`有应收`, received: msg`有收款`, refunded: msg`有退款`,
  replaced: msg({ context: '做过的事', message: '更换护工' }), extended: msg({ context: '做过的事', message: '延长' }), 'ended-early': msg`提前结束`, assigned: msg`首次派单`, evaluated: msg`有评价`, complained: msg`有投诉`,
};
/** For how long something is owed. */
export const OWED_WORDS: Record<Band, Words> = { ahead: msg`未到期`, d7: msg`0–7 天`, d30: msg`8–30 天`, d90: msg`31–90 天`, older: msg`90 天以上` };
