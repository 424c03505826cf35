import { answerFile, answerJob, type Served } from '../../host/answer.ts';
import { caregiverTemplate, importCaregivers } from './caregiver-import.ts';
import { intake } from './contract.ts';

/** Sheets that come in through the console. */
export const served: Served[] = [
  answerFile(intake.caregiverTemplate, async ({ query, from }) => caregiverTemplate(query.type, from.language)),
  answerJob(intake.caregivers, importCaregivers, ({ dryRun }) => dryRun !== 'true'),
];
