import { useMemo } from 'react';
import type { Command } from '../../kernel/area.ts';
import { useWayBack } from '../way-back.ts';

/** The last way back of several as a command, as long as it can be gone. */
export function useWayCommand(): readonly Command[] {
  const way = useWayBack();
  return useMemo(() => {
    if (way === null) return [];
    // its words are its own: who it is done to is not in any catalogue
    return [{ id: 'way-back', title: { id: `way-back ${way.title}`, message: way.title }, keywords: ['撤销刚才的', 'che xiao gang cai de', 'undo', 'undo the last ones', '批量撤销'], calls: 'way-back', group: 'here', once: true }];
  }, [way]);
}
