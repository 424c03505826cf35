import { answer, type Served } from '../../host/answer.ts';
import { entity } from './contract.ts';
import { readForm, remove } from './store.ts';

/** The calls that name an account or a dictionary by the one id sequence of both. */
export const served: Served[] = [
  answer(entity.form, ({ reach, viewer, params, about }) => readForm(reach, viewer, params['id']!, about)),
  answer(entity.remove, (ask) => remove(ask, ask.params['ids']!.split(','), ask.query.reason), '只有一类；删除账号要有原因 all of one kind; an account takes a reason'),
];
