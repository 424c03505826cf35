import { answer, type Ask, type Served } from '../../host/answer.ts';
import { KEPT_RULE } from '../../host/kept.ts';
import type { Language } from '../../kernel/error.ts';
import { department } from './contract.ts';
import { listBeds, listDepartments, listWards, readBed, readDepartment, readWard } from './list.ts';
import { addBeds, addDepartment, addWard, editBed, editDepartment, editWard, removeBeds, removeDepartment, removeWard } from './store.ts';

const idOf = ({ params }: Pick<Ask, 'params'>): string => params['id']!;
const language = ({ from }: Pick<Ask, 'from'>): Language => from.language;

/** The calls of departments, wards and beds. */
export const served: Served[] = [
  answer(department.list, ({ reach, query }) => listDepartments(reach, query)),
  answer(department.read, (ask) => readDepartment(ask.reach, idOf(ask))),
  answer(department.add, (ask) => ask.write((tx) => addDepartment(tx, language(ask), ask.body))),
  answer(department.edit, (ask) => ask.write((tx) => editDepartment(tx, language(ask), idOf(ask), ask.body)), `${KEPT_RULE}; code: null 也保持不变 null keeps it too`),
  answer(department.remove, (ask) => ask.write((tx) => removeDepartment(tx, language(ask), idOf(ask)))),
  answer(department.wards, ({ reach, query }) => listWards(reach, query)),
  answer(department.readWard, (ask) => readWard(ask.reach, idOf(ask))),
  answer(department.addWard, (ask) => ask.write((tx) => addWard(tx, language(ask), ask.body))),
  answer(department.editWard, (ask) => ask.write((tx) => editWard(tx, language(ask), idOf(ask), ask.body)), KEPT_RULE),
  answer(department.removeWard, (ask) => ask.write((tx) => removeWard(tx, language(ask), idOf(ask)))),
  answer(department.beds, ({ reach, query }) => listBeds(reach, query)),
  answer(department.readBed, (ask) => readBed(ask.reach, idOf(ask))),
  answer(department.addBeds, (ask) => ask.write((tx) => addBeds(tx, language(ask), ask.body)), '床号如 1-20,25 numbers such as 1-20,25'),
  answer(department.editBed, (ask) => ask.write((tx) => editBed(tx, language(ask), idOf(ask), ask.body)), KEPT_RULE),
  answer(department.removeBeds, (ask) => ask.write((tx) => removeBeds(tx, language(ask), ask.params['ids']!.split(',')))),
];
