import { answer, type Served } from '../../host/answer.ts';
import { hospital } from './contract.ts';
import { departmentsOf, readPlaces, servicesOn } from './place.ts';
import { hospitalOptions, listHospitals } from './store.ts';

/** The hospital endpoints. */
export const served: Served[] = [
  answer(hospital.options, (ask) => hospitalOptions(ask.reach)),
  answer(hospital.departments, (ask) => departmentsOf(ask.reach, ask.params['id'] ?? '')),
  answer(hospital.list, (ask) => listHospitals(ask.reach, ask.query)),
  answer(hospital.places, (ask) => readPlaces(ask.reach, ask.params['id']!)),
  answer(hospital.services, (ask) => servicesOn(ask.reach, ask.params['id']!, ask.query.day)),
];
