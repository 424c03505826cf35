import { msg } from '@lingui/core/macro';
import type { Area } from '../../kernel/area.ts';
import { fetchPart } from '../../ui/fetch-part.ts';

/** Caregivers. */
export const area: Area = {
  id: 'caregiver',
  path: '/caregiver/index',
  title: msg`护工管理`,
  icon: 'caregiver',
  order: 3,
  menu: true,
  commands: [
    { id: 'caregiver.open', title: msg`护工管理`, keywords: ['护工管理', 'hu gong guan li', 'caregivers', '护理员', 'hu li yuan'], keys: 'g c', goes: '/caregiver/index', group: 'go' },
    { id: 'caregiver.new', title: msg`新建护工`, keywords: ['新建护工', 'xin jian hu gong', 'new caregiver', 'add caregiver', '新增护工', 'xin zeng hu gong', '入职', 'ru zhi'], keys: 'g a', may: 'biz:caregiver:add', goes: '/caregiver/index?new=1', group: 'go' },
    { id: 'caregiver.roster', title: msg`排班表`, keywords: ['排班表', 'pai ban biao', 'roster', 'schedule', '排班', 'pai ban', '空闲', 'kong xian', 'free days'], keys: 'g r', may: 'biz:caregiver:list', goes: '/caregiver/roster', group: 'go' },
    { id: 'caregiver.board', title: msg`证件到期看板`, keywords: ['证件到期看板', 'zheng jian dao qi kan ban', 'expiring certificates', 'certificate board', '健康证到期', 'jian kang zheng dao qi', '过期', 'guo qi'], keys: 'g e', may: 'biz:caregiver:list', goes: '/caregiver/certificates', group: 'go' },
    { id: 'caregiver.import', title: msg`导入护工`, keywords: ['导入护工', 'dao ru hu gong', 'import caregivers', '批量新建', 'pi liang xin jian', 'upload caregivers'], keys: 'g i', may: 'biz:caregiver:import', goes: '/caregiver/index?import=1', group: 'go' },
    { id: 'caregiver.export', title: msg`导出护工`, keywords: ['导出护工', 'dao chu hu gong', 'export caregivers', '下载护工', 'xia zai hu gong', 'download caregivers'], may: 'biz:caregiver:export', goes: '/caregiver/index?export=1', group: 'go' },
    // what is done to the caregiver that has the focus
    { id: 'caregiver.approve', title: msg`通过审核`, keywords: ['通过审核', 'tong guo shen he', 'approve', 'approve the caregiver', '上岗', 'shang gang'], keys: 'a', may: 'biz:caregiver:status', on: 'caregiver', event: 'approve', group: 'here' },
    { id: 'caregiver.reinstate', title: msg`恢复派单`, keywords: ['恢复派单', 'hui fu pai dan', 'reinstate', '解除停派', 'jie chu ting pai'], keys: 'i', may: 'biz:caregiver:status', on: 'caregiver', event: 'reinstate', group: 'here' },
    { id: 'caregiver.return', title: msg`销假`, keywords: ['销假', 'xiao jia', 'back from leave', 'return', '返岗', 'fan gang'], keys: 'r', may: 'biz:caregiver:status', on: 'caregiver', event: 'return', group: 'here' },
    { id: 'caregiver.certify', title: msg`登记证件`, keywords: ['登记证件', 'deng ji zheng jian', 'add certificate', 'certificate', '健康证', 'jian kang zheng', 'health certificate'], keys: 'c', may: 'biz:caregiver:certify', on: 'caregiver', event: 'certify', group: 'here' },
    { id: 'caregiver.leave', title: msg`请假`, keywords: ['请假', 'qing jia', 'record leave', 'leave', '休假', 'xiu jia'], keys: 'l', may: 'biz:caregiver:edit', on: 'caregiver', event: 'leave', group: 'here', asks: ['from', 'to', 'reason'] },
    { id: 'caregiver.post', title: msg`安排驻点`, keywords: ['安排驻点', 'an pai zhu dian', 'arrange postings', 'postings', '派驻', 'pai zhu'], keys: 'p', may: 'biz:caregiver:edit', on: 'caregiver', event: 'post', group: 'here' },
    { id: 'caregiver.edit', title: msg`修改护工`, keywords: ['修改护工', 'xiu gai hu gong', 'edit caregiver', 'edit'], keys: 'e', may: 'biz:caregiver:edit', on: 'caregiver', event: 'edit', group: 'here' },
    { id: 'caregiver.reveal', title: msg`显示身份证号和手机`, keywords: ['显示身份证号和手机', 'xian shi shen fen zheng hao he shou ji', 'show ID number and phone', 'reveal'], keys: 'v', may: 'biz:caregiver:reveal', on: 'caregiver', group: 'here' },
    { id: 'caregiver.suspend', title: msg`暂停派单`, keywords: ['暂停派单', 'zan ting pai dan', 'suspend', '停派', 'ting pai', '停用', 'ting yong'], keys: 's', may: 'biz:caregiver:status', on: 'caregiver', event: 'suspend', group: 'here', asks: ['reason'] },
    { id: 'caregiver.quit', title: msg`办理离职`, keywords: ['办理离职', 'ban li li zhi', 'end employment', 'leave the company', '辞职', 'ci zhi', 'quit'], keys: 'q', may: 'biz:caregiver:status', on: 'caregiver', event: 'quit', group: 'here', grave: true, once: true, asks: ['reason'] },
    { id: 'caregiver.rehire', title: msg`重新入职`, keywords: ['重新入职', 'chong xin ru zhi', 'rehire', '返聘', 'fan pin'], keys: 'h', may: 'biz:caregiver:status', on: 'caregiver', event: 'rehire', group: 'here' },
    { id: 'caregiver.blacklist', title: msg`列入黑名单`, keywords: ['列入黑名单', 'lie ru hei ming dan', 'blacklist', '拉黑', 'la hei'], keys: 'b', may: 'biz:caregiver:status', on: 'caregiver', event: 'blacklist', group: 'here', grave: true, once: true, asks: ['reason', 'review'] },
    { id: 'caregiver.unblacklist', title: msg`移出黑名单`, keywords: ['移出黑名单', 'yi chu hei ming dan', 'remove from blacklist', 'take off the blacklist', 'unblacklist'], keys: 'u', may: 'biz:caregiver:status', on: 'caregiver', event: 'unblacklist', group: 'here', once: true },
    { id: 'caregiver.work', title: msg`服务记录`, keywords: ['服务记录', 'fu wu ji lu', 'work history', '接过的订单', 'jie guo de ding dan', 'stints'], keys: 'w', may: 'biz:caregiver:list', on: 'caregiver', group: 'here' },
    { id: 'caregiver.evaluations', title: msg`护工评价`, keywords: ['护工评价', 'hu gong ping jia', 'caregiver evaluations', 'evaluations', '评分', 'ping fen', '好评', 'hao ping'], keys: 'm', may: 'biz:caregiver:list', on: 'caregiver', group: 'here' },
    { id: 'caregiver.pay', title: msg`护工工资`, keywords: ['护工工资', 'hu gong gong zi', 'caregiver pay', 'pay', '工资', 'gong zi', '薪水', 'xin shui', 'wages'], keys: 'y', may: 'biz:caregiver:reveal', on: 'caregiver', group: 'here' },
    { id: 'caregiver.remove', title: msg`删除护工`, keywords: ['删除护工', 'shan chu hu gong', 'delete caregiver', 'delete'], keys: 'Delete', may: 'biz:caregiver:delete', on: 'caregiver', event: 'remove', group: 'here', grave: true, once: true },
    { id: 'caregiver.undo', title: msg`撤销上一步`, keywords: ['撤销上一步', 'che xiao shang yi bu', 'undo the last step', 'undo'], keys: '$mod+z', may: 'biz:caregiver:list', on: 'caregiver', event: 'undo', group: 'here', once: true },
  ],
  records: { title: msg({ context: '范围', message: '护工' }), may: 'biz:caregiver:list', load: () => fetchPart(() => import(/* webpackChunkName: "view-caregiver" */ './record.ts')) },
  steps: { load: async () => (await fetchPart(() => import(/* webpackChunkName: "view-caregiver" */ './step.ts'))).STEPS },
  keys: { load: async () => Object.values((await fetchPart(() => import(/* webpackChunkName: "key" */ './key.ts'))).CAREGIVER_KEYS) },
};
