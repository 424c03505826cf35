import { answer, answerFile, type Served } from '../../host/answer.ts';
import { readIndex, readLines } from '../../host/lines.ts';
import { spelled } from '../../host/pinyin.ts';
import { readBoard } from './board.ts';
import { certify, editCertificate, fileCertificate, readFile, revokeCertificate, verifyCertificate } from './certificate.ts';
import { caregiver } from './contract.ts';
import { approve, blacklist, comeBack, quit, rehire, reinstate, remove, suspend, unblacklist } from './course.ts';
import { readCaregiver } from './detail.ts';
import { exportCaregivers } from './export.ts';
import { findCaregivers } from './find.ts';
import { listEvaluations, listWork, readRating } from './history.ts';
import { caregiverLines } from './index.ts';
import { exportPay, readPay, readPayDays } from './pay.ts';
import { create, edit, matchPerson, readForm, reveal } from './person.ts';
import { readRoster } from './roster.ts';
import { cancelLeave, leave, post } from './schedule.ts';
import { findInCaregivers, listCaregivers, pickCaregivers, selectedCaregivers } from './store.ts';
import { undo } from './undo.ts';

/** The caregiver endpoints. */
export const served: Served[] = [
  answer(caregiver.list, (ask) => listCaregivers(ask.reach, ask.viewer, ask.query)),
  answer(caregiver.findIn, (ask) => findInCaregivers(ask.reach, ask.query)),
  answer(caregiver.selected, (ask) => selectedCaregivers(ask.reach, ask.viewer, ask.body)),
  answerFile(caregiver.export, exportCaregivers),
  answer(caregiver.rows, (ask) => pickCaregivers(ask.reach, ask.viewer, ask.query)),
  answer(caregiver.find, (ask) => spelled(ask.query.q, (letters) => findCaregivers(ask.reach, letters), ({ row }) => row.name)),
  answer(caregiver.index, (ask) => readIndex(ask, caregiverLines(ask.reach), ask.query)),
  answer(caregiver.lines, (ask) => readLines(ask, caregiverLines(ask.reach), ask.query)),
  answer(caregiver.board, (ask) => readBoard(ask.reach, ask.viewer, ask.query)),
  answer(caregiver.roster, (ask) => readRoster(ask.reach, ask.viewer, ask.query), '排到 9999 年为止 no day after the year 9999'),
  answer(caregiver.match, matchPerson),
  answer(caregiver.detail, (ask) => readCaregiver(ask.reach, ask.viewer, ask.params['no'])),
  answer(caregiver.work, (ask) => listWork(ask.reach, ask.params['no'], ask.query)),
  answer(caregiver.rating, (ask) => readRating(ask.reach, ask.params['no'])),
  answer(caregiver.evaluations, (ask) => listEvaluations(ask.reach, ask.params['no'], ask.query)),
  answer(caregiver.pay, (ask) => readPay(ask.reach, ask.params['no'])),
  answer(caregiver['pay-days'], (ask) => readPayDays(ask.reach, ask.params['no'], ask.params['month'])),
  answerFile(caregiver['pay-export'], (ask) => exportPay(ask.reach, ask.params['no'], ask.params['month'], ask.query.type, ask.from.language)),
  answer(caregiver.form, (ask) => readForm(ask.reach, ask.params['no'])),
  answer(caregiver.create, create),
  answer(caregiver.edit, edit),
  answer(caregiver.post, post, '每段的开始不晚于结束 from is not after to'),
  answer(caregiver.leave, leave, '开始不晚于结束 from is not after to'),
  answer(caregiver['leave-cancel'], cancelLeave),
  answer(caregiver.certify, certify),
  answer(caregiver['certificate-edit'], editCertificate),
  answer(caregiver['certificate-verify'], verifyCertificate),
  answer(caregiver['certificate-revoke'], revokeCertificate),
  answer(caregiver['certificate-file'], fileCertificate),
  answerFile(caregiver['certificate-read'], readFile),
  answer(caregiver.reveal, reveal),
  answer(caregiver.approve, approve),
  answer(caregiver.return, comeBack),
  answer(caregiver.suspend, suspend),
  answer(caregiver.reinstate, reinstate),
  answer(caregiver.quit, quit),
  answer(caregiver.rehire, rehire),
  answer(caregiver.blacklist, blacklist),
  answer(caregiver.unblacklist, unblacklist),
  answer(caregiver.remove, remove),
  answer(caregiver.undo, undo),
];
