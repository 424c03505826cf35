import { answer, answerFile, type Served } from '../../host/answer.ts';
import { KEPT_RULE } from '../../host/kept.ts';
import { hospital } from './contract.ts';
import { createHospital, hospitalAccounts, readHospital, setHospitalStatus, updateHospital } from './edit.ts';
import { departmentsOf, readPlaces, servicesOn } from './place.ts';
import { exportHospitals, findInHospitals, listHospitals } from './list.ts';
import { hospitalOptions } from './store.ts';

/** The hospital endpoints. */
export const served: Served[] = [
  answer(hospital.options, (ask) => hospitalOptions(ask.reach)),
  answer(hospital.departments, (ask) => departmentsOf(ask.reach, ask.params['id'] ?? '')),
  answer(hospital.list, (ask) => listHospitals(ask.reach, ask.viewer, ask.query)),
  answer(hospital.findIn, (ask) => findInHospitals(ask.reach, ask.query)),
  answerFile(hospital.export, exportHospitals),
  answer(hospital.form, ({ reach, params }) => readHospital(reach, params['id']!)),
  answer(hospital.create, (ask) => createHospital(ask, ask.body)),
  answer(hospital.update, (ask) => updateHospital(ask, ask.params['id']!, ask.body), KEPT_RULE),
  answer(hospital.status, ({ viewer, params, body, write }) => write((tx) => setHospitalStatus(tx, viewer, params['id']!, body.status))),
  answer(hospital.accounts, ({ reach, params }) => hospitalAccounts(reach, params['id']!)),
  answer(hospital.places, (ask) => readPlaces(ask.reach, ask.params['id']!)),
  answer(hospital.services, (ask) => servicesOn(ask.reach, ask.params['id']!, ask.query.day)),
];
