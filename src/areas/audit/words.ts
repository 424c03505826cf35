import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';

/** What was done, by the name of the audit action; one that is not here is shown by its own name. */
export const ACTION_WORDS: Record<string, Words> = {
  'sign-in': msg`登录`, 'sign-in.second': msg`登录两步验证`, 'sign-out': msg`退出登录`, 'session.list': msg`查看登录`, 'session.end': msg`结束登录`, refresh: msg`续期登录`, 'refresh.replay': msg`令牌重放`, 'refused.more': msg`其余被拒绝的接口请求`,
  'user.list': msg`查看账号列表`, 'user.add': msg`新建账号`, 'user.create': msg`新建账号`, 'user.edit': msg`修改账号`, 'user.status': msg`启用或停用账号`, 'user.reset': msg`重置密码`, 'user.restore': msg`撤销删除账号`, 'user.import': msg`导入账号`, 'user.export': msg`导出账号`,
  'profile.edit': msg`修改个人资料`, 'password.change': msg`修改密码`, 'code.send': msg`发送验证码`, 'mobile.bind': msg`绑定手机`, 'mobile.recover': msg`登录前更换手机`, 'email.bind': msg`绑定邮箱`,
  'totp.begin': msg`设置验证器应用`, 'totp.on': msg`启用验证器应用`, 'totp.off': msg`停用验证器应用`, 'sms-step.set': msg`设置短信验证`,
  'dict.add': msg`新建字典`, 'dict.edit': msg`修改字典`, 'dict.item.add': msg`新建字典项`, 'dict.item.edit': msg`修改字典项`, 'dict.item.delete': msg`删除字典项`,
  'entity.read': msg`查看账号或字典`, 'entity.delete': msg`删除账号或字典`, 'order.list': msg`查看订单列表`, 'order.find': msg`查找订单`, 'order.index': msg`读取订单索引`, 'order.read': msg`查看订单`, 'order.explain': msg`查看金额明细`, 'order.changes': msg`查看订单的变更`, 'order.check': msg`批量试算`, 'patient.find': msg`查找患者`, 'caregiver.list': msg`查看护工列表`, 'caregiver.find': msg`查找护工`, 'caregiver.index': msg`读取护工索引`, 'caregiver.read': msg`查看护工`, 'order.import': msg`导入订单`, 'caregiver.import': msg`导入护工`, 'caregiver.work': msg`查看护工的服务记录`, 'caregiver.evaluations': msg`查看护工收到的评价`, 'caregiver.pay': msg`查看护工工资`, 'caregiver.pay-export': msg`导出护工工资`,
  'order.create': msg`新建订单`, 'order.edit': msg`修改患者`, 'order.assign': msg`派单`, 'order.unassign': msg`撤回派单`, 'order.start': msg`开始服务`, 'order.change': msg`更换护工`, 'order.extend': msg`延长服务`, 'order.renew': msg`续单`, 'order.complete': msg`完成服务`,
  'order.pay': msg`收款`, 'order.settle': msg`结清款项`, 'order.adjust': msg`调整金额`, 'order.cancel': msg`取消订单`, 'order.evaluate': msg`评价服务`, 'order.hand': msg`交给同事`, 'order.complain': msg`登记投诉`, 'order.undo': msg`撤销`,
  'order.refund-request': msg`申请退款`, 'order.refund-approve': msg`批准退款`, 'order.refund-reject': msg`驳回退款`, 'order.refund-pay': msg`支付退款`,
  'service.add': msg`新建服务项目`, 'service.edit': msg`修改服务项目`, 'hospital.price': msg`修改服务价格`, 'hospital.holiday': msg`修改节假日`, 'hospital.shift': msg`修改班次`, 'order.ward': msg`查看床位图`,
  'hospital.add': msg`新建医院`, 'hospital.edit': msg`修改医院`, 'hospital.status': msg`启用或停用医院`, 'hospital.accounts': msg`查看医院的账号`, 'hospital.places': msg`查看科室和床位`, 'department.add': msg`新建科室`, 'department.edit': msg`修改科室`, 'department.delete': msg`删除科室`,
  'ward.add': msg`新建病区`, 'ward.edit': msg`修改病区`, 'ward.delete': msg`删除病区`, 'bed.list': msg`查看床位列表`, 'bed.read': msg`查看床位`, 'bed.add': msg`新建床位`, 'bed.edit': msg`修改床位`, 'bed.delete': msg`删除床位`,
  'order.export': msg`导出订单`, 'statistics.export': msg`导出统计`, 'caregiver.export': msg`导出护工`, 'hospital.export': msg`导出医院`, 'view.add': msg`新建视图`, 'view.edit': msg`修改视图`, 'view.delete': msg`删除视图`,
  'caregiver.create': msg`新建护工`, 'caregiver.edit': msg`修改护工`, 'caregiver.form': msg`查看护工表单`, 'caregiver.match': msg`按身份证号查找护工`, 'caregiver.post': msg`安排驻点`, 'caregiver.leave': msg`请假`, 'caregiver.leave-cancel': msg`取消请假`, 'caregiver.reveal': msg`显示身份证号和手机`, 'caregiver.undo': msg`撤销`,
  'caregiver.certify': msg`登记证件`, 'caregiver.certificate-edit': msg`修改证件`, 'caregiver.certificate-verify': msg`核验证件`, 'caregiver.certificate-revoke': msg`作废证件`, 'caregiver.certificate-file': msg`上传证件文件`, 'caregiver.certificate-read': msg`查看证件文件`,
  'caregiver.approve': msg`通过审核`, 'caregiver.return': msg`销假`, 'caregiver.suspend': msg`暂停派单`, 'caregiver.reinstate': msg`恢复派单`, 'caregiver.quit': msg`办理离职`, 'caregiver.rehire': msg`重新入职`, 'caregiver.blacklist': msg`列入黑名单`, 'caregiver.unblacklist': msg`移出黑名单`, 'caregiver.remove': msg`删除护工`,
  'settlement.read': msg`查看医院对账单`, 'settlement.orders': msg`查看对账单的订单`, 'settlement.caregivers': msg`查看护工月度对账`, 'settlement.caregiver': msg`查看护工对账单`, 'settlement.export': msg`导出对账单`, 'settlement.close': msg`月结`, 'settlement.reopen': msg`重开已月结的月份`, 'settlement.pay': msg`登记工资已发`, 'settlement.unpay': msg`撤销工资登记`,
  'command.run': msg`运行命令`, 'notice.read': msg`查看提醒`, 'audit.read': msg`查看审计记录`, 'audit.export': msg`导出审计日志`,
  'database.restore': msg`从备份恢复`, 'database.move': msg`迁移数据库`, 'secret.rotate': msg`更换密钥`, 'data.erase': msg`抹除个人信息`, 'data.retain': msg`清理到期数据`,
};
/** What it was done to. */
export const ENTITY_WORDS: Record<string, Words> = { patient: msg`患者`, user: msg`账号`, session: msg`登录`, dict: msg`字典`, entity: msg`账号或字典`, order: msg`订单`, caregiver: msg`护工`, audit: msg`审计日志`, hospital: msg`医院`, department: msg`科室`, ward: msg`病区`, bed: msg`床位`, service: msg`服务项目`, view: msg`视图`, statistics: msg`数据统计`, settlement: msg({ context: '名词', message: '月结' }), command: msg({ context: '一条', message: '命令' }), database: msg`数据库`, secret: msg`密钥`, notice: msg`提醒` };
