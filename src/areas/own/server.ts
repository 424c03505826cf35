import { answer, type Served } from '../../host/answer.ts';
import { own } from './contract.ts';
import { keepSettings, readSettings } from './setting.store.ts';
import { keepKeys, keepMemory, noteCommand, readKeys, readMemory } from './store.ts';

/** What the console keeps of oneself. */
export const served: Served[] = [
  answer(own.memory, (ask) => readMemory(ask)),
  answer(own.remember, (ask) => keepMemory(ask, ask.body)),
  answer(own.keys, (ask) => readKeys(ask)),
  answer(own.keepKeys, (ask) => keepKeys(ask, ask.body), '总数有上限 not too many in all'),
  answer(own.settings, (ask) => readSettings(ask)),
  answer(own.keepSettings, (ask) => keepSettings(ask, ask.body.values)),
  answer(own.ran, ({ body, write }) => write(async () => noteCommand(body))),
];
