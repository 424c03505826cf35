import { answer, answerFile, answerJob, type Served } from '../../host/answer.ts';
import { close, pay, reopen, unpay } from './close.ts';
import { settlement } from './contract.ts';
import { exportStatement } from './export.ts';
import { listMonths, readStatement } from './month.ts';
import { readCaregiver, readCaregivers, readOrders } from './store.ts';

/** Month closing and its statements. */
export const served: Served[] = [
  answer(settlement.months, ({ reach, viewer, query }) => listMonths(reach, viewer, query.month)),
  answer(settlement.statement, ({ reach, viewer, query, about }) => {
    Object.assign(about, { entityId: `${query.hospitalId}:${query.month}` });
    return readStatement(reach, viewer, query.month, query.hospitalId);
  }),
  answer(settlement.orders, ({ reach, viewer, query, about }) => {
    Object.assign(about, { entityId: `${query.hospitalId}:${query.month}` });
    return readOrders(reach, viewer, query);
  }),
  answer(settlement.caregivers, ({ reach, viewer, query, about }) => {
    Object.assign(about, { entityId: query.month });
    return readCaregivers(reach, viewer, query);
  }),
  answer(settlement.caregiver, ({ reach, viewer, query, about }) => {
    Object.assign(about, { entityId: `${query.caregiverNo}:${query.month}` });
    return readCaregiver(reach, viewer, query);
  }),
  answerFile(settlement.export, (ask) => {
    Object.assign(ask.about, { entityId: `${ask.query.caregiverNo ?? ask.query.hospitalId ?? ask.query.by}:${ask.query.month}` });
    return exportStatement(ask);
  }, '按医院时不给 caregiverNo，按护工时不能同时给 caregiverNo 和 hospitalId by hospital without caregiverNo, by caregiver not both caregiverNo and hospitalId'),
  answerJob(settlement.close, close),
  answerJob(settlement.reopen, reopen),
  answerJob(settlement.pay, pay),
  answerJob(settlement.unpay, unpay),
];
