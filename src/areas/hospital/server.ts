import { answer, type Served } from '../../host/answer.ts';
import { hospital } from './contract.ts';
import { hospitalOptions, listHospitals } from './store.ts';

/** The hospital endpoints. */
export const served: Served[] = [
  answer(hospital.options, (ask) => hospitalOptions(ask.reach)),
  answer(hospital.list, (ask) => listHospitals(ask.reach, ask.query)),
];
