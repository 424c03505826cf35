import { answer, type Served } from '../../host/answer.ts';
import { preference, views } from './contract.ts';
import { createView, dropLayout, keepLayout, listViews, readLayout, removeView, updateView } from './store.ts';

/** Saved views and layouts of lists. */
export const served: Served[] = [
  answer(views.list, (ask) => listViews(ask, ask.query.list)),
  answer(views.create, (ask) => createView(ask, ask.body), '排序是这个列表知道的 a sort that the list knows'),
  answer(views.update, (ask) => updateView(ask, ask.params['id']!, ask.body), '排序是这个列表知道的 a sort that the list knows'),
  answer(views.remove, ({ viewer, params, write }) => write((tx) => removeView(tx, viewer, params['id']!))),
  answer(preference.read, (ask) => readLayout(ask, ask.params['key']!)),
  answer(preference.keep, (ask) => keepLayout(ask, ask.params['key']!, ask.body), '排序是这个列表知道的 a sort that the list knows'),
  answer(preference.drop, (ask) => dropLayout(ask, ask.params['key']!)),
];
