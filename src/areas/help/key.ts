import { msg } from '@lingui/core/macro';
import type { KeyEntry } from '../../kernel/area.ts';

const page = { scope: 'page', on: 'help' } as const;
/** The keys of the pages of help. */
export const HELP_KEYS = {
  previous: { ...page, moves: true, id: 'help.previous', keys: '[', words: msg`帮助：上一篇`, keywords: ['上一篇', 'shang yi pian', 'previous page'] },
  next: { ...page, moves: true, id: 'help.next', keys: ']', words: msg`帮助：下一篇`, keywords: ['下一篇', 'xia yi pian', 'next page'] },
} as const satisfies Record<string, KeyEntry>;
