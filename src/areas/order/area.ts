import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Care orders. */
export const area: Area = {
  id: 'order',
  path: '/order/index',
  title: msg`订单管理`,
  icon: 'order',
  order: 2,
  menu: true,
  commands: [
    { id: 'order.open', title: msg`订单管理`, keywords: ['订单管理', 'ding dan guan li', 'orders'], keys: 'g o', goes: '/order/index', group: 'go' },
    { id: 'order.new', title: msg`新建订单`, keywords: ['新建订单', 'xin jian ding dan', 'new order', 'create order', '新增订单', 'xin zeng ding dan', '创建订单', 'chuang jian ding dan', '下单', 'xia dan'], keys: 'g x', may: 'biz:order:add', goes: '/order/new', group: 'go' },
    { id: 'order.bed', title: msg`床位图`, keywords: ['床位图', 'chuang wei tu', 'bed map', 'beds', '病区', 'bing qu', 'ward'], keys: 'g b', may: 'biz:order:list', goes: '/order/bed', group: 'go' },
    { id: 'order.export', title: msg`导出订单`, keywords: ['导出订单', 'dao chu ding dan', 'export orders', '下载订单', 'xia zai ding dan', 'download orders'], may: 'biz:order:export', goes: '/order/index?export=1', group: 'go' },
    // what is done to the order that has the focus, or to those that are selected
    { id: 'order.assign', title: msg`派单`, keywords: ['派单', 'pai dan', 'assign', 'assign a caregiver', '派护工', 'pai hu gong', '指派护工', 'zhi pai hu gong', '分配护工', 'fen pei hu gong'], keys: 'a', may: 'biz:order:assign', on: 'order', event: 'assign', several: true, group: 'here', asks: ['caregiver', 'since'] },
    { id: 'order.start', title: msg`开始服务`, keywords: ['开始服务', 'kai shi fu wu', 'start service', 'start', '开工', 'kai gong'], keys: 's', may: 'biz:order:start', on: 'order', event: 'start', several: true, group: 'here' },
    { id: 'order.change', title: msg`更换护工`, keywords: ['更换护工', 'geng huan hu gong', 'change caregiver', 'change', '换人', 'huan ren'], keys: 'c', may: 'biz:order:change', on: 'order', event: 'change', group: 'here', asks: ['since', 'caregiver', 'reason'] },
    { id: 'order.extend', title: msg`延长服务`, keywords: ['延长服务', 'yan chang fu wu', 'extend service', 'extend', '延期', 'yan qi'], keys: 'l', may: 'biz:order:extend', on: 'order', event: 'extend', group: 'here' },
    { id: 'order.complete', title: msg`完成服务`, keywords: ['完成服务', 'wan cheng fu wu', 'complete service', 'complete', 'done', '结束服务', 'jie shu fu wu', '出院', 'chu yuan', 'discharge'], keys: 'd', may: 'biz:order:complete', on: 'order', event: 'complete', several: true, group: 'here' },
    { id: 'order.pay', title: msg`收款`, keywords: ['收款', 'shou kuan', 'take payment', 'pay', '缴费', 'jiao fei', '交费', '付款', 'fu kuan', '支付', 'zhi fu', '收钱', 'shou qian'], keys: 'p', may: 'biz:order:pay', on: 'order', event: 'pay', group: 'here', once: true },
    { id: 'order.settle', title: msg`结清款项`, keywords: ['结清款项', 'jie qing kuan xiang', 'settle balance', '付清', 'fu qing', 'complete payment'], keys: 'b', may: 'biz:order:pay', on: 'order', event: 'settle', group: 'here', once: true },
    { id: 'order.evaluate', title: msg`评价服务`, keywords: ['评价服务', 'ping jia fu wu', 'evaluate service', '打分', 'da fen', 'rate'], keys: 'e', may: 'biz:order:evaluate', on: 'order', event: 'evaluate', group: 'here' },
    { id: 'order.renew', title: msg`续单`, keywords: ['续单', 'xu dan', 'renew', 'renew', '续期', 'xu qi'], keys: 'r', may: 'biz:order:renew', on: 'order', event: 'renew', group: 'here' },
    { id: 'order.edit', title: msg`修改患者`, keywords: ['修改患者', 'xiu gai huan zhe', 'edit patient', 'edit', '改床位', 'gai chuang wei', '换床', 'huan chuang', '转床', 'zhuan chuang', '转科', 'zhuan ke'], keys: 'm', may: 'biz:order:edit', on: 'order', event: 'edit', group: 'here' },
    { id: 'order.adjust', title: msg`调整金额`, keywords: ['调整金额', 'tiao zheng jin e', 'adjust amount', 'adjust', '优惠', 'you hui', 'discount'], keys: 'v', may: 'biz:order:adjust', on: 'order', event: 'adjust', group: 'here', once: true },
    { id: 'order.unassign', title: msg`撤回派单`, keywords: ['撤回派单', 'che hui pai dan', 'withdraw assignment', 'unassign'], keys: 'u', may: 'biz:order:assign', on: 'order', event: 'unassign', group: 'here', once: true },
    { id: 'order.cancel', title: msg`取消订单`, keywords: ['取消订单', 'qu xiao ding dan', 'cancel order', 'cancel'], keys: 'Delete', may: 'biz:order:cancel', on: 'order', event: 'cancel', several: true, group: 'here', grave: true, once: true, asks: ['reason'] },
    { id: 'order.refund-request', title: msg`申请退款`, keywords: ['申请退款', 'shen qing tui kuan', 'request refund', 'refund'], keys: 't r', may: 'biz:order:refund', on: 'order', event: 'refund-request', group: 'here', once: true },
    { id: 'order.refund-approve', title: msg`批准退款`, keywords: ['批准退款', 'pi zhun tui kuan', 'approve refund', 'approve'], keys: 't a', may: 'biz:order:refund-approve', on: 'order', event: 'refund-approve', group: 'here', once: true },
    { id: 'order.refund-reject', title: msg`驳回退款`, keywords: ['驳回退款', 'bo hui tui kuan', 'reject refund', 'reject'], keys: 't x', may: 'biz:order:refund-approve', on: 'order', event: 'refund-reject', group: 'here', once: true },
    { id: 'order.refund-pay', title: msg`支付退款`, keywords: ['支付退款', 'zhi fu tui kuan', 'pay refund', 'pay out'], keys: 't p', may: 'biz:order:refund-approve', on: 'order', event: 'refund-pay', group: 'here', grave: true, once: true },
    { id: 'order.undo', title: msg`撤销上一步`, keywords: ['撤销上一步', 'che xiao shang yi bu', 'undo the last step', 'undo'], keys: '$mod+z', may: 'biz:order:list', on: 'order', event: 'undo', group: 'here', once: true },
    { id: 'order.hand', title: msg`交给同事`, keywords: ['交给同事', 'jiao gei tong shi', 'hand over', 'hand over the order', '转交', 'zhuan jiao', '接手', 'jie shou', 'assign to a colleague'], keys: 'h', may: 'biz:order:assign', on: 'order', group: 'here' },
    { id: 'order.complain', title: msg`登记投诉`, keywords: ['登记投诉', 'deng ji tou su', 'tou su', 'record complaint', 'complaint', '意外', 'yi wai', 'incident', '更换申请', 'geng huan shen qing'], keys: 't s', may: 'biz:order:complain', on: 'order', group: 'here' },
    { id: 'order.explain', title: msg`金额明细`, keywords: ['金额明细', 'jin e ming xi', '为什么是这个数', 'wei shen me shi zhe ge shu', 'explain this amount', 'explain', 'why', '算账', 'suan zhang'], keys: 'w', may: 'biz:order:list', on: 'order', group: 'here' },
    { id: 'order.print', title: msg`打印订单`, keywords: ['打印订单', 'da yin ding dan', 'print order', 'print', '收据', 'shou ju', 'receipt'], keys: 'Shift+P', may: 'biz:order:print', on: 'order', group: 'here' },
  ],
  records: { title: msg`订单`, may: 'biz:order:list', load: () => fetchPart(() => import(/* webpackChunkName: "view-order" */ './record.ts')) },
  steps: { load: async () => (await fetchPart(() => import(/* webpackChunkName: "view-order" */ './step.ts'))).STEPS },
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).ORDER_KEYS) },
};
