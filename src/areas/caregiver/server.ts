import { answer, type Served } from '../../host/answer.ts';
import { caregiver } from './contract.ts';
import { findCaregivers } from './find.ts';
import { listCaregivers, readCaregiver } from './store.ts';

/** The caregiver endpoints. */
export const served: Served[] = [
  answer(caregiver.list, (ask) => listCaregivers(ask.reach, ask.query)),
  answer(caregiver.find, (ask) => findCaregivers(ask.reach, ask.query.q)),
  answer(caregiver.detail, (ask) => readCaregiver(ask.reach, ask.params['no'])),
];
