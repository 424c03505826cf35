import { useMemo } from 'react';
import type { Command, KeyEntry } from '../../kernel/area.ts';
import { boundNow } from '../key-stack.ts';
import { useWayBack } from '../way-back.ts';
import { wholeWords } from '../whole-words.ts';
import { keywordsOf } from './keyword.ts';

/** What the page can do now that has a key of its own, as commands; nothing that only moves. */
const pageCommands = (): readonly Command[] =>
  boundNow().flatMap(({ entry, run, here }): Command[] => {
    const { id, scope, keys, words, keywords = [], fixed, press, grave } = entry as KeyEntry;
    if (run === undefined || here?.() === false || words === undefined || (scope !== 'list' && scope !== 'page') || fixed || press) return [];
    return [{ id, title: words, keywords: keywordsOf({ keywords }).flatMap((word) => [word, word.replaceAll(' ', '')]), keys, calls: 'key', group: 'here', ...(grave && { grave }) }];
  });

/** The commands of this moment: what the page can do, and the last way back of several, as long as it can be gone. */
export function usePassingCommands(): readonly Command[] {
  const way = useWayBack();
  return useMemo(() => {
    const page = pageCommands();
    // its words are its own: who it is done to is not in any catalogue
    return way === null ? page : [...page, { id: 'way-back', title: wholeWords(way.title), keywords: ['撤销刚才的', 'che xiao gang cai de', 'undo', 'undo the last ones', '批量撤销'], calls: 'way-back', group: 'here', once: true }];
  }, [way]);
}
