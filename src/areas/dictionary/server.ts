import { answer, type Served } from '../../host/answer.ts';
import { KEPT_RULE } from '../../host/kept.ts';
import { dictionary } from './contract.ts';
import { addDictionary, addItem, editDictionary, editItem, listDictionaries, listItems, readItem, readItems, removeItems } from './store.ts';

const codeOf = ({ params }: { params: Record<string, string> }): string => params['dictCode']!;

/** The dictionary endpoints; the form and the removal of a dictionary are in area `entity`. */
export const served: Served[] = [
  answer(dictionary.page, ({ reach, query }) => listDictionaries(reach, query)),
  answer(dictionary.add, ({ body, write }) => write((tx) => addDictionary(tx, body))),
  answer(dictionary.edit, ({ params, body, write, from }) => write((tx) => editDictionary(tx, params['id']!, body, from.language)), KEPT_RULE),
  answer(dictionary.itemPage, (ask) => listItems(ask.reach, codeOf(ask), ask.query)),
  answer(dictionary.items, (ask) => readItems(ask.reach, codeOf(ask))),
  answer(dictionary.addItem, (ask) => ask.write((tx) => addItem(tx, codeOf(ask), ask.body))),
  answer(dictionary.itemForm, (ask) => readItem(ask.reach, codeOf(ask), ask.params['itemId']!)),
  answer(dictionary.editItem, (ask) => ask.write((tx) => editItem(tx, codeOf(ask), ask.params['itemId']!, ask.body, ask.from.language)), KEPT_RULE),
  answer(dictionary.removeItems, (ask) => ask.write((tx) => removeItems(tx, codeOf(ask), ask.params['itemIds']!.split(',')))),
];
