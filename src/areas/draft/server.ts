import { answer, type Served } from '../../host/answer.ts';
import { draft } from './contract.ts';
import { dropDraft, keepDraft, readDraft } from './store.ts';

/** The draft endpoints. */
export const served: Served[] = [
  answer(draft.read, (ask) => readDraft(ask)),
  answer(draft.keep, (ask) => keepDraft(ask, ask.body.value)),
  answer(draft.drop, (ask) => dropDraft(ask)),
];
