import type { ComponentType, LazyExoticComponent } from 'react';
import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';
import type { Verb, VerbProps } from './verb.ts';
import { late } from '../../ui/fetch-part.ts';

interface Entry {
  title: Words;
  /** A drawer with room for a list. */
  wide?: boolean;
  Form: LazyExoticComponent<ComponentType<VerbProps>>;
}

/** The verbs in the order in which they are offered. */
export const VERBS: Record<Verb, Entry> = {
  assign: { title: msg`派单`, wide: true, Form: late(() => import(/* webpackChunkName: "view-order" */ './assign.form.tsx')) },
  start: { title: msg`开始服务`, Form: late(() => import(/* webpackChunkName: "view-order" */ './start.form.tsx')) },
  change: { title: msg`更换护工`, wide: true, Form: late(() => import(/* webpackChunkName: "view-order" */ './change.form.tsx')) },
  extend: { title: msg`延长服务`, wide: true, Form: late(() => import(/* webpackChunkName: "view-order" */ './extend.form.tsx')) },
  complete: { title: msg`完成服务`, Form: late(() => import(/* webpackChunkName: "view-order" */ './complete.form.tsx')) },
  pay: { title: msg`收款`, Form: late(() => import(/* webpackChunkName: "view-order" */ './pay.form.tsx')) },
  settle: { title: msg`结清款项`, Form: late(() => import(/* webpackChunkName: "view-order" */ './settle.form.tsx')) },
  evaluate: { title: msg`评价服务`, Form: late(() => import(/* webpackChunkName: "view-order" */ './evaluate.form.tsx')) },
  renew: { title: msg`续单`, wide: true, Form: late(() => import(/* webpackChunkName: "view-order" */ './renew.form.tsx')) },
  edit: { title: msg`修改患者`, wide: true, Form: late(() => import(/* webpackChunkName: "view-order" */ './edit.form.tsx')) },
  adjust: { title: msg`调整金额`, Form: late(() => import(/* webpackChunkName: "view-order" */ './adjust.form.tsx')) },
  unassign: { title: msg`撤回派单`, Form: late(() => import(/* webpackChunkName: "view-order" */ './unassign.form.tsx')) },
  cancel: { title: msg`取消订单`, Form: late(() => import(/* webpackChunkName: "view-order" */ './cancel.form.tsx')) },
  'refund-request': { title: msg`申请退款`, Form: late(() => import(/* webpackChunkName: "view-order" */ './refund-request.form.tsx')) },
  'refund-approve': { title: msg`批准退款`, Form: late(() => import(/* webpackChunkName: "view-order" */ './refund-approve.form.tsx')) },
  'refund-reject': { title: msg`驳回退款`, Form: late(() => import(/* webpackChunkName: "view-order" */ './refund-reject.form.tsx')) },
  'refund-pay': { title: msg`支付退款`, Form: late(() => import(/* webpackChunkName: "view-order" */ './refund-pay.form.tsx')) },
  hand: { title: msg`交给同事`, Form: late(() => import(/* webpackChunkName: "view-order" */ './hand.form.tsx')) },
  complain: { title: msg`登记投诉`, Form: late(() => import(/* webpackChunkName: "view-order" */ './complain.form.tsx')) },
  explain: { title: msg`金额明细`, wide: true, Form: late(() => import(/* webpackChunkName: "view-order" */ './explain.form.tsx')) },
};
/** Whether an address names a verb. */
export const isVerb = (name: string): name is Verb => Object.hasOwn(VERBS, name);
