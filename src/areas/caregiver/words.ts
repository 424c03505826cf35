import { msg } from '@lingui/core/macro';
import type { Tone, Words } from '../../kernel/area.ts';
import type { CaregiverDetail, CaregiverRow } from './contract.ts';

/** Where a caregiver stands. */
export const CAREGIVER_STATUS_WORDS: Record<CaregiverRow['status'], Words> = { pending: msg`待审核`, active: msg`在岗`, on_leave: msg`休假`, suspended: msg`停派`, blacklisted: msg`黑名单`, left: msg`离职` };
/** Its dot. */
export const CAREGIVER_STATUS_TONE: Record<CaregiverRow['status'], Tone> = { pending: 'warn', active: 'ok', on_leave: 'accent', suspended: 'danger', blacklisted: 'danger', left: 'neutral' };
/** Where a stint stands. */
export const WORK_WORDS: Record<CaregiverDetail['stints'][number]['status'], Words> = { planned: msg`已排班`, serving: msg`服务中`, ended: msg`已结束` };
/** Its dot. */
export const WORK_TONE: Record<CaregiverDetail['stints'][number]['status'], Tone> = { planned: 'accent', serving: 'ok', ended: 'neutral' };

/** Days before its end from which a certificate is marked (domain.md, dashboard counts). */
const ENDING = 30;
/** How urgent a certificate's end is; null days: it has none. */
export const expiryTone = (daysLeft: number | null): Tone => (daysLeft === null ? 'neutral' : daysLeft < 0 ? 'danger' : daysLeft <= ENDING ? 'warn' : 'ok');
