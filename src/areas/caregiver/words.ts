import { msg } from '@lingui/core/macro';
import type { Tone, Words } from '../../kernel/area.ts';
import type { CaregiverDetail, CaregiverRow, EvaluationRow } from './contract.ts';

/** Where a caregiver stands. */
export const CAREGIVER_STATUS_WORDS: Record<CaregiverRow['status'], Words> = { pending: msg`待审核`, active: msg`在岗`, on_leave: msg`休假`, suspended: msg`停派`, blacklisted: msg`黑名单`, left: msg`离职` };
/** Its dot. */
export const CAREGIVER_STATUS_TONE: Record<CaregiverRow['status'], Tone> = { pending: 'warn', active: 'ok', on_leave: 'accent', suspended: 'danger', blacklisted: 'danger', left: 'neutral' };
/** Where a stint stands. */
export const WORK_WORDS: Record<CaregiverDetail['stints'][number]['status'], Words> = { planned: msg`已排班`, serving: msg`服务中`, ended: msg`已结束` };
/** Its dot. */
export const WORK_TONE: Record<CaregiverDetail['stints'][number]['status'], Tone> = { planned: 'accent', serving: 'ok', ended: 'neutral' };

/** Who an evaluation speaks for. */
export const SOURCE_WORDS: Record<EvaluationRow['source'], Words> = { family: msg`患者或家属`, hospital: msg`医院`, provider: msg`本公司` };

/** Days before its end from which a certificate is marked (domain.md, dashboard counts). */
const ENDING = 30;
/** How urgent a certificate's end is; null days: it has none. */
export const expiryTone = (daysLeft: number | null): Tone => (daysLeft === null ? 'neutral' : daysLeft < 0 ? 'danger' : daysLeft <= ENDING ? 'warn' : 'ok');

/** Events of a caregiver's story; one that is not here is shown by its own name. */
export const EVENT_WORDS: Record<string, Words> = {
  create: msg`新建护工`, edit: msg`修改护工`, post: msg`安排驻点`, leave: msg`请假`, 'leave-cancel': msg`取消请假`, 'leave-turn': msg`假期开始或结束`, certify: msg`登记证件`, 'certificate-edit': msg`修改证件`, 'certificate-verify': msg`核验证件`, 'certificate-revoke': msg`作废证件`, 'certificate-file': msg`上传证件文件`,
  health: msg`健康证到期`, approve: msg`通过审核`, return: msg`销假`, suspend: msg`暂停派单`, reinstate: msg`恢复派单`, quit: msg`办理离职`, rehire: msg`重新入职`, blacklist: msg`列入黑名单`, unblacklist: msg`移出黑名单`, remove: msg`删除护工`, undo: msg`撤销`,
};
/** Fields of a caregiver, by the names of `caregiverForm` and of the story. */
export const FIELD_WORDS: Record<string, Words> = {
  status: msg`状态`, staffNo: msg`工号`, name: msg`姓名`, gender: msg`性别`, idNo: msg`身份证号`, birthday: msg`出生日期`, mobile: msg`手机`, level: msg`等级`, employment: msg`用工性质`, hospital: msg`驻点医院`, originProvince: msg`籍贯省份`, originCity: msg`籍贯城市`, languages: msg`语言`, education: msg`学历`, marital: msg`婚姻`,
  heightCm: msg`身高（厘米）`, weightKg: msg`体重（公斤）`, emergencyName: msg`紧急联系人`, emergencyPhone: msg`紧急联系电话`, bankName: msg`开户银行`, bankAccount: msg`银行账号`, skills: msg`技能`, yearsExperience: msg`从业年数`, hiredOn: msg`入职`, leftOn: msg`离职日期`, reviewOn: msg`复核日期`,
  certificate: msg`证件`, certificateNumber: msg`证件编号`, issuedOn: msg`发证日期`, expiresOn: msg`到期日`, verified: msg`核验`, file: msg`文件`, postings: msg`驻点`, leaveFrom: msg`假期开始`, leaveTo: msg`假期结束`,
};
/** One of each order: whoever comes back to one has two stints of it. */
export const ordersOf = <T extends { orderNo: string }>(stints: readonly T[]): T[] => [...new Map(stints.map((one) => [one.orderNo, one])).values()];
