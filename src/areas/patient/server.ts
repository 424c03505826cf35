import { answer, type Served } from '../../host/answer.ts';
import { spelled } from '../../host/pinyin.ts';
import { patient } from './contract.ts';
import { findPatients, patientsOf } from './store.ts';

/** The patient endpoints. */
export const served: Served[] = [
  answer(patient.find, (ask) => spelled(ask.query.q, (letters) => findPatients(ask.reach, letters), ({ name }) => name)),
  answer(patient.rows, async (ask) => (await patientsOf(ask.reach, ask.query.ids.split(','))).map((one) => ({ ...one, marks: [] }))),
];
