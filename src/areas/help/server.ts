import { answer, type Served } from '../../host/answer.ts';
import { help } from './contract.ts';
import { keepMark, readMark } from './store.ts';

/** What help keeps of oneself. */
export const served: Served[] = [
  answer(help.mark, (ask) => readMark(ask)),
  answer(help.keep, (ask) => keepMark(ask, ask.body)),
];
