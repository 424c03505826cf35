import { useMemo } from 'react';
import type { Command, KeyEntry } from '../../kernel/area.ts';
import { boundNow } from '../key-stack.ts';
import { useWayBack } from '../way-back.ts';
import { wholeWords } from '../whole-words.ts';

/** By what else the verbs of a list are found: the registry has their titles alone. */
const CALLED: Readonly<Record<string, string>> = {
  export: '导出|dao chu|export',
  columns: '列|lie|选择列|xuan ze lie|columns',
  views: '视图|shi tu|views',
  filter: '筛选|shai xuan|filter',
  find: '查找|cha zhao|find|search',
  all: '全选|quan xuan|select all',
  clear: '清除筛选|qing chu shai xuan|clear filters',
  print: '打印|da yin|print',
  jump: '跳到|tiao dao|go to row',
  copy: '复制|fu zhi|copy',
};

/** What the page can do now that has a key of its own, as commands; nothing that only moves. */
const pageCommands = (): readonly Command[] =>
  boundNow().flatMap(({ entry, run, here }): Command[] => {
    const { id, scope, keys, words, fixed, press } = entry as KeyEntry;
    if (run === undefined || here?.() === false || words === undefined || (scope !== 'list' && scope !== 'page') || fixed || press) return [];
    return [{ id, title: words, keywords: CALLED[id.slice(5)]?.split('|').flatMap((word) => [word, word.replaceAll(' ', '')]) ?? [], keys, calls: 'key', group: 'here' }];
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
