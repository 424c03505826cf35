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
  assign: { title: msg`派单`, wide: true, Form: late(() => import(/* webpackChunkName: "order-assign" */ './assign.form.tsx')) },
  start: { title: msg`开始服务`, Form: late(() => import(/* webpackChunkName: "order-course" */ './start.form.tsx')) },
  change: { title: msg`更换护工`, wide: true, Form: late(() => import(/* webpackChunkName: "order-assign" */ './change.form.tsx')) },
  extend: { title: msg`延长服务`, wide: true, Form: late(() => import(/* webpackChunkName: "order-stay" */ './extend.form.tsx')) },
  complete: { title: msg`完成服务`, Form: late(() => import(/* webpackChunkName: "order-course" */ './complete.form.tsx')) },
  pay: { title: msg`收款`, Form: late(() => import(/* webpackChunkName: "order-money" */ './pay.form.tsx')) },
  settle: { title: msg`结清款项`, Form: late(() => import(/* webpackChunkName: "order-money" */ './settle.form.tsx')) },
  evaluate: { title: msg`评价服务`, Form: late(() => import(/* webpackChunkName: "order-evaluate" */ './evaluate.form.tsx')) },
  renew: { title: msg`续单`, wide: true, Form: late(() => import(/* webpackChunkName: "order-stay" */ './renew.form.tsx')) },
  edit: { title: msg`修改患者`, wide: true, Form: late(() => import(/* webpackChunkName: "order-edit" */ './edit.form.tsx')) },
  adjust: { title: msg`调整金额`, Form: late(() => import(/* webpackChunkName: "order-money" */ './adjust.form.tsx')) },
  unassign: { title: msg`撤回派单`, Form: late(() => import(/* webpackChunkName: "order-course" */ './unassign.form.tsx')) },
  cancel: { title: msg`取消订单`, Form: late(() => import(/* webpackChunkName: "order-course" */ './cancel.form.tsx')) },
  'refund-request': { title: msg`申请退款`, Form: late(() => import(/* webpackChunkName: "order-refund" */ './refund-request.form.tsx')) },
  'refund-approve': { title: msg`批准退款`, Form: late(() => import(/* webpackChunkName: "order-refund" */ './refund-approve.form.tsx')) },
  'refund-reject': { title: msg`驳回退款`, Form: late(() => import(/* webpackChunkName: "order-refund" */ './refund-reject.form.tsx')) },
  'refund-pay': { title: msg`支付退款`, Form: late(() => import(/* webpackChunkName: "order-refund" */ './refund-pay.form.tsx')) },
  hand: { title: msg`交给同事`, Form: late(() => import(/* webpackChunkName: "order-hand" */ './hand.form.tsx')) },
  explain: { title: msg`为什么是这个数`, wide: true, Form: late(() => import(/* webpackChunkName: "order-explain" */ './explain.form.tsx')) },
};
/** Whether an address names a verb. */
export const isVerb = (name: string): name is Verb => Object.hasOwn(VERBS, name);
