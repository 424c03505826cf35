import { answer, type Served } from '../../host/answer.ts';
import { patient } from './contract.ts';
import { findPatients } from './store.ts';

/** The patient endpoints. */
export const served: Served[] = [answer(patient.find, (ask) => findPatients(ask.reach, ask.query.q))];
