import { answer, answerFile, type Served } from '../../host/answer.ts';
import { auditTrail } from './contract.ts';
import { exportAudit } from './export.ts';
import { findInAudit, listAudit, readAudit } from './store.ts';

/** The audit endpoints. */
export const served: Served[] = [
  answer(auditTrail.list, ({ reach, query }) => listAudit(reach, query)),
  answer(auditTrail.findIn, ({ reach, query }) => findInAudit(reach, query)),
  answer(auditTrail.one, ({ reach, params }) => readAudit(reach, params['id']!)),
  answerFile(auditTrail.export, exportAudit),
];
