import { msg } from '@lingui/core/macro';
import type { Tone, Words } from '../../kernel/area.ts';
import type { CaregiverDetail, CaregiverRow } from './contract.ts';

/** Where a caregiver stands. */
export const CAREGIVER_STATUS_WORDS: Record<CaregiverRow['status'], Words> = { pending: msg`待审核`, active: msg`在岗`, on_leave: msg`休假`, suspended: msg`停派`, blacklisted: msg`黑名单`, left: msg`离职` };
/** Its dot. */
export const CAREGIVER_STATUS_TONE: Record<CaregiverRow['status'], Tone> = { pending: 'warn', active: 'ok', on_leave: 'accent', suspended: 'danger', blacklisted: 'danger', left: 'neutral' };
/** Levels. */
export const LEVEL_WORDS: Record<CaregiverRow['level'], Words> = { junior: msg`初级`, middle: msg`中级`, senior: msg`高级`, expert: msg`专家` };
/** Kinds of employment. */
export const EMPLOYMENT_WORDS: Record<CaregiverRow['employment'], Words> = { staff: msg`在编`, partner: msg`加盟` };
/** Kinds of certificates. */
export const CERTIFICATE_WORDS: Record<CaregiverDetail['certificates'][number]['kind'], Words> = {
  health: msg`健康证`, care_worker: msg`护理员证`, elderly_care: msg`养老护理证`, training: msg`培训证`, police_clearance: msg`无犯罪记录证明`, insurance: msg`保险`, id_card: msg`身份证`, other: msg`其他`,
};
/** Where a stint stands. */
export const WORK_WORDS: Record<CaregiverDetail['stints'][number]['status'], Words> = { planned: msg`已排班`, serving: msg`服务中`, ended: msg`已结束` };
/** Its dot. */
export const WORK_TONE: Record<CaregiverDetail['stints'][number]['status'], Tone> = { planned: 'accent', serving: 'ok', ended: 'neutral' };

/** Days before its end from which a certificate is marked (domain.md, dashboard counts). */
const ENDING = 30;
/** How urgent a certificate's end is; null days: it has none. */
export const expiryTone = (daysLeft: number | null): Tone => (daysLeft === null ? 'neutral' : daysLeft < 0 ? 'danger' : daysLeft <= ENDING ? 'warn' : 'ok');
