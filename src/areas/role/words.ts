import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';

/** What a right is about: the first two parts of its code. */
export const THING_WORDS: Record<string, Words> = { 'biz:order': msg`订单`, 'biz:caregiver': msg`护工`, 'biz:hospital': msg`医院`, 'biz:stat': msg`数据统计`, 'sys:user': msg`账号`, 'sys:dict': msg`字典`, 'sys:audit': msg`审计日志` };
/** What may be done to it: the last part. */
export const VERB_WORDS: Record<string, Words> = {
  list: msg`查看`, view: msg`查看`, add: msg`新建`, edit: msg`修改`, delete: msg`删除`, export: msg`导出`, import: msg`导入`, print: msg`打印`, status: msg`变更状态`, reset: msg`重置`, price: msg`定价`, statement: msg`查看对账单`, close: msg`月结、重开与登记工资`, certify: msg`管理证件`, reveal: msg`查看完整号码`,
  assign: msg({ context: '权限', message: '派单' }), change: msg`更换护工`, start: msg`开始服务`, extend: msg`延长`, renew: msg`续单`, complete: msg`完成服务`, pay: msg({ context: '权限', message: '收款' }), adjust: msg`调整金额`, cancel: msg`取消`, refund: msg`退款`, 'refund-approve': msg`批准退款`, evaluate: msg({ context: '权限', message: '评价' }), complain: msg`登记投诉`,
};
