import { answer, type Served } from '../../host/answer.ts';
import { bySound, spelling } from '../../host/pinyin.ts';
import { patient } from './contract.ts';
import { findPatients } from './store.ts';

/** The patient endpoints. */
export const served: Served[] = [answer(patient.find, (ask) => spelling(ask.query.q, (letters) => findPatients(ask.reach, letters), ({ name, why }) => (bySound(why) ? name : null)))];
