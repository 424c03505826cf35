import { useMemo } from 'react';
import { msg } from '@lingui/core/macro';
import type { Command, KeyEntry } from '../../kernel/area.ts';
import { here } from '../here.ts';
import { OWN_KEYS } from '../key-entry.ts';
import { boundNow } from '../key-stack.ts';
import { currentI18n } from '../language.tsx';
import { useWayBack } from '../way-back.ts';
import { wholeWords } from '../whole-words.ts';
import { keywordsOf } from './keyword.ts';
import { lastDone } from './last.ts';

/** What the page can do now that has a key of its own, as commands; nothing that only moves. */
const pageCommands = (): readonly Command[] =>
  boundNow().flatMap(({ entry, run, here: heard }): Command[] => {
    const { id, scope, keys, words, keywords = [], fixed, press, grave } = entry as KeyEntry;
    if (run === undefined || heard?.() === false || words === undefined || (scope !== 'list' && scope !== 'page') || fixed || press) return [];
    return [{ id, title: words, keywords: keywordsOf({ keywords }).flatMap((word) => [word, word.replaceAll(' ', '')]), keys, calls: 'key', group: 'here', ...(grave && { grave }) }];
  });

/** What was done last, to be done to what is here: its key is a single character, which one may have switched off. */
function repeatCommands(): readonly Command[] {
  const last = lastDone()?.command;
  if (last === undefined || last.once || here()?.on !== last.on) return [];
  const { event, several, grave, title } = last;
  const name = currentI18n()._(title);
  const { id, keys } = OWN_KEYS.repeat;
  return [{ id, keys, title: wholeWords(currentI18n()._(msg`重复“${name}”`)), keywords: ['重复', 'chong fu', 'chongfu', '重做', 'chong zuo', 'chongzuo', 'repeat', 'redo', 'do again'], on: last.on!, ...(event && { event }), ...(several && { several }), ...(grave && { grave }), group: 'here', asks: [] }];
}

/** The commands of this moment: what the page can do, what was done last, and the last way back of several, as long as it can be gone. */
export function usePassingCommands(): readonly Command[] {
  const way = useWayBack();
  return useMemo(() => {
    const page = [...pageCommands(), ...repeatCommands()];
    // its words are its own: who it is done to is not in any catalogue
    return way === null ? page : [...page, { id: 'way-back', title: wholeWords(way.title), keywords: ['撤销刚才的', 'che xiao gang cai de', 'undo', 'undo the last ones', '批量撤销'], calls: 'way-back', group: 'here', once: true }];
  }, [way]);
}
